/* jobs.c - find the jobs whose pages lie around on this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/nearest.h"
#include "command/jobs.h"
#include "report/gather.h"

const char *jobs_name(const char *path)
{
    const char *name = strrchr(path, '/');
    const char *prefix = "mitosis-";

    name = name ? name + 1 : path;
    if (strncmp(name, prefix, strlen(prefix)) == 0) {
        const char *user = name + strlen(prefix);
        size_t digits = strspn(user, "0123456789");

        if (digits && user[digits] == '-')
            return user + digits + 1;
    }
    return name;
}

/* One search for a job. */
struct search {
    const char *name;
    struct nearest nearest;
    char near[JOB_PATH]; /* the path that 'nearest' found */
    char exact[JOB_PATH];
    char start[JOB_PATH]; /* one whose name begins so */
    int starts;
};

static void compare(const char *path, void *arg)
{
    struct search *search = arg;
    const char *name = jobs_name(path), *best = search->nearest.best;

    if (strcmp(name, search->name) == 0)
        strcpy(search->exact, path);
    if (strncmp(name, search->name, strlen(search->name)) == 0) {
        strcpy(search->start, path);
        search->starts++;
    }
    nearest_offer(&search->nearest, name);
    if (search->nearest.best != best)
        strcpy(search->near, path); /* 'path' does not outlive this call */
}

int jobs_find(const char *pages,
              const char *name,
              char path[JOB_PATH],
              struct error *err)
{
    struct search search = { .name = name, .nearest = nearest_start(name) };
    const char *found = search.exact;

    job_list(pages, compare, &search);
    if (!*found && search.starts == 1)
        found = search.start;
    if (*found) {
        strcpy(path, found);
        return 0;
    }
    if (search.starts > 1)
        return error_set(err,
                         "%s may be any of %d jobs; 'mitosis report' "
                         "lists them",
                         name, search.starts);
    if (*search.near)
        return error_set(err,
                         "there is no report, folder or job %s; did you "
                         "mean %s?",
                         name, jobs_name(search.near));
    return error_set(err, "there is no report, folder or job %s", name);
}

bool jobs_alive(const struct run *run)
{
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].state <= RUN_FINISHING)
            return true;
    return false;
}

static void write_time(uint64_t ns, char text[32])
{
    time_t seconds = (time_t)(ns / 1000000000);
    struct tm local;

    if (ns == 0 || !localtime_r(&seconds, &local)
        || strftime(text, 32, "%Y-%m-%d %H:%M:%S", &local) == 0)
        strcpy(text, "-");
}

static void print_job(const char *path, void *arg)
{
    struct run *run = gather(&path, 1, false, NULL);
    int *count = arg;
    char start[32], ranks[32] = "-";

    if ((*count)++ == 0)
        printf("%-32s  %-19s  %-7s  %-9s  %s\n", "JOB", "STARTED", "STATE",
               "RANKS", "PROGRAM");
    write_time(run ? run->started_ns : 0, start);
    if (run)
        snprintf(ranks, sizeof(ranks), "%zu of %d", run->ranks, run->size);
    printf("%-32s  %-19s  %-7s  %-9s  %s\n", jobs_name(path), start,
           !run              ? "empty"
           : jobs_alive(run) ? "running"
                             : "ended",
           ranks, run && run->arguments ? run->program[0] : "-");
    run_destroy(run);
}

int jobs_print(const char *pages)
{
    int count = 0;

    job_list(pages, print_job, &count);
    return count;
}

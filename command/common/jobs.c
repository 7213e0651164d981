/* jobs.c - find the jobs whose pages lie around on this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/suggest_name.h"
#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "job/control.h"
#include "job/files.h"
#include "job/job_host.h"
#include "net/local_message.h"
#include "profile/page.h"
#include "report/gather/alive.h"

/* What the heads of the pages of a job say. */
struct heads {
    int pages;
    unsigned generation; /* the last one that took over */
    int readable;        /* of its pages */
    int size;
    bool alive;
    bool lives;                /* in ranks that are, or were, the job */
    bool claimed;              /* the folder tells whose it is */
    char elsewhere[HOST_NAME]; /* where a rank is that may live, for all that
                                  can be told from here */
    uint64_t started_ns;
    char program[64];
};

/* In a folder that is known as ours pages of other hosts are copies, brought
 * by an agent.
 */
static void look_whether_alive(struct heads *c, const struct page *p)
{
    bool near = strncmp(p->host, host_own(), sizeof(p->host)) == 0;

    if (p->state >= PAGE_FINISHED)
        return;
    if (page_is_here(p)) {
        bool alive = alive_process(p->pid, p->birth_ns);

        c->alive |= alive;
        c->lives |= alive && (p->generation <= 1 || p->took_over);
    } else if (near || !c->claimed)
        snprintf(c->elsewhere, sizeof(c->elsewhere), "%s%.*s",
                 near ? "a container of " : "", HOST_NAME - 16, p->host);
}

static void count_page(struct heads *c, const char *file)
{
    struct page *p = page_open(file, NULL);

    c->pages++;
    if (!p)
        return;
    if (p->took_over && p->generation > c->generation) {
        c->generation = p->generation;
        c->readable = 0;
    }
    if (p->generation == c->generation
        || (c->generation == 0 && p->generation <= 1)) {
        c->readable++;
        c->size = p->size;
    }
    look_whether_alive(c, p);
    if (c->started_ns == 0 || p->birth_ns < c->started_ns)
        c->started_ns = p->birth_ns;
    snprintf(c->program, sizeof(c->program), "%.*s",
             (int)strnlen(p->program, sizeof(p->program)), p->program);
    page_close(p);
}

static struct heads read_heads(const char *path)
{
    char host[HOST_NAME];
    struct heads c = { .claimed = job_host_of(path, host) };
    char file[JOB_PATH + 256 + 1];
    DIR *dir = opendir(path);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        unsigned generation;
        int rank;

        if (files_kind(entry->d_name, &generation, &rank) != FILES_PAGE)
            continue;
        snprintf(file, sizeof(file), "%s/%s", path, entry->d_name);
        count_page(&c, file);
    }
    if (dir)
        closedir(dir);
    return c;
}

/* All ranks may be on other hosts by now. */
static bool has_agent(const char *path)
{
    int fd = local_message_connect(path, NULL);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* In the folder of another host, with which we share the place, nothing tells
 * whether its processes are gone.
 */
static enum jobs_life life_of(const char *path,
                              const struct heads *c,
                              char host[HOST_NAME])
{
    host[0] = '\0';
    if (job_is_elsewhere(path))
        return job_host_of(path, host) ? JOBS_UNSEEN : JOBS_ENDED;
    if (c->alive || has_agent(path))
        return JOBS_RUNNING;
    strcpy(host, c->elsewhere);
    return *host ? JOBS_UNSEEN : JOBS_ENDED;
}

enum jobs_life jobs_life(const char *path, char host[HOST_NAME])
{
    struct heads c = read_heads(path);

    return life_of(path, &c, host);
}

bool jobs_running(const char *path)
{
    char host[HOST_NAME];

    return jobs_life(path, host) == JOBS_RUNNING;
}

int jobs_refuse(const char *path, const char *host, struct error *err)
{
    if (!*host)
        return error_set(err, "%s still runs; nothing was removed",
                         job_of(path));
    return error_set(err,
                     "%s belongs to %s, whose processes cannot be seen from "
                     "here, so it may still run; nothing was removed.  If %s "
                     "is no more, remove %s",
                     job_of(path), host, host, path);
}

bool jobs_has_pages(const char *path)
{
    return read_heads(path).pages > 0;
}

/* The last rank of a job that never changed sees to its report, and waits
 * neither for its agent for ever nor for new ranks that never took over, which
 * nobody has ended yet where that agent was killed.  One that has changed has
 * other ranks now.
 */
bool jobs_over(const char *path, char host[HOST_NAME])
{
    struct control *record = control_find(path, 1, NULL);
    bool changed = record && atomic_load(&record->successor) > 1;
    struct heads c = read_heads(path);

    control_close(record);
    return life_of(path, &c, host) == JOBS_ENDED
           || (!*host && !c.lives && !changed);
}

/* One search for a job. */
struct search {
    const char *name;
    enum jobs_which which;
    struct suggest_name nearest;
    char near[JOB_PATH]; /* the path that 'nearest' found */
    char exact[JOB_PATH];
    char start[JOB_PATH]; /* one whose name begins so */
    int starts;
    char running[JOB_PATH]; /* one of these that runs */
    int runs;
};

static void note_start(struct search *search, const char *path)
{
    strcpy(search->start, path);
    search->starts++;
    if (search->which == JOBS_RUNNING_FIRST && jobs_running(path)) {
        strcpy(search->running, path);
        search->runs++;
    }
}

static void compare(const char *path, void *arg)
{
    struct search *search = arg;
    const char *name = job_of(path);
    unsigned distance = search->nearest.distance;

    bool elsewhere = job_is_elsewhere(path);

    if (strcmp(name, search->name) == 0 && !(*search->exact && elsewhere))
        strcpy(search->exact, path);
    if (elsewhere)
        return; /* as another host has it, which shares the place with us */
    if (strncmp(name, search->name, strlen(search->name)) == 0)
        note_start(search, path);
    suggest_name_offer(&search->nearest, name);
    if (search->nearest.distance < distance)
        strcpy(search->near, path); /* 'path' does not outlive this call */
}

int jobs_folder(const char *name, char path[JOB_PATH], struct error *err)
{
    char whole[PATH_MAX];

    if (!realpath(name, whole))
        return error_set(err, "%s: %s", name, strerror(errno));
    if (strlen(whole) >= JOB_PATH)
        return error_set(err, "%s: %s", name, strerror(ENAMETOOLONG));
    if (!job_is_folder(whole) && !jobs_has_pages(whole))
        return error_set(
            err, "%s is no job's folder; 'mitosis jobs' lists jobs", name);
    strcpy(path, whole);
    return 0;
}

/* Whether a folder is given in place of a name. */
static bool is_folder(const char *name)
{
    struct stat st;

    return strchr(name, '/') && stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

int jobs_find(const char *pages,
              const char *name,
              enum jobs_which which,
              char path[JOB_PATH],
              struct error *err)
{
    struct search search = { .name = name,
                             .which = which,
                             .nearest = suggest_name_start(name) };
    const char *found = search.exact;
    const char *what =
        which == JOBS_RUNNING_FIRST ? "job" : "report, folder or job";

    if (is_folder(name))
        return jobs_folder(name, path, err);
    job_list(pages, compare, &search);
    if (!*found && search.starts == 1)
        found = search.start;
    if (!*found && search.runs == 1)
        found = search.running;
    if (*found) {
        strcpy(path, found);
        return 0;
    }
    if (search.starts > 1) {
        error_set(err, "%s may be any of %d jobs%s; 'mitosis jobs' lists them",
                  name, search.runs ? search.runs : search.starts,
                  search.runs ? " that run" : "");
        return JOBS_SEVERAL;
    }
    if (*search.near)
        return error_set(err, "there is no %s %s; did you mean %s?", what,
                         name, job_of(search.near));
    return error_set(err, "there is no %s %s", what, name);
}

struct choice {
    char *path;
    int running;
};

static void choose(const char *path, void *arg)
{
    struct choice *c = arg;

    if (!job_is_elsewhere(path) && jobs_running(path) && c->running++ == 0)
        strcpy(c->path, path);
}

int jobs_find_running(const char *pages,
                      char path[JOB_PATH],
                      struct error *err)
{
    struct choice c = { .path = path };

    job_list(pages, choose, &c);
    if (c.running == 0)
        return error_set(err, "no job is running here");
    if (c.running > 1) {
        error_set(err,
                  "%d jobs are running; name one with --job, as 'mitosis "
                  "jobs' lists them",
                  c.running);
        return JOBS_SEVERAL;
    }
    return 0;
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
    struct heads c = read_heads(path);
    int *count = arg;
    char start[32], ranks[32] = "-";
    char host[HOST_NAME], where[HOST_NAME + 4];
    enum jobs_life life = life_of(path, &c, host);

    if ((*count)++ == 0)
        printf("%-32s  %-19s  %-10s  %-9s  %s\n", "JOB", "STARTED", "STATE",
               "RANKS", "PROGRAM");
    write_time(c.started_ns, start);
    if (c.readable)
        snprintf(ranks, sizeof(ranks), "%d of %d", c.readable, c.size);
    snprintf(where, sizeof(where), "on %s", host);
    say_result("%-32s  %-19s  %-10s  %-9s  %s\n", job_of(path), start,
               !c.pages               ? "empty"
               : !c.readable          ? "unreadable"
               : life == JOBS_UNSEEN  ? where
               : life == JOBS_RUNNING ? "running"
                                      : "ended",
               ranks, *c.program ? c.program : "-");
}

int command_jobs(char *argv[])
{
    static struct settings settings;
    int count = 0;

    if (argv[0])
        return commands_usage("jobs");
    setup_read(&settings);
    setup_apply(&settings);
    job_list(settings.text[SETTING_PAGES], print_job, &count);
    if (count == 0)
        printf("There are no jobs: none runs, and none ended without a "
               "report.\n");
    else
        printf("\n'mitosis report JOB' reports on one, with --now on where "
               "its ranks are.\n");
    return EXIT_SUCCESS;
}

/* Tests of command/common/jobs.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "command/common/jobs.h"
#include "job/job_host.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

/* A job of one rank, which is this process, or has ended. */
static void make(const char *base,
                 const char *name,
                 bool runs,
                 char path[JOB_PATH])
{
    struct page *p;

    if (job_open(base, name, path, NULL) < 0)
        return;
    p = pages_make(path, 0, 1);
    if (runs) {
        p->state = PAGE_RUNNING;
        p->birth_ns = clock_wall();
    }
    page_close(p);
}

/* The folder is that of a host that shares the place with us. */
static void give_away(const char *path)
{
    char link[JOB_PATH + 8];

    snprintf(link, sizeof(link), "%s/" JOB_HOST, path);
    unlink(link);
    if (symlink("elsewhere", link) < 0)
        ok(false, "%s cannot be given away", path);
}

static void test_elsewhere(void)
{
    const char *base = pages_folder();
    char theirs[JOB_PATH], ours[JOB_PATH], found[JOB_PATH] = "";
    char host[HOST_NAME];
    struct error err;

    make(base, "heat-theirs", true, theirs);
    make(base, "heat-ours", true, ours);
    give_away(theirs);
    ok(jobs_find_running(base, found, &err) == 0 && strcmp(found, ours) == 0,
       "a job of another host is none that runs here");
    ok(jobs_find(base, "heat", JOBS_ANY, found, &err) == 0
           && strcmp(found, ours) == 0,
       "nor is it found by the beginning of its name");
    ok(jobs_find(base, "heat-theirs", JOBS_ANY, found, &err) == 0
           && strcmp(found, theirs) == 0,
       "its whole name finds it");
    ok(jobs_find(base, "heat-their", JOBS_ANY, found, &err) < 0,
       "a part of it does not");
    ok(jobs_life(theirs, host) == JOBS_UNSEEN
           && strcmp(host, "elsewhere") == 0,
       "whether it runs cannot be seen from here: on %s", host);
    jobs_refuse(theirs, host, &err);
    has(err.text, "heat-theirs belongs to elsewhere, whose",
        "and it is told why it stays");
    ok(!jobs_over(theirs, host) && strcmp(host, "elsewhere") == 0,
       "so it is not over");
    job_remove(theirs);
    job_remove(ours);
    pages_remove(base);
}

/* Where nothing else tells, the page of a rank that has not finished does. */
static void test_unseen(void)
{
    static const struct {
        const char *what;
        const char *rank_host; /* NULL: this one */
        bool container;
        bool claimed;
        bool finished;
        enum jobs_life life;
    } cases[] = {
        { "a rank that is gone", NULL, false, true, false, JOBS_ENDED },
        { "one in a container", NULL, true, true, false, JOBS_UNSEEN },
        { "that has finished", NULL, true, true, true, JOBS_ENDED },
        { "a copy of another host's", "h9", false, true, false, JOBS_ENDED },
        { "another host's, in a folder that does not tell whose it is", "h9",
          false, false, false, JOBS_UNSEEN },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *base = pages_folder();
        char path[JOB_PATH], link[JOB_PATH + 8], host[HOST_NAME];
        enum jobs_life life;
        struct page *p;

        if (job_open(base, "heat-one", path, NULL) < 0
            || !(p = pages_make(path, 0, 1))) {
            ok(false, "%s: there is a page", cases[i].what);
            continue;
        }
        snprintf(link, sizeof(link), "%s/" JOB_HOST, path);
        if (!cases[i].claimed)
            unlink(link);
        p->pid = INT32_MAX; /* more than there can be */
        p->pid_namespace = host_pid_namespace() + cases[i].container;
        if (cases[i].rank_host)
            strcpy(p->host, cases[i].rank_host);
        p->state = cases[i].finished ? PAGE_FINISHED : PAGE_RUNNING;
        page_close(p);
        life = jobs_life(path, host);
        ok(life == cases[i].life && (*host != '\0') == (life == JOBS_UNSEEN),
           "%s: %s", cases[i].what, *host ? host : "ended");
        job_remove(path);
        pages_remove(base);
    }
}

static void test_running(void)
{
    const char *base = pages_folder();
    char ended[JOB_PATH], first[JOB_PATH], second[JOB_PATH];
    char found[JOB_PATH] = "";
    struct error err;

    ok(jobs_find_running(base, found, &err) < 0, "without jobs none is found");
    has(err.text, "no job is running", "and it is told so");
    ok(jobs_find(base, "nosuch", JOBS_RUNNING_FIRST, found, &err) == -1
           && strcmp(err.text, "there is no job nosuch") == 0,
       "who asks for one that runs is told of jobs: %s", err.text);
    ok(jobs_find(base, "nosuch", JOBS_ANY, found, &err) == -1
           && strcmp(err.text, "there is no report, folder or job nosuch")
                  == 0,
       "who may name a report, of these, too");
    make(base, "heat-ended1", false, ended);
    ok(jobs_find_running(base, found, &err) < 0, "one that ended is none");
    make(base, "heat-first1", true, first);
    ok(jobs_find_running(base, found, &err) == 0 && strcmp(found, first) == 0,
       "the one that runs is found");
    ok(jobs_running(first) && !jobs_running(ended), "it runs, the other not");
    make(base, "heat-second", true, second);
    ok(jobs_find_running(base, found, &err) < 0, "of two none is taken");
    has(err.text, "2 jobs are running", "and it is told so");
    ok(jobs_find(base, "heat-s", JOBS_ANY, found, &err) == 0
           && strcmp(found, second) == 0,
       "the beginning of a name finds it");
    ok(jobs_find(base, "heat", JOBS_RUNNING_FIRST, found, &err)
           == JOBS_SEVERAL,
       "the beginning of two that run finds none");
    has(err.text, "heat may be any of 2 jobs that run", "and it is told so");
    job_remove(second);
    ok(jobs_find(base, "heat", JOBS_RUNNING_FIRST, found, &err) == 0
           && strcmp(found, first) == 0,
       "one that ended does not stand in the way of one that runs");
    ok(jobs_find(base, "heat", JOBS_ANY, found, &err) == JOBS_SEVERAL,
       "when any may be meant, it does");
    has(err.text, "heat may be any of 2 jobs;", "and it is told so");
    job_remove(ended);
    job_remove(first);
    pages_remove(base);
}

/* A folder may be given in place of a name. */
static void test_folder(void)
{
    const char *base = pages_folder();
    char job[JOB_PATH], other[JOB_PATH + 8], found[JOB_PATH] = "";
    struct error err = { "" };

    if (job_open(base, "heat-one", job, &err) < 0)
        ok(false, "a job has a folder: %s", err.text);
    snprintf(other, sizeof(other), "%s/copy", base);
    if (mkdir(other, 0700) < 0)
        ok(false, "there is another folder");
    ok(jobs_find(base, job, JOBS_ANY, found, &err) == 0
           && strcmp(found, job) == 0,
       "a job's folder is one before it has pages: %s", err.text);
    ok(jobs_find(base, other, JOBS_ANY, found, &err) == -1
           && strcmp(found, job) == 0,
       "a folder with another name and no pages is none");
    has(err.text, "copy is no job's folder; ", "and it is told so");
    page_close(pages_make(other, 0, 1));
    ok(jobs_find(base, other, JOBS_ANY, found, &err) == 0
           && strcmp(found, other) == 0,
       "a copy of one with its pages is, whatever its name: %s", err.text);
    job_remove(other);
    job_remove(job);
    pages_remove(base);
}

/* Ranks that came for a change and never took over. */
static void test_new_ranks(void)
{
    const char *base = pages_folder();
    char path[JOB_PATH], host[HOST_NAME];
    struct page *p;

    make(base, "heat-new", false, path);
    p = pages_generation(path, 2, 0, 2, 0, 1);
    p->state = PAGE_RUNNING;
    p->birth_ns = clock_wall();
    p->took_over = 0;
    ok(jobs_running(path), "while a rank is there nothing is removed");
    ok(jobs_over(path, host), "a job is over without its new ranks");
    p->took_over = 1;
    ok(!jobs_over(path, host), "it is not once they have taken over");
    page_close(p);
    job_remove(path);
    pages_remove(base);
}

int main(void)
{
    clock_setup();
    test_running();
    test_folder();
    test_elsewhere();
    test_unseen();
    test_new_ranks();
    return tap_done();
}

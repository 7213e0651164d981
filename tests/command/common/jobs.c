/* Tests of command/common/jobs.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
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
    job_remove(theirs);
    job_remove(ours);
    pages_remove(base);
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

int main(void)
{
    clock_setup();
    test_running();
    test_elsewhere();
    return tap_done();
}

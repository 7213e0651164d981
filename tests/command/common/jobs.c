/* Tests of command/common/jobs.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "command/common/jobs.h"
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

static void test_running(void)
{
    const char *base = pages_folder();
    char ended[JOB_PATH], first[JOB_PATH], second[JOB_PATH];
    char found[JOB_PATH] = "";
    struct error err;

    ok(jobs_find_running(base, found, &err) < 0, "without jobs none is found");
    has(err.text, "no job is running", "and it is told so");
    make(base, "heat-ended1", false, ended);
    ok(jobs_find_running(base, found, &err) < 0, "one that ended is none");
    make(base, "heat-first1", true, first);
    ok(jobs_find_running(base, found, &err) == 0 && strcmp(found, first) == 0,
       "the one that runs is found");
    ok(jobs_running(first) && !jobs_running(ended), "it runs, the other not");
    make(base, "heat-second", true, second);
    ok(jobs_find_running(base, found, &err) < 0, "of two none is taken");
    has(err.text, "2 jobs are running", "and it is told so");
    ok(jobs_find(base, "heat-s", found, &err) == 0
           && strcmp(found, second) == 0,
       "the beginning of a name finds it");
    job_remove(ended);
    job_remove(first);
    job_remove(second);
    pages_remove(base);
}

int main(void)
{
    clock_setup();
    test_running();
    return tap_done();
}

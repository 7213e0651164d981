/* Tests of policy/policy_job.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "policy/policy_job.h"
#include "tests/tap.h"

enum { RANKS_MOST = 5 };

/* Whether both are the same number, or both are not known. */
static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : fabs(a - b) < 1e-9;
}

static void test_medians(void)
{
    static const struct {
        const char *what;
        int ranks;
        double time[RANKS_MOST];
        double median;
    } cases[] = {
        { "one rank", 1, { 7 }, 7 },
        { "three ranks", 3, { 9, 1, 4 }, 4 },
        { "two ranks", 2, { 6, 2 }, 4 },
        { "four ranks", 4, { 1, 10, 2, 4 }, 3 },
        { "four ranks of five that are known", 5, { 1, NAN, 10, 2, 4 }, 3 },
        { "ranks that are not known", 2, { NAN, NAN }, NAN },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct policy_job *job = policy_job_create(cases[i].ranks, 1);

        for (int r = 0; r < cases[i].ranks; r++)
            job->ranks[r].time = cases[i].time[r];
        policy_job_derive(job);
        ok(same(job->median_time, cases[i].median),
           "the median time of %s is %g, not %g", cases[i].what,
           cases[i].median, job->median_time);
        policy_job_destroy(job);
    }
}

static void test_extremes(void)
{
    static const double time[] = { NAN, 3, 8, 1, 8 };
    struct policy_job *job = policy_job_create(RANKS_MOST, 1);

    policy_job_derive(job);
    ok(job->slowest == -1 && job->fastest == -1,
       "of ranks that are not known none is the slowest or the fastest");
    for (int r = 0; r < RANKS_MOST; r++)
        job->ranks[r].time = time[r];
    policy_job_derive(job);
    ok(job->slowest == 2, "the first of the slowest ranks is the slowest: %d",
       job->slowest);
    ok(job->fastest == 3, "the rank of the least time is the fastest: %d",
       job->fastest);
    policy_job_destroy(job);
}

/* A host of 4 cores in each state, with and without ranks and load. */
static void test_free_cores(void)
{
    static const struct {
        enum policy_host_state state;
        int ranks;
        double load;
        double free;
        double over;
    } cases[] = {
        { HOST_MEMBER, 0, 0, 4, 0 },    { HOST_MEMBER, 1, 0, 3, -3 },
        { HOST_MEMBER, 1, 2, 1, -1 },   { HOST_MEMBER, 5, 0, 0, 1 },
        { HOST_JOINED, 0, 1, 3, 0 },    { HOST_LEAVING, 0, 0, 0, 0 },
        { HOST_LEAVING, 1, 0, 0, -3 },  { HOST_MEMBER, 0, NAN, NAN, 0 },
        { HOST_LEAVING, 0, NAN, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct policy_job *job = policy_job_create(cases[i].ranks, 1);
        struct policy_host *host = &job->hosts[0];

        host->cores = 4;
        host->state = cases[i].state;
        host->load = cases[i].load;
        policy_job_derive(job);
        ok(same(host->free, cases[i].free) && same(host->over, cases[i].over),
           "of a host that is %s with %d ranks and a load of %g, %g cores "
           "are free and %g too few, not %g and %g",
           policy_host_word[cases[i].state], cases[i].ranks, cases[i].load,
           cases[i].free, cases[i].over, host->free, host->over);
        policy_job_destroy(job);
    }
}

/* Hosts that are idle, busy, not known and to be left. */
static void test_sums(void)
{
    static const struct policy_host hosts[] = {
        { .name = "busy", .cores = 2, .load = 2 },
        { .name = "idle", .cores = 3, .load = 0 },
        { .name = "unknown", .cores = 5, .load = NAN },
        { .name = "leaving", .cores = 8, .state = HOST_LEAVING },
    };
    struct policy_job *job = policy_job_create(1, 4);

    for (int h = 0; h < 4; h++)
        job->hosts[h] = hosts[h];
    job->ranks[0].host = job->hosts[2].name;
    policy_job_derive(job);
    ok(same(job->cores, 10), "hosts that stay have 10 cores, not %g",
       job->cores);
    ok(same(job->free_cores, 3), "3 cores are known to be free, not %g",
       job->free_cores);
    ok(same(job->untried_cores, 4),
       "4 cores have no rank and an unknown load, not %g", job->untried_cores);
    ok(job->idlest_host == 1, "the idlest host is '%s', not '%s'", "idle",
       job->hosts[job->idlest_host].name);
    policy_job_destroy(job);
}

int main(void)
{
    test_medians();
    test_extremes();
    test_free_cores();
    test_sums();
    return tap_done();
}

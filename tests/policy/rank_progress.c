/* Tests of policy/rank_progress.c
 *
 * Pages are written as ranks would; only the clock is real, so times are
 * compared with each other, and not closely.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "policy/rank_progress.h"
#include "tests/tap.h"

static struct page *pages[2];

static bool near(double a, double b)
{
    return a - b < 0.2 && b - a < 0.2;
}

static void make_page(int rank)
{
    char path[64];
    struct error err = { "" };

    snprintf(path, sizeof(path), "/tmp/sight-%d-%d", (int)getpid(), rank);
    pages[rank] = page_create(path, 2, &err);
    if (!pages[rank]) {
        printf("Bail out! %s\n", err.text);
        exit(EXIT_FAILURE);
    }
    pages[rank]->level = LEVEL_TIMES;
    pages[rank]->tick_ns = 1;
}

/* Take in what is seen of one of the two ranks now. */
static void look_at(rank_progress_t *s,
                    int rank,
                    const struct page *p,
                    uint64_t syncs)
{
    struct rank_progress_sample sample = rank_progress_sample(rank, p, syncs);
    struct rank_progress_sent list[2];
    size_t count = rank_progress_list_sent(rank, p, list, 2);

    rank_progress_take(s, &sample);
    for (size_t i = 0; i < count; i++)
        rank_progress_take_sent(s, &list[i]);
}

static void look(rank_progress_t *s, uint64_t syncs)
{
    for (int r = 0; r < 2; r++)
        look_at(s, r, pages[r], syncs);
}

/* Let a while pass, of which the ranks are in MPI for these shares. */
static void pass(double first, double second)
{
    const double share[] = { first, second };
    uint64_t since = clock_ticks(), ticks;

    usleep(300 * 1000);
    ticks = clock_ticks() - since;
    for (int r = 0; r < 2; r++)
        pages[r]->mpi_ticks += (uint64_t)(share[r] * (double)ticks);
}

static void test_shares(void)
{
    rank_progress_t *s = rank_progress_create(2);
    struct policy_job *job = policy_job_create(2, 1);

    look(s, 5);
    rank_progress_advance(s);
    ok(rank_progress_syncs(s) == 0, "at first there are no syncs");
    rank_progress_fill(s, job);
    ok(isnan(job->iteration_time), "and nothing is known");
    page_peer(pages[0], 1)->sent_bytes += 5000;
    pass(0.2, 0.7);
    look(s, 15);
    ok(rank_progress_syncs(s) == 10, "then there are ten");
    rank_progress_fill(s, job);
    ok(near(job->ranks[0].compute, 0.8) && near(job->ranks[1].compute, 0.3),
       "computing is what is not in MPI");
    ok(near(job->ranks[0].wait, 0) && near(job->ranks[1].wait, 0.5),
       "waiting is what is longer there than the shortest");
    ok(near(job->ranks[1].time / job->iteration_time, 0.5),
       "a rank's own time is without that");
    ok(job->ranks[0].sent && job->ranks[0].sent[1] >= 500
           && job->ranks[0].sent[1] <= 500,
       "what it sends is that of an iteration");
    rank_progress_destroy(s);
    policy_job_destroy(job);
}

static void test_inside(void)
{
    rank_progress_t *s = rank_progress_create(2);
    struct policy_job *job = policy_job_create(2, 1);

    look(s, 0);
    rank_progress_advance(s);
    pages[0]->inside_since = clock_ticks();
    pass(0, 0);
    look(s, 1);
    rank_progress_fill(s, job);
    ok(near(job->ranks[0].compute, 0) && near(job->ranks[1].compute, 1),
       "a call that goes on counts so far");
    pages[0]->inside_since = 0;
    rank_progress_destroy(s);
    policy_job_destroy(job);
}

/* Half of the time it stood still for a change. */
static void test_held(void)
{
    rank_progress_t *s = rank_progress_create(2);
    struct policy_job *job = policy_job_create(2, 1);
    uint64_t since = clock_ticks();
    double seconds;

    look(s, 0);
    rank_progress_advance(s);
    pass(0, 0);
    for (int r = 0; r < 2; r++)
        pages[r]->held_ticks += (clock_ticks() - since) / 2;
    look(s, 1);
    seconds = (double)(clock_ticks() - since) * 1e-9;
    rank_progress_fill(s, job);
    ok(near(job->iteration_time / seconds, 0.5),
       "standing still is no part of an iteration");
    rank_progress_destroy(s);
    policy_job_destroy(job);
}

static void test_unknown(void)
{
    rank_progress_t *s = rank_progress_create(2);
    struct policy_job *job = policy_job_create(2, 1);

    look(s, 0);
    rank_progress_advance(s);
    pass(0, 0.5);
    look_at(s, 0, NULL, 3);
    look_at(s, 1, pages[1], 4);
    rank_progress_fill(s, job);
    ok(rank_progress_syncs(s) == 3, "a rank without page still counts syncs");
    ok(isnan(job->ranks[0].time) && !isnan(job->ranks[1].time),
       "but is not known");
    pages[1]->level = LEVEL_COUNTS;
    look_at(s, 1, pages[1], 4);
    rank_progress_fill(s, job);
    pages[1]->level = LEVEL_TIMES;
    look(s, 1);
    ok(rank_progress_syncs(s) == 1, "the slowest counts");
    rank_progress_destroy(s);
    rank_progress_destroy(NULL);
    policy_job_destroy(job);
}

static void test_reach_back(void)
{
    rank_progress_t *s = rank_progress_create(2);
    struct policy_job *job = policy_job_create(2, 1);

    ok(!rank_progress_reach_back(s), "at first nothing was before");
    look(s, 5);
    rank_progress_advance(s);
    ok(!rank_progress_reach_back(s), "nor before the first look that counts");
    page_peer(pages[0], 1)->sent_bytes += 4000;
    pass(0.5, 0.5);
    look(s, 9);
    rank_progress_advance(s);
    look(s, 10);
    ok(rank_progress_syncs(s) == 1, "little was seen since the second one");
    ok(rank_progress_reach_back(s) && rank_progress_syncs(s) == 5,
       "what was seen before that can be taken with it");
    rank_progress_fill(s, job);
    ok(near(job->ranks[0].compute, 0.5) && job->ranks[0].sent
           && job->ranks[0].sent[1] > 799 && job->ranks[0].sent[1] < 801,
       "with times and messages");
    ok(!rank_progress_reach_back(s), "but no more than that");
    rank_progress_advance(s);
    look(s, 12);
    ok(rank_progress_syncs(s) == 2 && rank_progress_reach_back(s)
           && rank_progress_syncs(s) == 7,
       "until the next one");
    rank_progress_destroy(s);
    policy_job_destroy(job);
}

int main(void)
{
    clock_setup();
    make_page(0);
    make_page(1);
    test_shares();
    test_inside();
    test_held();
    test_unknown();
    test_reach_back();
    for (int r = 0; r < 2; r++)
        unlink(pages[r]->path);
    return tap_done();
}

/* Tests of report/live/remote_ranks.c, and of what report/live/live.c makes of
 * it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/system/clock.h"
#include "report/live/live.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

/* Two ranks, of which the first has a page here. */
static const char *const first[] = {
    "generation 1 3",
    "host near 2 0.500 0.010 1000",
    "host far 64 nan nan nan",
    "rank 0 near 10 5.0 1.0 running",
    "rank 1 far 10 100.0 40.0 running",
    "rank 2 far 10 100.0 40.0 standing still",
    NULL,
};
static const char *const second[] = {
    "generation 1 3",
    "host near 2 1.500 0.010 1000",
    "host far 64 3.000 0.5 1000",
    "rank 0 near 30 7.0 1.0 running",
    "rank 1 far 30 102.0 40.5 running",
    "rank 2 far 30 102.0 42.0 standing still",
    NULL,
};
static const char *const lost[] = {
    "generation 1 3",
    "host near 2 1.500 0.010 1000",
    "host far 64 3.000 0.5 1000 lost",
    "rank 0 near 30 7.0 1.0 running",
    "rank 1 far 30 102.0 40.5 running",
    "rank 2 far 30 102.0 42.0 running",
    NULL,
};

static void take(struct remote_ranks *e, const char *const *lines)
{
    remote_ranks_begin(e);
    for (; *lines; lines++)
        remote_ranks_take(e, *lines);
    remote_ranks_end(e);
}

static struct remote_ranks_rank *rank_of(const struct remote_ranks *e,
                                         size_t i)
{
    return (struct remote_ranks_rank *)e->ranks.records + i;
}

/* No host has a longer name. */
static void test_long_name(void)
{
    char name[80], host[100], rank[120];
    const char *const lines[] = { "generation 1 1", host, rank, NULL };
    const struct remote_ranks_host *h;
    struct remote_ranks e;

    memset(name, 'n', 64);
    name[64] = '\0';
    sprintf(host, "host %s 2 nan nan nan", name);
    sprintf(rank, "rank 0 %s 10 5.0 1.0 running", name);
    remote_ranks_start(&e);
    take(&e, lines);
    h = e.hosts.records;
    ok(e.hosts.count == 1 && strcmp(h->name, name) == 0 && h->cores == 2
           && e.ranks.count == 1 && strcmp(rank_of(&e, 0)->host, name) == 0,
       "a host's name has up to 64 letters");
    remote_ranks_clear(&e);
}

static void test_answers(void)
{
    struct remote_ranks e;

    remote_ranks_start(&e);
    ok(!e.known, "at first nothing is known");
    take(&e, first);
    ok(e.known && e.generation == 1 && e.size == 3 && e.ranks.count == 3
           && e.hosts.count == 2,
       "an answer tells of hosts and ranks");
    ok(rank_of(&e, 1)->share == -1 && e.rate == -1,
       "one knows no shares of time, and no rate");
    take(&e, second);
    ok(fabs(rank_of(&e, 1)->share - 0.25) < 1e-9 && rank_of(&e, 2)->share == 1,
       "two do");
    ok(fabs(e.rate - 10) < 1e-9 && e.syncs == 30, "and the rate");
    ok(strcmp(rank_of(&e, 2)->state, "standing still") == 0,
       "a state may have several words");
    take(&e, second);
    ok(fabs(rank_of(&e, 1)->share - 0.25) < 1e-9 && fabs(e.rate - 10) < 1e-9,
       "what was not measured again is as it was");
    remote_ranks_begin(&e);
    remote_ranks_take(&e, "rank 7 far");
    remote_ranks_take(&e, "host");
    remote_ranks_take(&e, "rank -1 far 1 1 1 running");
    remote_ranks_take(&e, "something else");
    remote_ranks_take(&e, "");
    ok(e.coming.ranks.count == 0 && e.coming.hosts.count == 0,
       "lines that are none are passed over");
    remote_ranks_end(&e);
    ok(!e.known, "and are no answer");
    take(&e, second);
    remote_ranks_lose(&e);
    ok(!e.known, "without an agent nothing is known any more");
    remote_ranks_clear(&e);
}

static void test_live(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 3);
    live_t *w = live_open(folder, NULL);
    const struct live *l;

    p->state = PAGE_RUNNING;
    p->birth_ns = clock_wall();
    strcpy(p->host, "near");
    live_look(w, NULL);
    take(live_elsewhere(w), first);
    l = live_look(w, NULL);
    ok(l && l->ranks == 3 && l->size == 3 && l->hosts == 2,
       "ranks elsewhere are there, too");
    ok(strcmp(l->host[0].name, "near") == 0 && l->host[0].ranks == 1
           && l->host[0].others == 0.5 && l->host[1].ranks == 2
           && l->host[1].others == -1,
       "on their hosts, with what others use as far as it is known");
    take(live_elsewhere(w), second);
    l = live_look(w, NULL);
    ok(fabs(l->rank[1].mpi - 0.25) < 1e-9 && l->rank[2].mpi == 1,
       "with their shares of time");
    ok(l->rank[1].wait == 0 && fabs(l->rank[2].wait - 0.75) < 1e-9,
       "and how much of it they wait");
    ok(strcmp(l->rank[2].call, "standing still") == 0
           && l->rank[1].call[0] == '\0',
       "and what they are about");
    ok(fabs(l->host[1].mpi - 0.625) < 1e-9 && l->host[1].others == 3
           && l->host[1].cores == 64,
       "a host has the mean of its ranks");
    take(live_elsewhere(w), lost);
    l = live_look(w, NULL);
    ok(l->host[1].lost && l->rank[1].state == RUN_LOST && l->rank[1].mpi == -1,
       "one that cannot be reached is told");
    live_close(w);
    page_close(p);
    pages_remove(folder);
}

/* All ranks have moved elsewhere. */
static void test_moved(void)
{
    static const char *const moved[] = { "generation 2 1", "host far 2 0 0 0",
                                         "rank 0 far 7 100.0 40.0 running",
                                         NULL };
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 3);
    live_t *w = live_open(folder, NULL);
    const struct live *l;

    p->state = PAGE_SUCCEEDED;
    take(live_elsewhere(w), moved);
    l = live_look(w, NULL);
    ok(l && l->ranks == 1 && l->size == 1 && l->generation == 2 && !l->over,
       "a job without a rank here is shown");
    ok(l && strcmp(l->program, "./heat -n 100") == 0, "with its name");
    ok(l && l->has_rounds && l->rounds == 7, "and how far it is");
    remote_ranks_lose(live_elsewhere(w));
    l = live_look(w, NULL);
    ok(!l || l->over, "when its agent is gone it is over");
    live_close(w);
    page_close(p);
    pages_remove(folder);
}

int main(void)
{
    clock_setup();
    test_long_name();
    test_answers();
    test_live();
    test_moved();
    return tap_done();
}

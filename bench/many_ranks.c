/* many_ranks.c - the head's part in a change of a job of many ranks, for
 * bench/many_ranks
 *
 *     many_ranks ROUNDS N...
 *                   a line for each number N: milliseconds of processor time
 *                   until the old ranks are known, and in each phase of the
 *                   change, the least of so many rounds; messages for each
 *                   rank; kilobytes for each rank
 *
 * The ranks and the agents of their three hosts are those of the tests, so
 * what they say costs time here, too, but little and as much for each.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/agent/change/made_up_job.h"

enum { MOST = 1 << 16, PHASES = PHASE_FLUSH + 1 };

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "many_ranks: %s\n", why);
    exit(1);
}

/* Go round once more. */
static void on_step(void *arg)
{
    (void)arg;
    loop_stop(job.head.loop);
}

static void step(void)
{
    loop_after(job.head.loop, 0, on_step, NULL);
    loop_run(job.head.loop);
}

static void wait_for(const struct generation *g)
{
    for (int r = 0; r < g->ranks; r++)
        while (!generation_has(g, r))
            step();
}

/* In milliseconds: until the old ranks are known, and in each phase. */
struct times {
    double known;
    double phase[PHASES];
};

static void change(int ranks, struct times *t)
{
    char text[64];
    struct error err;
    double before = seconds();

    snprintf(text, sizeof(text), "resize %d", ranks - 1);
    if (made_up_begin(text, &err) < 0)
        stop(err.text);
    wait_for(job.head.next);
    for (int r = 0; r < job.ranks[NEW]; r++)
        made_up_say(NEW, r, LOCAL_MESSAGE_READY, 0, NULL);
    for (; job.head.change; before = seconds()) {
        enum changeover_phase phase = job.head.change->phase;

        step();
        t->phase[phase] += (seconds() - before) * 1e3;
    }
    made_up_end_change();
}

/* A job of so many ranks that is changed once.  Returns the bytes that the
 * head has for it before that.
 */
static size_t play(int ranks, struct times *t)
{
    char *hosts = malloc((size_t)ranks + 1);
    struct made_up_job like = { .old_hosts = hosts, .new_hosts = hosts };
    size_t memory = mallinfo2().uordblks;
    double began = seconds();
    const char *wrong;

    if (!hosts)
        stop("out of memory");
    for (int r = 0; r < ranks; r++)
        hosts[r] = (char)('0' + r * MADE_UP_HOSTS / ranks);
    hosts[ranks] = '\0';
    made_up_create(&like);
    wait_for(job.head.now);
    t->known = (seconds() - began) * 1e3;
    memory = mallinfo2().uordblks - memory;
    change(ranks, t);
    if ((wrong = made_up_done()))
        stop(wrong);
    made_up_destroy();
    free(hosts);
    return memory;
}

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static void measure(int rounds, int ranks)
{
    struct times least;
    size_t memory = 0;

    for (int i = 0; i < rounds; i++) {
        struct times t = { 0 };

        memory = play(ranks, &t);
        if (i == 0)
            least = t;
        least.known = lesser(t.known, least.known);
        for (int p = 0; p < PHASES; p++)
            least.phase[p] = lesser(t.phase[p], least.phase[p]);
    }
    printf("%7d %8.1f", ranks, least.known);
    for (int p = 0; p < PHASES; p++)
        if (p != PHASE_MAIL && p != PHASE_BEFORE)
            printf(" %8.1f", least.phase[p]);
    printf(" %9.1f %9.1f\n", (double)job.messages / ranks,
           (double)memory / 1024 / ranks);
}

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? atoi(argv[1]) : 0;

    puts("  ranks    known   launch  prepare    agree     stop     move    "
         "flush  messages kilobytes");
    for (char **n = argv + 2; rounds > 0 && *n; n++) {
        int ranks = atoi(*n);

        if (ranks < MADE_UP_HOSTS || ranks > MOST)
            stop("as many ranks cannot be made up");
        measure(rounds, ranks);
    }
    return 0;
}

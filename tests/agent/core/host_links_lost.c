/* Tests of agent/core/host_links_lost.c: when a job is ended that waits for a
 * host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "job/job.h"
#include "net/line_internal.h"
#include "tests/tap.h"

enum {
    RANKS = 2,      /* one here, one on the host that is lost */
    PATIENCE = 1,   /* second */
    GONE_ON = 1,    /* second before, in which the head saw the syncs */
    ENDS_MS = 20000 /* at most, for a job that is ended */
};

/* A job that is not ended may have stood so long, ten times as long as a sync
 * took if that was all of the time before.
 */
static const double stands = 2;

struct loss {
    const char *what;
    uint64_t synced; /* when the head began */
    uint64_t count;  /* now */
    bool ends;
};

static bool is_decided(void *arg)
{
    const struct head *a = arg;

    return a->ended || a->links->standstill.seconds >= stands;
}

static void begin(struct head *a, uint64_t count)
{
    struct error err = { "" };

    strcpy(a->folder, "/tmp/mitosis-lost-XXXXXX");
    if (!mkdtemp(a->folder) || !(a->loop = loop_create())
        || !(a->links = host_links_create(a))
        || !(a->record = control_open(a->folder, 1, RANKS, &err))
        || !(a->now = generation_create(a->folder, &a->hosts, a->record, 1,
                                        RANKS, &err))) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    a->since = loop_now() - GONE_ON;
    atomic_store(&a->now->control->slot[0].state, SLOT_RUNNING);
    atomic_store(&a->now->control->slot[0].count, count);
}

static void end(struct head *a)
{
    host_links_destroy(a->links, 0);
    generation_destroy(a->now, a->folder);
    host_clear(&a->hosts);
    loop_destroy(a->loop);
    control_close(a->record);
    job_remove(a->folder);
}

static void test_loss(const struct loss *c)
{
    struct head a = { .hosts.patience = PATIENCE, .synced = c->synced };

    begin(&a, c->count);
    generation_place(a.now, 1, "h1");
    host_links_expect(a.links, "h1");
    loop_await(a.loop, is_decided, &a, ENDS_MS);
    ok(a.ended == c->ends, "%s", c->what);
    ok(!a.ended || a.status != 0, "a job that is ended has failed");
    end(&a);
}

/* ---- what the outposts are told ---- */

static void on_heard(void *arg,
                     const struct local_message_head *head,
                     const char *payload)
{
    (void)payload;
    if (head->type == HOST_MESSAGES_PATIENCE)
        *(uint64_t *)arg = head->number;
}

static bool is_told(void *arg)
{
    return *(uint64_t *)arg > 0;
}

static void test_told(void)
{
    static const struct {
        const char *what;
        uint64_t count;
        uint64_t least, most; /* of seconds */
    } cases[] = {
        { "an outpost waits as long as the user says", 1000, PATIENCE,
          PATIENCE },
        { "and for ten syncs at least, as the head does", 0, 10 * GONE_ON,
          10 * GONE_ON + 9 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        static const struct line_events events = { .heard = on_heard };
        struct head a = { .hosts.patience = PATIENCE };
        uint64_t told = 0;
        const struct line_end ends[] = { { &events, NULL },
                                         { &events, &told } };
        line_t *both[2];
        bool again;

        begin(&a, cases[i].count);
        if (line_pair(a.loop, ends, both) < 0
            || !host_links_meet(a.links, "h2", both[0], &again))
            exit(1);
        loop_await(a.loop, is_told, &told, ENDS_MS);
        if (!ok(told >= cases[i].least && told <= cases[i].most, "%s",
                cases[i].what))
            diag("%d seconds", (int)told);
        line_destroy(both[1]);
        end(&a);
    }
}

/* ---- one that is back before its loss was noticed ---- */

/* What the host is told. */
struct far_end {
    line_t *line;
    uint64_t watch;
};

static void on_order(void *arg,
                     const struct local_message_head *head,
                     const char *payload)
{
    (void)payload;
    if (head->type == HOST_MESSAGES_WATCH)
        ((struct far_end *)arg)->watch = head->number;
}

static line_t *line_to(struct head *a, struct far_end *far)
{
    static const struct line_events events = { .heard = on_order };
    const struct line_end ends[] = { { &events, NULL }, { &events, far } };
    line_t *both[2];

    if (line_pair(a->loop, ends, both) < 0)
        exit(1);
    far->line = both[1];
    return both[0];
}

/* A line on which nothing was heard for so many seconds. */
static line_t *silent_line(struct head *a, double seconds, int *other)
{
    static const struct line_events events = { .heard = on_order };
    static const uint8_t secret[SEAL_KEY];
    int ends[2];
    line_t *l;

    if (seal_open(NULL) < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0
        || !(l = line_create(a->loop, ends[0], LINE_CALLED, secret, &events,
                             NULL)))
        exit(1);
    l->heard -= seconds;
    *other = ends[1];
    return l;
}

static bool is_told_to_hang(void *arg)
{
    const struct head *a = arg;
    struct error text;

    host_links_describe(a->links, &text);
    return *text.text != '\0';
}

static void test_unnoticed(void)
{
    static const struct {
        const char *what;
        double silent;
        bool hangs;
    } cases[] = {
        { "ranks of one that was away for long are seen to hang", 13, true },
        { "of one that was not nothing is said", 1, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct head a = { .hosts.patience = 60 };
        struct far_end far = { .line = NULL };
        int other;

        begin(&a, 1000);
        if (host_links_join(a.links, silent_line(&a, cases[i].silent, &other),
                            "h2", false)
            < 0)
            exit(1);
        generation_place(a.now, 1, "h2");
        if (host_links_join(a.links, line_to(&a, &far), "h2", false) < 0)
            exit(1);
        a.links->standstill.seconds = 100;
        loop_await(a.loop, is_told_to_hang, &a, 2000);
        ok(is_told_to_hang(&a) == cases[i].hangs, "%s", cases[i].what);
        ok(far.watch == cases[i].hangs,
           "and it is to tell how far they are while that is looked at");
        line_destroy(far.line);
        close(other);
        end(&a);
    }
}

int main(void)
{
    static const struct loss cases[] = {
        { "who stands for many times a sync is not waited for", 0, 1000,
          true },
        { "syncs of before the head began do not make them quick", 1000, 1000,
          false },
        { "those since then do", 1000, 2000, true },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_loss(&cases[i]);
    test_told();
    test_unnoticed();
    return tap_done();
}

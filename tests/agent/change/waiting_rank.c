/* Tests of agent/change/waiting_rank.c: who waits, by made-up times
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/waiting_rank.h"
#include "base/system/host.h"
#include "tests/tap.h"

enum { CALL = 3 };

static void test_waits(void)
{
    static const struct {
        const char *what;
        struct waiting_rank then, now;
        bool waits;
    } cases[] = {
        { "one that slept again and again",
          { 7, 100, 1 },
          { 7, 180, 1.001 },
          true },
        { "one that slept again and again on a busy host",
          { 7, 100, 1 },
          { 7, 120, 1.0002 },
          true },
        { "one that polled all the time", { 7, 0, 1 }, { 7, 0, 1.2 }, true },
        { "one that had no core", { 7, 100, 1 }, { 7, 100, 1 }, false },
        { "one that had next to none", { 7, 9, 1 }, { 7, 10, 1.005 }, false },
        { "one that copies a message", { 7, 9, 1 }, { 7, 10, 1.05 }, false },
        { "one that has come to another call",
          { 7, 100, 1 },
          { 8, 180, 1.2 },
          false },
        { "one of which nothing is told", { 7, 0, 0 }, { 7, 0, 0 }, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(waiting_rank_waits(&cases[i].then, &cases[i].now) == cases[i].waits,
           "%s %s", cases[i].what,
           cases[i].waits ? "waits" : "is not taken to wait");
}

/* The page of a rank that is in a call. */
static struct page *make_page(void)
{
    const char *above = getenv("TMPDIR");
    struct error err = { "" };
    struct page *p;
    char path[512];

    snprintf(path, sizeof(path), "%.200s/waiting-%d.page",
             above ? above : "/tmp", (int)getpid());
    p = page_create(path, 1, &err);
    if (!p) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    unlink(path);
    snprintf(p->host, sizeof(p->host), "%s", host_own());
    p->pid = getpid();
    p->call[CALL].traits = TRAIT_P2P | TRAIT_BLOCKING;
    p->inside_call = CALL;
    p->inside_since = 1000;
    return p;
}

static void test_look(void)
{
    struct page *p = make_page();
    struct waiting_rank now = { .since = 0 };

    usleep(1);
    ok(waiting_rank_look(p, &now) && now.since == 1000,
       "a rank in a call is looked at");
    ok(access("/proc/self/schedstat", R_OK) != 0 || now.on_core > 0,
       "with the time that it had a core");
    ok(now.sleeps > 0, "and how often it slept");
    p->inside_since = 0;
    ok(!waiting_rank_look(p, &now), "one that computes does not wait");
    p->inside_since = 1000;
    p->call[CALL].traits = TRAIT_P2P | TRAIT_POLL;
    ok(!waiting_rank_look(p, &now), "nor one that asks and comes back");
    p->call[CALL].traits = TRAIT_IO | TRAIT_BLOCKING;
    ok(!waiting_rank_look(p, &now), "nor one that opens a file");
    p->call[CALL].traits = TRAIT_P2P | TRAIT_BLOCKING;
    p->inside_call = PAGE_CALLS;
    ok(!waiting_rank_look(p, &now), "nor one in a call that there is not");
    p->inside_call = CALL;
    snprintf(p->host, sizeof(p->host), "elsewhere");
    ok(!waiting_rank_look(p, &now), "one elsewhere cannot be looked at");
    ok(!waiting_rank_look(NULL, &now), "nor one without a page");
    page_close(p);
}

int main(void)
{
    test_waits();
    test_look();
    return tap_done();
}

/* Tests of agent/core/host_links.c: what is asked of the agents of all hosts,
 * the head's own too
 *
 * The agents are the other ends of lines in this process, and answer as a
 * table says.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links_internal.h"
#include "base/system/host.h"
#include "tests/tap.h"

enum { HOSTS = 3, RANKS = 4 };

/* A host's agent: the far end of its line. */
struct agent {
    line_t *line;
    bool refuses; /* to claim its ranks */
    int asked;    /* to claim, so often, */
    int told, watched, measured;
};

static struct head head;
static struct generation_rank ranks[RANKS];
static struct generation now = { .number = 1, .ranks = RANKS, .rank = ranks };
static struct agent agents[HOSTS];
static struct host *hosts[HOSTS]; /* the first one is the head's own */
static int done, claimed;

/* ---- the agents ---- */

static void answer(struct agent *a, uint32_t type, uint64_t number)
{
    struct local_message_head message = { .type = type,
                                          .generation = 1,
                                          .rank = HOST_MESSAGES_ALL,
                                          .number = number };

    line_send(a->line, &message, NULL);
}

static void on_heard(void *arg,
                     const struct local_message_head *message,
                     const char *payload)
{
    struct agent *a = arg;

    (void)payload;
    a->told += message->type == HOST_MESSAGES_FORGET;
    a->measured += message->type == HOST_MESSAGES_MEASURE;
    if (message->type == HOST_MESSAGES_CLAIM) {
        a->asked++;
        answer(a, HOST_MESSAGES_CLAIMED, !a->refuses);
    }
    if (message->type == HOST_MESSAGES_WATCH) {
        a->watched++;
        answer(a, HOST_MESSAGES_WATCH, 1);
    }
}

static const struct line_events far_events = { .heard = on_heard };
static const struct line_events near_events = { .heard = host_links_hear };

static void add_host(int i, const char *name)
{
    const struct line_end ends[] = { { &near_events,
                                       host_add(&head.hosts, name) },
                                     { &far_events, &agents[i] } };
    line_t *both[2];

    if (line_pair(head.loop, ends, both) < 0)
        exit(1);
    hosts[i] = host_find(&head.hosts, name);
    hosts[i]->agent = &head;
    hosts[i]->joined = i > 0;
    hosts[i]->line = both[0];
    agents[i].line = both[1];
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static void go_round(void)
{
    loop_await(head.loop, never, NULL, 20);
}

/* ---- the tests ---- */

static void on_claimed(void *arg, bool all)
{
    (void)arg;
    done++;
    claimed = all;
}

/* Put the ranks on these hosts, by their numbers. */
static void place(const char *where)
{
    for (int r = 0; r < RANKS; r++)
        generation_place(&now, r, hosts[where[r] - '0']->name);
}

static void test_claims(void)
{
    static const struct {
        const char *where; /* the ranks are */
        const char *says;  /* each host: yes, no, or cannot be reached */
        const char *asked; /* how often each is */
        int all;
        const char *point;
    } cases[] = {
        { "0000", "yyy", "100", 1, "on one host that one is asked" },
        { "0012", "yyy", "111", 1, "each host with ranks is asked, once" },
        { "1212", "yyy", "011", 1, "a host without ranks is not" },
        { "0012", "nyy", "111", 0, "the head's own host may refuse" },
        { "0012", "yyn", "111", 0, "and so may another one" },
        { "0012", "nnn", "111", 0, "all of them may" },
        { "0012", "yxy", "101", 0, "a host that is away has not claimed" },
    };
    line_t *line = hosts[1]->line;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char asked[HOSTS + 1] = "";

        place(cases[i].where);
        done = 0;
        hosts[1]->line = cases[i].says[1] == 'x' ? NULL : line;
        for (int h = 0; h < HOSTS; h++) {
            agents[h].asked = 0;
            agents[h].refuses = cases[i].says[h] == 'n';
        }
        host_links_claim(head.links, &now, SLOT_HELD, on_claimed, NULL);
        ok(done == 0, "nobody has claimed before it was heard of");
        go_round();
        for (int h = 0; h < HOSTS; h++)
            asked[h] = (char)('0' + agents[h].asked);
        ok(strcmp(asked, cases[i].asked) == 0, "%s (%s)", cases[i].point,
           asked);
        ok(done == 1 && claimed == cases[i].all,
           "and the answer comes once, when all have answered");
    }
    hosts[1]->line = line;
}

static void test_forgotten_claim(void)
{
    place("0012");
    done = 0;
    host_links_claim(head.links, &now, SLOT_HELD, on_claimed, NULL);
    host_links_forget_claim(head.links);
    go_round();
    ok(done == 0, "a claim that is forgotten is not answered");
}

static void test_watch(void)
{
    host_links_watch(head.links, &now, false);
    ok(host_links_not_watching(head.links), "hosts watch once they say so");
    go_round();
    ok(!host_links_not_watching(head.links) && agents[0].watched == 1
           && agents[2].watched == 1,
       "which all do, the head's own too");
    hosts[2]->watching = false;
    ok(host_links_not_watching(head.links), "one that does not is missed");
    hosts[2]->unwanted = true;
    ok(!host_links_not_watching(head.links), "unless it was told to end");
    hosts[2]->unwanted = false;
}

static void test_all(void)
{
    host_say_all(&head.hosts, HOST_MESSAGES_FORGET, 1, 0);
    host_links_measure(head.links, &now);
    go_round();
    ok(agents[0].told == 1 && agents[1].told == 1 && agents[2].told == 1,
       "what is for all hosts comes to the head's own, too");
    ok(agents[0].measured == 0 && agents[1].measured == 1,
       "the head's own host is measured by the head");
    ok(host_is_reached(&head.hosts, host_own())
           && host_is_reached(&head.hosts, "h1")
           && !host_is_reached(&head.hosts, "h7"),
       "hosts with an agent can be reached");
}

static void end(void)
{
    for (int i = 0; i < HOSTS; i++) {
        line_destroy(hosts[i]->line);
        line_destroy(agents[i].line);
    }
    host_clear(&head.hosts);
    free(head.links);
    loop_destroy(head.loop);
}

int main(void)
{
    head.loop = loop_create();
    head.links = host_links_create(&head);
    if (!head.loop || !head.links)
        return 1;
    head.now = &now;
    now.hosts = &head.hosts;
    add_host(0, host_own());
    add_host(1, "h1");
    add_host(2, "h2");
    test_claims();
    test_forgotten_claim();
    test_watch();
    test_all();
    end();
    return tap_done();
}

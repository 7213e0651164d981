/* Tests of agent/core/host_links_send.c and host_links_receive.c: what a head
 * says to the agents of two hosts, which are in this process, and what it
 * makes of their answers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/core/generation.h"
#include "agent/core/head.h"
#include "agent/core/host_links_internal.h"
#include "tests/tap.h"

enum { HOSTS = 2, RANKS = 3 };

static const char *const names[HOSTS] = { "h1", "h2" };

static struct head head;
static struct generation_rank ranks[RANKS];
static struct generation now = { .number = 1, .ranks = RANKS, .rank = ranks };
static line_t *far[HOSTS]; /* the ends of the hosts' agents */
static char heard[256];    /* what they hear: "h1 106", ... */
static int answers;        /* how often a claim was said to be over, */
static bool claimed;       /* and what was said last */

/* ---- the hosts' agents ---- */

static void on_heard(void *arg,
                     const struct local_message_head *said,
                     const char *payload)
{
    size_t used = strlen(heard);

    (void)payload;
    snprintf(heard + used, sizeof(heard) - used, "%s%s %u", used ? ", " : "",
             (const char *)arg, said->type);
}

/* What the agent of a host says to the head. */
static void answer(int host, bool all)
{
    struct local_message_head said = { .type = HOST_MESSAGES_CLAIMED,
                                       .generation = 1,
                                       .rank = HOST_MESSAGES_ALL,
                                       .number = all };

    host_links_hear(host_find(&head.hosts, names[host]), &said, "");
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static void go_round(void)
{
    heard[0] = '\0';
    loop_await(head.loop, never, NULL, 20);
}

/* ---- the head ---- */

static void on_claimed(void *arg, bool all)
{
    (void)arg;
    answers++;
    claimed = all;
}

static bool begin(void)
{
    static const struct line_events events = { .heard = on_heard };

    head.loop = loop_create();
    head.now = &now;
    head.links = host_links_create(&head);
    now.hosts = &head.hosts;
    for (int i = 0; head.links && i < HOSTS; i++) {
        struct host *h = host_add(&head.hosts, names[i]);
        const struct line_end ends[2] = { { &events, NULL },
                                          { &events, (void *)names[i] } };
        line_t *both[2];

        if (!h || line_pair(head.loop, ends, both) < 0)
            return false;
        h->agent = &head;
        h->joined = true;
        h->line = both[0];
        far[i] = both[1];
    }
    for (int r = 0; r < RANKS; r++)
        generation_place(&now, r, names[r % HOSTS]);
    return head.links != NULL;
}

static void claim(void)
{
    answers = 0;
    host_links_claim(head.links, &now, SLOT_HELD, on_claimed, NULL);
}

/* All must have claimed theirs, whoever answers first. */
static void test_answers(void)
{
    static const struct {
        int first;
        bool all[HOSTS];
        bool claimed;
        const char *point;
    } cases[] = {
        { 0, { true, true }, true, "a claim holds if all hosts have claimed" },
        { 0, { false, true }, false, "the first one's refusal stands" },
        { 0, { true, false }, false, "and so does that of the last one" },
        { 1, { true, false }, false, "whoever is the first to answer" },
        { 1, { false, false }, false, "nobody's claim is none" },
    };

    char asked[32];

    snprintf(asked, sizeof(asked), "h1 %d, h2 %d", HOST_MESSAGES_CLAIM,
             HOST_MESSAGES_CLAIM);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int first = cases[i].first;

        claim();
        go_round();
        ok(strcmp(heard, asked) == 0 && answers == 0,
           "each host is asked once: %s", heard);
        answer(first, cases[i].all[first]);
        ok(answers == 0, "one answer of two is none");
        answer(!first, cases[i].all[!first]);
        ok(answers == 1 && claimed == cases[i].claimed, "%s", cases[i].point);
        answer(first, !cases[i].claimed);
        ok(answers == 1, "what is said again is not asked for");
    }
}

static void test_unreached(void)
{
    struct host *h = host_find(&head.hosts, "h2");

    h->unwanted = true;
    claim();
    answer(0, true);
    ok(answers == 1 && !claimed, "a host that is not reached claims nothing");
    h->unwanted = false;
}

static void test_forgotten(void)
{
    claim();
    host_links_forget_claim(head.links);
    answer(0, true);
    answer(1, true);
    ok(answers == 0, "a claim that nobody needs any more is not answered");
}

static void test_release(void)
{
    ranks[1].standing = ranks[1].idle = true;
    go_round();
    generation_release(&now, 1);
    go_round();
    ok(!ranks[1].standing && !ranks[1].idle, "a rank that goes on stands no "
                                             "more");
    ok(strncmp(heard, "h2 ", 3) == 0 && !strchr(heard, ','),
       "and its host hears of it: %s", heard);
}

/* ---- signals that a rank elsewhere has kept ---- */

static int signalled_by(int number)
{
    struct local_message_head said = { .type = LOCAL_MESSAGE_SIGNAL,
                                       .generation = 7,
                                       .number = (uint64_t)number };
    int status = 0, ends[2];
    char word = 0;
    pid_t hold;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -1;
    hold = fork();
    if (hold == 0) {
        signal(SIGUSR1, SIG_DFL);
        close(ends[0]);
        if (write(ends[1], &word, 1) == 1 && read(ends[1], &word, 1) == 0)
            _exit(0); /* nothing came before the other end was closed */
        _exit(1);
    }
    close(ends[1]);
    if (read(ends[0], &word, 1) == 1) {
        process_id_set(&head.record->slot[0].process, hold);
        host_links_hear(host_find(&head.hosts, "h2"), &said, "");
    }
    close(ends[0]);
    waitpid(hold, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void test_signals(void)
{
    static union {
        struct control control;
        char room[sizeof(struct control) + sizeof(struct control_slot)];
    } record;

    head.record = &record.control;
    ok(signalled_by(SIGUSR1) == SIGUSR1,
       "a signal that a rank elsewhere has kept comes to who passes it on");
    ok(signalled_by(SIGSEGV) == 0 && signalled_by(1 << 20) == 0,
       "if it is one that is passed on");
}

int main(void)
{
    if (!begin())
        return 1;
    test_answers();
    test_unreached();
    test_forgotten();
    test_release();
    test_signals();
    for (int i = 0; i < HOSTS; i++) {
        line_destroy(host_find(&head.hosts, names[i])->line);
        line_destroy(far[i]);
    }
    host_clear(&head.hosts);
    loop_destroy(head.loop);
    return tap_done();
}

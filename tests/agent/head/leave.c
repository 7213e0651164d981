/* Tests of agent/head/leave.c: a host that is drained, and is not any more,
 * while one head follows another; and one that is empty too late
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "agent/change/changeover.h"
#include "agent/core/head.h"
#include "agent/core/saved_state.h"
#include "agent/head/leave.h"
#include "job/job.h"
#include "tests/tap.h"

enum { RANKS = 2, ENDS_MS = 10000 };

static void begin(struct head *a, const char *folder)
{
    struct error err = { "" };

    snprintf(a->folder, sizeof(a->folder), "%s", folder);
    if (!(a->loop = loop_create())
        || !(a->record = control_open(a->folder, 1, RANKS, &err))
        || !(a->now = generation_create(a->folder, &a->hosts, a->record, 1,
                                        RANKS, &err))) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    atomic_store(&a->now->control->slot[0].state, SLOT_RUNNING);
    generation_place(a->now, 1, "h1");
}

static void end(struct head *a)
{
    leave_part.stop(a);
    generation_destroy(a->now, a->folder);
    host_clear(&a->hosts);
    loop_destroy(a->loop);
    control_close(a->record);
}

/* Have the next head know what the one before has left. */
static void carry_over(const struct head *from, struct head *to)
{
    char *text = NULL, *line, *rest;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    leave_part.save(from, out);
    fclose(out);
    rest = text;
    while ((line = strsep(&rest, "\n")) && *line)
        leave_part.lines[0].take(to, strchr(line, ' ') + 1);
    free(text);
}

static bool is_over(void *arg)
{
    const struct head *a = arg;

    return !a->leaves;
}

/* Returns whether the host is on offer in the end. */
static bool stays_on_offer(const char *folder, bool offered)
{
    struct head a = { .settled = false }, next = { .settled = false };
    const struct host *h;
    bool stays;

    begin(&a, folder);
    if (offered)
        host_offer(&a.hosts, "h1", NULL);
    leave_take_drain(&a, "h1", "it is drained");
    begin(&next, folder);
    host_offer(&next.hosts, "h1", NULL)->leaving = true;
    carry_over(&a, &next);
    end(&a);
    leave_take_back(&next, "h1");
    leave_part.start(&next, NULL);
    loop_await(next.loop, is_over, &next, ENDS_MS);
    h = host_find_offered(&next.hosts, "h1");
    stays = h && !h->leaving;
    ok(!next.leaves, "a host that is not drained any more is not left");
    end(&next);
    return stays;
}

static int passed; /* seconds that the clock was put forward */

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int rc = (int)syscall(SYS_clock_gettime, clock, t);

    if (clock == CLOCK_MONOTONIC)
        t->tv_sec += passed;
    return rc;
}

/* Ask that h1 be left within 's' while a change is under way that has its rank
 * go elsewhere after 'seconds'; that is noticed 'later'.  Returns the exit
 * status, with the last line in 'said'.
 */
static int leave_status(const char *folder,
                        const char *s,
                        int seconds,
                        int later,
                        struct error *said)
{
    static struct changeover other;
    struct change_outcome done = { .done = true };
    struct head a = { .change = &other };
    struct peer p = { .agent = &a };
    struct local_message wire = { .room = NULL };
    char words[64];
    int ends[2], status;

    begin(&a, folder);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) < 0)
        exit(1);
    p.fd = ends[0];
    snprintf(words, sizeof(words), "h1 --within %s", s);
    leave_answer(&a, &p, words);
    passed += seconds;
    a.change = NULL;
    generation_place(a.now, 1, "h2");
    leave_part.changed(&a, &done);
    passed += later;
    loop_await(a.loop, is_over, &a, ENDS_MS);
    error_set(said, "nothing");
    while (local_message_receive(ends[1], &wire, ENDS_MS, NULL) > 0
           && wire.head.type == LOCAL_MESSAGE_TEXT)
        error_set(said, "%s", wire.payload);
    end(&a);
    close(ends[0]);
    close(ends[1]);
    status =
        wire.head.type == LOCAL_MESSAGE_STATUS ? (int)wire.head.number : -1;
    local_message_clear(&wire);
    return status;
}

static void test_late(const char *folder)
{
    struct error said;

    ok(leave_status(folder, "600", 0, 0, &said) == 0,
       "a host is empty in time by a change that was under way");
    has(said.text, " s before it goes", "and it is told how long before");
    ok(leave_status(folder, "600", 601, 0, &said) == 1,
       "one that is empty too late is a failure");
    has(said.text, " s after it goes", "and it is told how much later");
    ok(leave_status(folder, "600", 0, 700, &said) == 0,
       "what counts is the change, and not when it was looked at");
}

int main(void)
{
    char folder[] = "/tmp/mitosis-leave-XXXXXX";

    if (!mkdtemp(folder))
        return 1;
    ok(stays_on_offer(folder, true),
       "one that was on offer is so again, whatever became of the head");
    ok(!stays_on_offer(folder, false), "and one that was not is not");
    test_late(folder);
    job_remove(folder);
    return tap_done();
}

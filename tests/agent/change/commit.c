/* Tests of agent/change/commit.c: what decides between a change that is
 * done and one that is given up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/agent/change/made_up_job.h"
#include "tests/tap.h"

static void point(const char *wrong, const char *what, const char *outcome)
{
    if (!ok(!wrong, "%s: %s", what, outcome))
        diag("%s", wrong);
}

/* ---- claims ---- */

/* What each host answers to the claim of its ranks; 'first' is the one that
 * answers before the others.
 */
static const struct claim {
    const char *answers;
    int last;
} claims[] = {
    { "yyy", 0 }, { "yyy", 2 }, { "nyy", 0 }, { "nyy", 1 },
    { "nyy", 2 }, { "yny", 0 }, { "yny", 1 }, { "yny", 2 },
    { "yyn", 0 }, { "yyn", 2 }, { "nnn", 1 },
};

/* Once one host has been asked, the others hear it in the next round. */
static void await_claim(void)
{
    double until = loop_now() + 10;

    while (job.withheld_by < 0 && loop_now() < until)
        made_up_go_round();
    made_up_go_round();
}

static void test_claim(const struct claim *c, bool idle)
{
    struct made_up_job like = {
        .old_hosts = "012",
        .new_hosts = "01",
        .idle = idle,
        .kept = { HOST_MESSAGES_CLAIMED, OLD, c->last },
    };
    struct error err;
    char what[100];
    bool all = strcmp(c->answers, "yyy") == 0, under_way;
    const char *wrong;

    snprintf(what, sizeof(what), "%s claims: %s, the last of host %d",
             idle ? "idle" : "last", c->answers, c->last);
    made_up_create(&like);
    made_up_begin("resize 2", &err);
    for (int i = 0; i < MADE_UP_HOSTS; i++)
        job.host[i].refuses = c->answers[i] == 'n';
    made_up_arrive();
    await_claim();
    under_way = job.head.change != NULL;
    for (int i = 0; idle && i < MADE_UP_HOSTS; i++)
        job.host[i].refuses = false;
    made_up_speak();
    made_up_end_change();
    ok(under_way, "%s: all are waited for", what);
    if (!ok(job.host[1].claims == 1 + idle + (idle && !all),
            "%s: each is asked once for each claim", what))
        diag("host 1 was asked %d times", job.host[1].claims);
    if (idle
        && !ok(job.rank[OLD][1].went == !all,
               all ? "%s: the idle rank stands until the end"
                   : "%s: the idle rank goes on once before the next claim",
               what))
        diag("it went on %d times", job.rank[OLD][1].went);
    wrong = all || idle ? made_up_done()
                        : made_up_given_up("a rank went on by itself");
    point(wrong, what, all ? "it is done" : "it is not done by those");
    made_up_destroy();
}

static void test_claims(void)
{
    for (size_t i = 0; i < sizeof(claims) / sizeof(claims[0]); i++) {
        test_claim(&claims[i], false);
        test_claim(&claims[i], true);
    }
}

/* A host is lost while it, or another one, is to answer. */
static void test_lost_claims(void)
{
    for (int lost = 1; lost < MADE_UP_HOSTS; lost++)
        for (int last = 0; last < MADE_UP_HOSTS; last++) {
            struct made_up_job like = {
                .old_hosts = "012",
                .new_hosts = "01",
                .kept = { HOST_MESSAGES_CLAIMED, OLD, last },
            };
            char what[100];
            struct error err;

            snprintf(what, sizeof(what),
                     "host %d is lost, host %d is waited "
                     "for",
                     lost, last);
            made_up_create(&like);
            made_up_begin("resize 2", &err);
            made_up_arrive();
            await_claim();
            made_up_lose_host(lost);
            made_up_speak();
            made_up_end_change();
            point(made_up_given_up("cannot be reached"), what,
                  "the change is given up");
            made_up_destroy();
        }
}

/* Its mpiexec will tell of it in a moment, which is too late. */
static void test_lost_at_claim(void)
{
    struct made_up_job like = { .old_hosts = "012",
                                .new_hosts = "01",
                                .kept = { HOST_MESSAGES_CLAIMED, OLD, 0 } };
    struct error err;

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    await_claim();
    made_up_lose(NEW, 1);
    made_up_go_round();
    ok(job.head.change != NULL, "of a new rank that is gone more is awaited");
    made_up_speak();
    made_up_end_change();
    point(made_up_given_up("new rank 1 is gone"), "all have claimed then",
          "the change is given up");
    made_up_destroy();
}

/* ---- what new ranks have is not what old ones had ---- */

static void test_sums(void)
{
    struct made_up_job like = { .old_hosts = "012",
                                .new_hosts = "01",
                                .wrong_sum = true };
    struct error err;

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    made_up_end_change();
    point(made_up_given_up("the checksum of \"?\" is not what it was "
                           "before it was moved"),
          "a checksum is wrong", "the change is given up");
    made_up_destroy();
}

/* As long as something comes, moving may take as long as it takes. */
static void test_moving(void)
{
    struct made_up_job like = { .old_hosts = "012",
                                .new_hosts = "01",
                                .kept = { LOCAL_MESSAGE_PULLED, NEW, 1 } };
    struct error err;

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    for (uint64_t bytes = 1; bytes < 5; bytes++) {
        made_up_pass(100);
        made_up_say(NEW, 1, LOCAL_MESSAGE_MOVED, bytes, NULL);
        made_up_go_round();
    }
    ok(job.head.change != NULL, "state that comes is waited for");
    made_up_pass(100);
    made_up_say(NEW, 1, LOCAL_MESSAGE_MOVED, 4, NULL);
    made_up_go_round();
    made_up_pass(100);
    made_up_end_change();
    point(made_up_given_up("moving the state: nothing came for 180 s, after "
                           "4 bytes"),
          "no more comes", "the change is given up");
    made_up_destroy();
}

static void test_all(void)
{
    test_claims();
    test_lost_claims();
    test_lost_at_claim();
    test_sums();
    test_moving();
}

int main(void)
{
    return made_up_main(test_all);
}

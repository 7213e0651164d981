/* Tests of agent/change/stop.c and stop_unaligned.c: ranks that do not come to
 * a stop where they should
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/files.h"
#include "profile/page.h"
#include "tests/agent/change/made_up_job.h"
#include "tests/tap.h"

static void point(const char *wrong, const char *what, const char *outcome)
{
    if (!ok(!wrong, "%s: %s", what, outcome))
        diag("%s", wrong);
}

static void begin(const struct made_up_job *like)
{
    struct error err = { "" };

    made_up_create(like);
    if (made_up_begin("resize 2", &err) < 0)
        diag("it did not begin: %s", err.text);
    made_up_arrive();
}

/* Go round until that is so, or for 10 seconds. */
static bool await(bool (*is_so)(void))
{
    double until = loop_now() + 10;

    while (!is_so() && loop_now() < until)
        made_up_go_round();
    return is_so();
}

static void test_busy(uint64_t asked_at)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "00",
                                .asked_at = asked_at,
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 2 } };
    struct error err;

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    job.kept.type = 0;
    job.withheld_by = -1;
    made_up_say(OLD, 2, LOCAL_MESSAGE_BUSY, 7, "MPI_Irecv");
    made_up_end_change();
    point(made_up_done(), "a rank is busy", "it is done");
    has(job.sentence, "sync 8,", "at the next sync");
    has(job.sentence,
        "; rank 2 has begun MPI_Irecv and not completed it at 1 sync before",
        "with what was in the way");
    ok(job.late == (asked_at > 0),
       "of which the user hears if a script had asked for a sync");
    made_up_destroy();
}

/* Of a program that ends while one is busy it is told what it waited for. */
static void test_busy_to_the_end(void)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "00",
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 2 } };
    struct error err;

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    made_up_say(OLD, 2, LOCAL_MESSAGE_BUSY, 7, "MPI_Irecv");
    made_up_say(OLD, 2, LOCAL_MESSAGE_BYE, 0, NULL);
    made_up_end_change();
    has(job.sentence,
        "the program is ending; rank 2 has begun MPI_Irecv and not "
        "completed it",
        "a job that ends tells who was busy");
    made_up_destroy();
}

/* The others may wait for what a rank would do next that stands too early. */
static void test_early(void)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "00",
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 2 } };
    int went;

    begin(&like);
    went = job.rank[OLD][1].went;
    made_up_say(OLD, 1, LOCAL_MESSAGE_HELD, 1, NULL);
    made_up_go_round();
    ok(job.rank[OLD][1].went == went + 1,
       "a rank that stands too early goes on before all have come");
    made_up_speak();
    made_up_end_change();
    point(made_up_done(), "then all have come", "it is done");
    made_up_destroy();
}

static void test_never_received(void)
{
    struct made_up_job like = { .old_hosts = "012",
                                .new_hosts = "01",
                                .under_way = true };
    struct error err;

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    made_up_end_change();
    point(made_up_given_up("1 message from rank 1 to rank 2 was not "
                           "received at 100 syncs in a row"),
          "a message is never received", "the change is given up");
    made_up_destroy();
}

/* ---- out of step ---- */

static bool has_changed_pace(void)
{
    return job.host[0].words[OLD].own_pace != 0;
}

/* The one that waits for a message gets one, and goes round once more. */
static void test_resumed(void)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "00",
                                .idle = true,
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 2 } };

    begin(&like);
    ok(await(has_changed_pace), "an idle rank makes each stop by itself");
    job.rank[OLD][1].went++; /* by itself */
    job.rank[OLD][1].standing = false;
    made_up_say(OLD, 1, LOCAL_MESSAGE_RESUMED, 0, NULL);
    made_up_speak();
    made_up_go_round();
    ok(job.head.change && job.host[0].claims == 0,
       "one that goes on is waited for");
    made_up_say(OLD, 1, LOCAL_MESSAGE_HELD, 12, NULL);
    made_up_end_change();
    point(made_up_done(), "it has come to its own sync", "it is done");
    has(job.sentence, "sync 12,", "at the last of all");
    made_up_destroy();
}

/* Rank 2 stands, and rank 1, which has sent it a message, waits for what it
 * would do next.
 */
static void test_waits_for_standing(void)
{
    struct made_up_job like = { .old_hosts = "012",
                                .new_hosts = "01",
                                .under_way = true,
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 1 } };
    struct host_messages_flight flight = { .received = 1, .rank = 1 };
    struct local_message_head message = { .type = HOST_MESSAGES_FLIGHT,
                                          .generation = 1,
                                          .rank = 2,
                                          .bytes = sizeof(flight) };

    begin(&like);
    made_up_pass(1);
    ok(await(has_changed_pace), "each stops by itself if one waits for one "
                                "that stands");
    made_up_send(2, &message, &flight);
    made_up_speak();
    made_up_end_change();
    point(made_up_done(), "the message was received", "it is done");
    made_up_destroy();
}

/* A message is under way from rank 1 to each other one. */
static void send_to_all(void)
{
    char path[512], name[FILES_NAME];
    struct error err = { "" };
    struct page *page;

    files_page(name, job.first, 1);
    snprintf(path, sizeof(path), "%s/%s", job.scratch, name);
    page = page_create(path, job.ranks[OLD], &err);
    if (!page) {
        diag("%s", err.text);
        return;
    }
    for (int r = 0; r < job.ranks[OLD]; r++) {
        if (r == 1)
            continue;
        page_peer(page, r)->sent_count = 1;
        page_peer(page, r)->rank_plus_one = r + 1;
    }
    page_close(page);
}

/* One rank has no core for a while, or for so long that it must be one that
 * waits.
 */
static void test_stalled(bool long_enough)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "000",
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 0 } };
    struct error err = { "" };

    made_up_create(&like);
    send_to_all();
    if (made_up_begin("migrate 1 localhost", &err) < 0)
        diag("it did not begin: %s", err.text);
    made_up_arrive();
    for (int i = 0; i < (long_enough ? 40 : 10) && !has_changed_pace(); i++) {
        made_up_pass(1);
        made_up_go_round();
    }
    ok(has_changed_pace() == long_enough, "a rank that %s",
       long_enough ? "does not get on at all is taken to wait"
                   : "has something to receive is not taken to wait");
    made_up_speak();
    made_up_end_change();
    if (!long_enough)
        point(made_up_done(), "it has got on", "it is done");
    made_up_destroy();
}

static void test_never_still(void)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "00",
                                .idle = true,
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 2 } };

    begin(&like);
    await(has_changed_pace);
    made_up_pass(40);
    made_up_end_change();
    point(made_up_given_up("the ranks go on sending each other work and do "
                           "not stop"),
          "one never stops", "the change is given up");
    made_up_destroy();
}

/* ---- a promise that was too short ---- */

static bool is_let_go(void)
{
    return job.rank[OLD][0].went > 0;
}

/* Rank 0 stands where it has promised, and rank 2 waits for it before it can
 * promise anything.
 */
static void test_grant(void)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "00",
                                .kept = { LOCAL_MESSAGE_PROMISE, OLD, 2 } };

    begin(&like);
    for (int i = 1; i <= 8; i++) {
        job.rank[OLD][0].went = 0;
        made_up_say(OLD, 0, LOCAL_MESSAGE_HELD, 5, NULL);
        made_up_go_round();
        made_up_pass(1);
        ok(await(is_let_go), "who is waited for goes on, time %d", i);
    }
    job.rank[OLD][0].went = 0;
    made_up_say(OLD, 0, LOCAL_MESSAGE_HELD, 5, NULL);
    made_up_go_round();
    made_up_pass(1);
    made_up_go_round();
    ok(!is_let_go(), "and then it does not");
    job.rank[OLD][0].went = job.rank[OLD][0].stood - 1;
    made_up_speak();
    made_up_end_change();
    point(made_up_done(), "all have promised", "it is done");
    made_up_destroy();
}

static void test_all(void)
{
    test_busy(0);
    test_busy(7);
    test_busy_to_the_end();
    test_early();
    test_never_received();
    test_resumed();
    test_waits_for_standing();
    test_stalled(false);
    test_stalled(true);
    test_never_still();
    test_grant();
}

int main(void)
{
    return made_up_main(test_all);
}

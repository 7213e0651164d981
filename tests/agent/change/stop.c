/* Tests of agent/change/stop.c and stop_unaligned.c: ranks that do not come to
 * a stop where they should
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/host.h"
#include "base/system/process.h"
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

static struct page *make_page(int rank)
{
    char path[512], name[FILES_NAME];
    struct error err = { "" };
    struct page *page;

    files_page(name, job.first, rank);
    snprintf(path, sizeof(path), "%s/%s", job.scratch, name);
    page = page_create(path, job.ranks[OLD], &err);
    if (!page) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    return page;
}

/* A message is under way from rank 1 to each other one. */
static void send_to_all(void)
{
    struct page *page = make_page(1);

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

/* A process that sleeps as ranks do that wait. */
static pid_t start_sleeper(void)
{
    pid_t pid = fork();

    if (pid == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (pid == 0)
        usleep(1000);
    return pid;
}

static uint64_t sleeps(pid_t pid)
{
    return process_status(pid, "\nvoluntary_ctxt_switches:", 10, 0);
}

/* Until it has slept as often as tells, or for 10 seconds. */
static void let_sleep(pid_t pid)
{
    uint64_t enough = sleeps(pid) + 40;
    double until = loop_now() + 10;

    while (sleeps(pid) < enough && loop_now() < until)
        usleep(1000);
}

/* Ranks 0 and 1 do not stand, and have something to receive, as rank 2 has,
 * which does; rank 0 is in a call of MPI.  Long before it is certain by the
 * time that it takes it is known who waits.
 */
struct stand_case {
    const char *what;
    bool has_core;    /* rank 0 */
    bool gets_on;     /* and goes from call to call */
    bool other_waits; /* rank 1 waits as well, or computes, */
    bool other_comes; /* or comes to stand, and goes on */
    bool changed;     /* each is to stop by itself */
};

static void set_call(struct page *page, pid_t pid, bool inside)
{
    snprintf(page->host, sizeof(page->host), "%s", host_own());
    page->pid = pid;
    page->call[1].traits = TRAIT_BLOCKING;
    page->inside_call = 1;
    page->inside_since = inside;
}

static void test_stands(const struct stand_case *c)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "000",
                                .kept = { LOCAL_MESSAGE_HELD, OLD, 0 } };
    pid_t other = start_sleeper(), pid = start_sleeper();
    struct error err = { "" };
    struct page *page[2];

    made_up_create(&like);
    for (int r = 0; r < 2; r++)
        page[r] = make_page(r);
    page_peer(page[0], 1)->sent_count = 1;
    page_peer(page[0], 1)->rank_plus_one = 2;
    page_peer(page[0], 2)->sent_count = 1;
    page_peer(page[0], 2)->rank_plus_one = 3;
    page_peer(page[1], 0)->sent_count = 1;
    page_peer(page[1], 0)->rank_plus_one = 1;
    set_call(page[0], pid, true);
    set_call(page[1], other, c->other_waits);
    if (!c->has_core) {
        kill(pid, SIGSTOP);
        waitpid(pid, NULL, WUNTRACED);
    }
    if (made_up_begin("migrate 1 localhost", &err) < 0)
        diag("it did not begin: %s", err.text);
    made_up_arrive();
    made_up_say(OLD, 1, LOCAL_MESSAGE_RESUMED, 0, NULL);
    for (int i = 0; i < 5 && !has_changed_pace(); i++) {
        if (c->has_core)
            let_sleep(pid);
        let_sleep(other);
        page[0]->inside_since += c->gets_on;
        if (c->other_comes)
            made_up_say(OLD, 1,
                        i % 2 ? LOCAL_MESSAGE_HELD : LOCAL_MESSAGE_RESUMED,
                        job.head.change->stop, NULL);
        made_up_pass(1);
        made_up_go_round();
    }
    ok(has_changed_pace() == c->changed, "%s: each %s", c->what,
       c->changed ? "is to stop by itself" : "still has the sync of all");
    for (int r = 0; r < 2; r++)
        page_close(page[r]);
    made_up_destroy();
    kill(pid, SIGKILL);
    kill(other, SIGKILL);
    waitpid(pid, NULL, 0);
    waitpid(other, NULL, 0);
}

static void test_stand(void)
{
    static const struct stand_case cases[] = {
        { "all wait that do not stand", true, false, true, false, true },
        { "one has no core", false, false, true, false, false },
        { "one gets on", true, true, true, false, false },
        { "one computes", true, false, false, false, false },
        { "one has just come to stand", true, false, true, true, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_stands(&cases[i]);
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
    test_stand();
    test_never_still();
    test_grant();
}

int main(void)
{
    return made_up_main(test_all);
}

/* Tests of agent/change/changeover.c: changes that are done, and those that
 * are refused
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/core/host_links.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/postpone.h"
#include "job/files.h"
#include "report/json/read.h"
#include "tests/agent/change/made_up_job.h"
#include "tests/tap.h"

static void point(const char *wrong, const char *what, const char *outcome)
{
    if (!ok(!wrong, "%s: %s", what, outcome))
        diag("%s", wrong);
}

/* Ask for it and let it go on to its end. */
static const char *change(const char *text)
{
    static struct error err;

    if (made_up_begin(text, &err) < 0)
        return err.text;
    made_up_arrive();
    return made_up_end_change() ? NULL : "it does not end";
}

/* ---- done ---- */

static const struct done {
    const char *change, *old_hosts, *new_hosts;
    bool wish, idle, under_way;
    uint64_t at; /* the sync that it is asked for at, or 0 */
} changes[] = {
    { .change = "resize 4", .old_hosts = "000", .new_hosts = "0000" },
    { .change = "resize 2", .old_hosts = "000", .new_hosts = "00" },
    { .change = "resize 1", .old_hosts = "00", .new_hosts = "0" },
    { .change = "split 1", .old_hosts = "000", .new_hosts = "0000" },
    { .change = "merge 1 2", .old_hosts = "000", .new_hosts = "00" },
    { .change = "rebalance 1 2 3", .old_hosts = "000", .new_hosts = "000" },
    { .change = "resize 2",
      .old_hosts = "000",
      .new_hosts = "00",
      .wish = true },
    { .change = "resize 2",
      .old_hosts = "000",
      .new_hosts = "00",
      .idle = true },
    { .change = "resize 2",
      .old_hosts = "000",
      .new_hosts = "00",
      .idle = true,
      .wish = true },
    { .change = "resize 2", .old_hosts = "000", .new_hosts = "00", .at = 9 },
    { .change = "resize 4", .old_hosts = "012", .new_hosts = "0012" },
    { .change = "resize 2", .old_hosts = "012", .new_hosts = "01" },
    { .change = "resize 3", .old_hosts = "00", .new_hosts = "012" },
    { .change = "split 1 --to h2", .old_hosts = "012", .new_hosts = "0122" },
    { .change = "merge 1 2", .old_hosts = "012", .new_hosts = "01" },
    { .change = "migrate 2 h1", .old_hosts = "012", .new_hosts = "011" },
    { .change = "migrate 2 h1",
      .old_hosts = "012",
      .new_hosts = "011",
      .under_way = true },
    { .change = "migrate 2 h1",
      .old_hosts = "012",
      .new_hosts = "011",
      .under_way = true,
      .wish = true },
    { .change = "migrate 2 h1", .old_hosts = "111", .new_hosts = "111" },
    { .change = "split 1 and migrate 2 h1",
      .old_hosts = "012",
      .new_hosts = "0111" },
    { .change = "resize 2",
      .old_hosts = "012",
      .new_hosts = "00",
      .idle = true,
      .wish = true },
    { .change = "resize 2", .old_hosts = "012", .new_hosts = "00", .at = 9 },
};

/* Rank r promises to go to sync r + 5 at most; one that is idle stands there.
 */
static const char *sync_of(const struct done *c)
{
    static char text[40];
    uint64_t last = c->idle ? 1 : strlen(c->old_hosts) - 1;

    snprintf(text, sizeof(text), ": done at sync %llu,",
             (unsigned long long)(c->at > 0 ? c->at : last + 5));
    return text;
}

static void test_changes(void)
{
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const struct done *c = &changes[i];
        struct made_up_job like = { .old_hosts = c->old_hosts,
                                    .new_hosts = c->new_hosts,
                                    .wish = c->wish,
                                    .idle = c->idle,
                                    .under_way = c->under_way,
                                    .asked_at = c->at };
        char what[200];
        const char *wrong;

        snprintf(what, sizeof(what), "%s of ranks on %s%s%s%s%s", c->change,
                 c->old_hosts, c->wish ? ", which have a wish" : "",
                 c->idle ? ", out of step" : "",
                 c->under_way ? ", a message under way" : "",
                 c->at > 0 ? ", by a script" : "");
        made_up_create(&like);
        wrong = change(c->change);
        point(wrong ? wrong : made_up_done(), what, "it is done");
        has(job.sentence, sync_of(c), "where all ranks could stand");
        ok(job.head.now->ranks == (int)strlen(c->new_hosts),
           "there are %zu ranks then", strlen(c->new_hosts));
        made_up_destroy();
    }
}

/* The time that the first of the ranks stood before the stop, as it is written
 * down.
 */
static double stop_written(void)
{
    struct run *run = run_create();
    char path[JOB_PATH + FILES_NAME];
    double stop = -1;

    snprintf(path, sizeof(path), "%s/" FILES_CHANGES, job.head.folder);
    if (run && json_read_changes(path, run, NULL) == 0 && run->changes == 1)
        stop = run->change[0].phases.stop;
    run_destroy(run);
    return stop;
}

/* On a fast machine all stand at the script's sync before it is begun. */
static void test_stood_before(void)
{
    struct made_up_job like = { .old_hosts = "00",
                                .new_hosts = "000",
                                .asked_at = 9 };
    const char *wrong;
    struct error err;

    made_up_create(&like);
    if (change_script_parse(&job.head.script.steps, "9 resize 3", &err) < 0)
        diag("%s", err.text);
    for (int r = 0; r < 2; r++)
        made_up_say(OLD, r, LOCAL_MESSAGE_HELD, 9, NULL);
    made_up_go_round();
    made_up_pass(3);
    wrong = change("resize 3");
    point(wrong ? wrong : made_up_done(),
          "ranks that stand before the change begins", "it is done");
    ok(stop_written() >= 3,
       "and the time that they had stood is written down");
    change_script_clear(&job.head.script.steps);
    made_up_destroy();
}

/* ---- launchers ---- */

static void test_launchers(void)
{
    static const struct {
        const char *launcher, *reason;
    } cases[] = {
        { "exit 3", "the new ranks ended, with status 3, before they took "
                    "over" },
        { "kill -9 $$", "the new ranks ended, with status 137, before they "
                        "took over" },
        { "exec /no/such/launcher", "the new ranks ended, with status 127, "
                                    "before they took over" },
        { "echo 'mitosis: rank 1: cannot take part: it is of another build' "
          ">&2; exec sleep 100",
          "new rank 1 cannot take part: it is of another build" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct made_up_job like = { .old_hosts = "012",
                                    .new_hosts = "01",
                                    .launcher = cases[i].launcher };
        struct error err;

        made_up_create(&like);
        made_up_begin("resize 2", &err);
        made_up_end_change();
        point(made_up_given_up(cases[i].reason), cases[i].launcher,
              "the change is given up");
        made_up_destroy();
    }
}

/* ---- refused before anything has happened ---- */

static void give_no_launcher(void)
{
    job.head.launcher = NULL;
    error_set(&job.head.unfit, "nobody knows how it was started");
}

static void end_job(void)
{
    head_end(&job.head, 0);
}

/* In a generation after the first one, whose first end is the job's. */
static void end_rank(void)
{
    struct local_message wire = {
        .head = { .type = LOCAL_MESSAGE_BYE,
                  .generation = job.first,
                  .rank = 1 },
    };

    changeover_hear(&job.head, &wire);
}

static void lose_host(void)
{
    made_up_lose_host(1);
    made_up_go_round();
}

/* The ranks of host 1 have a gigabyte, and there is none left. */
static void fill_memory(void)
{
    struct host_messages_memory memory = {
        .room = { .where = "h1", .limit = 1e9 }, .used = 1e9
    };
    struct local_message_head message = { .type = HOST_MESSAGES_MEMORY,
                                          .rank = HOST_MESSAGES_ALL,
                                          .bytes = sizeof(memory) };

    made_up_send(1, &message, &memory);
    made_up_go_round();
}

static void forget_place(void)
{
    *job.head.now->rank[1].host = '\0';
}

static void leave_out(void)
{
    atomic_store(&job.head.now->control->slot[2].state, SLOT_OUT);
}

static void take_name(void)
{
    char path[512];

    snprintf(path, sizeof(path), "%s/control-2", job.scratch);
    symlink("/nowhere/at/all", path);
}

static const struct refusal {
    const char *change;
    void (*happens)(void);
    const char *reason;
    bool recorded;
} refusals[] = {
    { .change = "resize 3", .reason = "there are 3 ranks already" },
    { .change = "merge 1 7", .reason = "7" },
    { .change = "resize 4",
      .happens = give_no_launcher,
      .reason = "nobody knows how it was started" },
    { .change = "resize 4",
      .happens = end_job,
      .reason = "the job is ending" },
    { .change = "resize 4",
      .happens = end_rank,
      .reason = "the job is ending" },
    { .change = "migrate 1 127.0.0.1", .reason = "is an address" },
    { .change = "migrate 1 nowhere.invalid",
      .reason = "there is no host nowhere.invalid" },
    { .change = "migrate 2 h1",
      .happens = lose_host,
      .reason = "host h1 cannot be reached" },
    { .change = "resize 4",
      .happens = forget_place,
      .reason = "not all ranks have reached their first mito_sync()" },
    { .change = "resize 4",
      .happens = leave_out,
      .reason = "rank 2 takes no part in changes: it registered nothing" },
    { .change = "migrate 2 h1",
      .happens = fill_memory,
      .reason = "2 new ranks on h1 would take about",
      .recorded = true },
    { .change = "resize 4", .happens = take_name, .reason = "control-2" },
};

static void test_refusals(void)
{
    for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
        const struct refusal *r = &refusals[i];
        struct made_up_job like = { .old_hosts = "012", .new_hosts = "0011" };
        struct host_messages_control words[MADE_UP_HOSTS];
        struct error err = { "" };
        char path[512];

        made_up_create(&like);
        if (r->happens)
            r->happens();
        for (int h = 0; h < MADE_UP_HOSTS; h++)
            words[h] = job.host[h].words[OLD];
        ok(made_up_begin(r->change, &err) < 0, "%s is refused", r->change);
        made_up_go_round();
        has(err.text, r->reason, "and why is told");
        ok(!job.head.change && !job.head.next && !job.head.ending
               && job.outcomes == 0,
           "nothing has happened");
        for (int h = 0; h < MADE_UP_HOSTS; h++)
            ok(memcmp(&words[h], &job.host[h].words[OLD], sizeof(words[h]))
                   == 0,
               "host %d has not heard of it", h);
        snprintf(path, sizeof(path), "%s/changes", job.scratch);
        ok((access(path, F_OK) == 0) == r->recorded, "it is %swritten down",
           r->recorded ? "" : "not ");
        made_up_destroy();
    }
}

/* ---- ranks that have not come to their first sync ---- */

/* What becomes of it after so many seconds. */
static const struct first_sync {
    const char *what;
    enum slot_state state;
    double seconds;
    const char *reason; /* to give the change up, or NULL */
} first_syncs[] = {
    { "it comes there", SLOT_RUNNING, 4, NULL },
    { "it takes no part", SLOT_OUT, 0, "rank 2 takes no part in changes" },
    { "it does not come", SLOT_EMPTY, 7,
      "rank 2 has not come to its first mito_sync()" },
};

static void test_first_sync(const struct first_sync *c)
{
    struct made_up_job like = { .old_hosts = "000", .new_hosts = "0000" };
    struct control_slot *slot;
    struct error err;

    made_up_create(&like);
    slot = &job.head.now->control->slot[2];
    atomic_store(&slot->state, SLOT_EMPTY);
    *job.head.now->rank[2].host = '\0';
    made_up_begin("resize 4", &err);
    made_up_arrive();
    ok(job.head.change && job.head.change->phase == PHASE_LAUNCH,
       "a rank that was not at its first sync yet is waited for");
    made_up_pass(c->seconds);
    made_up_go_round();
    atomic_store(&slot->state, c->state);
    made_up_end_change();
    point(c->reason ? made_up_given_up(c->reason) : made_up_done(), c->what,
          c->reason ? "the change is given up" : "the change goes on");
    if (c->reason)
        ok(made_up_begin("resize 4", &err) < 0 && strstr(err.text, c->reason),
           "and the next one is not begun");
    made_up_destroy();
}

/* One of this host has not heard yet that the change before was done. */
static void test_taking_over(void)
{
    struct made_up_job like = { .old_hosts = "0012", .new_hosts = "001" };
    const char *wrong;

    made_up_create(&like);
    atomic_store(&job.head.now->control->slot[1].state, SLOT_EMPTY);
    wrong = change("resize 3");
    point(wrong ? wrong : made_up_done(), "a rank is about to take over",
          "the next change is done");
    made_up_destroy();
}

/* ---- when the program ends ---- */

static void test_moot(void)
{
    static const struct {
        const char *what;
        void (*happens)(void);
        bool decided;
        uint64_t at;
        bool moot;
    } cases[] = {
        { "a rank ends: a user hears of it", end_rank, false, 0, false },
        { "a rank ends: the script tells what it did not get to", end_rank,
          false, 1000, true },
        { "a rank ends: nobody has to know what a policy wanted", end_rank,
          true, 0, true },
        { "the job ends: nor then", end_job, true, 0, true },
        { "no end: what a policy wanted is told", made_up_end_launcher, true,
          0, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct made_up_job like = { .old_hosts = "000",
                                    .new_hosts = "0000",
                                    .asked_at = cases[i].at };
        struct error err = { "" };

        made_up_create(&like);
        if (made_up_begin("resize 4", &err) < 0)
            diag("%s", err.text);
        else
            job.head.change->decided = cases[i].decided;
        cases[i].happens();
        made_up_end_change();
        ok(job.outcomes == 1 && !job.done && job.moot == cases[i].moot, "%s",
           cases[i].what);
        made_up_destroy();
    }
}

static void test_silent_host(void)
{
    struct made_up_job like = { .old_hosts = "012",
                                .new_hosts = "01",
                                .kept = { HOST_MESSAGES_WATCH, OLD, 1 } };
    struct error err = { "" };

    made_up_create(&like);
    made_up_begin("resize 2", &err);
    made_up_arrive();
    made_up_pass(job.head.patience);
    made_up_end_change();
    point(made_up_given_up("getting the new ranks ready took longer than 60 "
                           "s: they are, but what looks after the ranks on "
                           "h1 did not answer"),
          "a host's agent does not answer", "the change is given up");
    made_up_destroy();
}

/* ---- one at a time ---- */

static void test_under_way(void)
{
    struct made_up_job like = { .old_hosts = "000",
                                .new_hosts = "0000",
                                .kept = { LOCAL_MESSAGE_READY, NEW, 1 } };
    struct change *other = change_parse("resize 2", NULL);
    struct change *many = change_parse("resize 1000000", NULL);
    struct error err = { "" };

    made_up_create(&like);
    ok(changeover_ask(&job.head, many, "a test", &err) < 0,
       "too many ranks are refused");
    has(err.text, "1000000 ranks are too many", "and why is told");
    made_up_begin("resize 4", &err);
    made_up_arrive();
    ok(changeover_ask(&job.head, other, "a test", &err) < 0,
       "a change is refused while there is one");
    has(err.text,
        "another change is under way: resize 4: getting the new ranks ready",
        "and which that is");
    made_up_speak();
    made_up_end_change();
    point(made_up_done(), "that one", "it is done");
    change_destroy(other);
    change_destroy(many);
    made_up_destroy();
}

/* Its agent still removes what the job had there. */
static void test_left_host(void)
{
    struct made_up_job like = { .old_hosts = "02", .new_hosts = "012" };
    struct change *change = change_parse("resize 3", NULL);
    struct error err = { "" };
    struct runner *runner;

    made_up_create(&like);
    host_links_free_host(host_find(&job.head.hosts, "h1"));
    ok(changeover_ask(&job.head, change, "a test", &err) == 0,
       "a host that is being left is asked for %s", err.text);
    runner = &job.head.next->runner;
    made_up_pass(1);
    made_up_go_round();
    ok(runner->pid == 0, "no rank is started there yet");
    made_up_host_says(1, HOST_MESSAGES_END, 0);
    made_up_go_round();
    made_up_pass(1);
    made_up_go_round();
    ok(runner->pid > 0, "but as soon as its agent has ended");
    line_destroy(job.host[1].line);
    made_up_connect(1);
    made_up_launch();
    made_up_arrive();
    made_up_end_change();
    point(made_up_done(), "that one", "it is done");
    change_destroy(change);
    made_up_destroy();
}

/* It could not be told to end when its last rank left. */
static void test_late_host(void)
{
    static const struct part *const parts[] = { &ctl_hosts_part, NULL };
    struct made_up_job like = { .old_hosts = "02", .new_hosts = "02" };
    const struct part *const *before;

    made_up_create(&like);
    before = job.head.parts;
    job.head.parts = parts;
    job.head.settled = true;
    host_withdraw(&job.head.hosts, "h1");
    host_withdraw(&job.head.hosts, "h2");
    for (int host = 1; host <= 2; host++) {
        made_up_lose_host(host);
        made_up_go_round();
        made_up_connect(host);
        made_up_go_round();
    }
    ok(!host_find_joined(&job.head.hosts, "h1"),
       "a host that is back, and has no ranks any more, is let go");
    ok(host_find_joined(&job.head.hosts, "h2"), "one that has some is not");
    job.head.settled = false;
    job.head.parts = before;
    made_up_destroy();
}

static void again(struct head *a,
                  struct peer *user,
                  int rank,
                  struct change *change)
{
    (void)a;
    (void)rank;
    (void)change;
    head_finish(user, 0);
}

/* The job ends while a host is away that a user waits for. */
static void test_postponed(void)
{
    struct made_up_job like = { .old_hosts = "01", .new_hosts = "01" };
    struct change *change = change_parse("resize 3", NULL);
    struct local_message wire = { .room = NULL };
    struct peer user = { .agent = &job.head };
    int pair[2];

    made_up_create(&like);
    made_up_lose_host(1);
    made_up_go_round();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) < 0)
        diag("there are no sockets");
    user.fd = pair[0];
    ok(postpone(&job.head, &user, 0, change, again),
       "what is asked for while a host is away is put off");
    postpone_part.ending(&job.head);
    ok(local_message_receive(pair[1], &wire, 0, NULL) > 0
           && strcmp(wire.payload, "the job has ended\n") == 0
           && local_message_receive(pair[1], &wire, 0, NULL) > 0
           && wire.head.type == LOCAL_MESSAGE_STATUS && wire.head.number == 1,
       "if the job ends before it is back, this is told");
    postpone_part.stop(&job.head);
    local_message_clear(&wire);
    close(pair[0]);
    close(pair[1]);
    change_destroy(change);
    made_up_destroy();
}

static void test_all(void)
{
    test_changes();
    test_stood_before();
    test_launchers();
    test_refusals();
    for (size_t i = 0; i < sizeof(first_syncs) / sizeof(first_syncs[0]); i++)
        test_first_sync(&first_syncs[i]);
    test_taking_over();
    test_moot();
    test_silent_host();
    test_under_way();
    test_left_host();
    test_late_host();
    test_postponed();
}

int main(void)
{
    return made_up_main(test_all);
}

/* Tests of agent/change: everything that can be lost in every phase of a
 * change, on one host and on three
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/system/host.h"
#include "tests/agent/change/made_up_job.h"
#include "tests/tap.h"

enum { LAST = 2 /* the old rank that is waited for */ };

/* ---- where a change waits, and for what ---- */

static const struct where {
    const char *name;
    enum changeover_phase phase;
    struct made_up_answer kept;
    const char *late; /* what took too long */
    bool migrate;     /* with a message under way */
    bool wish, idle, unflushed;
} wheres[] = {
    { .name = "launch",
      .phase = PHASE_LAUNCH,
      .kept = { LOCAL_MESSAGE_READY, NEW, 1 },
      .late = "getting the new ranks ready took longer than 60 s: new rank 1 "
              "did not come to mito_sync()" },
    { .name = "launch, of a host",
      .phase = PHASE_LAUNCH,
      .kept = { HOST_MESSAGES_WATCH, OLD, 0 },
      .late = "getting the new ranks ready took longer than 60 s" },
    { .name = "prepare",
      .phase = PHASE_PREPARE,
      .kept = { LOCAL_MESSAGE_PREPARED, NEW, 1 },
      .late = "getting memory for the new ranks took longer than 60 s" },
    { .name = "agree",
      .phase = PHASE_AGREE,
      .kept = { LOCAL_MESSAGE_PROMISE, OLD, LAST },
      .late = "agreeing on a sync to stop at took longer than 1800 s" },
    { .name = "stop",
      .phase = PHASE_STOP,
      .kept = { LOCAL_MESSAGE_HELD, OLD, LAST },
      .late = "coming to a stop took longer than 1800 s" },
    { .name = "stop out of step",
      .phase = PHASE_STOP,
      .kept = { LOCAL_MESSAGE_HELD, OLD, LAST },
      .late = "coming to a stop took longer than 1800 s",
      .idle = true },
    { .name = "claim of idle ranks",
      .phase = PHASE_STOP,
      .kept = { HOST_MESSAGES_CLAIMED, OLD, 0 },
      .late = "coming to a stop took longer than 1800 s",
      .idle = true },
    { .name = "mail",
      .phase = PHASE_MAIL,
      .kept = { LOCAL_MESSAGE_COLLECTED, OLD, LAST },
      .late = "collecting messages under way took longer than 30 s",
      .migrate = true },
    { .name = "before",
      .phase = PHASE_BEFORE,
      .kept = { LOCAL_MESSAGE_BEFORE, OLD, LAST },
      .late = "calling the functions of mito_before() took longer than 60 s",
      .wish = true },
    { .name = "move, of an old rank",
      .phase = PHASE_MOVE,
      .kept = { LOCAL_MESSAGE_DIGEST, OLD, LAST },
      .late = "moving the state took longer than 180 s" },
    { .name = "move, of a new rank",
      .phase = PHASE_MOVE,
      .kept = { LOCAL_MESSAGE_PULLED, NEW, 1 },
      .late = "moving the state took longer than 180 s" },
    { .name = "flush",
      .phase = PHASE_FLUSH,
      .kept = { 0, OLD, 0 },
      .late = "ending the old ranks' output took longer than 30 s",
      .unflushed = true },
    { .name = "commit",
      .phase = PHASE_FLUSH,
      .kept = { HOST_MESSAGES_CLAIMED, OLD, 0 },
      .late = "ending the old ranks' output took longer than 30 s" },
};

/* ---- what happens then ---- */

static void lose_old(void)
{
    made_up_lose(OLD, 1);
}

static void lose_last(void)
{
    made_up_lose(OLD, LAST);
}

static void lose_first(void)
{
    made_up_lose(OLD, 0);
}

static void lose_new(void)
{
    made_up_lose(NEW, 1);
    made_up_go_round();
    made_up_pass(1);
}

static void lose_old_host(void)
{
    made_up_lose_host(job.rank[OLD][LAST].host);
}

static void lose_new_host(void)
{
    made_up_lose_host(job.rank[NEW][job.ranks[NEW] - 1].host);
}

static void connect_anew(void)
{
    line_t *before = job.host[1].line;

    made_up_connect(1);
    line_destroy(before);
}

static void end_job(void)
{
    head_end(&job.head, 0);
}

/* At what it is asked for while it stands, or as it comes to stand. */
static void fail_old(void)
{
    made_up_say(OLD, 1, LOCAL_MESSAGE_FAILED, !job.rank[OLD][1].standing,
                "the \"disk\" is full");
}

/* The second one says so when it is to go on already. */
static void fail_all(void)
{
    bool stood = job.rank[OLD][LAST].standing;

    fail_old();
    made_up_go_round();
    made_up_say(OLD, LAST, LOCAL_MESSAGE_FAILED, !stood, "so it is here");
}

static void fail_new(void)
{
    made_up_say(NEW, 1, LOCAL_MESSAGE_FAILED, 0, "there is no memory");
}

static void end_old(void)
{
    made_up_say(OLD, 1, LOCAL_MESSAGE_BYE, 0, NULL);
}

static void end_new(void)
{
    made_up_say(NEW, 1, LOCAL_MESSAGE_BYE, 0, NULL);
}

static void fail_both(void)
{
    fail_new();
    fail_old();
    made_up_lose(OLD, 1);
}

static void be_late(void)
{
    made_up_pass(31 * 60);
}

/* Whoever is not waited for says all once more. */
static void repeat(void)
{
    made_up_repeat(OLD, 0);
    made_up_repeat(NEW, 0);
    if (job.host[1].line)
        made_up_host_says(1, HOST_MESSAGES_WATCH, 1);
}

/* What ranks say in other phases, as what they did for a change before this
 * one may come that late.
 */
static void speak_late(void)
{
    static const struct made_up_answer answers[] = {
        { LOCAL_MESSAGE_PROMISE, OLD, LAST },
        { LOCAL_MESSAGE_COLLECTED, OLD, LAST },
        { LOCAL_MESSAGE_BEFORE, OLD, LAST },
        { LOCAL_MESSAGE_DIGEST, OLD, LAST },
        { LOCAL_MESSAGE_READY, NEW, 1 },
        { LOCAL_MESSAGE_PREPARED, NEW, 1 },
        { LOCAL_MESSAGE_PULLED, NEW, 1 },
    };

    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        if (answers[i].type != job.kept.type)
            made_up_answer(answers[i].side, answers[i].who, answers[i].type);
    made_up_go_round();
    repeat();
}

/* What nobody understands, and what is of nobody. */
static void babble(void)
{
    static const int ranks[] = { 77, -7, 0 };
    static const uint32_t types[] = {
        0, 50, 99, HOST_MESSAGES_SLOT, HOST_MESSAGES_FLIGHT, 12345
    };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        for (size_t k = 0; k < sizeof(ranks) / sizeof(ranks[0]); k++)
            for (uint32_t g = 1; g < 4; g++) {
                struct local_message_head message = {
                    .type = types[i],
                    .generation = g,
                    .rank = ranks[k],
                    .bytes = 3,
                };

                line_send(job.host[0].line, &message, "?!");
            }
}

static const struct loss {
    const char *what;
    void (*happens)(void);
    const char *reason; /* why the change is given up; NULL: it is not */
    bool hosts;         /* it takes several */
    bool lasting;       /* there is no other change then */
    bool at_once;       /* messages that are collected are not waited for */
} losses[] = {
    { .what = "an old rank is gone",
      .happens = lose_old,
      .reason = "rank 1 is gone",
      .lasting = true },
    { .what = "the old rank that is waited for is gone",
      .happens = lose_last,
      .reason = "rank 2 is gone",
      .lasting = true,
      .at_once = true },
    { .what = "the first rank is gone",
      .happens = lose_first,
      .reason = "rank 0 is gone",
      .lasting = true,
      .at_once = true },
    { .what = "a new rank is gone",
      .happens = lose_new,
      .reason = "new rank 1 is gone" },
    { .what = "the launcher is gone",
      .happens = made_up_end_launcher,
      .reason = "the new ranks ended, with status 0, before they took over" },
    { .what = "a host of old ranks is gone",
      .happens = lose_old_host,
      .reason = "cannot be reached: it has closed the connection",
      .hosts = true,
      .lasting = true,
      .at_once = true },
    { .what = "a host of new ranks is gone",
      .happens = lose_new_host,
      .reason = "cannot be reached: it has closed the connection",
      .hosts = true,
      .lasting = true },
    { .what = "a host connects anew",
      .happens = connect_anew,
      .reason = "host h1 cannot be reached: it has connected anew",
      .hosts = true,
      .lasting = true },
    { .what = "the job ends",
      .happens = end_job,
      .reason = "the program is ending",
      .lasting = true,
      .at_once = true },
    { .what = "an old rank fails",
      .happens = fail_old,
      .reason = "rank 1: the \"disk\" is full" },
    { .what = "one old rank after the other fails",
      .happens = fail_all,
      .reason = "rank 1: the \"disk\" is full",
      .at_once = true },
    { .what = "a new rank fails",
      .happens = fail_new,
      .reason = "new rank 1: there is no memory" },
    { .what = "an old rank ends",
      .happens = end_old,
      .reason = "the program is ending",
      .lasting = true,
      .at_once = true },
    { .what = "a new rank ends",
      .happens = end_new,
      .reason = "new rank 1 ended before its first mito_sync()" },
    { .what = "one after another fails",
      .happens = fail_both,
      .reason = "new rank 1: there is no memory",
      .lasting = true },
    { .what = "it takes too long", .happens = be_late, .at_once = true },
    { .what = "all is said twice", .happens = repeat },
    { .what = "what belongs to other phases is said", .happens = speak_late },
    { .what = "nobody understands what is said", .happens = babble },
};

/* ---- a row: something happens somewhere ---- */

static char change[100]; /* that is asked for */

static void begin(const struct where *w, bool hosts)
{
    struct made_up_job like = {
        .old_hosts = !hosts       ? "000"
                     : w->migrate ? "012"
                                  : "001",
        .new_hosts = !hosts       ? w->migrate ? "000" : "0000"
                     : w->migrate ? "011"
                                  : "0012",
        .kept = w->kept,
        .wish = w->wish,
        .idle = w->idle,
        .under_way = w->migrate,
        .unflushed = w->unflushed,
    };
    struct error err = { "" };

    snprintf(change, sizeof(change), w->migrate ? "migrate 2 %s" : "resize 4",
             hosts ? "h1" : host_own());
    made_up_create(&like);
    if (made_up_begin(change, &err) < 0)
        diag("it did not begin: %s", err.text);
    made_up_arrive();
}

/* It gets to where it waits, which may take moments of the loop's. */
static bool is_there(const struct where *w)
{
    double until = loop_now() + 10;

    while (job.head.change && loop_now() < until
           && (job.head.change->phase != w->phase
               || (w->kept.type && job.withheld_by < 0)))
        made_up_go_round();
    return job.head.change && job.head.change->phase == w->phase;
}

static void await_end(void)
{
    double until = loop_now() + 10;

    while (job.head.change && !job.head.change->failing && loop_now() < until)
        made_up_go_round();
}

/* While old ranks collect messages none goes on before all have done so. */
static bool is_waited_for(const struct where *w, const struct loss *loss)
{
    if (w->phase != PHASE_MAIL || loss->at_once)
        return !job.head.change;
    for (int r = 0; r < job.ranks[OLD]; r++)
        if (job.rank[OLD][r].went > 0)
            return false;
    return job.head.change && job.head.change->failing;
}

static void expect(const char *wrong,
                   const struct where *w,
                   const struct loss *loss,
                   bool hosts,
                   const char *outcome)
{
    if (!ok(!wrong, "%s on %s: %s: %s", w->name,
            hosts ? "three hosts" : "one host", loss->what, outcome))
        diag("%s", wrong);
}

/* The job can be changed as if nothing had been. */
static const char *change_again(void)
{
    struct error err;
    static char wrong[2000];

    job.kept.type = 0;
    job.unflushed = false;
    job.outcomes = 0;
    for (int i = 0; i < MADE_UP_HOSTS; i++)
        job.host[i].killed = job.host[i].forgotten = 0;
    if (made_up_begin(change, &err) < 0) {
        snprintf(wrong, sizeof(wrong), "it does not begin: %s", err.text);
        return wrong;
    }
    made_up_arrive();
    return made_up_end_change() ? made_up_done() : "it does not end";
}

static void test_given_up(const struct where *w,
                          const struct loss *loss,
                          bool hosts)
{
    const char *reason = loss->reason ? loss->reason : w->late;
    bool waited;

    loss->happens();
    made_up_go_round();
    await_end();
    waited = is_waited_for(w, loss);
    made_up_speak();
    made_up_end_change();
    expect(!waited ? "it was given up too early or too late"
                   : made_up_given_up(reason),
           w, loss, hosts, "given up, and the job goes on");
    if (hosts && !loss->lasting)
        expect(change_again(), w, loss, hosts, "the next change is done");
}

static void test_done(const struct where *w,
                      const struct loss *loss,
                      bool hosts)
{
    bool there;

    loss->happens();
    made_up_go_round();
    there = is_there(w);
    made_up_speak();
    made_up_pass(w->unflushed ? 3 : 0);
    made_up_end_change();
    expect(!there ? "it did not wait" : made_up_done(), w, loss, hosts,
           "it is done all the same");
}

static void test(const struct where *w, const struct loss *loss, bool hosts)
{
    begin(w, hosts);
    if (!is_there(w))
        expect(job.head.change ? "it got elsewhere" : job.sentence, w, loss,
               hosts, "it gets there");
    else if (loss->reason || loss->happens == be_late)
        test_given_up(w, loss, hosts);
    else
        test_done(w, loss, hosts);
    made_up_destroy();
}

/* ---- two things at once ---- */

/* The first one is why the change is given up; in whatever order they come,
 * that is once.
 */
static void test_both(const struct where *w,
                      const struct loss *first,
                      const struct loss *then)
{
    const char *reason = first->reason ? first->reason : w->late;
    const char *wrong;

    begin(w, true);
    is_there(w);
    first->happens();
    made_up_go_round();
    await_end();
    then->happens();
    made_up_go_round();
    made_up_speak();
    made_up_end_change();
    wrong = made_up_given_up(reason);
    if (!ok(!wrong, "%s: %s, and then: %s", w->name, first->what, then->what))
        diag("%s", wrong);
    made_up_destroy();
}

/* In the phase that a change which fails is still in for a while. */
static void test_pairs(void)
{
    const size_t count = sizeof(losses) / sizeof(losses[0]);

    for (size_t i = 0; i < sizeof(wheres) / sizeof(wheres[0]); i++)
        for (size_t k = 0; wheres[i].phase == PHASE_MAIL && k < count; k++)
            for (size_t n = 0; n < count; n++)
                if (losses[k].reason && !losses[k].at_once)
                    test_both(&wheres[i], &losses[k], &losses[n]);
}

static void test_all(void)
{
    for (size_t i = 0; i < sizeof(wheres) / sizeof(wheres[0]); i++)
        for (size_t k = 0; k < sizeof(losses) / sizeof(losses[0]); k++)
            for (int hosts = losses[k].hosts; hosts < 2; hosts++)
                test(&wheres[i], &losses[k], hosts);
    test_pairs();
}

int main(void)
{
    return made_up_main(test_all);
}

/* Tests of pmpi/change/hold.c: what a rank does that stands still
 *
 * All that it calls is made up and notes that it was called, in one line of
 * words.  The agent says what a case has it say.  Each case is a process of
 * its own, which goes on with the program or ends.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmpi/calls/entry.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/carry_messages.h"
#include "pmpi/change/hold.h"
#include "pmpi/change/hooks.h"
#include "pmpi/change/pending_requests.h"
#include "pmpi/files/not_carried.h"
#include "pmpi/files/output.h"
#include "pmpi/files/written_files.h"
#include "pmpi/mpi/real.h"
#include "pmpi/state/register.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/watch/finalize_guard.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/watch_end.h"
#include "tests/tap.h"

enum { SYNC = 7, MOST = 5 };

/* What the agent says: that it says nothing, and that it is gone. */
enum { SILENT = 1000, GONE };

struct word {
    int type;
    uint64_t number;
};

/* What may be otherwise than usual. */
enum circumstances {
    HAS_HOOKS = 1,
    BUSY = 2,         /* something is under way */
    BUSY_BY_HOOK = 4, /* once a function of mito_before() was called */
    FULL = 8,         /* nothing can be written down */
    NO_MAIL = 16,     /* messages under way cannot be collected */
    FIRST = 32,       /* this is rank 0 of the first generation */
    CLAIMED = 64,     /* the agent has let the next generation take over */
    TAKEN_OVER = 128, /* which is on record */
    ELSEWHERE = 256,  /* a stop at another sync was agreed on */
    ALONE = 512,      /* there is no command beside the library */
    REFUSED = 1024,   /* something was refused before */
};

static struct test_case {
    const char *what;
    unsigned circumstances;
    struct word agent[MOST];
    const char *happens;
} now;

/* What parent and child see. */
static struct seen {
    char log[1000];
    struct control_slot slot;
} * seen;

struct agent_link member;
static int words; /* that the agent has said */
static bool warned;

__attribute__((format(printf, 1, 2))) static void note(const char *fmt, ...)
{
    size_t used = strlen(seen->log);
    va_list args;

    va_start(args, fmt);
    vsnprintf(seen->log + used, sizeof(seen->log) - used, fmt, args);
    va_end(args);
}

static int fail_if(unsigned circumstance, struct error *err)
{
    return now.circumstances & circumstance
               ? error_set(err, "made up to fail\nhere")
               : 0;
}

/* ---- the agent ---- */

int agent_link_hear(struct local_message *wire, struct error *err)
{
    struct word word = now.agent[words < MOST - 1 ? words++ : words];

    if (now.circumstances & CLAIMED)
        atomic_store(&member.slot->state, SLOT_FINISHED);
    if (word.type == SILENT) {
        error_set(err, "silence");
        return 0;
    }
    if (word.type == GONE || word.type == 0)
        return error_set(err, "end");
    wire->head = (struct local_message_head){ .type = (uint32_t)word.type,
                                              .number = word.number };
    wire->payload = "order";
    return 1;
}

int agent_link_tell(enum local_message_type type,
                    uint64_t number,
                    const char *text)
{
    static const char *const names[] = {
        [LOCAL_MESSAGE_HELD] = "HELD",
        [LOCAL_MESSAGE_BUSY] = "BUSY",
        [LOCAL_MESSAGE_COLLECTED] = "COLLECTED",
        [LOCAL_MESSAGE_BEFORE] = "READY",
        [LOCAL_MESSAGE_OFFERED] = "OFFERED",
        [LOCAL_MESSAGE_FAILED] = "FAILED",
    };

    (void)number;
    note("%s%s%s%s ", names[type], text ? "(" : "", text ? text : "",
         text ? ")" : "");
    return 0;
}

int agent_link_tell_sums(enum local_message_type type,
                         uint64_t number,
                         const uint64_t *sums,
                         size_t count)
{
    (void)type, (void)number;
    note("SUMS(%d,%d) ", (int)sums[0], (int)sums[count - 1]);
    return 0;
}

void agent_link_give_up_agent(void)
{
}

void agent_link_lose_agent(const char *why)
{
    note("lose(%s) ", why);
}

void control_end_agent(const struct control *record)
{
    (void)record;
    note("kill ");
}

/* ---- messages under way ---- */

int carry_messages_collect(const struct state_place *place,
                           uint64_t count,
                           struct error *err)
{
    (void)place;
    note("collect(%d) ", (int)count);
    return fail_if(NO_MAIL, err);
}

void carry_messages_await(const struct state_place *place)
{
    (void)place;
    note("await ");
}

void carry_messages_send(const struct state_place *place,
                         uint32_t generation,
                         int ranks,
                         uint64_t sync)
{
    (void)place, (void)generation, (void)ranks, (void)sync;
    note("send ");
}

void carry_messages_withdraw(const struct state_place *place)
{
    (void)place;
    note("withdraw ");
}

/* ---- the program ---- */

bool hooks_has(enum hooks_kind kind)
{
    (void)kind;
    return now.circumstances & HAS_HOOKS;
}

void hooks_call(enum hooks_kind kind)
{
    warned = true;
    note(kind == HOOKS_BEFORE ? "before " : "after ");
}

bool pending_requests_any(struct error *err)
{
    return fail_if(BUSY | (warned ? BUSY_BY_HOOK : 0), err) < 0;
}

int output_flush(struct error *err)
{
    (void)err;
    note("flush ");
    return 0;
}

void output_drain(void)
{
    note("drain ");
}

int not_carried_tell(struct error *err)
{
    (void)err;
    return 0;
}

void not_carried_remove_positions(void)
{
    note("forget ");
}

void written_files_keep_own(void)
{
    note("keep ");
}

/* ---- its state ---- */

size_t registered_count = 2;

int state_manifest_check(struct error *err)
{
    return fail_if(REFUSED, err);
}

int state_manifest_write(const struct state_place *place,
                         bool stopped,
                         struct error *err)
{
    (void)place, (void)stopped;
    note("write ");
    return fail_if(FULL, err);
}

int state_manifest_digest(const struct state_place *place,
                          const char *order,
                          uint64_t *sums,
                          struct error *err)
{
    (void)place;
    note("digest(%s) ", order);
    sums[0] = 11;
    sums[1] = 12;
    return fail_if(FULL, err);
}

int state_manifest_offer(const struct state_place *place, struct error *err)
{
    (void)place;
    return now.circumstances & BUSY ? 0 : fail_if(FULL, err) < 0 ? -1 : 1;
}

void state_manifest_settle(void)
{
    note("settle ");
}

/* ---- watching, and the end ---- */

void watch_hold(void)
{
    note("stand ");
}

void watch_release(void)
{
    note("stir ");
}

void watch_succeed(uint64_t sync)
{
    note("succeed(%d) ", (int)sync);
}

void watch_say(const char *fmt, ...)
{
    char text[200];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    if (now.circumstances & ALONE)
        note("say(%s) ", text);
    else
        note("say ");
}

void entry_close(void)
{
    note("close ");
}

bool finalize_guard_prepare(void)
{
    return true;
}

void finalize_guard_leave_in_use(void)
{
    note("leave ");
}

bool start_command_find(char command[START_COMMAND_PATH])
{
    if (!(now.circumstances & ALONE))
        strcpy(command, "/mitosis");
    return !(now.circumstances & ALONE);
}

void start_command_become(const char *command, char *const list[])
{
    note("become(%s %s %s) ", command, list[1], list[2]);
}

static int finalize(void)
{
    note("finalize ");
    return MPI_SUCCESS;
}

/* ---- */

static void start(const struct test_case *c)
{
    static struct control control, record;

    real_call[CALL_MPI_Finalize] = (void *)finalize;
    now = *c;
    words = 0;
    warned = false;
    memset(seen, 0, sizeof(*seen));
    member = (struct agent_link){ .slot = &seen->slot,
                                  .control = &control,
                                  .record = &record };
    member.at.folder = "folder";
    member.at.generation = c->circumstances & FIRST ? 1 : 2;
    member.slot->state = SLOT_RUNNING;
    member.slot->horizon = c->circumstances & ELSEWHERE ? 5 : SYNC;
    record.successor = c->circumstances & TAKEN_OVER ? 3 : 0;
}

/* In a process of its own: it is to come to an end here or go on. */
static const char *happens(void (*work)(uint64_t count))
{
    pid_t child = fork();
    int status = 1;

    if (child == 0) {
        work(SYNC);
        note("on");
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (status != 0)
        note("status %d", status);
    return seen->log;
}

static void check(const struct test_case *c)
{
    const char *log;

    start(c);
    log = happens(hold_at);
    if (!ok(strcmp(log, c->happens) == 0, "%s", c->what))
        diag("%s\n#   expected: %s", log, c->happens);
}

static const struct test_case stops[] = {
    { "what is registered is told before the rank counts as standing",
      0,
      { { LOCAL_MESSAGE_GO, 0 } },
      "stand flush write HELD drain stir settle on" },
    { "a rank that has something under way says so, and shows nothing",
      BUSY,
      { { LOCAL_MESSAGE_GO, 0 } },
      "stand BUSY(made up to fail\nhere) stir settle on" },
    { "one that cannot show what it has says why",
      FULL,
      { { LOCAL_MESSAGE_GO, 0 } },
      "stand flush write FAILED(made up to fail\nhere) stir settle on" },
    { "its part of the digest is told when it is asked for",
      0,
      { { LOCAL_MESSAGE_DIGEST, 0 }, { LOCAL_MESSAGE_GO, 0 } },
      "stand flush write HELD drain digest(order) SUMS(11,12) stir settle "
      "on" },
    { "messages under way are collected, and sent again if it is to go on",
      0,
      { { LOCAL_MESSAGE_COLLECT, 3 }, { LOCAL_MESSAGE_GO, 0 } },
      "stand flush write HELD drain collect(3) COLLECTED send stir settle "
      "on" },
    { "those that did come are sent again where not all could be collected",
      NO_MAIL,
      { { LOCAL_MESSAGE_COLLECT, 3 }, { LOCAL_MESSAGE_GO, 0 } },
      "stand flush write HELD drain collect(3) FAILED(made up to fail\nhere) "
      "send stir settle on" },
    /* the program's functions */
    { "functions of mito_before() are called when all stand, then it is shown",
      HAS_HOOKS,
      { { LOCAL_MESSAGE_BEFORE, 0 }, { LOCAL_MESSAGE_GO, 0 } },
      "stand HELD(before) stir before stand flush write READY drain stir "
      "settle after on" },
    { "without these, those of mito_after() are not called",
      HAS_HOOKS,
      { { LOCAL_MESSAGE_GO, 0 } },
      "stand HELD(before) stir settle on" },
    { "none is called where it is known before that there can be no change",
      HAS_HOOKS | REFUSED,
      { { LOCAL_MESSAGE_GO, 0 } },
      "stand FAILED(made up to fail\nhere) stir settle on" },
    { "a function that leaves something under way is blamed, in one line",
      HAS_HOOKS | BUSY_BY_HOOK,
      { { LOCAL_MESSAGE_BEFORE, 0 }, { LOCAL_MESSAGE_GO, 0 } },
      "stand HELD(before) stir before stand FAILED(a function of "
      "mito_before() has begun made up to fail and not completed it) stir "
      "settle after on" },
    { "what cannot be shown after it is told",
      HAS_HOOKS | FULL,
      { { LOCAL_MESSAGE_BEFORE, 0 }, { LOCAL_MESSAGE_GO, 0 } },
      "stand HELD(before) stir before stand flush write FAILED(made up to "
      "fail\nhere) stir settle after on" },
    /* the next generation takes over */
    { "a rank that is let go ends MPI and is no more",
      0,
      { { LOCAL_MESSAGE_LEAVE, 0 } },
      "stand flush write HELD drain keep succeed(7) close leave finalize "
      "forget " },
    { "messages that others will send do not count for it",
      0,
      { { LOCAL_MESSAGE_COLLECT, 3 }, { LOCAL_MESSAGE_LEAVE, 0 } },
      "stand flush write HELD drain collect(3) COLLECTED withdraw keep "
      "succeed(7) close leave finalize forget " },
    { "the first of all ranks stays for the launcher, as another program",
      FIRST,
      { { LOCAL_MESSAGE_LEAVE, 0 } },
      "stand flush write HELD drain keep succeed(7) close leave finalize "
      "forget "
      "become(/mitosis hold folder) say " },
    { "without that program it says why nobody tells of the end",
      FIRST | ALONE,
      { { LOCAL_MESSAGE_LEAVE, 0 } },
      "stand flush write HELD drain keep succeed(7) close leave finalize "
      "forget "
      "say(the command 'mitosis' is not beside the library; the job's end "
      "will "
      "not be told) " },
    /* the agent is lost */
    { "without the agent it goes on with the program",
      0,
      { { GONE, 0 } },
      "stand flush write HELD drain lose(end) stir settle on" },
    { "after all have collected what was under way, and that is sent again",
      0,
      { { LOCAL_MESSAGE_COLLECT, 3 }, { GONE, 0 } },
      "stand flush write HELD drain collect(3) COLLECTED await send lose(end) "
      "stir settle on" },
    { "one that says nothing is ended before",
      0,
      { { SILENT, 0 } },
      "stand flush write HELD drain kill lose(silence) stir settle on" },
    { "when others have taken over on its word the rank ends",
      CLAIMED | TAKEN_OVER,
      { { GONE, 0 } },
      "stand flush write HELD drain keep succeed(7) close leave finalize "
      "forget " },
    { "when they were only about to, it goes on",
      CLAIMED,
      { { GONE, 0 } },
      "stand flush write HELD drain lose(end) stir settle on" },
    { "an agent that is about to let others take over may be silent",
      CLAIMED,
      { { SILENT, 0 }, { SILENT, 0 }, { LOCAL_MESSAGE_LEAVE, 0 } },
      "stand flush write HELD drain keep succeed(7) close leave finalize "
      "forget " },
};

static void test_stops(void)
{
    for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++)
        check(&stops[i]);
}

/* The slot, which the agent reads. */
static void test_slot(void)
{
    static const struct test_case go = { .agent = {
                                             { LOCAL_MESSAGE_GO, 9 } } };
    static const struct test_case meanwhile = {
        .circumstances = ELSEWHERE, .agent = { { LOCAL_MESSAGE_GO, 9 } }
    };
    static const struct test_case leave = { .agent = {
                                                { LOCAL_MESSAGE_LEAVE, 0 } } };

    start(&go);
    happens(hold_at);
    ok(seen->slot.state == SLOT_RUNNING && seen->slot.flushed == 0,
       "a rank that goes on counts as running, its output as not read");
    ok(seen->slot.horizon == 9, "it looks up where the agent says");
    start(&meanwhile);
    happens(hold_at);
    ok(seen->slot.horizon == 5,
       "or at another stop, if that was agreed on meanwhile");
    start(&leave);
    happens(hold_at);
    ok(seen->slot.state == SLOT_FINISHED && seen->slot.flushed == 1,
       "one that is let go has ended, its output was read");
}

static void stand_twice(uint64_t count)
{
    hold_at(count);
    note("on ");
    hold_at(count + 1);
}

static void test_again(void)
{
    static const struct test_case twice = { .agent = {
                                                { LOCAL_MESSAGE_COLLECT, 3 },
                                                { LOCAL_MESSAGE_GO, 0 },
                                                { LOCAL_MESSAGE_GO, 0 } } };

    start(&twice);
    has(happens(stand_twice),
        "send stir settle on stand flush write HELD drain stir settle on",
        "at the next stop nothing is sent again");
}

static void test_offers(void)
{
    static const struct {
        unsigned circumstances;
        const char *happens, *what;
    } cases[] = {
        { 0, "OFFERED on", "what is offered anew is told" },
        { BUSY, "on", "what others know of is not" },
        { FULL, "on", "nor what cannot be offered" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start(&(struct test_case){ .circumstances = cases[i].circumstances });
        ok(strcmp(happens(hold_offer), cases[i].happens) == 0, "%s: %s",
           cases[i].what, seen->log);
    }
}

int main(void)
{
    seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (seen == MAP_FAILED)
        return 1;
    test_stops();
    test_slot();
    test_again();
    test_offers();
    return tap_done();
}

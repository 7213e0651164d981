/* Tests of agent/host/head_host.c, local_ranks.c and orders.c: a head at one
 * end of a line, ranks at the other, all in this process
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/host/head_host.h"
#include "agent/host/host_messages.h"
#include "job/control.h"
#include "net/loop.h"
#include "tests/tap.h"

enum { RANKS = 2 };

static char folder[] = "/tmp/mitosis-head-host-XXXXXX";
static loop_t *loop;
static struct host_agent *agent;
static line_t *line;
static struct control *control;
static int rank[RANKS]; /* the ranks' ends of their connections */
static char heard[512]; /* what the head heard: "type.rank.number", ... */
static char asked[64];  /* what a user asked */
static int user = -1;   /* the head's connection to him */

/* ---- the head ---- */

static void on_heard(void *arg,
                     const struct local_message_head *head,
                     const char *payload)
{
    size_t used = strlen(heard);

    (void)arg;
    (void)payload;
    snprintf(heard + used, sizeof(heard) - used, "%s%u.%d.%u", used ? " " : "",
             head->type, head->rank, (unsigned)head->number);
}

static void on_asked(void *arg, int fd, const struct local_message *wire)
{
    (void)arg;
    snprintf(asked, sizeof(asked), "%.60s", wire->payload);
    user = fd;
}

static void say(enum host_messages_type type,
                int to,
                uint64_t number,
                const void *payload,
                size_t bytes)
{
    struct local_message_head head = { .type = type,
                                       .generation = 1,
                                       .rank = to,
                                       .bytes = (uint32_t)bytes,
                                       .number = number };

    line_send(line, &head, payload);
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static void go_round(void)
{
    heard[0] = '\0';
    loop_await(loop, never, NULL, 20);
}

/* Whether the head heard just that. */
static void hears(const char *expected, const char *point)
{
    bool same;

    go_round();
    same = strcmp(heard, expected) == 0;
    ok(same, "%s%s%s", point, same ? "" : ", not: ", same ? "" : heard);
}

/* ---- the ranks ---- */

static void tell(int r, enum local_message_type type, uint64_t number)
{
    struct local_message_head head = {
        .type = type, .generation = 1, .rank = r, .number = number
    };

    local_message_send(rank[r], &head, NULL, NULL);
}

/* What a rank is told next: its type, or 0 when there is nothing. */
static uint32_t told(int r)
{
    static struct local_message wire;

    return local_message_receive(rank[r], &wire, 0, NULL) > 0 ? wire.head.type
                                                              : 0;
}

static void connect_rank(int r)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return;
    rank[r] = ends[0];
    ok(head_host_take(agent, ends[1], 1, r) == 0, "rank %d connects", r);
}

static uint32_t state_of(int r)
{
    return atomic_load(&control->slot[r].state);
}

static void set_state(int r, enum slot_state state)
{
    atomic_store(&control->slot[r].state, state);
}

/* ---- the tests ---- */

static bool begin(void)
{
    static const struct line_events events = { .heard = on_heard };
    static const struct local_ranks_users users = { on_asked, NULL };
    const struct line_end end = { &events, NULL };

    if (!mkdtemp(folder) || !(loop = loop_create())
        || !(control = control_open(folder, 1, RANKS, NULL)))
        return false;
    for (int r = 0; r < RANKS; r++)
        process_id_set(&control->slot[r].process, getpid());
    agent = head_host_start(loop, folder, &users, &end, &line, NULL);
    return agent != NULL;
}

static void test_words(void)
{
    hears("", "a host without words says none");
    tell(1, LOCAL_MESSAGE_HELLO, 7);
    hears("1.1.7", "what a rank says comes to the head");
    tell(1, LOCAL_MESSAGE_STILL, 0);
    hears("", "who asks whether we are there does not disturb it");
    ok(told(1) == LOCAL_MESSAGE_STAY, "and is answered");
    head_host_reassure(agent);
    ok(told(0) == LOCAL_MESSAGE_STAY && told(1) == LOCAL_MESSAGE_STAY,
       "all who wait can be told that we are there");
}

static void test_going_on(void)
{
    say((enum host_messages_type)LOCAL_MESSAGE_GO, 1, 0, NULL, 0);
    go_round();
    ok(told(1) == 0, "a rank that runs is not told to go on");
    tell(1, LOCAL_MESSAGE_HELD, 12);
    hears("5.1.12", "the head hears where a rank stands");
    say((enum host_messages_type)LOCAL_MESSAGE_GO, 1, 0, NULL, 0);
    say((enum host_messages_type)LOCAL_MESSAGE_GO, 1, 0, NULL, 0);
    go_round();
    ok(told(1) == LOCAL_MESSAGE_GO && told(1) == 0,
       "a rank that stands is told to go on, once");
    say((enum host_messages_type)LOCAL_MESSAGE_COMMIT, 1, 0, NULL, 0);
    go_round();
    ok(told(1) == 0, "a rank that is not ready does not take over");
    tell(1, LOCAL_MESSAGE_READY, 0);
    hears("2.1.0", "the head hears that a rank is ready");
    say((enum host_messages_type)LOCAL_MESSAGE_COMMIT, 1, 0, NULL, 0);
    go_round();
    ok(told(1) == LOCAL_MESSAGE_COMMIT, "a rank that is ready takes over");
}

/* A rank that waits for a message stands, too. */
static void test_idle(void)
{
    tell(1, LOCAL_MESSAGE_IDLE, 13);
    go_round();
    say((enum host_messages_type)LOCAL_MESSAGE_GO, 1, 0, NULL, 0);
    go_round();
    ok(told(1) == LOCAL_MESSAGE_GO && told(1) == 0,
       "a rank that waits for a message is told to go on, once");
}

/* What was claimed goes on when another rank could not be claimed. */
static void test_refused(void)
{
    tell(0, LOCAL_MESSAGE_HELD, 20);
    go_round();
    set_state(0, SLOT_HELD);
    set_state(1, SLOT_RUNNING);
    say(HOST_MESSAGES_CLAIM, HOST_MESSAGES_ALL, SLOT_HELD, NULL, 0);
    go_round();
    ok(state_of(0) == SLOT_FINISHED && told(0) == 0,
       "a rank that is claimed waits");
    say((enum host_messages_type)LOCAL_MESSAGE_GO, 0, 0, NULL, 0);
    go_round();
    ok(told(0) == LOCAL_MESSAGE_GO, "and is given back by letting it go on");
}

static void test_control(void)
{
    struct host_messages_control words = {
        .horizon = 40, .window = 3, .crowded = 1, .ranks = RANKS
    };

    say(HOST_MESSAGES_CONTROL, HOST_MESSAGES_ALL, 0, &words, sizeof(words));
    hears("", "words of all ranks are not answered");
    ok(atomic_load(&control->slot[1].horizon) == 40
           && atomic_load(&control->window) == 3
           && atomic_load(&control->crowded) == 1,
       "and are there for the ranks");
    words.offer = 50;
    say(HOST_MESSAGES_CONTROL, HOST_MESSAGES_ALL, 0, &words, sizeof(words));
    say(HOST_MESSAGES_CONTROL, HOST_MESSAGES_ALL, 0, &words, 3);
    go_round();
    ok(atomic_load(&control->slot[1].horizon) == 0
           && atomic_load(&control->offer) == 50,
       "ranks look up at once to serve what is constant");
}

static void test_claims(void)
{
    static const struct {
        enum slot_state state[RANKS], then[RANKS];
        enum slot_state from;
        const char *answer;
        const char *point;
    } cases[] = {
        { { SLOT_HELD, SLOT_HELD },
          { SLOT_FINISHED, SLOT_FINISHED },
          SLOT_HELD,
          "106.-1.1",
          "ranks that stand are claimed" },
        { { SLOT_HELD, SLOT_RUNNING },
          { SLOT_FINISHED, SLOT_RUNNING },
          SLOT_HELD,
          "106.-1.0",
          "a rank that has gone on cannot be claimed" },
        { { SLOT_IDLE, SLOT_HELD },
          { SLOT_HELD, SLOT_HELD },
          SLOT_IDLE,
          "106.-1.1",
          "ranks that wait for a message stand once they are claimed" },
        { { SLOT_RUNNING, SLOT_IDLE },
          { SLOT_RUNNING, SLOT_HELD },
          SLOT_IDLE,
          "106.-1.0",
          "a rank that has received something cannot be claimed" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int r = 0; r < RANKS; r++)
            set_state(r, cases[i].state[r]);
        say(HOST_MESSAGES_CLAIM, HOST_MESSAGES_ALL, cases[i].from, NULL, 0);
        hears(cases[i].answer, cases[i].point);
        ok(state_of(0) == cases[i].then[0] && state_of(1) == cases[i].then[1],
           "and their slots say so");
    }
}

static void test_watch(void)
{
    set_state(0, SLOT_RUNNING);
    say(HOST_MESSAGES_WATCH, HOST_MESSAGES_ALL, 1, NULL, 0);
    hears("109.-1.1", "the head's own host tells nothing of slots or files");
}

static void test_users(void)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_COMMAND,
                                       .bytes = 7 };
    int fd;

    ok(head_host_listen(agent, NULL) == 0, "who wants to can connect");
    fd = local_message_connect(folder, NULL);
    local_message_send(fd, &head, "status", NULL);
    hears("", "a user is no rank");
    ok(strcmp(asked, "status") == 0, "what he asks comes to the head");
    close(fd);
    hears("", "nor does the agent wait for him any more");
    close(user);
}

static void test_loss(void)
{
    close(rank[1]);
    hears("103.1.0", "the head hears that a rank is gone");
    say((enum host_messages_type)LOCAL_MESSAGE_LEAVE, 1, 0, NULL, 0);
    hears("103.1.0", "and once more when it speaks to it");
}

static void test_kill(void)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        pause();
        _exit(0);
    }
    process_id_set(&control->slot[0].process, child);
    process_id_set(&control->slot[1].process, 0);
    atomic_fetch_add(&control->slot[0].process.started, 1);
    say(HOST_MESSAGES_KILL, HOST_MESSAGES_ALL, 0, NULL, 0);
    go_round();
    ok(waitpid(child, &status, WNOHANG) == 0,
       "one that has got the number of a rank lives on");
    process_id_set(&control->slot[0].process, child);
    say(HOST_MESSAGES_KILL, HOST_MESSAGES_ALL, 0, NULL, 0);
    go_round();
    ok(waitpid(child, &status, 0) == child && WIFSIGNALED(status)
           && WTERMSIG(status) == SIGKILL,
       "ranks are ended by force");
}

static void end(void)
{
    head_host_stop(agent);
    ok(local_message_connect(folder, NULL) < 0, "nobody connects any more");
    line_destroy(line);
    loop_destroy(loop);
    control_close(control);
    control_remove(folder, 1);
    ok(rmdir(folder) == 0, "nothing is left");
}

int main(void)
{
    if (!begin())
        return 1;
    for (int r = 0; r < RANKS; r++)
        connect_rank(r);
    test_words();
    test_going_on();
    test_idle();
    test_control();
    test_claims();
    test_refused();
    test_watch();
    test_users();
    test_loss();
    test_kill();
    end();
    return tap_done();
}

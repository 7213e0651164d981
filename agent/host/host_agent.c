/* host_agent.c - look after a job's ranks on a host that is not the head's
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/head.h"
#include "agent/host/host_agent.h"
#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "agent/host/memory_check.h"
#include "agent/host/offer.h"
#include "agent/host/orders.h"
#include "agent/host/protocol_link.h"
#include "agent/peers/protocol_runner.h"
#include "base/host.h"
#include "job/agent_lock.h"
#include "job/files.h"
#include "net/strangers.h"
#include "report/live/look.h"

enum {
    TELL_MS = 50,      /* between words on how far the ranks are */
    AGAIN_MS = 300,    /* between attempts at all addresses */
    HANDED_ON = 3,     /* the descriptor that the library starts it with */
    ALONE_SECONDS = 5, /* without agent and ranks: nobody needs us */
};

static const double complain_after = 20; /* seconds without the agent */
static const double look_after = 1; /* second, at how much memory is left */
static const double little = 0.02;  /* of it that is not worth a word */

static void on_word(void *arg,
                    const struct local_message_head *head,
                    const char *payload)
{
    struct outpost *o = arg;

    if (head->rank == HOST_MESSAGES_ALL || head->type >= HOST_MESSAGES_JOIN)
        obey(o, head, payload);
    else if (local_ranks_tell(o, head->generation, head->rank, head, payload)
             < 0)
        local_ranks_report(o, HOST_MESSAGES_LOST, head->generation, head->rank,
                           0, NULL, 0);
}

/* ---- how much memory there is ---- */

static bool is_news(const struct host_messages_memory *now,
                    const struct host_messages_memory *told)
{
    double least = now->room.limit * little;

    return told->used < 0 || strcmp(now->room.where, told->room.where) != 0
           || fabs(now->used - told->used) > least
           || fabs(now->room.free - told->room.free) > least
           || fabs(now->room.swap - told->room.swap) > least;
}

static int count_announced(const struct local_generation *t)
{
    int count = 0;

    for (uint32_t r = 0; t && r < t->control->ranks; r++)
        count += t->announced[r];
    return count;
}

/* A change that would not fit is not begun: the agent has to know before.  A
 * rank that has come to its first sync has most of what it will take.
 */
static void tell_memory(struct outpost *o)
{
    const struct local_generation *t = local_generation_newest(o);
    int announced = count_announced(t);
    struct host_messages_memory now;

    if (!o->up
        || (loop_now() - o->looked < look_after && announced == o->counted))
        return;
    o->looked = loop_now();
    o->counted = announced;
    if (memory_check_look(t ? t->control : NULL, &now)
        && is_news(&now, &o->memory)
        && local_ranks_report(o, HOST_MESSAGES_MEMORY, 0, HOST_MESSAGES_ALL, 0,
                              &now, sizeof(now))
               == 0)
        o->memory = now;
}

/* ---- finding the agent ---- */

static void attempt(void *arg);

static void on_ready(void *arg)
{
    struct outpost *o = arg;

    o->up = true;
    o->lost_since = 0;
    o->described = 0;
    o->looked = 0;
    o->memory = (struct host_messages_memory){ .used = -1 };
    atomic_store(&o->record->agent, AGENT_THERE);
    local_ranks_report(o, HOST_MESSAGES_JOIN, 0, HOST_MESSAGES_ALL,
                       o->guest != NULL, o->host, strlen(o->host));
    for (struct local_generation *t = o->troops; t; t = t->next) {
        memset(t->told, 0, t->control->ranks * sizeof(*t->told));
        memset(t->exchanged, 0, t->control->ranks * sizeof(*t->exchanged));
        memset(t->announced, 0, t->control->ranks * sizeof(*t->announced));
        local_generation_report(o, t);
    }
    tell_memory(o);
    if (*o->unsaid.text) {
        struct error text = o->unsaid;

        local_ranks_say(o, "%s", text.text);
    }
    protocol_link_rejoin(o);
    if (o->guest)
        offer_join(o);
    for (struct local_ranks *w = o->wards; w; w = w->next)
        if (w->generation > 0)
            local_ranks_report(o, LOCAL_MESSAGE_HELLO, w->generation, w->rank,
                               0, NULL, 0);
}

static void on_lost(void *arg, const char *why)
{
    struct outpost *o = arg;
    bool was_up = o->up;

    line_destroy(o->line);
    o->line = NULL;
    o->up = o->watching = false;
    if (o->ended) {
        loop_stop(o->loop);
        return;
    }
    if (was_up) {
        o->lost_since = loop_now();
        o->attempt = 0;
        local_ranks_release(o, false);
    } else {
        o->attempt++;
    }
    if (o->guest && offer_lose(o, why))
        return;
    if (!o->complained && loop_now() - o->lost_since > complain_after) {
        o->complained = true;
        local_ranks_say(o,
                        "the agent on %s could not be reached for a while: %s",
                        o->home.host, why);
    }
    loop_after(
        o->loop,
        o->attempt % (o->addresses * AGENT_ADDRESS_PORTS) == 0 ? AGAIN_MS : 0,
        attempt, o);
}

static const struct line_events events = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};

static void attempt(void *arg)
{
    struct outpost *o = arg;
    int at = o->attempt % (o->addresses * AGENT_ADDRESS_PORTS);
    struct address_address address = o->address[at / AGENT_ADDRESS_PORTS];
    int fd;

    if (o->line)
        return;
    address_change(&address,
                   agent_address_port(&o->home, at % AGENT_ADDRESS_PORTS));
    fd = address_connect(&address);
    if (fd >= 0)
        o->line =
            line_create(o->loop, fd, LINE_CALLER, o->home.secret, &events, o);
    if (!o->line) {
        o->attempt++;
        loop_after(o->loop, AGAIN_MS, attempt, o);
    }
}

/* ---- from time to time ---- */

/* While the agent cannot be reached, and our ranks get nowhere either, the
 * job is ended on its side some time; so it is here.
 */
static void look_at_loss(struct outpost *o)
{
    uint64_t syncs = 0;

    if (o->lost_since == 0) {
        standstill_forget(&o->standstill);
        o->lost_seconds = 0;
        return;
    }
    for (struct local_generation *t = o->troops; t; t = t->next)
        for (uint32_t r = 0; r < t->control->ranks; r++)
            if (local_generation_has(t, (int)r))
                syncs += atomic_load(&t->control->slot[r].count);
    o->lost_seconds += standstill_look(&o->standstill, loop_now(), syncs);
    if (o->patience > 0 && o->lost_seconds >= o->patience
        && o->standstill.seconds >= o->patience)
        local_generation_kill_all(o);
}

static void on_time(void *arg)
{
    struct outpost *o = arg;
    bool unknown = false;

    for (struct local_generation *t = o->troops; t; t = t->next)
        for (int r = 0; r < (int)t->control->ranks; r++)
            unknown =
                unknown || (local_generation_has(t, r) && !t->announced[r]);
    for (struct local_generation *t = o->troops; t; t = t->next)
        if (o->watching || unknown)
            local_generation_report(o, t);
    tell_memory(o);
    local_generation_find(o, 1);
    look_at_loss(o);
    if (!o->guest && o->lost_since > 0
        && loop_now() - o->lost_since > ALONE_SECONDS
        && !local_generation_any_lives(o)) {
        loop_stop(o->loop);
        return;
    }
    loop_after(o->loop, TELL_MS, on_time, o);
}

static void on_look(void *arg)
{
    struct outpost *o = arg;

    look_at_ranks(o->folder);
    loop_after(o->loop, LOOK_MS, on_look, o);
}

/* ---- the start and the end ---- */

/* Be the one outpost of this host.  Who started us may have seen to it. */
static bool claim(struct outpost *o)
{
    o->claim = HANDED_ON;
    if (!agent_lock_is(o->folder, AGENT_LOCK_OUTPOST, o->claim))
        o->claim = agent_lock_take(o->folder, AGENT_LOCK_OUTPOST, true);
    return o->claim >= 0;
}

/* The agent's addresses, with a port for now. */
static int find_agent(struct outpost *o, struct error *err)
{
    char text[ADDRESS_TEXT + 16];
    const char *told;

    if (agent_address_read(o->folder, &o->home, err) < 0)
        return -1;
    told = o->guest ? o->guest->addresses : o->home.addresses;
    snprintf(text, sizeof(text), "%d%s", agent_address_port(&o->home, 0),
             told + strcspn(told, " "));
    o->addresses = address_read(text, o->address, err);
    return o->addresses < 0 ? -1 : 0;
}

/* One that was killed has left its socket. */
static int listen_anew(const char *folder, struct error *err)
{
    char path[JOB_PATH + FILES_NAME];

    snprintf(path, sizeof(path), "%s/agent", folder);
    unlink(path);
    return local_message_listen(folder, err);
}

static void on_stranger(void *arg, const char *text)
{
    local_ranks_say(arg, "%s", text);
}

static int start(struct outpost *o, struct error *err)
{
    snprintf(o->host, sizeof(o->host), "%s", host_own());
    o->loop = loop_create();
    if (!o->loop)
        return error_set(err, "out of memory");
    if (seal_open(err) < 0 || find_agent(o, err) < 0)
        return -1;
    /* Where no rank of the first generation is, its file holds the record. */
    o->record = control_find(o->folder, 1, NULL);
    if (!o->record)
        o->record = control_open(o->folder, 1, 1, err);
    if (!o->record)
        return -1;
    o->listening = listen_anew(o->folder, err);
    if (o->listening < 0)
        return -1;
    local_generation_find_all(o);
    o->lost_since = loop_now();
    strangers_watch(on_stranger, o);
    return loop_watch(o->loop, o->listening, local_ranks_knock, o, err);
}

/* Ranks that are still there remove the folder themselves. */
static void clean_up(struct outpost *o, bool began)
{
    bool fresh = o->guest && o->guest->fresh;
    bool alone = (began || fresh) && !local_generation_any_lives(o);

    if (o->record)
        atomic_store(&o->record->agent, AGENT_GONE);
    if (!local_generation_any_lives(o) || o->released || !began)
        agent_lock_resign(o->folder, AGENT_LOCK_OUTPOST);
    local_ranks_drop_all(o);
    line_destroy(o->line);
    while (o->troops) {
        struct local_generation *t = o->troops;

        o->troops = t->next;
        local_generation_free(t);
    }
    control_close(o->record);
    host_measure_destroy(o->gauge);
    protocol_runner_destroy(o->delegate);
    loop_destroy(o->loop);
    if (alone)
        job_remove(o->folder);
}

/* The launcher waits for all that has its pipes. */
static void let_go(void)
{
    int nothing = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        dup2(nothing, fd);
    close(nothing);
    if (chdir("/") < 0)
        return; /* then we stay where we are */
}

static int serve(struct outpost *o, const char *folder)
{
    struct error err;
    int rc;

    snprintf(o->folder, sizeof(o->folder), "%s", folder);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* the limit is the program's */
    if (!claim(o)) {
        if (o->guest)
            head_say("this host takes part in %s already", o->guest->job);
        return o->guest != NULL;
    }
    rc = start(o, &err);
    if (rc == 0 && o->guest)
        rc = offer_start(o, &err);
    if (rc == 0) {
        attempt(o);
        on_time(o);
        on_look(o);
        loop_run(o->loop);
    } else if (o->guest) {
        head_say("%s", err.text);
    } else {
        local_ranks_say(o, "%s; the job cannot be changed", err.text);
    }
    clean_up(o, rc == 0);
    return rc < 0 ? EXIT_FAILURE : o->status;
}

int host_agent_main(const char *folder)
{
    static struct outpost o;

    let_go();
    return serve(&o, folder);
}

int host_agent_join(const char *folder, const struct host_agent_guest *guest)
{
    static struct outpost o;

    o.guest = guest;
    return serve(&o, folder);
}

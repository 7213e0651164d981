/* outpost.c - look after a job's ranks on a host that is not the head's
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

#include "agent/host/agent_say.h"
#include "agent/host/host_agent.h"
#include "agent/host/host_memory.h"
#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "agent/host/offer.h"
#include "agent/host/orders.h"
#include "agent/host/outpost.h"
#include "agent/host/protocol_link.h"
#include "agent/peers/protocol_runner.h"
#include "base/system/host.h"
#include "job/agent_lock.h"
#include "net/refused_callers.h"
#include "report/live/rank_usage.h"

enum {
    TELL_MS = 50,      /* between words on how far the ranks are */
    AGAIN_MS = 300,    /* between attempts at all addresses */
    HANDED_ON = 3,     /* the descriptor that the library starts it with */
    ALONE_SECONDS = 5, /* without agent and ranks: nobody needs us */
};

static const double complain_after = 20; /* seconds without the agent */
static const double look_after = 1; /* second, at how much memory is left */
static const double little = 0.02;  /* of it that is not worth a word */

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
static void tell_memory(struct host_agent *h)
{
    const struct local_generation *t = local_generation_newest(h);
    int announced = count_announced(t);
    struct host_messages_memory now;

    if (!h->up
        || (loop_now() - h->looked < look_after && announced == h->counted))
        return;
    h->looked = loop_now();
    h->counted = announced;
    if (host_memory_look(t ? t->control : NULL, &now)
        && is_news(&now, &h->memory)
        && host_agent_report(h, HOST_MESSAGES_MEMORY, 0, HOST_MESSAGES_ALL, 0,
                             &now, sizeof(now))
               == 0)
        h->memory = now;
}

/* ---- finding the agent ---- */

static void attempt(void *arg);

/* There is a pause when all ports of all addresses were tried. */
static void attempt_again(struct host_agent *h)
{
    bool pause = h->attempt % (h->addresses * AGENT_ADDRESS_PORTS) == 0;

    loop_after(h->loop, pause ? AGAIN_MS : 0, attempt, h);
}

static void on_ready(void *arg)
{
    struct host_agent *h = arg;

    h->up = true;
    h->lost_since = 0;
    h->described = 0;
    h->looked = 0;
    h->memory = (struct host_messages_memory){ .used = -1 };
    atomic_store(&h->record->agent, AGENT_THERE);
    host_agent_report(h, HOST_MESSAGES_JOIN, 0, HOST_MESSAGES_ALL,
                      h->offer != NULL, h->host, strlen(h->host));
    for (struct local_generation *t = h->generations; t; t = t->next) {
        memset(t->told, 0, t->control->ranks * sizeof(*t->told));
        memset(t->exchanged, 0, t->control->ranks * sizeof(*t->exchanged));
        memset(t->announced, 0, t->control->ranks * sizeof(*t->announced));
        local_generation_report(h, t);
    }
    tell_memory(h);
    if (*h->unsaid.text) {
        struct error text = h->unsaid;

        host_agent_say(h, "%s", text.text);
    }
    protocol_link_rejoin(h);
    if (h->offer)
        offer_join(h);
    for (struct local_rank *w = h->ranks; w; w = w->next)
        if (w->generation > 0)
            host_agent_report(h, LOCAL_MESSAGE_HELLO, w->generation, w->rank,
                              0, NULL, 0);
}

static void on_lost(void *arg, const char *why)
{
    struct host_agent *h = arg;
    bool was_up = h->up;

    line_destroy(h->line);
    h->line = NULL;
    h->up = h->watching = false;
    if (h->ended) {
        loop_stop(h->loop);
        return;
    }
    if (was_up) {
        h->lost_since = loop_now();
        h->attempt = 0;
        local_ranks_release(h, false);
    } else {
        h->attempt++;
    }
    if (h->offer && offer_lose(h, why))
        return;
    if (!h->complained && loop_now() - h->lost_since > complain_after) {
        h->complained = true;
        host_agent_say(h,
                       "the agent on %s could not be reached for a while: %s",
                       h->home.host, why);
    }
    attempt_again(h);
}

static const struct line_events events = {
    .ready = on_ready,
    .heard = orders_hear,
    .lost = on_lost,
};

/* The agent mostly has the first port: all addresses are tried with that one
 * before another is.
 */
static void attempt(void *arg)
{
    struct host_agent *h = arg;
    int at = h->attempt % (h->addresses * AGENT_ADDRESS_PORTS);
    struct address_address address = h->address[at % h->addresses];
    int fd;

    if (h->line)
        return;
    address_change(&address, agent_address_port(&h->home, at / h->addresses));
    fd = address_connect(&address);
    if (fd >= 0)
        h->line =
            line_create(h->loop, fd, LINE_CALLER, h->home.secret, &events, h);
    if (!h->line) {
        h->attempt++;
        attempt_again(h);
    }
}

/* ---- from time to time ---- */

/* While the agent cannot be reached, and our ranks get nowhere either, the
 * job is ended on its side some time; so it is here.
 */
static void look_at_loss(struct host_agent *h)
{
    uint64_t syncs = 0;

    if (h->lost_since == 0) {
        standstill_forget(&h->standstill);
        h->lost_seconds = 0;
        return;
    }
    for (struct local_generation *t = h->generations; t; t = t->next)
        for (uint32_t r = 0; r < t->control->ranks; r++)
            if (local_generation_has(t, (int)r))
                syncs += atomic_load(&t->control->slot[r].count);
    h->lost_seconds += standstill_look(&h->standstill, loop_now(), syncs);
    if (h->patience > 0 && h->lost_seconds >= (double)h->patience
        && h->standstill.seconds >= (double)h->patience)
        local_generation_kill_all(h);
}

static void on_time(void *arg)
{
    struct host_agent *h = arg;
    bool unknown = false;

    for (struct local_generation *t = h->generations; t; t = t->next)
        for (int r = 0; r < (int)t->control->ranks; r++)
            unknown =
                unknown || (local_generation_has(t, r) && !t->announced[r]);
    for (struct local_generation *t = h->generations; t; t = t->next)
        if (h->watching || unknown)
            local_generation_report(h, t);
    tell_memory(h);
    local_generation_find(h, 1);
    look_at_loss(h);
    if (!h->offer && h->lost_since > 0
        && loop_now() - h->lost_since > ALONE_SECONDS && h->seen == 0
        && !local_generation_any_lives(h)) {
        loop_stop(h->loop);
        return;
    }
    loop_after(h->loop, TELL_MS, on_time, h);
}

static void on_look(void *arg)
{
    struct host_agent *h = arg;

    agent_say_rest(0);
    h->seen = rank_usage_note(h->folder);
    loop_after(h->loop, RANK_USAGE_MS, on_look, h);
}

/* ---- the start and the end ---- */

/* Be the one outpost of this host.  Who started us may have seen to it. */
static bool claim(struct host_agent *h)
{
    h->claim = HANDED_ON;
    if (!agent_lock_is(h->folder, AGENT_LOCK_OUTPOST, h->claim))
        h->claim = agent_lock_take(h->folder, AGENT_LOCK_OUTPOST, true);
    return h->claim >= 0;
}

/* The agent's addresses, with a port for now. */
static int find_agent(struct host_agent *h, struct error *err)
{
    char text[ADDRESS_TEXT + 16];
    const char *told;

    if (agent_address_read(h->folder, &h->home, err) < 0)
        return -1;
    told = h->offer ? h->offer->addresses : h->home.addresses;
    snprintf(text, sizeof(text), "%d%s", agent_address_port(&h->home, 0),
             told + strcspn(told, " "));
    h->addresses = address_read(text, h->address, err);
    return h->addresses < 0 ? -1 : 0;
}

static void on_stranger(void *arg, const char *text)
{
    host_agent_say(arg, "%s", text);
}

static int start(struct host_agent *h, struct error *err)
{
    snprintf(h->host, sizeof(h->host), "%s", host_own());
    h->loop = loop_create();
    if (!h->loop)
        return error_set(err, "out of memory");
    if (seal_open(err) < 0 || find_agent(h, err) < 0)
        return -1;
    /* Where no rank of the first generation is, its file holds the record. */
    h->record = control_find(h->folder, 1, NULL);
    if (!h->record)
        h->record = control_open(h->folder, 1, 1, err);
    if (!h->record)
        return -1;
    local_ranks_unlink(h); /* one that was killed has left its socket */
    h->listening = local_message_listen(h->folder, err);
    if (h->listening < 0)
        return -1;
    local_generation_find_all(h);
    h->lost_since = loop_now();
    refused_callers_watch(on_stranger, h);
    return loop_watch(h->loop, h->listening, local_ranks_knock, h, err);
}

static void clean_up(struct host_agent *h, bool began)
{
    orders_leave_folder(h, began);
    local_ranks_drop_all(h);
    line_destroy(h->line);
    local_generation_free_all(h);
    control_close(h->record);
    host_measure_destroy(h->measure);
    protocol_runner_destroy(h->runner);
    loop_destroy(h->loop);
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

static int serve(struct host_agent *h, const char *folder)
{
    struct error err;
    int rc;

    snprintf(h->folder, sizeof(h->folder), "%s", folder);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* the limit is the program's */
    if (!claim(h)) {
        if (h->offer)
            agent_say("this host takes part in %s already", h->offer->job);
        return h->offer != NULL;
    }
    rc = start(h, &err);
    if (rc == 0 && h->offer)
        rc = offer_start(h, &err);
    if (rc == 0) {
        attempt(h);
        on_time(h);
        on_look(h);
        loop_run(h->loop);
    } else if (h->offer) {
        agent_say("%s", err.text);
    } else {
        host_agent_say(h, "%s; the job cannot be changed", err.text);
    }
    clean_up(h, rc == 0);
    return rc < 0 ? EXIT_FAILURE : h->status;
}

int outpost_main(const char *folder)
{
    static struct host_agent h;

    let_go();
    return serve(&h, folder);
}

int outpost_join(const char *folder, const struct host_agent_offer *offer)
{
    static struct host_agent h;

    h.offer = offer;
    return serve(&h, folder);
}

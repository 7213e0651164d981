/* hub.c - the agent's side of its outposts on other hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/decide.h"
#include "agent/engine.h"
#include "agent/hub.h"
#include "agent/line.h"
#include "profile/parcel.h"

enum { CALLERS_MOST = 64 }; /* that did not say yet who they are */

struct post {
    char host[POST_HOST]; /* "" until it has joined */
    line_t *line;         /* NULL while it is not to be reached */
    bool watching;        /* it has answered */
    bool claiming;        /* it is to answer */
    bool ended;           /* it has sent all it has */
    bool unwanted;        /* its host is left */
    struct hub *hub;
    struct post *next;
};

struct hub {
    struct agent *agent;
    struct home home;
    int listening;
    struct post *posts;
    bool ending;
    bool claimed; /* all that have answered did claim all */
    void (*on_claimed)(void *arg, bool all);
    void *claim_arg;
};

static struct post *find(const hub_t *h, const char *host)
{
    struct post *p = h ? h->posts : NULL;

    while (p && (strcmp(p->host, host) != 0 || p->unwanted))
        p = p->next;
    return p;
}

static struct generation *generation_of(struct hub *h, uint32_t number)
{
    struct agent *a = h->agent;
    struct generation *next = a->engine->next(a);

    if (a->now->number == number)
        return a->now;
    return next && next->number == number ? next : NULL;
}

static void remove_post(struct post *p)
{
    struct post **at = &p->hub->posts;

    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    line_destroy(p->line);
    free(p);
}

/* ---- speaking ---- */

static int say(struct post *p,
               const struct wire_head *head,
               const void *payload)
{
    return p && p->line && *p->host ? line_send(p->line, head, payload) : -1;
}

int hub_tell(hub_t *h,
             const char *host,
             const struct wire_head *head,
             const void *payload)
{
    return say(find(h, host), head, payload);
}

static void say_all(hub_t *h,
                    uint32_t type,
                    uint32_t generation,
                    uint64_t number,
                    const void *payload,
                    size_t bytes,
                    const struct post *but)
{
    struct wire_head head = {
        .type = type,
        .generation = generation,
        .rank = POST_ALL,
        .bytes = (uint32_t)bytes,
        .number = number,
    };

    for (struct post *p = h ? h->posts : NULL; p; p = p->next)
        if (p != but)
            say(p, &head, payload);
}

void hub_tell_all(hub_t *h,
                  enum post_type type,
                  uint32_t generation,
                  uint64_t number)
{
    say_all(h, type, generation, number, NULL, 0, NULL);
}

static struct post_control words_of(const struct agent *a,
                                    const struct generation *g,
                                    uint64_t horizon)
{
    return (struct post_control){
        .horizon = horizon,
        .window = atomic_load(&g->control->window),
        .successor_sync = atomic_load(&a->record->successor_sync),
        .ranks = (uint32_t)g->ranks,
        .own_pace = atomic_load(&g->control->own_pace),
        .crowded = atomic_load(&g->control->crowded),
        .apart = atomic_load(&g->control->apart),
        .offer = atomic_load(&g->control->offer),
        .successor = atomic_load(&a->record->successor),
    };
}

void hub_set(hub_t *h, const struct generation *g, uint64_t horizon)
{
    struct post_control words;

    if (!h)
        return;
    words = words_of(h->agent, g, horizon);
    say_all(h, POST_CONTROL, g->number, 0, &words, sizeof(words), NULL);
}

/* To one outpost, or all (NULL). */
static void share_file(hub_t *h,
                       struct post *with,
                       const struct generation *g,
                       int rank,
                       const char *what)
{
    struct wire_head head = { .type = POST_FILE,
                              .generation = g->number,
                              .rank = POST_ALL };
    char name[64];
    size_t bytes;
    void *parcel;

    snprintf(name, sizeof(name), "%s-%u-%d", what, g->number, rank);
    parcel = parcel_pack(h->agent->folder, name, &bytes, NULL);
    if (!parcel)
        return;
    head.bytes = (uint32_t)bytes;
    if (with)
        say(with, &head, parcel);
    else
        say_all(h, POST_FILE, g->number, 0, parcel, bytes, NULL);
    free(parcel);
}

/* All that is known of a generation's ranks, to one that comes late. */
static void share_all(hub_t *h, struct post *with, const struct generation *g)
{
    for (int r = 0; g && r < g->ranks; r++)
        share_file(h, with, g, r, "state");
}

void hub_share(hub_t *h,
               const struct generation *g,
               int rank,
               enum wire_type type)
{
    if (!h)
        return;
    if (type == WIRE_READY || type == WIRE_HELD || type == WIRE_IDLE
        || type == WIRE_OFFERED)
        share_file(h, NULL, g, rank, "state");
    if (type == WIRE_COLLECTED)
        share_file(h, NULL, g, rank, "mail");
}

void hub_watch(hub_t *h, const struct generation *g, bool on)
{
    if (!h)
        return;
    for (struct post *p = h->posts; p; p = p->next)
        p->watching = false;
    if (on)
        for (int r = 0; r < g->ranks; r++)
            if (!g->rank[r].outpost)
                share_file(h, NULL, g, r, "state");
    hub_tell_all(h, POST_WATCH, g->number, on);
}

bool hub_is_watching(const hub_t *h)
{
    for (const struct post *p = h ? h->posts : NULL; p; p = p->next)
        if (*p->host && p->line && !p->watching && !p->unwanted)
            return false;
    return true;
}

/* ---- claiming ---- */

static void end_claim(hub_t *h)
{
    void (*done)(void *arg, bool all) = h->on_claimed;

    for (struct post *p = h->posts; p; p = p->next)
        if (p->claiming)
            return;
    h->on_claimed = NULL;
    if (done)
        done(h->claim_arg, h->claimed);
}

void hub_claim(hub_t *h,
               const struct generation *g,
               enum slot_state from,
               void (*done)(void *arg, bool all),
               void *arg)
{
    struct wire_head head = { .type = POST_CLAIM,
                              .generation = g->number,
                              .rank = POST_ALL,
                              .number = from };
    bool reached = true;

    if (!h) {
        done(arg, true);
        return;
    }
    h->on_claimed = done;
    h->claim_arg = arg;
    for (int r = 0; r < g->ranks; r++) {
        struct post *p = g->rank[r].outpost ? find(h, g->rank[r].host) : NULL;

        if (!g->rank[r].outpost || (p && p->claiming))
            continue;
        if (p && say(p, &head, NULL) == 0)
            p->claiming = true;
        else
            reached = false;
    }
    h->claimed = reached;
    end_claim(h);
}

void hub_forget_claim(hub_t *h)
{
    if (!h)
        return;
    h->on_claimed = NULL;
    for (struct post *p = h->posts; p; p = p->next)
        p->claiming = false;
}

/* ---- hearing ---- */

/* A host that was lost is back, or a new one comes: it learns what is now. */
static void join(struct post *p, const char *host)
{
    hub_t *h = p->hub;
    struct agent *a = h->agent;
    struct post *before = find(h, host);
    struct post_control words = words_of(a, a->now, agent_horizon(a));
    struct wire_head head = { .type = POST_CONTROL,
                              .generation = a->now->number,
                              .rank = POST_ALL,
                              .bytes = sizeof(words) };

    if (before && before != p)
        remove_post(before);
    snprintf(p->host, sizeof(p->host), "%s", host);
    if (a->change)
        words.horizon = atomic_load(&a->now->control->slot[0].horizon);
    say(p, &head, &words);
    share_all(h, p, a->now);
    share_all(h, p, a->engine->next(a));
    head.bytes = 0;
    head.type =
        a->change || a->step < a->step_count ? POST_WATCH : POST_RELEASE;
    head.number = 1;
    say(p, &head, NULL);
}

static void take_slot(hub_t *h,
                      const char *host,
                      const struct wire_head *head,
                      const char *payload)
{
    struct generation *g = generation_of(h, head->generation);
    struct control_slot *slot;
    struct post_slot now;

    if (!g || head->rank < 0 || head->rank >= g->ranks
        || head->bytes != sizeof(now))
        return;
    memcpy(&now, payload, sizeof(now));
    generation_place(g, head->rank, host);
    slot = &g->control->slot[head->rank];
    atomic_store(&slot->count, now.count);
    atomic_store(&slot->flushed, now.flushed);
    atomic_store(&slot->state, now.state);
}

static void take_flight(hub_t *h,
                        const struct wire_head *head,
                        const char *payload)
{
    struct generation *g = generation_of(h, head->generation);
    struct generation_rank *rank;
    void *copy;

    if (!g || head->rank < 0 || head->rank >= g->ranks)
        return;
    copy = malloc(head->bytes + 1);
    if (!copy)
        return;
    rank = &g->rank[head->rank];
    memcpy(copy, payload, head->bytes);
    free(rank->flight);
    rank->flight = copy;
    rank->flights = head->bytes / sizeof(*rank->flight);
}

/* Others want it, too, unless it is a page. */
static void take_file(struct post *p,
                      const struct wire_head *head,
                      const char *payload)
{
    struct error err;

    if (parcel_unpack(p->hub->agent->folder, payload, head->bytes, &err) < 0)
        agent_say("from %s: %s", p->host, err.text);
    else if (head->number == 0 && !p->hub->ending)
        say_all(p->hub, POST_FILE, head->generation, 0, payload, head->bytes,
                p);
}

/* A rank speaks: the agent hears it as if it were here. */
static void pass_on(struct post *p,
                    const struct wire_head *head,
                    const char *payload)
{
    static struct wire wire;
    struct agent *a = p->hub->agent;
    struct generation *g = generation_of(p->hub, head->generation);
    struct peer peer = {
        .fd = -1,
        .kind = PEER_RANK,
        .generation = head->generation,
        .rank = head->rank,
        .agent = a,
    };

    if (!g || head->rank < 0 || head->rank >= g->ranks
        || head->bytes > WIRE_PAYLOAD)
        return;
    generation_place(g, head->rank, p->host);
    wire.head = *head;
    memcpy(wire.payload, payload, head->bytes);
    wire.payload[head->bytes] = '\0';
    if (head->type == POST_LOST) {
        g->rank[head->rank].gone = true;
        a->engine->lose(a, &peer);
    } else if (head->type != WIRE_HELLO)
        agent_hear(a, &peer, &wire);
}

static void on_word(void *arg,
                    const struct wire_head *head,
                    const char *payload)
{
    struct post *p = arg;

    if (head->type == POST_JOIN) {
        join(p, payload);
        return;
    }
    if (!*p->host)
        return;
    switch (head->type) {
    case POST_SLOT:
        take_slot(p->hub, p->host, head, payload);
        break;
    case POST_SAY:
        agent_say("%s: %s", p->host, payload);
        break;
    case POST_MEASURED:
        decide_measured(p->hub->agent, p->host, head, payload);
        break;
    case POST_FLIGHT:
        take_flight(p->hub, head, payload);
        break;
    case POST_FILE:
        take_file(p, head, payload);
        break;
    case POST_WATCH:
        p->watching = true;
        if (p->hub->agent->change)
            p->hub->agent->engine->consider(p->hub->agent);
        break;
    case POST_CLAIMED:
        if (!p->claiming)
            break;
        p->claiming = false;
        p->hub->claimed = p->hub->claimed && head->number;
        end_claim(p->hub);
        break;
    case POST_END:
        p->ended = true;
        break;
    default:
        pass_on(p, head, payload);
    }
}

static void on_ready(void *arg)
{
    (void)arg; /* it says its name next */
}

/* Until it is back, nothing of its ranks can be changed. */
static void on_lost(void *arg, const char *why)
{
    struct post *p = arg;
    hub_t *h = p->hub;
    char host[POST_HOST];
    bool expected = h->ending || p->unwanted || p->ended;

    line_destroy(p->line);
    p->line = NULL;
    if (!*p->host || p->unwanted) {
        remove_post(p);
        return;
    }
    strcpy(host, p->host);
    p->claiming = false;
    if (expected)
        return;
    if (h->agent->change) {
        struct error reason;

        error_set(&reason, "host %s cannot be reached: %s", host, why);
        h->claimed = false;
        h->agent->engine->cancel(h->agent, reason.text);
    }
}

static const struct line_events events = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};

static void on_knock(int fd, void *arg)
{
    hub_t *h = arg;
    int caller = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    int strangers = 0;
    struct post *p;

    if (caller < 0)
        return;
    for (p = h->posts; p; p = p->next)
        strangers += !*p->host;
    p = strangers < CALLERS_MOST ? calloc(1, sizeof(*p)) : NULL;
    if (!p) {
        close(caller);
        return;
    }
    p->hub = h;
    p->next = h->posts;
    h->posts = p;
    p->line = line_create(h->agent->loop, caller, LINE_CALLED, h->home.secret,
                          &events, p);
    if (!p->line)
        remove_post(p);
}

/* ---- hosts ---- */

const char *hub_next_host(const hub_t *h, const char *before)
{
    const struct post *p = h ? h->posts : NULL;

    if (before) {
        p = find(h, before);
        p = p ? p->next : NULL;
    }
    while (p && (!*p->host || p->unwanted))
        p = p->next;
    return p ? p->host : NULL;
}

bool hub_reaches(const hub_t *h, const char *host)
{
    const struct post *p = find(h, host);

    return p && p->line;
}

void hub_free_host(hub_t *h, const char *host)
{
    struct wire_head head = { .type = POST_END,
                              .rank = POST_ALL,
                              .number = 1 };
    struct post *p = find(h, host);

    if (p && say(p, &head, NULL) == 0)
        p->unwanted = true;
}

/* ---- the start and the end ---- */

const struct home *hub_home(const hub_t *h)
{
    return &h->home;
}

static int listen_somewhere(hub_t *h, struct error *err)
{
    for (int i = 0; i < HOME_PORTS; i++) {
        int fd = port_listen_at(home_port(&h->home, i), err);

        if (fd >= 0)
            return fd;
    }
    return -1;
}

/* On one host so far, the job has no secret yet. */
static int find_home(hub_t *h, struct error *err)
{
    const char *folder = h->agent->folder;

    if (home_read(folder, &h->home, NULL) == 0)
        return 0;
    home_here(&h->home);
    if (secret_make(folder, h->home.secret, err) < 0)
        return -1;
    return home_write(folder, &h->home, err);
}

hub_t *hub_create(struct agent *a, struct error *err)
{
    hub_t *h = calloc(1, sizeof(*h));

    if (!h) {
        error_set(err, "out of memory");
        return NULL;
    }
    h->agent = a;
    h->listening = -1;
    if (seal_open(err) == 0 && find_home(h, err) == 0)
        h->listening = listen_somewhere(h, err);
    if (h->listening >= 0
        && loop_watch(a->loop, h->listening, on_knock, h, err) == 0)
        return h;
    hub_destroy(h, 0);
    return NULL;
}

static void on_time(void *arg)
{
    loop_stop(arg);
}

static bool all_ended(const hub_t *h)
{
    for (const struct post *p = h->posts; p; p = p->next)
        if (*p->host && p->line && !p->ended)
            return false;
    return true;
}

void hub_destroy(hub_t *h, int ms)
{
    double until = loop_now() + ms * 1e-3;

    if (!h)
        return;
    h->ending = true;
    say_all(h, POST_END, 0, h->agent->now && h->agent->now->number > 1, NULL,
            0, NULL);
    while (!all_ended(h) && loop_now() < until) {
        loop_after(h->agent->loop, 20, on_time, h->agent->loop);
        loop_run(h->agent->loop);
    }
    while (h->posts)
        remove_post(h->posts);
    if (h->listening >= 0) {
        loop_forget(h->agent->loop, h->listening);
        close(h->listening);
    }
    free(h);
}

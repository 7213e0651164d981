/* host_links.c - the head's links to the agents of hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "base/system/host.h"
#include "net/listen.h"

enum { CALLERS_MOST = 64 }; /* that did not say yet who they are */

/* It is not to be reached any more: what needs it is given up. */
static void lose(struct host *h, const char *why)
{
    h->claiming = false;
    h->agent->links->claimed = false;
    PARTS_TELL(h->agent, host_lost, h->agent, h->name, why);
}

static void hang_up(struct host *h)
{
    line_destroy(h->line);
    h->line = NULL;
}

void host_links_remove(struct host *h)
{
    hang_up(h);
    h->joined = h->by_user = h->unwanted = h->claiming = false;
    host_forget(&h->agent->hosts, h);
}

/* Of a host that had joined, and that no rank is on, nothing is missed. */
static bool is_dispensable(const struct host *h)
{
    return h->by_user && generation_ranks_on(h->agent->now, h->name) == 0;
}

static void forget_joined(struct host *h)
{
    agent_say("host %s, which had joined, is gone", h->name);
    host_withdraw(&h->agent->hosts, h->name);
    host_links_remove(h);
}

static void on_lost(void *arg, const char *why)
{
    struct host *h = arg;
    double silent = line_silence(h->line);

    hang_up(h);
    if (h->unwanted) {
        host_links_remove(h);
    } else if (h->agent->links->ending || h->ended) {
        h->claiming = false;
    } else {
        host_links_miss(h, silent, why);
        lose(h, why); /* a change may have been about to use it */
        if (is_dispensable(h))
            forget_joined(h);
    }
}

static const struct line_events host_events = {
    .heard = host_links_hear,
    .lost = on_lost,
};

static const char anew[] = "it has connected anew";

/* It has lost its line and is back before we noticed.  Its ranks may have lost
 * their connections as well, so they are looked at as if we had.
 */
static void miss_at_last(struct host *h)
{
    double silent = line_silence(h->line);

    hang_up(h);
    host_links_miss(h, silent, anew);
}

/* It has ended a change, too. */
static void regain(struct host *h, bool missed)
{
    if (missed && h->agent->change)
        lose(h, anew);
    host_links_regain(h);
}

struct host *host_links_meet(host_links_t *l,
                             const char *name,
                             line_t *line,
                             bool *again)
{
    struct host *h = host_add(&l->agent->hosts, name);
    bool unnoticed = h && h->joined && h->line;

    if (!h)
        return NULL;
    *again = h->joined;
    h->agent = l->agent;
    if (unnoticed)
        miss_at_last(h);
    h->joined = true;
    h->unwanted = h->ended = h->watching = h->has_memory = false;
    h->line = line;
    line_hand_over(line, &host_events, h);
    generation_publish_to(l->agent->now, h);
    host_links_tell_patience(l);
    if (*again)
        regain(h, unnoticed);
    return h;
}

/* ---- callers ---- */

/* Forget who called; the line may be somebody else's by now. */
static void forget_caller(struct host_caller *c)
{
    struct host_caller **at = &c->links->callers;

    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    free(c);
}

static void on_caller_lost(void *arg, const char *why)
{
    struct host_caller *c = arg;

    (void)why;
    line_destroy(c->line);
    forget_caller(c);
}

/* Another host, or a user on this one, says that it is this host.  It stays
 * without a name; a user there is told, and ends what he has started.
 */
static void refuse(line_t *line, const char *name)
{
    struct error text;

    error_set(&text, "the agent of this job is on %.64s already", name);
    line_say(line, HOST_MESSAGES_TOLD, 0, HOST_MESSAGES_ALL, true, text.text,
             strlen(text.text) + 1);
}

static void on_name(void *arg,
                    const struct local_message_head *head,
                    const char *payload)
{
    struct host_caller *c = arg;
    host_links_t *l = c->links;
    line_t *line = c->line;

    if (head->type != HOST_MESSAGES_JOIN || !*payload)
        return;
    if (host_is_own(payload)) {
        refuse(line, payload);
        return;
    }
    forget_caller(c);
    if (host_links_join(l, line, payload, head->number != 0) < 0)
        line_destroy(line);
}

static const struct line_events caller_events = {
    .heard = on_name,
    .lost = on_caller_lost,
};

/* Callers stand from the newest to the oldest; when there are too many the
 * oldest makes room.
 */
static void make_room(host_links_t *l)
{
    struct host_caller *oldest = NULL;
    int count = 0;

    for (struct host_caller *c = l->callers; c; c = c->next) {
        oldest = c;
        count++;
    }
    if (count >= CALLERS_MOST)
        line_refuse(oldest->line);
}

static void on_knock(int fd, void *arg)
{
    host_links_t *l = arg;
    int caller = listen_accept_far(l->agent->loop, fd);
    struct host_caller *c;

    if (caller < 0)
        return;
    make_room(l);
    c = calloc(1, sizeof(*c));
    if (!c) {
        close(caller);
        return;
    }
    c->links = l;
    c->next = l->callers;
    l->callers = c;
    c->line = line_create(l->agent->loop, caller, LINE_CALLED, l->home.secret,
                          &caller_events, c);
    if (!c->line)
        forget_caller(c);
}

/* ---- hosts ---- */

bool host_links_joined_by_user(const host_links_t *l, const char *host)
{
    const struct host *h = host_find_joined(&l->agent->hosts, host);

    return h && h->line && h->by_user;
}

bool host_links_memory(const host_links_t *l,
                       const char *host,
                       struct host_messages_memory *memory)
{
    const struct host *h = host_find_joined(&l->agent->hosts, host);

    if (!h || !h->line || !h->has_memory)
        return false;
    *memory = h->memory;
    return true;
}

void host_links_free_host(struct host *h)
{
    if (host_order(h, HOST_MESSAGES_END, 0, HOST_MESSAGES_END_LATER, NULL, 0)
        == 0)
        h->unwanted = true;
}

/* ---- the start and the end ---- */

const struct agent_address *host_links_home(const host_links_t *l)
{
    return &l->home;
}

static int listen_somewhere(host_links_t *l, struct error *err)
{
    for (int i = 0; i < AGENT_ADDRESS_PORTS; i++) {
        int fd = address_listen_at(agent_address_port(&l->home, i), err);

        if (fd >= 0)
            return fd;
    }
    return -1;
}

/* On one host so far, the job has no secret yet. */
static int find_home(host_links_t *l, struct error *err)
{
    const char *folder = l->agent->folder;

    if (agent_address_read(folder, &l->home, NULL) == 0)
        return 0;
    agent_address_here(&l->home);
    if (secret_make(folder, l->home.secret, err) < 0)
        return -1;
    return agent_address_write(folder, &l->home, err);
}

host_links_t *host_links_create(struct head *a)
{
    host_links_t *l = calloc(1, sizeof(*l));

    if (l) {
        l->agent = a;
        l->listening = -1;
    }
    return l;
}

int host_links_start(host_links_t *l,
                     const struct local_ranks_users *users,
                     struct error *err)
{
    struct head *a = l->agent;
    struct host *h = host_add(&a->hosts, host_own());
    struct line_end end = { &host_events, h };

    if (!h)
        return error_set(err, "out of memory");
    h->agent = a;
    a->own = head_host_start(a->loop, a->folder, users, &end, &h->line, err);
    return a->own ? 0 : -1;
}

int host_links_need(host_links_t *l, struct error *err)
{
    int fd;

    if (l->listening >= 0)
        return 0;
    if (seal_open(err) < 0 || find_home(l, err) < 0)
        return -1;
    fd = listen_somewhere(l, err);
    if (fd < 0)
        return -1;
    if (loop_watch(l->agent->loop, fd, on_knock, l, err) < 0) {
        close(fd);
        return -1;
    }
    l->listening = fd;
    return 0;
}

bool host_links_is_open(const host_links_t *l)
{
    return l->listening >= 0;
}

/* Our own host's agent ends when we do; it has heard what we said to it. */
static bool all_ended(void *arg)
{
    const host_links_t *l = arg;

    for (const struct host *h = l->agent->hosts.first; h; h = h->next)
        if (h->line && !h->ended && (h->joined || line_owes(h->line) > 0))
            return false;
    return true;
}

/* Ranks of the first generation bring their pages here by MPI, unless they
 * were killed.
 */
static enum host_messages_end end_of(const host_links_t *l)
{
    const struct head *a = l->agent;

    if (!a->now)
        return HOST_MESSAGES_END_ALONE;
    if (a->status != 0 && host_links_lacks_host(l))
        return HOST_MESSAGES_END_ALL;
    return a->now->number > 1 || a->status != 0 ? HOST_MESSAGES_END_LATER
                                                : HOST_MESSAGES_END_ALONE;
}

static void end_others(host_links_t *l, enum host_messages_end how)
{
    struct host *h = NULL;

    while ((h = host_next_joined(&l->agent->hosts, h)))
        host_order(h, HOST_MESSAGES_END, 0, how, NULL, 0);
}

static void stop_listening(host_links_t *l)
{
    while (l->callers) {
        line_destroy(l->callers->line);
        forget_caller(l->callers);
    }
    if (l->listening < 0)
        return;
    loop_forget(l->agent->loop, l->listening);
    close(l->listening);
}

void host_links_destroy(host_links_t *l, int ms)
{
    if (!l)
        return;
    l->ending = true;
    host_links_stop_waiting(l);
    end_others(l, end_of(l));
    loop_await(l->agent->loop, all_ended, l, ms);
    for (struct host *h = l->agent->hosts.first; h; h = h->next)
        hang_up(h);
    stop_listening(l);
    free(l);
}

/* host_links.c - the agent's side of its outposts on other hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/engine.h"
#include "agent/core/host_links_parts.h"
#include "agent/head/joined_hosts.h"
#include "net/listen.h"

enum { CALLERS_MOST = 64 }; /* that did not say yet who they are */

struct post *host_links_find(const host_links_t *h, const char *host)
{
    struct post *p = h ? h->posts : NULL;

    while (p && (strcmp(p->host, host) != 0 || p->unwanted))
        p = p->next;
    return p;
}

void host_links_remove(struct post *p)
{
    struct post **at = &p->hub->posts;

    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    line_destroy(p->line);
    free(p);
}

static void on_ready(void *arg)
{
    (void)arg; /* it says its name next */
}

/* Until it is back, nothing of its ranks can be changed. */
void host_links_lose(struct post *p, const char *why)
{
    struct head *a = p->hub->agent;
    struct error reason;

    p->claiming = false;
    if (!a->change)
        return;
    error_set(&reason, "host %s cannot be reached: %s", p->host, why);
    p->hub->claimed = false;
    a->engine->cancel(a, false, reason.text);
}

static void on_lost(void *arg, const char *why)
{
    struct post *p = arg;

    line_destroy(p->line);
    p->line = NULL;
    if (!*p->host || p->unwanted) {
        host_links_remove(p);
    } else if (p->hub->ending || p->ended) {
        p->claiming = false;
    } else {
        hub_miss(p, why);
        host_links_lose(p, why); /* a change may have been about to use it */
        if (p->guest && joined_hosts_lose(p->hub->agent, p->host))
            host_links_remove(p);
    }
}

static const struct line_events events = {
    .ready = on_ready,
    .heard = hub_hear,
    .lost = on_lost,
};

/* Those that did not say who they are stand from the newest to the oldest;
 * when there are too many the oldest makes room.
 */
static void make_room(host_links_t *h)
{
    struct post *oldest = NULL;
    int count = 0;

    for (struct post *p = h->posts; p; p = p->next)
        if (!*p->host) {
            oldest = p;
            count++;
        }
    if (count >= CALLERS_MOST)
        line_refuse(oldest->line);
}

static void on_knock(int fd, void *arg)
{
    host_links_t *h = arg;
    int caller = listen_accept_far(h->agent->loop, fd);
    struct post *p;

    if (caller < 0)
        return;
    make_room(h);
    p = calloc(1, sizeof(*p));
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
        host_links_remove(p);
}

/* ---- hosts ---- */

const char *host_links_next_host(const host_links_t *h, const char *before)
{
    const struct post *p = h ? h->posts : NULL;

    if (before) {
        p = host_links_find(h, before);
        p = p ? p->next : NULL;
    }
    while (p && (!*p->host || p->unwanted))
        p = p->next;
    return p ? p->host : NULL;
}

bool host_links_reaches(const host_links_t *h, const char *host)
{
    const struct post *p = host_links_find(h, host);

    return p && p->line;
}

bool host_links_has_guest(const host_links_t *h, const char *host)
{
    const struct post *p = host_links_find(h, host);

    return p && p->line && p->guest;
}

bool host_links_memory(const host_links_t *h,
                       const char *host,
                       struct host_messages_memory *memory)
{
    const struct post *p = host_links_find(h, host);

    if (!p || !p->line || !p->has_memory)
        return false;
    *memory = p->memory;
    return true;
}

void host_links_free_host(host_links_t *h, const char *host)
{
    struct local_message_head head = { .type = HOST_MESSAGES_END,
                                       .rank = HOST_MESSAGES_ALL,
                                       .number = HOST_MESSAGES_END_LATER };
    struct post *p = host_links_find(h, host);

    if (p && post_say(p, &head, NULL) == 0)
        p->unwanted = true;
}

/* ---- the start and the end ---- */

const struct agent_address *host_links_home(const host_links_t *h)
{
    return &h->home;
}

static int listen_somewhere(host_links_t *h, struct error *err)
{
    for (int i = 0; i < AGENT_ADDRESS_PORTS; i++) {
        int fd = address_listen_at(agent_address_port(&h->home, i), err);

        if (fd >= 0)
            return fd;
    }
    return -1;
}

/* On one host so far, the job has no secret yet. */
static int find_home(host_links_t *h, struct error *err)
{
    const char *folder = h->agent->folder;

    if (agent_address_read(folder, &h->home, NULL) == 0)
        return 0;
    agent_address_here(&h->home);
    if (secret_make(folder, h->home.secret, err) < 0)
        return -1;
    return agent_address_write(folder, &h->home, err);
}

static host_links_t *create(struct head *a, struct error *err)
{
    host_links_t *h = calloc(1, sizeof(*h));

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
    host_links_destroy(h, 0);
    return NULL;
}

int host_links_need(struct head *a, struct error *err)
{
    if (!a->hub)
        a->hub = create(a, err);
    a->now->hub = a->hub;
    return a->hub ? 0 : -1;
}

static bool all_ended(void *arg)
{
    const host_links_t *h = arg;

    for (const struct post *p = h->posts; p; p = p->next)
        if (*p->host && p->line && !p->ended)
            return false;
    return true;
}

/* Ranks of the first generation bring their pages here by MPI, unless they
 * were killed.
 */
static enum host_messages_end end_of(const host_links_t *h)
{
    const struct head *a = h->agent;

    if (!a->now)
        return HOST_MESSAGES_END_ALONE;
    if (a->status != 0 && host_links_lacks_host(h))
        return HOST_MESSAGES_END_ALL;
    return a->now->number > 1 || a->status != 0 ? HOST_MESSAGES_END_LATER
                                                : HOST_MESSAGES_END_ALONE;
}

void host_links_destroy(host_links_t *h, int ms)
{
    if (!h)
        return;
    h->ending = true;
    hub_forget_lost(h);
    hub_say(h, NULL, HOST_MESSAGES_END, 0, end_of(h), NULL, 0);
    loop_await(h->agent->loop, all_ended, h, ms);
    while (h->posts)
        host_links_remove(h->posts);
    if (h->listening >= 0) {
        loop_forget(h->agent->loop, h->listening);
        close(h->listening);
    }
    free(h);
}

/* protocol_members.c - tell the job's agents who there is, and what to run
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/decide/proposals_internal.h"
#include "base/system/host.h"
#include "net/packed_texts.h"

enum {
    LOOK_MS = 100,     /* between looks whether agents or ranks are others */
    RELOAD_LOOKS = 10, /* and whether a file has changed */
};

struct member *proposals_member(const struct proposals *c, const char *host)
{
    struct member *m = c->members;

    while (m && strcmp(m->host, host) != 0)
        m = m->next;
    return m;
}

/* The same, made when it is not there.  Returns NULL without memory. */
static struct member *add_member(struct proposals *c, const char *host)
{
    struct member *m = proposals_member(c, host), **at = &c->members;

    if (m || !(m = calloc(1, sizeof(*m))))
        return m;
    while (*at && strcmp((*at)->host, host) < 0)
        at = &(*at)->next;
    snprintf(m->host, sizeof(m->host), "%s", host);
    m->next = *at;
    *at = m;
    return m;
}

/* ---- who there is ---- */

void proposals_meet(struct head *a, const char *host)
{
    struct proposals *c = a->proposals;
    struct member *m;

    if (!c || !(m = add_member(c, host)))
        return;
    m->has_modules = false;
    m->place[0] = m->note[0] = '\0';
    free(c->membership); /* all are told anew */
    c->membership = NULL;
}

static void add_host(struct membership *r,
                     const struct head *a,
                     const char *name,
                     const char *place)
{
    const struct host *known = host_find_offered(&a->hosts, name);
    struct membership_host *host = &r->host[r->hosts];

    if (!*place || r->hosts == MEMBERSHIP_HOSTS)
        return;
    snprintf(host->name, HOST_NAME, "%s", name);
    snprintf(host->place, ADDRESS_TEXT, "%s", place);
    host->cores = known ? (uint32_t)known->cores : 0;
    host->state =
        host_state(&a->hosts, name, generation_ranks_on(a->now, name) > 0);
    r->hosts++;
}

static int count_members(const struct proposals *c)
{
    int count = 0;

    for (const struct member *m = c->members; m; m = m->next)
        count++;
    return count;
}

static struct membership *make_membership(const struct proposals *c)
{
    const struct head *a = c->agent;
    struct membership *r = membership_create(count_members(c), a->now->ranks);

    if (!r)
        return NULL;
    r->generation = a->now->number;
    r->changes = a->changes;
    snprintf(r->head, sizeof(r->head), "%s", host_own());
    for (const struct member *m = c->members; m; m = m->next)
        if (host_is_reached(&a->hosts, m->host))
            add_host(r, a, m->host, m->place);
    membership_sort(r);
    for (int i = 0; i < r->ranks; i++)
        if (generation_knows(a->now, i))
            r->where[i] = membership_find(r, generation_host(a->now, i));
    return r;
}

/* Tell who there is when that is not what it was, or to one that is new. */
static void tell_members(struct proposals *c)
{
    struct membership *r = make_membership(c);
    char *text = r ? membership_write(r) : NULL;

    membership_destroy(r);
    if (!text)
        return;
    if (c->membership && strcmp(c->membership, text) == 0) {
        free(text);
        return;
    }
    free(c->membership);
    c->membership = text;
    for (const struct member *m = c->members; m; m = m->next)
        if (*m->place)
            host_order(host_find(&c->agent->hosts, m->host),
                       HOST_MESSAGES_MEMBERSHIP, 0, 0, text, strlen(text) + 1);
}

/* ---- modules ---- */

static void give_module(struct proposals *c,
                        const char *host,
                        enum module_kind kind)
{
    const module_t *m = c->module[kind];
    const char *part[2], *text;
    size_t length, bytes;
    char *payload;

    if (!m)
        return;
    part[0] = module_name(m);
    part[1] = module_given(m);
    text = module_text(m, &length);
    payload = packed_texts_join(part, 2, text, length, &bytes);
    if (payload)
        host_order(host_find(&c->agent->hosts, host), HOST_MESSAGES_MODULE, 0,
                   kind, payload, bytes);
    free(payload);
}

static void give_modules(struct proposals *c, struct member *m)
{
    m->has_modules = true;
    give_module(c, m->host, MODULE_PROFILE);
    give_module(c, m->host, MODULE_PROTOCOL);
}

static void reload(struct proposals *c, enum module_kind kind)
{
    struct error err;
    module_t *m = c->module[kind];
    int rc = m ? module_reload(m, &err) : 0;

    if (rc < 0)
        agent_say("%s; it stays as it was", err.text);
    if (rc <= 0)
        return;
    agent_say("%s was loaded anew", module_name(m));
    for (struct member *at = c->members; at; at = at->next)
        give_module(c, at->host, kind);
}

/* ---- from time to time ---- */

static void on_time(void *arg)
{
    proposals_look(arg);
}

void proposals_look(struct proposals *c)
{

    if (++c->looks % RELOAD_LOOKS == 0) {
        reload(c, MODULE_PROFILE);
        reload(c, MODULE_PROTOCOL);
    }
    for (struct member *m = c->members; m; m = m->next)
        if (!m->has_modules && host_is_reached(&c->agent->hosts, m->host))
            give_modules(c, m);
    tell_members(c);
    loop_after(c->agent->loop, LOOK_MS, on_time, c);
}

void proposals_end_looks(struct proposals *c)
{
    loop_cancel(c->agent->loop, on_time, c);
}

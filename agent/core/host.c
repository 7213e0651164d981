/* host.c - a host that a job is on, or may be on, as the head knows it
 *
 * A job has few hosts, so one list is gone through for whatever is asked.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host.h"
#include "net/loop.h"

/* Where 'h' hangs in the list, or, if it is NULL, where its end is. */
static struct host **place_of(struct host_list *l, const struct host *h)
{
    struct host **at = &l->first;

    while (*at && *at != h)
        at = &(*at)->next;
    return at;
}

static struct host *after(const struct host_list *l, const struct host *before)
{
    return before ? before->next : l->first;
}

struct host *host_find(const struct host_list *l, const char *name)
{
    struct host *h = l->first;

    while (h && strcmp(h->name, name) != 0)
        h = h->next;
    return h;
}

struct host *host_add(struct host_list *l, const char *name)
{
    struct host *h = host_find(l, name);

    if (h || !(h = calloc(1, sizeof(*h))))
        return h;
    snprintf(h->name, sizeof(h->name), "%s", name);
    *place_of(l, NULL) = h;
    return h;
}

void host_forget(struct host_list *l, struct host *h)
{
    if (h->offered || h->joined || h->line)
        return;
    *place_of(l, h) = h->next;
    free(h);
}

void host_clear(struct host_list *l)
{
    while (l->first) {
        struct host *h = l->first;

        l->first = h->next;
        free(h);
    }
}

/* ---- on offer ---- */

struct host *host_next_offered(const struct host_list *l,
                               const struct host *before)
{
    struct host *h = after(l, before);

    while (h && !h->offered)
        h = h->next;
    return h;
}

int host_count_offered(const struct host_list *l)
{
    int count = 0;

    for (const struct host *h = NULL; (h = host_next_offered(l, h));)
        count++;
    return count;
}

struct host *host_find_offered(const struct host_list *l, const char *name)
{
    struct host *h = host_find(l, name);

    return h && h->offered ? h : NULL;
}

struct host *host_offer(struct host_list *l,
                        const char *name,
                        struct error *err)
{
    struct host *h = host_find_offered(l, name);
    int count;

    if (h)
        return h;
    count = host_count_offered(l);
    if (count == HOST_MOST)
        return error_null(err, "there are %d hosts already", count);
    h = host_add(l, name);
    if (!h)
        return error_null(err, "out of memory");
    *place_of(l, h) = h->next;
    h->next = NULL;
    *place_of(l, NULL) = h;
    h->offered = true;
    return h;
}

void host_withdraw(struct host_list *l, const char *name)
{
    struct host *h = host_find_offered(l, name);

    if (!h)
        return;
    h->offered = h->leaving = h->listed = h->granted = false;
    h->cores = 0;
    h->goes_at = 0;
    host_forget(l, h);
}

bool host_leaves(const struct host_list *l, const char *name)
{
    const struct host *h = host_find_offered(l, name);

    return h && h->leaving;
}

double host_leaves_in(const struct host_list *l, const char *name)
{
    const struct host *h = host_find(l, name);

    return h && h->goes_at > 0 ? fmax(0, h->goes_at - loop_now())
                               : JOB_UNKNOWN;
}

enum policy_host_state host_state(const struct host_list *l,
                                  const char *name,
                                  bool used)
{
    const struct host *h = host_find_offered(l, name);

    if (h && h->leaving)
        return HOST_LEAVING;
    return h && !used ? HOST_JOINED : HOST_MEMBER;
}

/* ---- with an agent ---- */

struct host *host_next_joined(const struct host_list *l,
                              const struct host *before)
{
    struct host *h = after(l, before);

    while (h && (!h->joined || h->unwanted))
        h = h->next;
    return h;
}

struct host *host_find_joined(const struct host_list *l, const char *name)
{
    struct host *h = host_find(l, name);

    return h && h->joined && !h->unwanted ? h : NULL;
}

/* ---- what is said to agents ---- */

/* Whether it can be told something. */
static bool is_reached(const struct host *h)
{
    return h && h->line && !h->unwanted;
}

bool host_is_reached(const struct host_list *l, const char *name)
{
    return is_reached(host_find(l, name));
}

int host_send(struct host *h,
              const struct local_message_head *head,
              const void *payload)
{
    return is_reached(h) ? line_send(h->line, head, payload) : -1;
}

int host_order(struct host *h,
               enum host_messages_type type,
               uint32_t generation,
               uint64_t number,
               const void *payload,
               size_t bytes)
{
    return is_reached(h) ? line_say(h->line, type, generation,
                                    HOST_MESSAGES_ALL, number, payload, bytes)
                         : -1;
}

void host_say(const struct host_list *l,
              const struct host *to,
              enum host_messages_type type,
              uint32_t generation,
              uint64_t number,
              const void *payload,
              size_t bytes)
{
    for (struct host *h = l->first; h; h = h->next)
        if (!to || h == to)
            host_order(h, type, generation, number, payload, bytes);
}

void host_say_all(const struct host_list *l,
                  enum host_messages_type type,
                  uint32_t generation,
                  uint64_t number)
{
    host_say(l, NULL, type, generation, number, NULL, 0);
}

void host_flush(const struct host_list *l)
{
    for (const struct host *h = l->first; h; h = h->next)
        if (h->line)
            line_flush(h->line);
}

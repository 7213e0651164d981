/* host_links_parts.h - the outposts that the agent knows; for the files of
 * host_links.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HOST_LINKS_PARTS_H
#define MITOSIS_AGENT_CORE_HOST_LINKS_PARTS_H

#include <time.h>

#include "agent/core/head.h"
#include "agent/core/host_links.h"
#include "agent/host/standstill.h"
#include "net/line.h"

/* Since when one cannot be reached, see host_links_lost.c. */
struct post_loss {
    time_t since;
    double seconds; /* of them, as far as we looked */
    bool told;      /* to the user, */
    bool warned;    /* and that the job waits for it */
    struct error why;
};

struct post {
    char host[HOST_MESSAGES_HOST]; /* "" until it has joined */
    line_t *line;                  /* NULL while it is not to be reached */
    bool watching;                 /* it has answered */
    bool claiming;                 /* it is to answer */
    bool ended;                    /* it has sent all it has */
    bool unwanted;                 /* its host is left */
    bool guest;      /* a user has started it, see joined_hosts.h */
    bool has_memory; /* it has told: */
    struct host_messages_memory memory;
    struct post_loss loss;
    struct hub *hub;
    struct post *next;
};

struct hub {
    struct head *agent;
    struct agent_address home;
    int listening;
    struct post *posts;
    bool ending;
    bool waiting; /* for a host that is lost */
    struct standstill standstill;
    bool claimed; /* all that have answered did claim all */
    void (*on_claimed)(void *arg, bool all);
    void *claim_arg;
};

/* The outpost of a host, or NULL. */
struct post *host_links_find(const host_links_t *h, const char *host);

/* Close its line and forget it. */
void host_links_remove(struct post *p);

/* It is not to be reached any more: what needs it is given up. */
void host_links_lose(struct post *p, const char *why);

/* Its line was lost: wait for it, and end the job if that takes too long. */
void hub_miss(struct post *p, const char *why);

/* It is there again. */
void hub_regain(struct post *p);

/* Wait for none any more. */
void hub_forget_lost(host_links_t *h);

/* Send one a message.  Returns -1 if it is not to be reached. */
int post_say(struct post *p,
             const struct local_message_head *head,
             const void *payload);

/* Send one about all ranks of a generation to one outpost, or all (NULL). */
void hub_say(host_links_t *h,
             struct post *to,
             uint32_t type,
             uint32_t generation,
             uint64_t number,
             const void *payload,
             size_t bytes);

/* To one outpost, or all (NULL): the words that ranks of 'g' and the agent
 * share; and what the ranks of 'g', if there is one, have written down.
 */
void hub_share_words(host_links_t *h,
                     struct post *with,
                     const struct generation *g);
void hub_share_all(host_links_t *h,
                   struct post *with,
                   const struct generation *g);

/* One has answered a claim, or cannot. */
void hub_end_claim(host_links_t *h);

/* Do what a message asks for: a line's 'heard'; 'arg' is the outpost. */
void hub_hear(void *arg,
              const struct local_message_head *head,
              const char *payload);

#endif /* !MITOSIS_AGENT_CORE_HOST_LINKS_PARTS_H */

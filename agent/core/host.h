/* host.h - a host that a job is on, or may be on, as the head knows it
 *
 * A host is known for two reasons, of which either is enough: somebody has
 * offered it (or wants it left), or an agent of the job is or was on it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HOST_H
#define MITOSIS_AGENT_CORE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "agent/host/host_messages.h"
#include "base/error.h"
#include "base/system/host.h"
#include "net/line.h"
#include "net/local_message.h"
#include "policy/policy_job.h"

enum { HOST_MOST = 1024 /* that may be on offer */ };

struct head;

/* Since when its agent cannot be reached, see host_links_lost.c. */
struct host_loss {
    time_t since;   /* the last sign of life, */
    double silent;  /* seconds before that was noticed */
    double seconds; /* since then, as far as we looked */
    bool told;      /* to the user, */
    bool warned;    /* and that the job waits for it; */
    time_t back;    /* when it was there again, of one whose ranks did not get
                       on for long enough since then to forget it; or 0 */
    struct error why;
};

struct host {
    char name[HOST_NAME];

    /* What users and the hosts file say of it. */
    bool offered;     /* the job may be on it, unless it is to be left */
    bool leaving;     /* what is there is to go on elsewhere, */
    bool considered;  /* and the policy was asked what to do about it */
    bool listed;      /* in the hosts file */
    bool granted;     /* by the batch system, see granted_hosts.h */
    double leaves_in; /* seconds from when that was read, 0 when not said */
    double goes_at;   /* by loop_now(); 0 when it stays */
    int cores;        /* as somebody said, 0 when nobody did */

    /* The job's agent there.  That of the head's own host has only a line. */
    bool joined;     /* there is one, or was one when we last knew */
    line_t *line;    /* to it; NULL while it is not to be reached */
    bool by_user;    /* a user has started it, see joined_hosts.h */
    bool watching;   /* it has answered that it tells often how ranks are */
    bool measuring;  /* it was asked to measure, and did not answer yet */
    bool claiming;   /* it is to answer whether it has claimed its ranks */
    bool ended;      /* it has sent all it has */
    bool unwanted;   /* its host is left: it was told to end */
    bool has_memory; /* it has told of its memory: */
    struct host_messages_memory memory;
    struct host_loss loss;

    struct head *agent; /* whose it is, once one has joined */
    struct host *next;
};

/* All of them, in the order in which they came to be known; those on offer in
 * the order of the offers.
 */
struct host_list {
    struct host *first;
    uint32_t patience; /* seconds, for one that is lost; 0: any number */
};

/* What is known of a host, or NULL. */
struct host *host_find(const struct host_list *l, const char *name);

/* The host of that name, added if it is not known.  Returns NULL without
 * memory.
 */
struct host *host_add(struct host_list *l, const char *name);

/* Free one that nobody offers and whose agent is gone; else do nothing. */
void host_forget(struct host_list *l, struct host *h);

/* Free all.  Their lines are given back before. */
void host_clear(struct host_list *l);

/* What is offered: the host of that name, which is put on offer if it is not.
 * Returns NULL with the reason in 'err' when there are too many.
 */
struct host *host_offer(struct host_list *l,
                        const char *name,
                        struct error *err);

/* A host is not on offer any more, nor to be left.  One that is not known is
 * fine.
 */
void host_withdraw(struct host_list *l, const char *name);

/* The host that is on offer after 'before' (NULL: the first), or NULL. */
struct host *host_next_offered(const struct host_list *l,
                               const struct host *before);

/* How many are. */
int host_count_offered(const struct host_list *l);

/* What was offered of that name, or NULL. */
struct host *host_find_offered(const struct host_list *l, const char *name);

/* Whether it is to be left. */
bool host_leaves(const struct host_list *l, const char *name);

/* In how many seconds a host goes, 0 when it should have gone, JOB_UNKNOWN
 * when nobody has said that it does.
 */
double host_leaves_in(const struct host_list *l, const char *name);

/* How it is with a host, which some of our ranks are on if it is 'used'. */
enum policy_host_state host_state(const struct host_list *l,
                                  const char *name,
                                  bool used);

/* The host after 'before' (NULL: the first) that has an agent of the job, be
 * it that it cannot be reached, but is not told to end; NULL at the end.
 */
struct host *host_next_joined(const struct host_list *l,
                              const struct host *before);

/* The same of that name, or NULL. */
struct host *host_find_joined(const struct host_list *l, const char *name);

/* Whether the agent of the host of that name can be reached. */
bool host_is_reached(const struct host_list *l, const char *name);

/* Send a message to a host's agent, which is none for NULL.  Returns -1 if it
 * is not to be reached.
 */
int host_send(struct host *h,
              const struct local_message_head *head,
              const void *payload);

/* The same of a message about all ranks of a generation. */
int host_order(struct host *h,
               enum host_messages_type type,
               uint32_t generation,
               uint64_t number,
               const void *payload,
               size_t bytes);

/* Send such a message to the agent of the host 'to', or to all that can be
 * reached if that is NULL.
 */
void host_say(const struct host_list *l,
              const struct host *to,
              enum host_messages_type type,
              uint32_t generation,
              uint64_t number,
              const void *payload,
              size_t bytes);

/* The same to all, without a payload. */
void host_say_all(const struct host_list *l,
                  enum host_messages_type type,
                  uint32_t generation,
                  uint64_t number);

/* Have our own host's agent, and by it the ranks here, hear at once what was
 * said: before something that takes long.
 */
void host_flush(const struct host_list *l);

#endif /* !MITOSIS_AGENT_CORE_HOST_H */

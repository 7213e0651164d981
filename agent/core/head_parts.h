/* head_parts.h - the parts of a head, and how they are told what happens
 *
 * The core of a head knows a job's generations and hosts.  What else a head
 * sees to (the change under way, a script, the policy, ...) are parts: a row
 * each in the table a->parts, which agent/head/main.c gives it.  The core
 * tells all of them what happens, in the order of the table, and each does
 * what is its own.  So head.c knows none of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HEAD_PARTS_H
#define MITOSIS_AGENT_CORE_HEAD_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/settings.h"
#include "net/local_message.h"

struct change;
struct generation;
struct head;
struct peer;

/* What is expected of a change; JOB_UNKNOWN is not a number. */
struct change_forecast {
    double seconds; /* that the job stands still */
    double gain;    /* the share of iterations' time that it saves */
};

/* How a change ended. */
struct change_outcome {
    bool done;            /* or it was given up */
    const char *sentence; /* on it, for users */
    bool scripted;        /* the script had asked for it, */
    bool late;            /* for a sync at which something was in the way */
    bool moot;            /* it was given up as the program ends, which nobody
                             has to be told */
    double bytes;         /* of state; and if it was done: */
    double ready;         /* seconds to get new ranks ready */
    double stopped;       /* and that nobody ran; 0 when it is not known */
};

/* A line that a head leaves to the one that takes its place: its first word,
 * and what takes up the rest of it, as far as that can be understood.
 */
struct saved_line {
    const char *word;
    void (*take)(struct head *a, const char *rest);
};

/* What is NULL a part does not care for. */
struct part {
    const char *name; /* for a debugger, and the tests */

    /* The head begins to work. */
    void (*start)(struct head *a, const struct settings *settings);

    /* The head has ended its work, whether it ever began: stop timers, free
     * what is the part's.
     */
    void (*stop)(struct head *a);

    /* The job has ended: what is under way is to be called off. */
    void (*ending)(struct head *a);

    /* A user asks something, or is gone. */
    void (*asked)(struct head *a,
                  struct peer *p,
                  const struct local_message *wire);
    void (*user_gone)(struct head *a, struct peer *p);

    /* A rank of the job, or of a->next, says something, or is gone. */
    void (*heard)(struct head *a, const struct local_message *wire);
    void (*lost)(struct head *a, const struct local_message_head *who);

    /* What launched the generation a->next has ended. */
    void (*next_ended)(struct head *a);

    /* A change is about to begin: say what is expected of it.  'f' says so
     * far that nothing is known.
     */
    void (*foresee)(struct head *a,
                    const struct change *change,
                    struct change_forecast *f);

    /* A change is over. */
    void (*changed)(struct head *a, const struct change_outcome *outcome);

    /* It was seen what the last change has brought, which an agent had
     * proposed: 'words' say it.
     */
    void (*proved)(struct head *a, const char *words);

    /* A policy or protocol was asked or has answered. */
    void (*answered)(struct head *a);

    /* A generation that is not the job, any more or after all, has ended. */
    void (*retired)(struct head *a, const struct generation *g);

    /* The agent of another host has called; or cannot be reached any more,
     * be it for a moment.
     */
    void (*host_met)(struct head *a, const char *host);
    void (*host_lost)(struct head *a, const char *host, const char *why);

    /* It says something that is not about a rank: one of enum
     * host_messages_type.
     */
    void (*host_said)(struct head *a,
                      const char *host,
                      const struct local_message_head *head,
                      const char *payload);

    /* Write what a head that takes this one's place is to know, as lines that
     * begin with words of the part's own; and these, up to one that is NULL.
     * They are taken up before start().
     */
    void (*save)(const struct head *a, FILE *out);
    const struct saved_line *lines;
};

/* Call 'hook' of each part of the head 'a' that has one, with the arguments
 * that it is to be given; see above.
 */
#define PARTS_TELL(a, hook, ...)                                              \
    do {                                                                      \
        for (const struct part *const *at = (a)->parts; at && *at; at++)      \
            if ((*at)->hook)                                                  \
                (*at)->hook(__VA_ARGS__);                                     \
    } while (0)

/* Have a line taken up by the part whose word it begins with.  Returns false
 * when it is nobody's.
 */
bool parts_load(struct head *a, const char *word, const char *rest);

#endif /* !MITOSIS_AGENT_CORE_HEAD_PARTS_H */

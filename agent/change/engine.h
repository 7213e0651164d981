/* engine.h - a way to change a job, as a table of functions
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_ENGINE_H
#define MITOSIS_AGENT_CHANGE_ENGINE_H

#include "agent/core/head.h"

struct engine {
    /* Begin 'text', parsed as 'change', asked for because of 'why'; at the
     * sync 'at', or 0 for as soon as can be.  Returns -1 with the reason in
     * 'err' when that cannot be done, and nothing has happened then.
     */
    int (*begin)(struct head *a,
                 const struct change *change,
                 const char *text,
                 const char *why,
                 uint64_t at,
                 struct error *err);

    /* The generation that is getting ready, or NULL. */
    struct generation *(*next)(const struct head *a);

    /* A rank said something, or is gone; or, without 'p', the launcher of
     * the next generation is.
     */
    void (*hear)(struct head *a,
                 struct peer *p,
                 const struct local_message *wire);
    void (*lose)(struct head *a, struct peer *p);

    /* The outposts on other hosts have got further with what is under way. */
    void (*consider)(struct head *a);

    /* Call off what is under way: at once, or when the ranks can go on. */
    void (*cancel)(struct head *a, bool at_once, const char *reason);

    /* What is under way, in words. */
    void (*describe)(const struct head *a, struct error *text);
};

extern const struct engine engine_succession;

#endif /* !MITOSIS_AGENT_CHANGE_ENGINE_H */

/* launcher_kind.h - the kinds of launcher, as tables of functions
 *
 * For launcher.c, and the files of the kinds alone.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_LAUNCHER_KIND_H
#define MITOSIS_AGENT_LAUNCH_LAUNCHER_KIND_H

#include "agent/launch/launcher.h"
#include "agent/launch/process_copy.h"
#include "base/string_list.h"

struct launcher {
    const struct launch_kind *kind;
    struct process_copy origin;   /* of what is repeated */
    char path[PROCESS_COPY_PATH]; /* of what is to be started */
    pid_t pid;                    /* of the launcher, 0 when it is elsewhere */
    size_t options;               /* words before the program */
    char helper[PROCESS_COPY_PATH]; /* see launcher_find() */
    const char *arguments;          /* see launcher_set_arguments(), or NULL */
};

struct launch_kind {
    const char *name;
    const char *above; /* what its process above all ranks is called */
    bool confined;     /* it starts ranks in one allocation alone */
    bool forwards;     /* requests to end go to its ranks, which may do things
                          first */

    /* Understand how it has started 'rank', its process on this host being
     * 'above'.  Returns -1 with the reason in 'err' when that cannot be
     * repeated; what 'l' has got is freed by the caller.
     */
    int (*read)(launcher_t *l, pid_t rank, pid_t above, struct error *err);

    /* The launcher whose process on this host is 'above', or 0 when it is on
     * another one; NULL for one that ends by itself when a host is lost.
     */
    pid_t (*process)(pid_t above);

    /* Add the words, and the variables besides those that are common to all.
     */
    void (*compose)(const launcher_t *l,
                    const struct launch_order *order,
                    struct string_list *words,
                    struct string_list *environment);

    /* Whether it sets a variable for what it starts, so that another one
     * should not find it.
     */
    bool (*is_own)(const launcher_t *l, const char *variable);
};

extern const struct launch_kind launch_hydra;
extern const struct launch_kind launch_srun;

/* The number of a kind, and the kind of a number; NULL when there is none. */
int launch_number(const struct launch_kind *kind);
const struct launch_kind *launch_kind_of(int number);

/* The kind that has started 'rank', with the process above it that told so in
 * 'above'; NULL for none.
 */
const struct launch_kind *launch_find_kind(pid_t rank, pid_t *above);

/* What a rank is told of its generation: the name of the job, and the folder
 * that its pages are below.
 */
void launch_job(const struct launch_order *order,
                char job[PROCESS_COPY_PATH],
                char pages[PROCESS_COPY_PATH]);

/* Whether one of a list of beginnings, which ends with NULL, is that of an
 * environment's entry.
 */
bool launch_begins(const char *entry, const char *const names[]);

#endif /* !MITOSIS_AGENT_LAUNCH_LAUNCHER_KIND_H */

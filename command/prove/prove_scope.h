/* prove_scope.h - what can be compared between runs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_SCOPE_H
#define MITOSIS_COMMAND_PROVE_PROVE_SCOPE_H

#include "command/prove/prove_run.h"

/* What can be compared: what comes out alike each time that nothing is
 * changed.
 */
struct prove_scope {
    const struct prove_run *first;
    bool *skip;               /* of each item: not its sums */
    bool state;               /* sums at all */
    bool end;                 /* the number of syncs */
    bool amount;              /* how many lines are printed */
    struct string_list lines; /* that are printed */
};

/* Start with all of the run 'first', which lives on. */
void prove_scope_start(struct prove_scope *s, const struct prove_run *first);

/* Leave out what differs in 'other', in which nothing was changed either. */
void prove_scope_narrow(struct prove_scope *s, const struct prove_run *other);

/* Leave out lines of the kind of those that differ in 'again', the same as the
 * first run once more.
 */
void prove_scope_leave_unsteady(struct prove_scope *s,
                                const struct prove_run *again);

/* Leave out the things of these names. */
void prove_scope_leave(struct prove_scope *s, const struct string_list *names);

/* Leave out what each rank has for itself, as ranks come and go. */
void prove_scope_leave_local(struct prove_scope *s);

/* Make 'to' a copy of 'from'. */
void prove_scope_copy(struct prove_scope *to, const struct prove_scope *from);

void prove_scope_clear(struct prove_scope *s);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_SCOPE_H */

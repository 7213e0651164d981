/* hooks.h - the program's functions that are called before and after a change
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_HOOKS_H
#define MITOSIS_PMPI_CHANGE_HOOKS_H

#include <stdbool.h>

#include "base/error.h"

enum hooks_kind { HOOKS_BEFORE, HOOKS_AFTER, HOOKS_KINDS };

/* Have 'function' called with 'arg' then.  The same twice is the same once.
 * That was asked for in 'line' of 'file', or NULL.  Returns -1 with the reason
 * in 'err'.
 */
int hooks_add(enum hooks_kind kind,
              const char *file,
              int line,
              void (*function)(void *arg),
              void *arg,
              struct error *err);

/* The same for one of ours, without 'arg', which is nearer to the change than
 * all of the program's: it is called after those of before and before those of
 * after, whoever was added first.
 */
int hooks_add_inner(enum hooks_kind kind,
                    void (*function)(void *arg),
                    struct error *err);

/* Whether there is one. */
bool hooks_has(enum hooks_kind kind);

/* Call them, those of before in the reverse order.  Each is in the program as
 * far as others see: its calls of MPI count, its time is not ours, and
 * mito_sync() does nothing.  One that takes long is told, with the MPI call
 * that it is in.
 */
void hooks_call(enum hooks_kind kind);

#endif /* !MITOSIS_PMPI_CHANGE_HOOKS_H */

/* serve_state.h - let ranks of other hosts read what this one has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_SERVE_STATE_H
#define MITOSIS_PMPI_STATE_SERVE_STATE_H

#include "migrate/layout/manifest.h"

/* This rank stands still, and 'm' says what it has: serve that from now on,
 * and say in 'm' where.  Does nothing unless 'wanted' or the user wants it so.
 * Returns -1 with the reason in 'err'.
 */
int serve_state_begin(const char *folder,
                      struct manifest *m,
                      bool wanted,
                      struct error *err);

/* The same for one that computes, of what is constant only, which is then
 * served by serve_state_step().
 */
int serve_state_ahead(const char *folder,
                      struct manifest *m,
                      struct error *err);

/* Serve what is waited for, for a small part of the time since the last call.
 */
void serve_state_step(void);

/* Serve until 'fd' can be read, for at most 'ms' (-1: for ever).  Returns what
 * is left of these at least; at once if nothing is offered.
 */
int serve_state_wait(int fd, int ms);

/* What is offered may change from now on. */
void serve_state_end(void);

#endif /* !MITOSIS_PMPI_STATE_SERVE_STATE_H */

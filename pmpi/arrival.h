/* arrival.h - what a new rank keeps from being told to being let go
 *
 * state_prepare() begins it, state_pull() ends the moving.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_ARRIVAL_H
#define MITOSIS_ARRIVAL_H

/* It has all: what only the hand-over needed is given back, and its manifest
 * becomes that of now.  Without an arrival it does nothing.
 */
void arrival_end(void);

#endif /* !MITOSIS_ARRIVAL_H */

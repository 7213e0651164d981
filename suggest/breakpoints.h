/* breakpoints.h - be called when the program comes to places in its code
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SUGGEST_BREAKPOINTS_H
#define MITOSIS_SUGGEST_BREAKPOINTS_H

#include <stdint.h>
#include <ucontext.h>

/* The program, in its main thread, is about to go on at 'address'. */
typedef void breakpoints_come(uintptr_t address, ucontext_t *context);

/* Call 'come' at each of the 'count' addresses, and at those that were set
 * before.  Returns -1 where that cannot be had: on another machine than
 * x86-64, or code that cannot be written.
 */
int breakpoints_set(const uintptr_t *address,
                    int count,
                    breakpoints_come *come);

/* Do so no more. */
void breakpoints_clear(void);

#endif /* !MITOSIS_SUGGEST_BREAKPOINTS_H */

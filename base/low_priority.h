/* low_priority.h - do work beside others that matter more
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_LOW_PRIORITY_H
#define MITOSIS_BASE_LOW_PRIORITY_H

/* Have work(arg) done, at a lower priority than this thread has, and wait for
 * it.  Where there can be no thread for it, it is done as any other.
 */
void gently(void (*work)(void *arg), void *arg);

#endif /* !MITOSIS_BASE_LOW_PRIORITY_H */

/* process_id.h - which process it is, though numbers are given again
 *
 * Where many processes come and go, the kernel is through with its numbers
 * within a minute, and that of one that has ended is another one's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_PROCESS_ID_H
#define MITOSIS_BASE_SYSTEM_PROCESS_ID_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* In memory that others see, too; no process while its number is 0. */
struct process_id {
    _Atomic uint64_t started; /* ticks after the boot */
    _Atomic int32_t pid;
};

void process_id_set(struct process_id *id, pid_t pid);

/* Whether it runs: one that has ended and that nobody has waited for does
 * not.
 */
bool process_id_runs(const struct process_id *id);

/* A descriptor that can be read from once it has ended; -1 if it has, or if
 * there is none.
 */
int process_id_open(const struct process_id *id);

/* End it by force; nothing if it has ended. */
void process_id_kill(const struct process_id *id);

#endif /* !MITOSIS_BASE_SYSTEM_PROCESS_ID_H */

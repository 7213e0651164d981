/* process.h - what the kernel tells of a process
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SYSTEM_PROCESS_H
#define MITOSIS_BASE_SYSTEM_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Fields of /proc/PID/stat. */
enum process_field {
    PROCESS_PARENT = 4,
    PROCESS_SESSION = 6,
    PROCESS_USER_TICKS = 14, /* of processor time */
    PROCESS_SYSTEM_TICKS = 15,
    PROCESS_STARTED = 22, /* ticks after the boot */
    PROCESS_WORDS = 48,   /* where its command line begins in its memory */
    PROCESS_WORDS_END = 49,
};

/* One of them; 0 when it is not told. */
unsigned long process_field(pid_t pid, enum process_field field);

/* How many seconds its main thread was on a core, and how many it was ready to
 * run and had none; 0 when it is not told, as by kernels that do not count it.
 * They leave errno alone.
 */
double process_core_time(pid_t pid);
double process_core_wait(pid_t pid);

/* What it has read and written by system calls, from files and all else that
 * is read and written like them.
 */
struct process_io {
    uint64_t read_bytes;
    uint64_t written_bytes;
    uint64_t reads; /* how many of these calls */
    uint64_t writes;
    uint64_t disk_read_bytes;    /* had to be fetched from a disk */
    uint64_t disk_written_bytes; /* are, or are to be, stored on one */
};

/* The kernel's counts of it; all 0 when it is not told.  Leaves errno alone.
 */
struct process_io process_io(pid_t pid);

/* A number to 'base' that stands behind 'name', with the newline before and
 * the colon after it, in /proc/PID/status.
 */
uint64_t process_status(pid_t pid,
                        const char *name,
                        int base,
                        uint64_t otherwise);

/* How it is, as "ps" has it: R, S, D, T for stopped by a signal, t by a
 * debugger, Z; '?' when it is not told.
 */
char process_state(pid_t pid);

/* Whether its command is called 'name', of which 15 letters count. */
bool process_is(pid_t pid, const char *name);

/* Whether a signal does to it what signals do by default, as far as is told:
 * it does not catch it nor ignore it.
 */
bool process_has_default(pid_t pid, int number);

/* The nearest of the processes above one that is called as one of 'names',
 * a list that ends with NULL; or 0.
 */
pid_t process_above(pid_t pid, const char *const names[]);

/* Call this process 'title' where command lines are shown, cut off where its
 * own one ends.
 */
void process_retitle(const char *title);

/* End all that the process 'pid' has started by force, and what these have,
 * but not itself, nor us.
 */
void process_end_below(pid_t pid);

/* The signals that launchers hand to what they have started, and programs may
 * have a use for: who stands in for ranks passes them on.
 */
void process_passed_signals(sigset_t *set);

/* Whether one of them asks to end. */
bool process_asks_to_end(int number);

/* Whether one that came now is to be passed on, by when the last one was
 * ('passed', with an element for each kind, at first 0), which is noted then.
 * Who signals a group of processes, as timeout and some batch systems do,
 * reaches some twice, at once and through who passes it on.
 */
bool process_passes_signal(int number, uint64_t passed[NSIG]);

/* End all our children by force, and those that become ours by that, as they
 * do to a process that has set PR_SET_CHILD_SUBREAPER; but not what is called
 * 'spared', unless that is NULL.
 */
void process_end_children(const char *spared);

#endif /* !MITOSIS_BASE_SYSTEM_PROCESS_H */

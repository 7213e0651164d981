/* loop.h - wait for descriptors and for moments, and call who asked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_LOOP_H
#define MITOSIS_NET_LOOP_H

#include <stdbool.h>

#include "base/error.h"

typedef struct loop loop_t;

/* Make a loop.  Returns NULL when there is no memory. */
loop_t *loop_create(void);

/* Free it.  Descriptors stay open.  NULL is fine. */
void loop_destroy(loop_t *l);

/* Call 'ready' whenever there is something to read from 'fd', or it has come
 * to its end.  Returns -1 with the reason in 'err'.
 */
int loop_watch(loop_t *l,
               int fd,
               void (*ready)(int fd, void *arg),
               void *arg,
               struct error *err);

/* Call it, too, or not any more, when 'fd' can be written to. */
void loop_want_room(loop_t *l, int fd, bool wanted);

/* Do not look at 'fd' for 'ms': what it is ready for cannot be done now. */
void loop_rest(loop_t *l, int fd, int ms);

/* Call it no more. */
void loop_forget(loop_t *l, int fd);

/* Call 'due' in 'ms' from now, once.  One that waits for the same function
 * and argument is put off to then.
 */
int loop_after(loop_t *l, int ms, void (*due)(void *arg), void *arg);

/* Do not call it. */
void loop_cancel(loop_t *l, void (*due)(void *arg), void *arg);

/* Go round until loop_stop(). */
void loop_run(loop_t *l);

/* Make loop_run() return when the call under way is done. */
void loop_stop(loop_t *l);

/* Go round until 'is_over', for at most 'ms'.  Returns whether it is. */
bool loop_await(loop_t *l, bool (*is_over)(void *arg), void *arg, int ms);

/* CLOCK_MONOTONIC in seconds. */
double loop_now(void);

#endif /* !MITOSIS_NET_LOOP_H */

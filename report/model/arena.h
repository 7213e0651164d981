/* arena.h - many small things that are freed together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_ARENA_H
#define MITOSIS_REPORT_MODEL_ARENA_H

#include <stddef.h>

typedef struct arena arena_t;

/* Make an empty one.  Returns NULL when there is no memory. */
arena_t *arena_create(void);

/* Free it with all that was taken from it.  NULL is fine. */
void arena_destroy(arena_t *a);

/* Take room for 'count' things of 'bytes' each, all zero; it lives as long
 * as the arena.  Returns NULL when there is no memory.
 */
void *arena_take(arena_t *a, size_t count, size_t bytes);

/* Keep a copy of the 'len' bytes at 'text', and a NUL. */
char *arena_copy(arena_t *a, const char *text, size_t len);

/* Keep a text made as by printf(). */
char *arena_print(arena_t *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif /* !MITOSIS_REPORT_MODEL_ARENA_H */

/* texts.h - a list of strings that is put together, as for execve()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_TEXTS_H
#define MITOSIS_BASE_TEXTS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty one. */
struct texts {
    size_t count;
    size_t room;
    char **text; /* followed by a NULL once there is one */
    bool failed; /* there was no memory for one of them */
};

/* Add one, made as by printf().  What goes wrong is seen in 'failed', which
 * may be looked at once at the end.
 */
void texts_add(struct texts *t, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with arguments as for vprintf(). */
void texts_vadd(struct texts *t, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* Free them, which leaves an empty list. */
void texts_clear(struct texts *t);

#endif /* !MITOSIS_BASE_TEXTS_H */

/* string_list.h - a list of strings that is put together, as for execve()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_STRING_LIST_H
#define MITOSIS_BASE_STRING_LIST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty one. */
struct string_list {
    size_t count;
    size_t room;
    char **text; /* followed by a NULL once there is one */
    bool failed; /* there was no memory for one of them */
};

/* Add one, made as by printf().  What goes wrong is seen in 'failed', which
 * may be looked at once at the end.
 */
void string_list_add(struct string_list *t, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with arguments as for vprintf(). */
void string_list_vadd(struct string_list *t, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* Add each of these texts as it is, up to a NULL. */
void string_list_add_all(struct string_list *t, ...) __attribute__((sentinel));

/* The same with arguments as for vprintf(). */
void string_list_vadd_all(struct string_list *t, va_list ap);

/* Free them, which leaves an empty list. */
void string_list_clear(struct string_list *t);

#endif /* !MITOSIS_BASE_STRING_LIST_H */

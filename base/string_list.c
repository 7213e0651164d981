/* string_list.c - a list of strings that is put together, as for execve()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/string_list.h"

void string_list_vadd(struct string_list *t, const char *fmt, va_list ap)
{
    /* One more, for the NULL behind it. */
    if (!grow(&t->text, sizeof(*t->text), t->count + 1, &t->room)) {
        t->failed = true;
        return;
    }
    if (vasprintf(&t->text[t->count], fmt, ap) < 0)
        t->failed = true;
    else
        t->count++;
    t->text[t->count] = NULL;
}

void string_list_add(struct string_list *t, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    string_list_vadd(t, fmt, ap);
    va_end(ap);
}

void string_list_vadd_all(struct string_list *t, va_list ap)
{
    const char *text;

    while ((text = va_arg(ap, const char *)))
        string_list_add(t, "%s", text);
}

void string_list_add_all(struct string_list *t, ...)
{
    va_list ap;

    va_start(ap, t);
    string_list_vadd_all(t, ap);
    va_end(ap);
}

void string_list_clear(struct string_list *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->text[i]);
    free(t->text);
    memset(t, 0, sizeof(*t));
}

/* texts.c - a list of strings that is put together, as for execve()
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/texts.h"

void texts_vadd(struct texts *t, const char *fmt, va_list ap)
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

void texts_add(struct texts *t, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    texts_vadd(t, fmt, ap);
    va_end(ap);
}

void texts_clear(struct texts *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->text[i]);
    free(t->text);
    memset(t, 0, sizeof(*t));
}

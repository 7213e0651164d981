/* words.c - a command line that is being put together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "command/common/say.h"
#include "command/common/words.h"

void words_add(struct string_list *w, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    string_list_vadd(w, fmt, ap);
    va_end(ap);
    if (w->failed)
        die(EXIT_FAILURE, "out of memory");
}

void words_add_all(struct string_list *w, ...)
{
    va_list ap;

    va_start(ap, w);
    string_list_vadd_all(w, ap);
    va_end(ap);
    if (w->failed)
        die(EXIT_FAILURE, "out of memory");
}

char *words_type(struct string_list *w)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    for (size_t i = 0; out && i < w->count; i++) {
        if (i > 0)
            fputc(' ', out);
        escape_shell(out, w->text[i]);
    }
    string_list_clear(w);
    if (!out || fclose(out) != 0)
        die(EXIT_FAILURE, "out of memory");
    return text;
}

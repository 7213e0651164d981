/* words.c - a command line that is being put together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "command/say.h"
#include "command/words.h"

void words_add(struct words *w, const char *fmt, ...)
{
    va_list ap;

    if (!grow(&w->word, sizeof(w->word[0]), w->count + 1, &w->room))
        die(EXIT_FAILURE, "out of memory");
    va_start(ap, fmt);
    if (vasprintf(&w->word[w->count], fmt, ap) < 0)
        die(EXIT_FAILURE, "out of memory");
    va_end(ap);
    w->word[++w->count] = NULL;
}

void words_clear(struct words *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->word[i]);
    free(w->word);
    memset(w, 0, sizeof(*w));
}

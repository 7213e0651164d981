/* words.c - a command line that is being put together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>

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

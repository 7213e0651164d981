/* words.h - a command line that is being put together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_WORDS_H
#define MITOSIS_COMMAND_COMMON_WORDS_H

#include "base/texts.h"

/* Add a word made as by printf().  Without memory the command ends with a
 * message: there is nothing it could do instead.  texts_clear() frees them.
 */
void words_add(struct texts *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif /* !MITOSIS_COMMAND_COMMON_WORDS_H */

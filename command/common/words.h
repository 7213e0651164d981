/* words.h - a command line that is being put together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_WORDS_H
#define MITOSIS_COMMAND_COMMON_WORDS_H

#include "base/string_list.h"

/* Add a word made as by printf().  Without memory the command ends with a
 * message: there is nothing it could do instead.  string_list_clear() frees
 * them.
 */
void words_add(struct string_list *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Add each of these words as it is, up to a NULL. */
void words_add_all(struct string_list *w, ...) __attribute__((sentinel));

/* Make one text of 'w', as one types the words in a shell, and clear 'w'.  The
 * caller frees the text.  Without memory the command ends as above.
 */
char *words_type(struct string_list *w);

#endif /* !MITOSIS_COMMAND_COMMON_WORDS_H */

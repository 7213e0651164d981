/* words.h - a command line that is being put together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_WORDS_H
#define MITOSIS_WORDS_H

#include <stddef.h>

/* All zero is an empty one. */
struct words {
    size_t count;
    size_t room;
    char **word; /* followed by a NULL once there is one */
};

/* Add a word made as by printf().  Without memory the command ends with a
 * message: there is nothing it could do instead.
 */
void words_add(struct words *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Free the words, which leaves an empty command line. */
void words_clear(struct words *w);

#endif /* !MITOSIS_WORDS_H */

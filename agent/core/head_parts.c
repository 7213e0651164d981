/* head_parts.c - the parts of a head, and how they are told what happens
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/core/head.h"

bool parts_load(struct head *a, const char *word, const char *rest)
{
    const struct saved_line *line;

    for (const struct part *const *at = a->parts; at && *at; at++)
        for (line = (*at)->lines; line && line->word; line++)
            if (strcmp(word, line->word) == 0) {
                line->take(a, rest);
                return true;
            }
    return false;
}

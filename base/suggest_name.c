/* suggest_name.c - which of the known names a misspelt word may have meant
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/parse_value.h"
#include "base/suggest_name.h"

enum { LONGEST = 63 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The usual table, of which three rows are kept: swapping two letters looks
 * two rows back.
 */
unsigned suggest_name_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    unsigned kept[3][LONGEST + 1];
    unsigned *before = kept[0], *last = kept[1], *row = kept[2];

    if (rows > LONGEST || columns > LONGEST)
        return UINT_MAX;
    for (size_t j = 0; j <= columns; j++)
        last[j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++) {
        unsigned *oldest = before;

        row[0] = (unsigned)i;
        for (size_t j = 1; j <= columns; j++) {
            char x = parse_value_letter(a[i - 1]),
                 y = parse_value_letter(b[j - 1]);

            row[j] =
                least(last[j - 1] + (x != y), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == parse_value_letter(b[j - 2])
                && y == parse_value_letter(a[i - 2]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
        row = oldest;
    }
    return last[columns];
}

/* One mistake in three letters is near, so that short words need to be
 * nearly right.
 */
struct suggest_name suggest_name_start(const char *word)
{
    return (struct suggest_name){ word, NULL,
                                  (unsigned)(strlen(word) + 4) / 3 };
}

void suggest_name_offer(struct suggest_name *n, const char *name)
{
    unsigned distance = suggest_name_distance(n->word, name);

    if (distance < n->distance) {
        n->best = name;
        n->distance = distance;
    }
}

/* merge_remarks.c - join what runs say could not be seen
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/gather/merge_remarks.h"

/* How long the number at 'at' is, a word of its own; 0 if it is none. */
static size_t number_length(const char *text, const char *at)
{
    size_t len = strspn(at, "0123456789");

    if (len == 0 || len > 18 || (at > text && at[-1] != ' ')
        || (at[len] && at[len] != ' '))
        return 0;
    return len;
}

/* Print the sum of two sentences, if they have one. */
static bool print_sum(const char *a, const char *b, FILE *out)
{
    const char *x = a, *y = b;

    while (*x && *y) {
        size_t n = number_length(a, x), k = number_length(b, y);

        if (n > 0 && k > 0) {
            fprintf(out, "%" PRIu64,
                    (uint64_t)strtoull(x, NULL, 10)
                        + (uint64_t)strtoull(y, NULL, 10));
            x += n;
            y += k;
        } else if (*x == *y) {
            putc(*x, out);
            x++;
            y++;
        } else {
            return false;
        }
    }
    return !*x && !*y;
}

/* Returns 1 when the two were one, 0 when not, -1 without memory. */
static int join_two(struct run *to, const char **known, const char *new)
{
    char *text = NULL;
    size_t len;
    FILE *out;
    int rc = 0;

    if (strcmp(*known, new) == 0 && !isdigit((unsigned char)*new))
        return 1;
    if (number_length(*known, *known) == 0 || number_length(new, new) == 0)
        return 0;
    if (!(out = open_memstream(&text, &len)))
        return -1;
    if (print_sum(*known, new, out))
        rc = 1;
    if (fclose(out) != 0)
        rc = -1;
    if (rc == 1 && !(*known = arena_print(to->arena, "%s", text)))
        rc = -1;
    free(text);
    return rc;
}

int merge_remarks_join(struct run *to, const struct run *from)
{
    size_t before = to->unseens;

    for (size_t i = 0; i < from->unseens; i++) {
        int joined = 0;

        for (size_t k = 0; k < before && joined == 0; k++)
            joined = join_two(to, &to->unseen[k], from->unseen[i]);
        if (joined < 0
            || (joined == 0 && run_unseen(to, "%s", from->unseen[i]) < 0))
            return -1;
    }
    return 0;
}

/* prove_output.c - what several runs of a program have printed alike
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/prove/prove_output.h"

enum { TANGLED = 8 /* lines that may have become one */ };

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_ignored(const char *line, const struct string_list *ignored)
{
    for (size_t i = 0; i < ignored->count; i++)
        if (strstr(line, ignored->text[i]))
            return true;
    return false;
}

static void sort(struct string_list *lines)
{
    if (lines->count > 0)
        qsort(lines->text, lines->count, sizeof(lines->text[0]), compare);
}

int prove_output_read(struct string_list *lines,
                      const char *path,
                      const struct string_list *ignored,
                      struct error *err)
{
    char *line = NULL;
    size_t room = 0;
    FILE *in = fopen(path, "re");

    if (!in)
        return error_set(err, "%s: %s", path, strerror(errno));
    while (getline(&line, &room, in) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!is_ignored(line, ignored))
            string_list_add(lines, "%s", line);
    }
    free(line);
    fclose(in);
    if (lines->failed)
        return error_set(err, "%s: out of memory", path);
    sort(lines);
    return 0;
}

/* Write to 'part' lines of 'known' that 'text' is made of, 'most' at most.
 * Returns how many that are, 0 when it is not made of such.
 */
static size_t take_apart(const char *text,
                         const struct string_list *known,
                         const char *part[],
                         size_t most)
{
    for (size_t i = 0; most > 0 && i < known->count; i++) {
        size_t length = strlen(known->text[i]), more;

        if (length == 0 || strncmp(text, known->text[i], length) != 0)
            continue;
        part[0] = known->text[i];
        if (!text[length])
            return 1;
        more = take_apart(text + length, known, part + 1, most - 1);
        if (more > 0)
            return 1 + more;
    }
    return 0;
}

static bool is_known(char *line, const struct string_list *known)
{
    return known->count > 0
           && bsearch(&line, known->text, known->count, sizeof(known->text[0]),
                      compare);
}

/* Empty lines are the first ones, and become the other parts. */
void prove_output_untangle(struct string_list *lines,
                           const struct string_list *known)
{
    const char *part[TANGLED];
    size_t empty = 0, used = 0;

    while (empty < lines->count && !*lines->text[empty])
        empty++;
    for (size_t i = empty; used < empty && i < lines->count; i++) {
        size_t most = empty - used + 1, count;

        if (is_known(lines->text[i], known))
            continue;
        count = take_apart(lines->text[i], known, part,
                           most < TANGLED ? most : TANGLED);
        for (size_t n = 0; n < count; n++) {
            char **at = n == 0 ? &lines->text[i] : &lines->text[used++];
            char *copy = strdup(part[n]);

            if (!copy)
                return;
            free(*at);
            *at = copy;
        }
    }
    sort(lines);
}

/* They are the first ones here, too. */
void prove_output_drop_empty(struct string_list *lines)
{
    size_t empty = 0;

    while (empty < lines->count && !*lines->text[empty])
        free(lines->text[empty++]);
    if (empty == 0)
        return;
    lines->count -= empty;
    memmove(lines->text, lines->text + empty,
            lines->count * sizeof(lines->text[0]));
    lines->text[lines->count] = NULL;
}

/* Go on in 'other' from '*at' to where 'line' is or would be. */
static bool is_next(const char *line,
                    const struct string_list *other,
                    size_t *at)
{
    while (*at < other->count && strcmp(other->text[*at], line) < 0)
        ++*at;
    if (*at == other->count || strcmp(other->text[*at], line) != 0)
        return false;
    ++*at;
    return true;
}

void prove_output_common(struct string_list *lines,
                         const struct string_list *other)
{
    size_t at = 0, kept = 0;

    for (size_t i = 0; i < lines->count; i++)
        if (is_next(lines->text[i], other, &at))
            lines->text[kept++] = lines->text[i];
        else
            free(lines->text[i]);
    lines->count = kept;
    if (lines->text)
        lines->text[kept] = NULL;
}

const char *prove_output_missing(const struct string_list *lines,
                                 const struct string_list *other)
{
    size_t at = 0;

    for (size_t i = 0; i < lines->count; i++)
        if (!is_next(lines->text[i], other, &at))
            return lines->text[i];
    return NULL;
}

/* The end of the number at the beginning of 'text', or 'text' if there is
 * none.
 */
static const char *skip_number(const char *text)
{
    static const char digits[] = "0123456789";
    const char *at = text + (*text == '-' || *text == '+');
    size_t before = strspn(at, digits), behind = 0;
    const char *exponent;

    at += before;
    if (*at == '.') {
        behind = strspn(at + 1, digits);
        at += before + behind > 0 ? 1 + behind : 0;
    }
    if (before + behind == 0)
        return text;
    if (!*at || !strchr("eEdD", *at))
        return at;
    exponent = at + 1 + (at[1] == '-' || at[1] == '+');
    return isdigit((unsigned char)*exponent)
               ? exponent + strspn(exponent, digits)
               : at;
}

/* Make of 'line' what is left of it without spaces, and with "#" in place of
 * each number.  Returns whether there is one.
 */
static bool make_kind(char *line)
{
    const char *from = line;
    char *to = line;
    bool numbers = false;

    while (*from) {
        const char *end = skip_number(from);

        if (end > from) {
            *to++ = '#';
            from = end;
            numbers = true;
        } else if (isspace((unsigned char)*from))
            from++;
        else
            *to++ = *from++;
    }
    *to = '\0';
    return numbers;
}

/* Add the kinds of those of 'lines' that are not in 'other'. */
static void add_kinds(struct string_list *kinds,
                      const struct string_list *lines,
                      const struct string_list *other)
{
    size_t at = 0;

    for (size_t i = 0; i < lines->count; i++) {
        char *kind;

        if (is_next(lines->text[i], other, &at)
            || !(kind = strdup(lines->text[i])))
            continue;
        if (make_kind(kind))
            string_list_add(kinds, "%s", kind);
        free(kind);
    }
}

void prove_output_drop_unsteady(struct string_list *lines,
                                const struct string_list *a,
                                const struct string_list *b)
{
    struct string_list kinds = { 0 };
    size_t kept = 0;

    add_kinds(&kinds, a, b);
    add_kinds(&kinds, b, a);
    sort(&kinds);
    for (size_t i = 0; i < lines->count; i++) {
        char *kind = strdup(lines->text[i]);

        if (kind && make_kind(kind) && is_known(kind, &kinds))
            free(lines->text[i]);
        else
            lines->text[kept++] = lines->text[i];
        free(kind);
    }
    lines->count = kept;
    if (lines->text)
        lines->text[kept] = NULL;
    string_list_clear(&kinds);
}

static void add_missing(struct string_list *to,
                        const struct string_list *lines,
                        const struct string_list *other)
{
    size_t at = 0;

    for (size_t i = 0; i < lines->count; i++)
        if (!is_next(lines->text[i], other, &at))
            string_list_add(to, "%s", lines->text[i]);
}

static void drop(struct string_list *lines, size_t i)
{
    free(lines->text[i]);
    memmove(&lines->text[i], &lines->text[i + 1],
            (lines->count - i) * sizeof(lines->text[0]));
    lines->count--;
}

static bool is_same_kind(const char *a, const char *b)
{
    char *x = strdup(a), *y = strdup(b);
    bool same = x && y && make_kind(x) && make_kind(y) && strcmp(x, y) == 0;

    free(x);
    free(y);
    return same;
}

void prove_output_differ(struct string_list *gone,
                         struct string_list *more,
                         const struct string_list *a,
                         const struct string_list *b,
                         const struct string_list *steady)
{
    add_missing(gone, a, b);
    add_missing(more, b, a);
    for (size_t i = gone->count; i-- > 0;) {
        size_t n = 0;

        while (n < more->count && !is_same_kind(gone->text[i], more->text[n]))
            n++;
        if (n == more->count || is_known(gone->text[i], steady))
            continue;
        drop(more, n);
        drop(gone, i);
    }
}

static void count_bytes(const struct string_list *lines,
                        size_t count[UCHAR_MAX + 1])
{
    for (size_t i = 0; i < lines->count; i++)
        for (const char *at = lines->text[i]; *at; at++)
            count[(unsigned char)*at]++;
}

/* Take the letters of 'line' out of 'torn', in their order.  Returns the first
 * one that is left, or NULL where they are not all there, or none is left.
 */
static const char *left_of(const char *torn, const char *line)
{
    const char *left = NULL;

    for (; *torn; torn++)
        if (*line && *torn == *line)
            line++;
        else if (!left)
            left = torn;
    return *line ? NULL : left;
}

/* Whether 'torn' has all of one of 'lines', and something that another one
 * begins with.
 */
static bool is_run_together(const char *torn, const struct string_list *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *left = left_of(torn, lines->text[i]);

        for (size_t n = 0; left && n < lines->count; n++)
            if (n != i && lines->text[n][0] == *left)
                return true;
    }
    return false;
}

/* Where a line ends first, the other one has only begun. */
bool prove_output_is_torn(const struct string_list *a,
                          const struct string_list *b)
{
    size_t in_a[UCHAR_MAX + 1] = { 0 }, in_b[UCHAR_MAX + 1] = { 0 };

    count_bytes(a, in_a);
    count_bytes(b, in_b);
    if (memcmp(in_a, in_b, sizeof(in_a)) != 0)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (is_run_together(a->text[i], b))
            return true;
    for (size_t i = 0; i < b->count; i++)
        if (is_run_together(b->text[i], a))
            return true;
    return false;
}

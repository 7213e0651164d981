/* size_template.c - arguments and input files that go by a number of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/size_template.h"

static const char spaces[] = " \t\n";

/* What names stand for. */
struct size {
    int ranks;
    int grid[3];
    int dimensions; /* that the template has */
    bool uneven;    /* a root of them was asked for that is no whole number */
};

/* ---- the grid ---- */

/* The largest divisor that is at most the root. */
static int divide(int ranks)
{
    int best = 1;

    for (long i = 1; i * i <= ranks; i++)
        if (ranks % i == 0)
            best = (int)i;
    return best;
}

void size_template_grid(int ranks, int dimensions, int grid[3])
{
    long best = 0;

    grid[0] = ranks;
    grid[1] = grid[2] = 1;
    for (long z = 1; dimensions > 1 && z * z * z <= ranks; z++) {
        int y, x;

        if (ranks % z != 0 || (dimensions == 2 && z > 1))
            continue;
        y = divide(ranks / (int)z);
        x = ranks / (int)z / y;
        if (best > 0 && x + y + z >= best)
            continue;
        best = x + y + z;
        grid[0] = x;
        grid[1] = y > z ? y : (int)z;
        grid[2] = y > z ? (int)z : y;
    }
}

/* ---- what is in braces ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The root of the number of ranks: of how many there are in each of so many
 * dimensions of a square or a cube.
 */
static int64_t take_root(struct size *size, int dimensions)
{
    int64_t root = 1, all = 1;

    for (; all < size->ranks; root++) {
        all = root + 1;
        for (int d = 1; d < dimensions; d++)
            all *= root + 1;
    }
    size->uneven |= all != size->ranks;
    return root;
}

/* Read a name or a number.  Returns what is behind it, or NULL. */
static const char *read_factor(const char *at,
                               struct size *size,
                               int64_t *value)
{
    static const char *const names[] = { "nx", "ny", "nz" };
    static const char *const roots[] = { "", "", "root", "cuberoot" };
    size_t len = 0;
    char *end;

    if (*at >= '0' && *at <= '9') {
        errno = 0;
        *value = strtoll(at, &end, 10);
        return errno ? NULL : end;
    }
    while (is_letter(at[len]))
        len++;
    if (len == 1 && *at == 'n') {
        *value = size->ranks;
        return at + len;
    }
    for (int d = 2; d < 4; d++)
        if (len == strlen(roots[d]) && strncmp(at, roots[d], len) == 0) {
            *value = take_root(size, d);
            return at + len;
        }
    for (int i = 0; i < 3; i++)
        if (len == 2 && strncmp(at, names[i], len) == 0) {
            *value = size->grid[i];
            size->dimensions |= 1 << i;
            return at + len;
        }
    return NULL;
}

static int misunderstood(const char *from, struct error *err)
{
    size_t len = strcspn(from, "}");

    return error_set(err,
                     "{%.*s} is not understood: there are {n}, {nx}, {ny}, "
                     "{nz}, {root}, {cuberoot}, and products and quotients "
                     "such as {1000/n}; {{ stands for a brace",
                     (int)(len < 100 ? len : 100), from);
}

/* Work out what is between braces, at 'from'.  Of what does not come out even
 * is told unless 'lax'.  Returns what is behind the second
 * brace, or NULL with the reason in 'err'.
 */
static const char *evaluate(const char *from,
                            struct size *size,
                            bool lax,
                            int64_t *value,
                            struct error *err)
{
    const char *at;

    size->uneven = false;
    at = read_factor(from, size, value);
    while (at && (*at == '*' || *at == '/')) {
        bool divides = *at == '/';
        int64_t next;

        at = read_factor(at + 1, size, &next);
        if (at && divides && next == 0)
            at = NULL;
        if (!at)
            break;
        size->uneven |= divides && *value % next != 0;
        if (divides)
            *value /= next;
        else if (__builtin_mul_overflow(*value, next, value))
            at = NULL;
    }
    if (at && *at == '}' && size->uneven && !lax)
        return error_null(err, "{%.*s} does not come out even with %d ranks",
                          (int)strcspn(from, "}"), from, size->ranks);
    if (at && *at == '}')
        return at + 1;
    misunderstood(from, err);
    return NULL;
}

/* Write 'text' up to 'end' with what braces stand for. */
static int expand(const char *text,
                  const char *end,
                  struct size *size,
                  bool lax,
                  FILE *out,
                  struct error *err)
{
    for (const char *at = text; at < end;) {
        int64_t value;

        if ((*at == '{' || *at == '}') && at[1] == *at) {
            fputc(*at, out);
            at += 2;
        } else if (*at == '}') {
            return error_set(err, "there is a } without a { before it; }} "
                                  "stands for a brace");
        } else if (*at != '{') {
            fputc(*at++, out);
        } else if (!memchr(at, '}', (size_t)(end - at))) {
            return error_set(err,
                             "there is no } after %.*s; {{ stands for a "
                             "brace",
                             end - at < 100 ? (int)(end - at) : 100, at);
        } else if ((at = evaluate(at + 1, size, lax, &value, err))) {
            fprintf(out, "%" PRId64, value);
        } else {
            return -1;
        }
    }
    return 0;
}

/* ---- words ---- */

/* Write the word at 'at' without its quotes.  Returns what is behind it, or
 * NULL with the reason in 'err'.
 */
static const char *read_word(
    const char *at, struct size *size, bool lax, FILE *out, struct error *err)
{
    while (*at && !strchr(spaces, *at)) {
        bool quoted = *at == '"' || *at == '\'';
        size_t len = quoted ? strcspn(at + 1, *at == '"' ? "\"" : "'")
                            : strcspn(at, "\"' \t\n");

        if (quoted && !at[1 + len])
            return error_null(err, "there is no second %c after %.100s", *at,
                              at);
        if (expand(at + quoted, at + quoted + len, size, lax, out, err) < 0)
            return NULL;
        at += len + (quoted ? 2 : 0);
    }
    return at;
}

static int read_words(const char *text,
                      struct size *size,
                      bool lax,
                      struct string_list *words,
                      struct error *err)
{
    const char *at = text + strspn(text, spaces);

    while (*at) {
        char *word = NULL;
        size_t bytes;
        FILE *out = open_memstream(&word, &bytes);

        if (!out)
            return error_set(err, "out of memory");
        at = read_word(at, size, lax, out, err);
        if (fclose(out) != 0 && at) {
            error_set(err, "out of memory");
            at = NULL;
        }
        if (at)
            string_list_add(words, "%s", word);
        free(word);
        if (!at)
            return -1;
        at += strspn(at, spaces);
    }
    return words->failed ? error_set(err, "out of memory") : 0;
}

/* ---- whole texts ---- */

static int write_lines(
    const char *at, struct size *size, bool lax, FILE *out, struct error *err)
{
    struct error why;

    for (int line = 1; *at; line++) {
        size_t len = strcspn(at, "\n");

        if (expand(at, at + len, size, lax, out, &why) < 0)
            return error_set(err, "line %d: %.900s", line, why.text);
        at += len;
        if (*at)
            fputc(*at++, out);
    }
    return 0;
}

static int read_text(const char *text,
                     struct size *size,
                     bool lax,
                     struct string_list *made,
                     struct error *err)
{
    char *whole = NULL;
    size_t bytes;
    FILE *out = open_memstream(&whole, &bytes);
    int rc;

    if (!out)
        return error_set(err, "out of memory");
    rc = write_lines(text, size, lax, out, err);
    if (fclose(out) != 0 && rc == 0)
        rc = error_set(err, "out of memory");
    if (rc == 0)
        string_list_add(made, "%s", whole);
    free(whole);
    return rc == 0 && made->failed ? error_set(err, "out of memory") : rc;
}

/* ---- both ---- */

/* How a template is read: as words, or as a whole text. */
typedef int reader(const char *text,
                   struct size *size,
                   bool lax,
                   struct string_list *made,
                   struct error *err);

/* Which dimensions the template has is known when it has been read once. */
static int find_dimensions(const char *text,
                           reader *read,
                           struct size *size,
                           struct error *err)
{
    struct string_list made = { 0 };
    int rc = read(text, size, true, &made, err);

    string_list_clear(&made);
    if (rc < 0)
        return -1;
    if (size->dimensions == 1 || size->dimensions == 0) {
        size->dimensions = 1;
    } else if (size->dimensions == 3) {
        size->dimensions = 2;
    } else if (size->dimensions != 7) {
        return error_set(err, "of a grid it has to have {nx} and {ny}, or "
                              "{nx}, {ny} and {nz}");
    } else {
        size->dimensions = 3;
    }
    return 0;
}

static int check(const char *text, reader *read, struct error *err)
{
    struct size size = { 1, { 1, 1, 1 }, 0, false };

    return find_dimensions(text, read, &size, err);
}

static int make(const char *text,
                reader *read,
                int ranks,
                struct string_list *made,
                struct error *err)
{
    struct size size = { ranks, { 1, 1, 1 }, 0, false };

    if (find_dimensions(text, read, &size, err) < 0)
        return -1;
    size_template_grid(ranks, size.dimensions, size.grid);
    return read(text, &size, false, made, err);
}

int size_template_check(const char *text, struct error *err)
{
    return check(text, read_words, err);
}

int size_template_check_text(const char *text, struct error *err)
{
    return check(text, read_text, err);
}

bool size_template_is_choosy(const char *text)
{
    return strchr(text, '/') || strstr(text, "root");
}

int size_template_words(const char *text,
                        int ranks,
                        struct string_list *words,
                        struct error *err)
{
    return make(text, read_words, ranks, words, err);
}

int size_template_text(const char *text,
                       int ranks,
                       struct string_list *made,
                       struct error *err)
{
    return make(text, read_text, ranks, made, err);
}

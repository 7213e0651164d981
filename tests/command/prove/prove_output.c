/* Tests of command/prove/prove_output.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/prove/prove_output.h"
#include "tests/tap.h"

static struct string_list read_text(const char *text, const char *ignored)
{
    char path[] = "/tmp/mitosis-output-XXXXXX";
    struct string_list lines = { 0 }, list = { 0 };
    int fd = mkstemp(path);

    if (ignored)
        string_list_add(&list, "%s", ignored);
    if (fd < 0 || write(fd, text, strlen(text)) < 0
        || prove_output_read(&lines, path, &list, NULL) < 0)
        abort();
    close(fd);
    unlink(path);
    string_list_clear(&list);
    return lines;
}

static const char *missing(const char *a, const char *b)
{
    static char line[64];
    struct string_list x = read_text(a, NULL), y = read_text(b, NULL);
    const char *found = prove_output_missing(&x, &y);

    snprintf(line, sizeof(line), "%s", found ? found : "none");
    string_list_clear(&x);
    string_list_clear(&y);
    return line;
}

static void test_missing(void)
{
    static const struct {
        const char *a, *b, *line;
    } cases[] = {
        { "a\nb\n", "b\na\n", "none" },
        { "a\nb\n", "b\na", "none" },
        { "a\nb\n", "a\nb\nc\n", "none" },
        { "a\na\n", "a\n", "a" },
        { "a\nb\nc\n", "a\nc\n", "b" },
        { "a\n", "", "a" },
        { "", "", "none" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(strcmp(missing(cases[i].a, cases[i].b), cases[i].line) == 0,
           "case %zu: %s is missing", i, cases[i].line);
}

static void test_common(void)
{
    struct string_list a = read_text("x 1\nx 2\ny\ny\nz\n", NULL);
    struct string_list b = read_text("y\nx 2\nw\n", NULL);

    prove_output_common(&a, &b);
    ok(a.count == 2 && strcmp(a.text[0], "x 2") == 0
           && strcmp(a.text[1], "y") == 0 && !a.text[2],
       "lines that both have are left, as often as both have them");
    string_list_clear(&a);
    string_list_clear(&b);
    a = read_text("took 3 s\nsum 4\n", "took");
    ok(a.count == 1 && strcmp(a.text[0], "sum 4") == 0,
       "lines with a text can be left out");
    string_list_clear(&a);
}

static void test_untangle(void)
{
    static const struct {
        const char *lines, *known, *missing;
    } cases[] = {
        { "donedone\n\n", "done\ndone\n", "none" },
        { "ba\n\n", "a\nb\n", "none" },
        { "abc\n\n\n", "a\nb\nc\n", "none" },
        { "abc\n\n", "a\nb\nc\n", "a" },
        { "donedone\n", "done\n", "done" },
        { "sum 1052\n\n", "sum 105\nx\n", "sum 105" },
        { "\nab\n", "\nab\na\nb\n", "a" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list x = read_text(cases[i].lines, NULL);
        struct string_list y = read_text(cases[i].known, NULL);
        const char *line;

        prove_output_untangle(&x, &y);
        line = prove_output_missing(&y, &x);
        ok(strcmp(line ? line : "none", cases[i].missing) == 0,
           "lines that became one, case %zu: %s is missing", i,
           cases[i].missing);
        string_list_clear(&x);
        string_list_clear(&y);
    }
}

static void test_empty(void)
{
    static const struct {
        const char *lines;
        size_t count;
    } cases[] = {
        { "\nb\n\na\n", 2 },
        { "\n\n", 0 },
        { "b\na\n", 2 },
        { "", 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list x = read_text(cases[i].lines, NULL);

        prove_output_drop_empty(&x);
        ok(x.count == cases[i].count
               && (x.count == 0
                   || (strcmp(x.text[0], "a") == 0
                       && strcmp(x.text[1], "b") == 0 && !x.text[2])),
           "empty lines can be left out, case %zu", i);
        string_list_clear(&x);
    }
}

static void test_unsteady(void)
{
    static const struct {
        const char *a, *b, *left;
    } cases[] = {
        { "1 e 5 0.1\n2 e 6 0.2\n", "1 e 5 0.3\n2 e 6 0.2\n", "" },
        { "1  0.1\n2 -1.5E+01\n", "1  0.2\n2 -1.5E+01\n", "" },
        { "1D-3 s\n.5 s\n", "12. s\n.5 s\n", "" },
        { "sum 1\nin 3 s\n", "sum 1\nin 4 s\n", "sum 1;" },
        { "sum 1\nin 3 s\n", "sum 1\n", "sum 1;" },
        { "e 5 NaN\n", "e 5 NaN\ne 5 0.1\n", "e 5 NaN;" },
        { "done\n", "done\ndone\n", "done;" },
        { "1 each\n", "1 e3\n", "" },
        { "x1 2 each\nx. -\n", "x1 3 each\nx. -\n", "x. -;" },
        { "a 1\n", "a 1\n", "a 1;" },
        { "", "a 1\n", "" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list a = read_text(cases[i].a, NULL);
        struct string_list b = read_text(cases[i].b, NULL);
        struct string_list lines = read_text(cases[i].a, NULL);
        char left[64] = "";

        prove_output_common(&lines, &b);
        prove_output_drop_unsteady(&lines, &a, &b);
        for (size_t n = 0; n < lines.count; n++) {
            strncat(left, lines.text[n], 30);
            strcat(left, ";");
        }
        ok(strcmp(left, cases[i].left) == 0,
           "of lines that are times some are left out, case %zu: \"%s\"", i,
           left);
        string_list_clear(&a);
        string_list_clear(&b);
        string_list_clear(&lines);
    }
}

static void test_torn(void)
{
    static const struct {
        const char *a, *b;
        bool torn;
    } cases[] = {
        { "0 n = 5\n1 n = 7\n", "01 n = 5 n = 7\n", true },
        { "0 n = 5\n1 n = 7\n", "10 n = 5 n = 7\n", true },
        { "0 n = 5\n1 n = 7\n", "0 1 n = 7\nn = 5\n", true },
        { "0 n = 5\n1 n = 7\n", "1 n = 0 n = 5\n7\n", true },
        { "1 n = 0 n = 5\n7\n", "0 n = 5\n1 n = 7\n", true },
        { "a 1\nb 2\nc 3\n", "a b c 1\n2\n3\n", true },
        { "0 n = 5\n1 n = 7\n", "0 n = 7\n1 n = 5\n", false },
        { "0 n = 5\n1 n = 78\n", "0 n = 58\n1 n = 7\n", false },
        { "sum 12\n", "sum 21\n", false },
        { "sum 9\nx 10\n", "sum 10\nx 9\n", false },
        { "sum 12\n", "sum 13\n", false },
        { "a\n", "a\na\n", false },
        { "", "", false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list a = read_text(cases[i].a, NULL);
        struct string_list b = read_text(cases[i].b, NULL);

        ok(prove_output_is_torn(&a, &b) == cases[i].torn,
           "case %zu %s output that ran together", i,
           cases[i].torn ? "may be" : "is no");
        string_list_clear(&a);
        string_list_clear(&b);
    }
}

int main(void)
{
    struct string_list lines = { 0 }, none = { 0 };
    struct error err;

    test_missing();
    test_common();
    test_untangle();
    test_empty();
    test_unsteady();
    test_torn();
    ok(prove_output_read(&lines, "/nowhere", &none, &err) < 0,
       "a file that is not there is refused");
    has(err.text, "/nowhere: ", "with its name");
    return tap_done();
}

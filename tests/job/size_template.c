/* Tests of job/size_template.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/size_template.h"
#include "tests/tap.h"

/* Words with a bar between them, as they are in 'words'. */
static const char *joined(const struct string_list *words)
{
    static char text[1000];
    size_t len = 0;

    text[0] = '\0';
    for (size_t i = 0; i < words->count; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
                                i ? "|" : "", words->text[i]);
    return text;
}

static void test_words(void)
{
    static const struct {
        const char *text;
        int ranks;
        const char *words;
    } cases[] = {
        { "", 4, "" },
        { "{n}", 4, "4" },
        { "-x {nx} -y {ny} -z {nz}", 8, "-x|2|-y|2|-z|2" },
        { "{nx}x{ny}x{nz}", 12, "3x2x2" },
        { "{nx} {ny}", 12, "4|3" },
        { "{nx}", 12, "12" },
        { "{ny} {nx}", 7, "1|7" },
        { "{1000/n} {nx*20}", 4, "250|80" },
        { "{10*n/4}", 2, "5" },
        { "{root} {cuberoot}", 1, "1|1" },
        { "{24/cuberoot}", 8, "12" },
        { "{cuberoot*cuberoot}", 27, "9" },
        { "{root}", 2147395600, "46340" },
        { " --grid=\"{n} {n}\" \t'a  b'c \"\"", 2, "--grid=2 2|a  bc|" },
        { "{{n}} it's'", 3, "{n}|its" },
        { "n {n}n", 3, "n|3n" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list words = { 0 };

        ok(size_template_check(cases[i].text, NULL) == 0
               && size_template_words(cases[i].text, cases[i].ranks, &words,
                                      NULL)
                      == 0,
           "\"%s\" is taken", cases[i].text);
        ok(strcmp(joined(&words), cases[i].words) == 0,
           "\"%s\" for %d is %s: %s", cases[i].text, cases[i].ranks,
           cases[i].words, joined(&words));
        string_list_clear(&words);
    }
}

static void test_wrong(void)
{
    static const struct {
        const char *text;
        const char *why;
    } cases[] = {
        { "{q}", "{q} is not understood" },
        { "{roo}", "{roo} is not understood" },
        { "-n {n", "there is no } after {n" },
        { "{n x}", "there is no } after {n" },
        { "n}", "there is a } without a {" },
        { "{}", "{} is not understood" },
        { "{n+1}", "{n+1} is not understood" },
        { "{n/0}", "{n/0} is not understood" },
        { "{n*}", "{n*} is not understood" },
        { "{99999999999999999999}", "is not understood" },
        { "{9223372036854775807*2}", "is not understood" },
        { "{nx} {nz}", "it has to have {nx} and {ny}" },
        { "{ny}", "it has to have {nx} and {ny}" },
        { "'{n}", "there is no second ' after '{n}" },
        { "{n} \"", "there is no second \"" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(size_template_check(cases[i].text, &err) < 0,
           "\"%s\" is no template", cases[i].text);
        has(err.text, cases[i].why, "with the reason");
    }
}

static void test_roots(void)
{
    static const struct {
        const char *text;
        int ranks;
        bool fits;
    } cases[] = {
        { "{root}", 4, true },      { "{root}", 8, false },
        { "{cuberoot}", 8, true },  { "{cuberoot}", 4, false },
        { "{cuberoot}", 7, false }, { "{cuberoot}", 2147483647, false },
        { "{root}", 2, false },     { "{24/root}", 25, false },
    };

    ok(size_template_is_choosy("{root}")
           && size_template_is_choosy("{cuberoot}"),
       "a root is not to be had of every number");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list words = { 0 };
        struct error err = { .text = "does not come out even" };
        bool taken =
            size_template_words(cases[i].text, cases[i].ranks, &words, &err)
            == 0;

        ok(taken == cases[i].fits, "%s of %d ranks is %s", cases[i].text,
           cases[i].ranks, cases[i].fits ? "taken" : "refused");
        has(err.text, "does not come out even", "as it comes out");
        string_list_clear(&words);
    }
}

static void test_quotients(void)
{
    struct string_list words = { 0 };
    struct error err = { .text = "" };

    ok(size_template_check("{10/n}", NULL) == 0
           && size_template_is_choosy("{10/n}")
           && !size_template_is_choosy("{10*n}"),
       "a quotient does not fit every number");
    ok(size_template_words("{10/n}", 3, &words, &err) < 0 && words.count == 0,
       "one that does not come out even is refused");
    has(err.text, "{10/n} does not come out even with 3 ranks",
        "and which is told");
    ok(size_template_words("{10/n}", 5, &words, &err) == 0,
       "with other numbers it is taken");
    string_list_clear(&words);
}

static void test_grids(void)
{
    static const struct {
        int ranks, dimensions, grid[3];
    } cases[] = {
        { 1, 3, { 1, 1, 1 } },       { 6, 1, { 6, 1, 1 } },
        { 6, 2, { 3, 2, 1 } },       { 6, 3, { 3, 2, 1 } },
        { 8, 3, { 2, 2, 2 } },       { 16, 2, { 4, 4, 1 } },
        { 16, 3, { 4, 2, 2 } },      { 30, 3, { 5, 3, 2 } },
        { 64, 3, { 4, 4, 4 } },      { 13, 3, { 13, 1, 1 } },
        { 1000, 3, { 10, 10, 10 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int grid[3];

        size_template_grid(cases[i].ranks, cases[i].dimensions, grid);
        ok(memcmp(grid, cases[i].grid, sizeof(grid)) == 0,
           "%d ranks in %d dimensions are %d %d %d", cases[i].ranks,
           cases[i].dimensions, grid[0], grid[1], grid[2]);
    }
}

int main(void)
{
    test_words();
    test_wrong();
    test_roots();
    test_quotients();
    test_grids();
    return tap_done();
}

/* Tests of job/size_list.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/size_list.h"
#include "tests/tap.h"

enum { UP_TO = 30 };

/* All numbers up to UP_TO that are in it. */
static const char *told(const struct size_list *l)
{
    static char text[200];
    size_t len = 0;

    text[0] = '\0';
    for (int n = 1; n <= UP_TO; n++)
        if (size_list_has(l, n))
            len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%d",
                                    len ? " " : "", n);
    return text;
}

static void test_lists(void)
{
    static const struct {
        const char *text;
        const char *numbers;
    } cases[] = {
        { "1,8,27", "1 8 27" },
        { "8", "8" },
        { "2-5, 9", "2 3 4 5 9" },
        { "squares", "1 4 9 16 25" },
        { "cubes", "1 8 27" },
        { "powers-of-2", "1 2 4 8 16" },
        { "powers-of-3,2", "1 2 3 9 27" },
        { "multiples-of-7", "7 14 21 28" },
        { "cubes,squares,12", "1 4 8 9 12 16 25 27" },
    };
    struct size_list l;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int rc = size_list_parse(&l, cases[i].text, NULL);
        const char *numbers = rc == 0 ? told(&l) : "no list";

        ok(strcmp(numbers, cases[i].numbers) == 0, "%s is %s: %s",
           cases[i].text, cases[i].numbers, numbers);
    }
    ok(size_list_parse(&l, "", NULL) == 0 && size_list_has(&l, 7),
       "in no list is every number");
}

static void test_wrong(void)
{
    static const char *const wrong[] = {
        "0",       "-3",          "5-2",       "1,,8",
        "many",    "1;8",         "8 27",      "99999999999999999999",
        "cube",    "powers-of-1", "powers-of", "multiples-of-0",
        "cubes-3", "1-",          ",",         "2000000",
    };

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct error err = { .text = "" };
        struct size_list l;

        ok(size_list_parse(&l, wrong[i], &err) < 0 && l.items == 0,
           "\"%s\" is no list", wrong[i]);
        has(err.text, "is none of N, LEAST-MOST, squares",
            "and what would be is told");
    }
}

static void test_many(void)
{
    char text[2 * SIZE_LIST_ITEMS + 2] = "";
    struct error err = { .text = "" };
    struct size_list l;

    for (int i = 0; i <= SIZE_LIST_ITEMS; i++)
        memcpy(text + 2 * (size_t)i, "3,", 2);
    text[sizeof(text) - 1] = '\0';
    ok(size_list_parse(&l, text, &err) < 0, "there may be too many");
    has(err.text, "more than 256", "which is told");
}

int main(void)
{
    test_lists();
    test_wrong();
    test_many();
    return tap_done();
}

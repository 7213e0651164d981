/* Tests of command/common/sweep_values.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "command/common/sweep_values.h"
#include "tests/tap.h"

/* All of them, with spaces between. */
static const char *all(const struct sweep_values *s)
{
    static char text[256];

    text[0] = '\0';
    for (size_t i = 0; i < s->value.count; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s",
                 i > 0 ? " " : "", s->value.text[i]);
    return text;
}

static void test_good(void)
{
    static const struct {
        const char *text;
        const char *option;
        const char *values;
    } cases[] = {
        { "size=4", "size", "4" },
        { "size=4,8", "size", "4 8" },
        { "size=1..4", "size", "1 2 3 4" },
        { "size=1..3,8,10..11", "size", "1 2 3 8 10 11" },
        { "size=7..7", "size", "7" },
        { "kinds=a=1,b=2;c", "kinds", "a=1,b=2 c" },
        { "map=a..b,..,x..,..1", "map", "a..b .. x.. ..1" },
        { "seconds=1..2.5", "seconds", "1..2.5" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sweep_values s = { .option = "" };
        struct error err = { .text = "" };

        ok(sweep_values_read(&s, cases[i].text, &err) == 0
               && strcmp(s.option, cases[i].option) == 0
               && strcmp(all(&s), cases[i].values) == 0,
           "%s is %s with each of %s", cases[i].text, cases[i].option,
           cases[i].values);
        sweep_values_clear(&s);
    }
}

static void test_bad(void)
{
    static const struct {
        const char *text;
        const char *why;
    } cases[] = {
        { "", "\"\" is not OPTION=VALUE" },
        { "size", "\"size\" is not OPTION=VALUE" },
        { "=4", "\"=4\" is not OPTION=VALUE" },
        { "size=", "\"size=\" has an empty value" },
        { "size=4,,8", "has an empty value" },
        { "size=4..2", "\"4..2\" is not LEAST..MOST" },
        { "size=1..1001", "\"1..1001\" is not LEAST..MOST of at most 1000" },
        { "size=1..1000,5", "more than 1000 values" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sweep_values s = { .option = "" };
        struct error err = { .text = "" };

        ok(sweep_values_read(&s, cases[i].text, &err) < 0, "\"%s\" is refused",
           cases[i].text);
        has(err.text, cases[i].why, "and it is told why");
        sweep_values_clear(&s);
    }
}

int main(void)
{
    test_good();
    test_bad();
    return tap_done();
}

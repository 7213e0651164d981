/* Tests of policy/lua/option.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "policy/lua/option.h"
#include "tests/tap.h"

static void test_add(void)
{
    char text[32] = "";
    struct error err = { "" };

    ok(options_add(text, sizeof(text), "a=1", &err) == 0
           && strcmp(text, "a=1") == 0,
       "the first one stands alone");
    ok(options_add(text, sizeof(text), "b=x,y\\", &err) == 0
           && strcmp(text, "a=1,b=x\\,y\\\\") == 0,
       "commas and backslashes in values are marked");
    ok(options_add(text, sizeof(text), "b", &err) < 0, "a key is not enough");
    has(err.text, "\"b\" is not KEY=VALUE", "which is told");
    ok(options_add(text, sizeof(text), "=1", &err) < 0, "nor a value");
    ok(options_add(text, sizeof(text), "c=0123456789abcdef", &err) < 0
           && strcmp(text, "a=1,b=x\\,y\\\\") == 0,
       "what does not fit is left out");
}

static void test_round_trip(void)
{
    static const char *const values[] = { "1", "a,b", "\\", "\\,", "a=b", "" };
    static struct options o = { 1,
                                { { .name = "key", .type = OPTION_TEXT } } };

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        char text[64] = "", pair[64] = "key=";
        struct error err = { "" };

        strcat(pair, values[i]);
        ok(options_add(text, sizeof(text), pair, &err) == 0
               && options_set(&o, text, &err) == 0
               && strcmp(o.option[0].text, values[i]) == 0,
           "the value \"%s\" arrives", values[i]);
    }
}

/* Options without a preset, one of each type. */
static void test_required(void)
{
    static const struct {
        const char *text;
        const char *missing; /* NULL: none */
    } cases[] = {
        { "number=1,text=a,boolean=yes", NULL },
        { "text=a,boolean=yes", "its option number must be given" },
        { "number=1,boolean=yes", "its option text must be given" },
        { "number=1,text=a", "its option boolean must be given" },
        { "", "its option number must be given" },
    };
    static struct options o = {
        4,
        { { .name = "number", .type = OPTION_NUMBER },
          { .name = "text", .type = OPTION_TEXT },
          { .name = "boolean", .type = OPTION_BOOLEAN },
          { .name = "preset", .type = OPTION_NUMBER, .given = true } }
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { "" };

        for (size_t k = 0; k < 3; k++)
            o.option[k].given = false;
        ok((options_set(&o, cases[i].text, &err) == 0) == !cases[i].missing,
           "\"%s\" is %s", cases[i].text,
           cases[i].missing ? "not all that must be given" : "enough");
        if (cases[i].missing)
            has(err.text, cases[i].missing, "what is missing is told");
    }
}

int main(void)
{
    test_required();
    test_add();
    test_round_trip();
    return tap_done();
}

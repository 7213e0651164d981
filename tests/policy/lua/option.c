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

int main(void)
{
    test_add();
    test_round_trip();
    return tap_done();
}

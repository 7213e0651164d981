/* Tests of base/parse_value.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>

#include "base/parse_value.h"
#include "tests/tap.h"

enum { NONE = 99 };

static void test_choices(void)
{
    static const struct {
        const char *choices, *text, *word;
        uint64_t number;
    } cases[] = {
        { "off|on", "off", "off", 0 },
        { "off|on", "ON", "on", 1 },
        { "off|on", "1", "on", 1 },
        { "off|on", "false", "off", 0 },
        { "off|on", "maybe", "as it was", NONE },
        { "off|on", "", "as it was", NONE },
        { "off|on", "off|on", "as it was", NONE },
        { "off|on", "o", "as it was", NONE },
        { "off|this-one|that", "This_One", "this-one", 1 },
        { "off|this|that", "no", "off", 0 },
        { "off|this|that", "yes", "as it was", NONE },
        { "1|2", "2", "2", 1 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char word[20] = "as it was";
        uint64_t number = NONE;
        bool found =
            parse_value_choice(cases[i].choices, cases[i].text, word, &number);

        if (!ok(found == (cases[i].number != NONE) && number == cases[i].number
                    && !strcmp(word, cases[i].word),
                "\"%s\" of %s is %s", cases[i].text, cases[i].choices,
                found ? cases[i].word : "none"))
            diag("came %s, %" PRIu64, word, number);
    }
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        uint64_t number, size;
    } cases[] = {
        { "0", 0, 0 },
        { "17", 17, 17 },
        { "007", 7, 7 },
        { "18446744073709551615", UINT64_MAX, UINT64_MAX },
        { "18446744073709551616", NONE, NONE },
        { "", NONE, NONE },
        { "-1", NONE, NONE },
        { "+1", NONE, NONE },
        { " 1", NONE, NONE },
        { "1 ", NONE, NONE },
        { "k", NONE, NONE },
        { "2k", NONE, 2048 },
        { "2K", NONE, 2048 },
        { "2KiB", NONE, 2048 },
        { "2MB", NONE, 2 << 20 },
        { "1g", NONE, 1 << 30 },
        { "3T", NONE, UINT64_C(3) << 40 },
        { "5b", NONE, 5 },
        { "5i", NONE, NONE },
        { "5kk", NONE, NONE },
        { "99999999T", NONE, NONE },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint64_t number = NONE, size = NONE;
        bool is_number = parse_value_number(cases[i].text, &number);
        bool is_size = parse_value_size(cases[i].text, &size);

        if (!ok(is_number == (cases[i].number != NONE)
                    && number == cases[i].number,
                "\"%s\" is %s number", cases[i].text,
                is_number ? "the" : "no"))
            diag("came %" PRIu64, number);
        if (!ok(is_size == (cases[i].size != NONE) && size == cases[i].size,
                "and %s size", is_size ? "the" : "no"))
            diag("came %" PRIu64, size);
    }
}

static void test_telling(void)
{
    static const struct {
        const char *choices, *told;
    } cases[] = {
        { "off|on", "off|on" },
        { "auto|1|2|3", "auto|1..3" },
        { "1|2|on|7|9|10", "1..2|on|7|9..10" },
        { "", "" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[64];

        parse_value_tell_choices(cases[i].choices, text, sizeof(text));
        ok(strcmp(text, cases[i].told) == 0, "\"%s\" is told as \"%s\": %s",
           cases[i].choices, cases[i].told, text);
    }
}

int main(void)
{
    test_telling();
    test_choices();
    test_numbers();
    return tap_done();
}

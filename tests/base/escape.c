/* Tests of base/escape.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "tests/tap.h"

static char *escaped(const char *text)
{
    char *made = NULL;
    size_t bytes;
    FILE *out = open_memstream(&made, &bytes);

    escape_print(text, out);
    fclose(out);
    return made;
}

static void test_control(void)
{
    char text[] = "a\tb\n\x1b[2J\x7f\r\xc2\x9b"
                  "1m\xc3\xa9";

    escape_control(text);
    ok(strcmp(text, "a\tb\n?[2J????1m\xc3\xa9") == 0,
       "what would steer a terminal is a question mark");
}

int main(void)
{
    static const struct {
        const char *what, *text, *json;
    } cases[] = {
        { "nothing", "", "\"\"" },
        { "plain text", "a b", "\"a b\"" },
        { "what JSON marks", "\"\\", "\"\\\"\\\\\"" },
        { "what cannot be seen", "\n\x7f", "\"\\u000a\\u007f\"" },
        { "letters of two to four bytes",
          "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
          "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"" },
        { "another encoding", "\xe9t", "\"\\ufffdt\"" },
        { "a letter that is cut off", "\xe2\x82", "\"\\ufffd\\ufffd\"" },
        { "one in too many bytes", "\xc0\xaf", "\"\\ufffd\\ufffd\"" },
        { "half of a pair", "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
        { "one beyond the last", "\xf4\x90\x80\x80",
          "\"\\ufffd\\ufffd\\ufffd\\ufffd\"" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *made = escaped(cases[i].text);

        ok(strcmp(made, cases[i].json) == 0, "%s is %s: %s", cases[i].what,
           cases[i].json, made);
        free(made);
    }
    test_control();
    return tap_done();
}

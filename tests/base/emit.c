/* Tests of base/emit.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/emit.h"
#include "tests/tap.h"

static char *text_of(const char *text)
{
    char *json = NULL;
    size_t bytes;
    FILE *out = open_memstream(&json, &bytes);
    struct emit e;

    emit_start(&e, out);
    emit_array(&e, NULL, false);
    emit_text(&e, NULL, text);
    emit_finish(&e);
    fclose(out);
    return json;
}

static void test_texts(void)
{
    static const struct {
        const char *what;
        const char *text;
        const char *json;
    } cases[] = {
        { "plain", "heat", "[\"heat\"]\n" },
        { "nothing", "", "[\"\"]\n" },
        { "quotes", "a\"b\\c", "[\"a\\\"b\\\\c\"]\n" },
        { "a line end", "a\nb", "[\"a\\nb\"]\n" },
        { "control characters", "\x01\x1b[2J\x7f",
          "[\"\\u0001\\u001b[2J\\u007f\"]\n" },
        { "UTF-8", "h\xc3\xa9t\xe2\x82\xac\xf0\x9f\x98\x80",
          "[\"h\xc3\xa9t\xe2\x82\xac\xf0\x9f\x98\x80\"]\n" },
        { "Latin-1", "h\xe9t", "[\"h\xef\xbf\xbdt\"]\n" },
        { "a cut-off character", "a\xe2\x82",
          "[\"a\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
        { "an overlong one", "\xc0\xaf", "[\"\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
        { "a surrogate", "\xed\xa0\x80",
          "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
        { "beyond Unicode", "\xf5\x80\x80\x80",
          "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *json = text_of(cases[i].text);

        if (!ok(strcmp(json, cases[i].json) == 0, "%s can be told",
                cases[i].what))
            diag("came: %s, expected: %s", json, cases[i].json);
        free(json);
    }
}

static void test_numbers(void)
{
    char *json = NULL;
    size_t bytes;
    FILE *out = open_memstream(&json, &bytes);
    struct emit e;

    setlocale(LC_ALL, "de_DE.UTF-8"); /* if there is one */
    emit_start(&e, out);
    emit_object(&e, NULL, false);
    emit_number(&e, "half", 0.5, 12);
    emit_number(&e, "tiny", 1.25e-9, 12);
    emit_number(&e, "none", NAN, 12);
    emit_number(&e, "endless", INFINITY, 12);
    emit_count(&e, "large", INT64_MAX);
    emit_count(&e, "larger", UINT64_MAX);
    emit_integer(&e, "low", -3);
    emit_fixed(&e, "moment", 1e9 + 0.0625, 3);
    emit_fixed(&e, "never", NAN, 1);
    emit_null(&e, "unknown");
    emit_finish(&e);
    fclose(out);
    setlocale(LC_ALL, "C");
    ok(strcmp(json, "{\"half\":0.5,\"tiny\":1.25e-09,\"none\":0,"
                    "\"endless\":0,\"large\":9223372036854775807,"
                    "\"larger\":9223372036854775807,\"low\":-3,"
                    "\"moment\":1000000000.062,\"never\":0.0,"
                    "\"unknown\":null}\n")
           == 0,
       "numbers are finite and exact");
    free(json);
}

static void test_lines(void)
{
    char *json = NULL;
    size_t bytes;
    FILE *out = open_memstream(&json, &bytes);
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, false);
    emit_array(&e, "rank", true);
    for (int i = 0; i < 2; i++) {
        emit_object(&e, NULL, false);
        emit_integer(&e, "rank", i);
        emit_bool(&e, "lost", i > 0);
        emit_end(&e);
    }
    emit_finish(&e);
    fclose(out);
    if (!ok(strcmp(json, "{\"rank\":[\n  {\"rank\":0,\"lost\":false},"
                         "\n  {\"rank\":1,\"lost\":true}\n ]}\n")
                == 0,
            "what is spread has a line for each value, and all is ended"))
        diag("came: %s", json);
    free(json);
}

int main(void)
{
    test_texts();
    test_numbers();
    test_lines();
    return tap_done();
}

/* Tests of base/append_text.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/append_text.h"
#include "tests/tap.h"

int main(void)
{
    static const struct {
        size_t room;
        const char *text;
    } cases[] = {
        { 16, "3 ranks on h1" }, /* all of it */
        { 14, "3 ranks on h1" }, /* just so */
        { 13, "3 ranks on h" },  /* one byte too few */
        { 8, "3 ranks" },        /* the second piece has no room at all */
        { 3, "3 " },             /* nor has the first one */
        { 1, "" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[17];

        memset(text, '~', sizeof(text));
        text[0] = '\0';
        append_text(text, cases[i].room, "%d %s", 3, "ranks");
        append_text(text, cases[i].room, " on h%d", 1);
        ok(strcmp(text, cases[i].text) == 0, "in %zu bytes: %s", cases[i].room,
           cases[i].text);
        ok(text[cases[i].room] == '~', "nothing is written behind them");
    }
    return tap_done();
}

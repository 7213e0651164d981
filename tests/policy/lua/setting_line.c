/* Tests of policy/lua/setting_line.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "policy/lua/setting_line.h"
#include "tests/tap.h"

int main(void)
{
    static const struct {
        const char *text;
        const char *name;
        int line;
    } cases[] = {
        { "help = 1", "help", 1 },
        { "\n\nhelp=1", "help", 3 },
        { "return { every = 2,\n  help = 'x' }", "help", 2 },
        { "-- help = 1\nhelp = 2", "help", 2 },
        { "x = 1 -- help\n= 2", "help", 0 },
        { "help == 1\nhelp = 1", "help", 2 },
        { "helper = 1\n_help = 2\nmy.help = 3", "help", 3 },
        { "['help'] = 1", "help", 1 },
        { "help()", "help", 0 },
        { "", "help", 0 },
        { "--", "help", 0 },
        { "help", "help", 0 },
        { "x = 1", "", 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int line = setting_line(cases[i].text, cases[i].name);

        if (!ok(line == cases[i].line, "case %zu: \"%s\" is at line %d", i,
                cases[i].name, cases[i].line))
            diag("not %d", line);
    }
    return tap_done();
}

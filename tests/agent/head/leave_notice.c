/* Tests of agent/head/leave_notice.c: the words that say that a host goes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/head/leave_notice.h"
#include "tests/tap.h"

#define USAGE " is not: leave HOST --within SECONDS"
#define FORTY "a234567890b234567890c234567890d234567890"
#define LONG FORTY "e23456789.example.org.1234" /* 66 letters */
#define NUMBER " is no number of seconds, above 0 and up to 1000000"

static const struct {
    const char *words;
    const char *read; /* host and seconds, or what is wrong */
} cases[] = {
    { "h2 --within 30", "h2 30" },
    { "h2 --within=0.5", "h2 0.5" },
    { "", "\"leave\"" USAGE },
    { "h2", "\"leave h2\"" USAGE },
    { "h2 --within", "\"leave h2 --within\"" USAGE },
    { "--within 3", "\"leave --within 3\"" USAGE },
    { "h2 30", "\"leave h2 30\"" USAGE },
    { "h2 --within 3 4", "\"leave h2 --within 3 4\"" USAGE },
    { LONG " --within 30", "the host's name " FORTY "... is too long" },
    { "h2 --within ", "\"\"" NUMBER },
    { "h2 --within 0", "\"0\"" NUMBER },
    { "h2 --within -3", "\"-3\"" NUMBER },
    { "h2 --within nan", "\"nan\"" NUMBER },
    { "h2 --within inf", "\"inf\"" NUMBER },
    { "h2 --within 30s", "\"30s\"" NUMBER },
    { "h2 --within 1000001", "\"1000001\"" NUMBER },
};

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct leave_notice n;
        struct error text;

        if (leave_notice_parse(cases[i].words, &n, &text) == 0)
            error_set(&text, "%s %g", n.host, n.seconds);
        if (!ok(strcmp(text.text, cases[i].read) == 0, "\"%s\" is read",
                cases[i].words))
            diag("it is: %s", text.text);
    }
    return tap_done();
}

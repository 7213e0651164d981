/* Tests of agent/head/request_words.c: the words that ask for more hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/head/request_words.h"
#include "tests/tap.h"

#define USAGE " is not: request [N [--within SECONDS]|cancel REQUEST]"
#define HOSTS " is no number of hosts, from 1 to 1024"
#define SECONDS " is no number of seconds, above 0 and up to 1000000"
#define REQUEST " is no request; 'mitosis ctl request' tells which there are"

static const struct {
    const char *words;
    const char *read; /* hosts, seconds and request, or what is wrong */
} cases[] = {
    { "", "0 0 0" },
    { "2", "2 0 0" },
    { "1024 --within 30", "1024 30 0" },
    { "2 --within=0.5", "2 0.5 0" },
    { "cancel 7", "0 0 7" },
    { "0", "\"0\"" HOSTS },
    { "-1", "\"-1\"" HOSTS },
    { "1.5", "\"1.5\"" HOSTS },
    { "1025", "\"1025\"" HOSTS },
    { "99999999999999999999", "\"99999999999999999999\"" HOSTS },
    { "two", "\"request two\"" USAGE },
    { "2x", "\"request 2x\"" USAGE },
    { "2 3", "\"request 2 3\"" USAGE },
    { "2 --within", "\"request 2 --within\"" USAGE },
    { "2 --within 3 4", "\"request 2 --within 3 4\"" USAGE },
    { "2 --without 3", "\"request 2 --without 3\"" USAGE },
    { "2 --within 0", "\"0\"" SECONDS },
    { "2 --within soon", "\"soon\"" SECONDS },
    { "cancel", "\"request cancel\"" USAGE },
    { "cancel 0", "\"0\"" REQUEST },
    { "cancel all", "\"all\"" REQUEST },
    { "cancel 1 2", "\"1 2\"" REQUEST },
};

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct request_words w;
        struct error text;

        if (request_words_parse(cases[i].words, &w, &text) == 0)
            error_set(&text, "%d %g %u", w.hosts, w.seconds, w.cancel);
        if (!ok(strcmp(text.text, cases[i].read) == 0, "\"%s\" is read",
                cases[i].words))
            diag("it is: %s", text.text);
    }
    return tap_done();
}

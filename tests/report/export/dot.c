/* Tests of report/export/dot.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/export/dot.h"
#include "tests/tap.h"

enum { RANKS = 4 };

static struct run_rank ranks[RANKS];
static struct run_host host = { .name = "a \"b\"\n\xff" };

/* The graph of these messages among four ranks. */
static char *draw(struct run_message *messages, size_t count)
{
    struct run run = { .size = RANKS,
                       .ranks = RANKS,
                       .rank = ranks,
                       .hosts = 1,
                       .host = &host,
                       .messages = count,
                       .message = messages };
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    int rc = dot_print(&run, out);

    fclose(out);
    ok(rc == 0, "a graph is drawn");
    return text;
}

int main(void)
{
    struct run_message messages[] = {
        { .from = 0, .to = 1, .count = 1, .bytes = 1000 },
        { .from = 1, .to = 0, .count = 1, .bytes = 500 },
        { .from = 3, .to = 2, .count = 1, .bytes = 10 },
        { .from = 2, .to = 2, .count = 1, .bytes = 10 },
    };
    char *text;

    for (int r = 0; r < RANKS; r++) {
        ranks[r].rank = r;
        ranks[r].host = r < 3 ? host.name : "elsewhere";
    }
    text = draw(messages, sizeof(messages) / sizeof(messages[0]));
    has(text, "n0 -- n1 [penwidth=", "two that talk have a line");
    has(text, "label=\"1.46 KiB\"", "with what goes both ways");
    ok(!strstr(text, "n1 -- n0"), "once");
    has(text, "n3 -- n2 [penwidth=", "what goes one way only has one, too");
    ok(!strstr(text, "n2 -- n2"), "what a rank sends to itself has none");
    has(text, "label=\"a \\\"b\\\"??\"", "names are quoted for dot");
    has(text, "n3 [label=\"3\"]", "a rank of no known host is drawn");
    free(text);
    return tap_done();
}

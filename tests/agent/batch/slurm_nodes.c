/* Tests of agent/batch/slurm_nodes.c: what sinfo says of nodes
 *
 * The lines are of Slurm 22.05, but for those that are made up to be wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/batch/slurm_nodes.h"
#include "tests/tap.h"

static void test_nodes(void)
{
    char text[] = "sinfo: error: something is odd\n"
                  "h1|idle|none\n"
                  "h2|draining|bad | fan is loud\n"
                  "\n"
                  "h3|drained*|off\n"
                  "h4|draining@|Reboot ASAP\n"
                  "h5|mixed|bad fan\n"
                  "h6|failing|disk\n"
                  "h7|drain_of_another_kind|none\n"
                  "|draining|none\n"
                  "h8|draining|none\n"
                  "h9|draining";
    static const struct {
        const char *name;
        bool drains;
        const char *reason;
    } expected[] = {
        { "h1", false, "" },        { "h2", true, "bad | fan is loud" },
        { "h3", true, "off" },      { "h4", true, "Reboot ASAP" },
        { "h5", false, "bad fan" }, { "h6", true, "disk" },
        { "h7", false, "" },        { "h8", true, "" },
    };
    struct slurm_node n;
    char *at = text;

    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        bool read = slurm_nodes_next(&at, &n);

        ok(read && strcmp(n.name, expected[i].name) == 0
               && n.drains == expected[i].drains
               && strcmp(n.reason, expected[i].reason) == 0,
           "node %s is read: %s, %s, \"%s\"", expected[i].name, n.name,
           n.drains ? "drains" : "stays", n.reason);
    }
    ok(!slurm_nodes_next(&at, &n), "and a line that is cut off is none");
}

static void test_words(void)
{
    struct string_list words = { 0 };

    slurm_nodes_words("h[1-2],h4", &words);
    ok(!words.failed && strcmp(words.text[0], "sinfo") == 0
           && strcmp(words.text[3], "--nodes=h[1-2],h4") == 0,
       "sinfo is asked of the nodes alone");
    string_list_clear(&words);
}

int main(void)
{
    test_nodes();
    test_words();
    return tap_done();
}

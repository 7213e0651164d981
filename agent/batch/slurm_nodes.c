/* slurm_nodes.c - what sinfo says of nodes, read tolerantly
 *
 * The reason comes last, as anything may be in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/batch/slurm_nodes.h"

void slurm_nodes_words(const char *names, struct string_list *words)
{
    string_list_add_all(words, "sinfo", "--noheader", "--Node", NULL);
    string_list_add(words, "--nodes=%s", names);
    string_list_add(words, "--format=%%N|%%T|%%E");
}

/* There may be a sign behind it, as in "draining@", which boots when it is
 * empty.
 */
static bool is_drained(const char *state)
{
    static const char *const states[] = { "draining", "drained", "failing",
                                          "fail" };
    size_t len = strcspn(state, "*~#!%$@^-+");

    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
        if (strlen(states[i]) == len && strncmp(states[i], state, len) == 0)
            return true;
    return false;
}

static bool read_line(char *line, struct slurm_node *node)
{
    char *state = strchr(line, '|'), *reason;

    if (!state || state == line || !(reason = strchr(state + 1, '|')))
        return false;
    *state++ = *reason++ = '\0';
    node->name = line;
    node->drains = is_drained(state);
    node->reason = strcmp(reason, "none") == 0 ? "" : reason;
    return true;
}

bool slurm_nodes_next(char **at, struct slurm_node *node)
{
    char *line;

    while ((line = strsep(at, "\n")))
        if (read_line(line, node))
            return true;
    return false;
}

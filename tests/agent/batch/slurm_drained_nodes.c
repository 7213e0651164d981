/* Tests of agent/batch/slurm_drained_nodes.c: what is news of nodes that are
 * drained
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/batch/slurm_drained_nodes.h"
#include "tests/tap.h"

static char heard[500];

static void on_drains(void *arg, const char *host, const char *why)
{
    (void)arg;
    snprintf(heard + strlen(heard), sizeof(heard) - strlen(heard),
             "%s drains: %s; ", host, why);
}

static void on_stays(void *arg, const char *host)
{
    (void)arg;
    snprintf(heard + strlen(heard), sizeof(heard) - strlen(heard),
             "%s stays; ", host);
}

static const struct batch_listener listener = { .drains = on_drains,
                                                .stays = on_stays };

int main(void)
{
    static const struct {
        const char *listing, *heard, *sentence;
    } steps[] = {
        { "h1|mixed|none\nh1|mixed|none\nh2|draining|bad fan\n",
          "h1 stays; h2 drains: Slurm drains it (bad fan); ",
          "what is new is told, once for each node" },
        { "h1|idle|none\nh2|drained|bad fan, it is\n", "",
          "what stays as it is is no news" },
        { "h1|draining|none\nh2|drained|bad fan\n",
          "h1 drains: Slurm drains it; ", "a node is drained" },
        { "h1|mixed|none\nh2|drained|bad fan\n", "h1 stays; ",
          "and is not any more" },
        { "h1|mixed|none\n", "", "one that nobody asks of is forgotten" },
        { "h1|mixed|none\nh2|drained|loud\n",
          "h2 drains: Slurm drains it (loud); ", "and is new again" },
        { "", "", "no nodes are fine" },
    };
    struct slurm_drained_nodes d = { NULL };

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        char text[200];

        strcpy(text, steps[i].listing);
        heard[0] = '\0';
        slurm_drained_nodes_take(&d, text, &listener);
        ok(strcmp(heard, steps[i].heard) == 0, "%s: \"%s\"", steps[i].sentence,
           heard);
    }
    slurm_drained_nodes_clear(&d);
    ok(!d.first, "all can be forgotten");
    return tap_done();
}

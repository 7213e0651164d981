/* comm_ranks.c - the ranks of a communicator as text: "0-3,8"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "profile/comm_ranks.h"

enum { TWO_NUMBERS = 32 };

int comm_ranks_run(const int *ranks, int count)
{
    int run = 1;

    while (run < count && ranks[run] == ranks[0] + run)
        run++;
    return run;
}

bool comm_ranks_append(struct bytes *text, const int *ranks, int count)
{
    for (int i = 0, run; i < count; i += run) {
        const char *comma = i > 0 ? "," : "";
        char some[TWO_NUMBERS];
        int bytes;

        run = ranks[i] < 0 ? 1 : comm_ranks_run(ranks + i, count - i);
        if (ranks[i] < 0)
            bytes = snprintf(some, sizeof(some), "%s?", comma);
        else if (run == 1)
            bytes = snprintf(some, sizeof(some), "%s%d", comma, ranks[i]);
        else
            bytes = snprintf(some, sizeof(some), "%s%d-%d", comma, ranks[i],
                             ranks[i] + run - 1);
        if (!bytes_append(text, some, (size_t)bytes))
            return false;
    }
    return true;
}

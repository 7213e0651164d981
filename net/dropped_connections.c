/* dropped_connections.c - tell that connections were dropped, but not a
 * thousand times
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "net/dropped_connections.h"

bool dropped_connections_count(struct dropped_connections *d,
                               uint64_t now_ns,
                               const char *name,
                               const char *why,
                               struct error *text)
{
    char more[64] = "";

    if (d->since_ns == 0
        || now_ns - d->since_ns
               >= DROPPED_CONNECTIONS_SECONDS * UINT64_C(1000000000)) {
        d->since_ns = now_ns;
        d->told = 0;
    }
    if (d->told == DROPPED_CONNECTIONS_TOLD) {
        d->untold++;
        return false;
    }
    d->told++;
    if (d->untold > 0)
        snprintf(more, sizeof(more), "; %lu more were since the last told",
                 d->untold);
    else if (d->told == DROPPED_CONNECTIONS_TOLD)
        snprintf(more, sizeof(more), "; more of this minute are not told");
    d->untold = 0;
    error_set(text, "a connection from %s was dropped: %.700s%s", name, why,
              more);
    return true;
}

/* dropped_connections.h - tell that connections were dropped, but not a
 * thousand times
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_DROPPED_CONNECTIONS_H
#define MITOSIS_NET_DROPPED_CONNECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { DROPPED_CONNECTIONS_TOLD = 8, DROPPED_CONNECTIONS_SECONDS = 60 };

/* All zeros at first. */
struct dropped_connections {
    uint64_t since_ns;    /* when this minute began */
    unsigned told;        /* in it */
    unsigned long untold; /* since the last that was told */
};

/* A connection from 'name' was dropped at 'now_ns'.  Returns whether that is
 * to be told, and what in 'text': of each minute the first few are, and with
 * the next one how many were not.
 */
bool dropped_connections_count(struct dropped_connections *d,
                               uint64_t now_ns,
                               const char *name,
                               const char *why,
                               struct error *text);

#endif /* !MITOSIS_NET_DROPPED_CONNECTIONS_H */

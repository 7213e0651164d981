/* drops.h - tell that connections were dropped, but not a thousand times
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_DROPS_H
#define MITOSIS_NET_DROPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { DROPS_TOLD = 8, DROPS_SECONDS = 60 };

/* All zeros at first. */
struct drops {
    uint64_t since_ns;    /* when this minute began */
    unsigned told;        /* in it */
    unsigned long untold; /* since the last that was told */
};

/* A connection from 'name' was dropped at 'now_ns'.  Returns whether that is
 * to be told, and what in 'text': of each minute the first few are, and with
 * the next one how many were not.
 */
bool drops_count(struct drops *d,
                 uint64_t now_ns,
                 const char *name,
                 const char *why,
                 struct error *text);

#endif /* !MITOSIS_NET_DROPS_H */

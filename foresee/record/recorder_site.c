/* recorder_site.c - from which places calls are made
 *
 * Each rank numbers its own, and differently in each run; that it is the
 * second place of MPI_Send that a rank came to is the same for all.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "foresee/record/recorder_internal.h"

enum { SITES = 65536 /* of a rank; of those beyond nothing is told */ };

static int add_site(recorder_t *r,
                    const struct recorded_site *wanted,
                    uint32_t *site,
                    struct error *err)
{
    struct recording *made = r->recording;

    for (*site = 0; *site < made->sites; (*site)++)
        if (made->site[*site].number == wanted->number
            && strcmp(made->site[*site].call, wanted->call) == 0)
            return 0;
    if (!grow(&made->site, sizeof(*wanted), made->sites, &r->site_room))
        return recorder_no_memory(err);
    made->site[made->sites++] = *wanted;
    return 0;
}

/* See that the rank's table reaches that far. */
static int make_room(struct rank_so_far *of, size_t sites, struct error *err)
{
    size_t room = of->sites ? of->sites : 16;
    uint32_t *more;

    if (sites <= of->sites)
        return 0;
    while (room < sites)
        room *= 2;
    if (!(more = realloc(of->site, room * sizeof(*more))))
        return recorder_no_memory(err);
    for (size_t i = of->sites; i < room; i++)
        more[i] = RECORDING_NOTHING;
    of->site = more;
    of->sites = room;
    return 0;
}

int recorder_site(recorder_t *r,
                  int rank,
                  const struct recorder_call *call,
                  uint32_t *site,
                  struct error *err)
{
    struct rank_so_far *of = &r->rank[rank];
    struct recorded_site wanted = { .number = 0 };

    *site = RECORDING_NOTHING;
    if (call->site >= SITES)
        return 0;
    if (make_room(of, (size_t)call->site + 1, err) < 0)
        return -1;
    if ((*site = of->site[call->site]) != RECORDING_NOTHING)
        return 0;
    snprintf(wanted.call, sizeof(wanted.call), "%s", call->name);
    for (size_t i = 0; i < of->sites; i++)
        if (of->site[i] != RECORDING_NOTHING
            && strcmp(r->recording->site[of->site[i]].call, wanted.call) == 0)
            wanted.number++;
    if (add_site(r, &wanted, site, err) < 0)
        return -1;
    of->site[call->site] = *site;
    return 0;
}

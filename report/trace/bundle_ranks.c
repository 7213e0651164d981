/* bundle_ranks.c - what is to be had of the ranks of an open bundle
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "report/trace/bundle.h"

uint64_t bundle_start(const struct bundle *b)
{
    uint64_t first = UINT64_MAX;

    for (size_t i = 0; i < b->ranks; i++)
        if (b->rank[i].start_ns > 0 && b->rank[i].start_ns < first)
            first = b->rank[i].start_ns;
    return first;
}

events_t *bundle_events(const struct bundle *b,
                        size_t which,
                        struct error *err)
{
    return events_open(&b->rank[which].place, err);
}

const char *bundle_call(const struct bundle *b, uint32_t call, char room[24])
{
    if (call < b->calls && b->call[call][0])
        return b->call[call];
    snprintf(room, 24, "call %u", call);
    return room;
}

uint32_t bundle_comm(const struct bundle_rank *r, uint64_t comm)
{
    uint32_t record = trace_comm_record(comm);

    return record < r->comms ? r->comm[record] : UINT32_MAX;
}

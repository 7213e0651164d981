/* transfer_limit.c - how long calls can have needed to move something, at most
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/gather/transfer_limit.h"
#include "report/model/slowest_network.h"

enum { EAGER = 64 * 1024 }; /* bytes that may come with a message's envelope */

static bool begins(const struct call_record *record, const char *name)
{
    return strncmp(record->name, name, strlen(name)) == 0;
}

/* Some calls of windows only wait for other ranks and what these move, and
 * others make and free them.
 */
static bool meets_at_window(const struct call_record *record)
{
    return record->traits & TRAIT_COMPLETE || begins(record, "MPI_Win_lock")
           || begins(record, "MPI_Win_start");
}

static enum transfer_limit of_messages(const struct call_record *record)
{
    bool data = record->traits & TRAIT_DATA;

    if (begins(record, "MPI_Start"))
        return LIMIT_PERSISTENT;
    if (begins(record, "MPI_Sendrecv") || begins(record, "MPI_Isendrecv"))
        return LIMIT_EXCHANGE;
    if (record->traits & TRAIT_START)
        return data || strstr(record->name, "recv") ? LIMIT_MESSAGES
                                                    : LIMIT_NONE;
    if (record->traits & TRAIT_COMPLETE)
        return LIMIT_COMPLETE;
    if (data)
        return LIMIT_MESSAGES;
    return strstr(record->name, "robe") ? LIMIT_PROBE : LIMIT_BUFFER;
}

enum transfer_limit transfer_limit_of(const struct call_record *record)
{
    if (!(record->traits & (TRAIT_BLOCKING | TRAIT_START)))
        return LIMIT_NONE;
    if (record->traits & TRAIT_P2P)
        return of_messages(record);
    if (record->traits & TRAIT_COLL)
        return LIMIT_COLLECTIVE;
    if (!(record->traits & TRAIT_RMA))
        return LIMIT_NONE;
    if (record->traits & TRAIT_START)
        return LIMIT_MESSAGES;
    return meets_at_window(record) ? LIMIT_WINDOW : LIMIT_NONE;
}

struct transfer_limits transfer_limits_of(const struct run_rank *rank,
                                          size_t ranks,
                                          double pieces)
{
    struct transfer_limits w = {
        .on_host = slowest_network_on_host(rank, ranks),
        .ranks = (double)ranks,
        .pieces = pieces,
    };

    for (size_t i = 0; i < ranks; i++) {
        w.one_sided += (double)rank[i].put_count + (double)rank[i].get_count;
        w.one_sided_bytes +=
            (double)rank[i].put_bytes + (double)rank[i].get_bytes;
    }
    return w;
}

/* In a collective a rank has to do with each other one twice at most.  There
 * is no word of hosts there, as it may also have to compute, in MPI_Reduce,
 * say.
 */
double transfer_limit_seconds(const struct transfer_limits *w,
                              enum transfer_limit limit,
                              const struct run_rank *rank,
                              double count,
                              double bytes,
                              double all_bytes)
{
    double received = (double)rank->received_bytes;
    double sent = (double)rank->sent_bytes;

    switch (limit) {
    case LIMIT_MESSAGES:
        break;
    case LIMIT_EXCHANGE:
        count *= 2;
        bytes += received;
        break;
    case LIMIT_PROBE:
        bytes = fmin(received, count * EAGER);
        break;
    case LIMIT_BUFFER:
        count += (double)rank->sent_count;
        bytes = sent;
        break;
    case LIMIT_COLLECTIVE:
        return slowest_network_seconds(2 * w->ranks * count, all_bytes, false);
    case LIMIT_WINDOW:
        count = 2 * w->ranks * count + w->one_sided;
        bytes = w->one_sided_bytes;
        break;
    case LIMIT_PERSISTENT:
        count = 2 * w->ranks * count + (double)rank->sent_count
                + (double)rank->received_count + w->pieces;
        bytes = all_bytes + sent + received;
        break;
    default:
        return INFINITY;
    }
    return slowest_network_seconds(count, bytes, w->on_host);
}

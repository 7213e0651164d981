/* in_flight.c - whether messages are under way between ranks that stand still
 *
 * Each rank's page counts what it sent to whom and received from whom.  A sum
 * for each receiver is enough; who the sender is is asked for a sentence only.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "agent/change/changeover.h"
#include "agent/host/sent_counts.h"

enum { ALL = -1 };

/* Add up what 'rank' has sent, for each receiver, and take off from its own
 * what it received.  Unless 'to' is ALL, do so for each who sends to 'to'.
 */
static void add(const struct host_messages_flight *list,
                size_t count,
                int rank,
                int ranks,
                int to,
                int64_t *sums)
{
    for (size_t i = 0; i < count; i++) {
        int other = (int)list[i].rank;

        if (other < 0 || other >= ranks)
            continue;
        if (to == ALL) {
            sums[other] += (int64_t)list[i].sent;
            sums[rank] -= (int64_t)list[i].received;
            continue;
        }
        if (other == to)
            sums[rank] += (int64_t)list[i].sent;
        if (rank == to)
            sums[other] -= (int64_t)list[i].received;
    }
}

/* Of a rank on another host we have what its outpost told last. */
static void add_rank(const struct changeover *s,
                     int rank,
                     int to,
                     int64_t *sums)
{
    const struct generation *now = s->agent->now;
    const struct generation_rank *r = &now->rank[rank];
    struct host_messages_flight *list;
    uint64_t messages;
    size_t count;

    if (!generation_is_here(now, rank)) {
        add(r->flight, r->flights, rank, now->ranks, to, sums);
        return;
    }
    list = sent_counts_read(s->agent->folder, now->number, rank, &count,
                            &messages);
    if (list)
        add(list, count, rank, now->ranks, to, sums);
    free(list);
}

static int64_t *sum_up(const struct changeover *s, int to)
{
    int ranks = s->agent->now->ranks;
    int64_t *sums = calloc((size_t)ranks, sizeof(*sums));

    for (int r = 0; sums && r < ranks; r++)
        add_rank(s, r, to, sums);
    return sums;
}

int64_t *changeover_under_way(const struct changeover *s)
{
    return sum_up(s, ALL);
}

static int first_above_0(const int64_t *sums, int ranks)
{
    int r = 0;

    while (r < ranks && sums[r] <= 0)
        r++;
    return r;
}

/* Say who has sent to 'to' what that did not receive. */
static void name_sender(const struct changeover *s, int to, struct error *err)
{
    int ranks = s->agent->now->ranks;
    int64_t *sums = sum_up(s, to);
    int from = sums ? first_above_0(sums, ranks) : ranks;

    if (from < ranks)
        error_set(err,
                  "%lld message%s from rank %d to rank %d %s not received",
                  (long long)sums[from], sums[from] == 1 ? "" : "s", from, to,
                  sums[from] == 1 ? "was" : "were");
    free(sums);
}

bool changeover_in_flight(const struct changeover *s, struct error *err)
{
    int ranks = s->agent->now->ranks;
    int64_t *sums = changeover_under_way(s);
    int to;

    if (!sums) {
        error_set(err, "there is no memory to see which messages are under "
                       "way");
        return true;
    }
    to = first_above_0(sums, ranks);
    if (to < ranks) {
        error_set(err, "%lld message%s to rank %d %s not received",
                  (long long)sums[to], sums[to] == 1 ? "" : "s", to,
                  sums[to] == 1 ? "was" : "were");
        name_sender(s, to, err);
    }
    free(sums);
    return to < ranks;
}

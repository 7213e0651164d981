/* flight.c - whether messages are under way between ranks that stand still
 *
 * Each rank's page counts what it sent to whom and received from whom.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/succession.h"
#include "profile/page.h"

static struct page *open_page(const struct succession *s, int rank)
{
    uint32_t number = s->agent->now->number;
    char path[JOB_PATH + 64], prefix[16] = "";

    if (number > 1)
        snprintf(prefix, sizeof(prefix), "%u.", number);
    snprintf(path, sizeof(path), "%s/%srank-%d.page", s->agent->folder, prefix,
             rank);
    return page_open(path, NULL);
}

/* Add what 'rank' sent to others, and take off what it received. */
static void add_page(const struct page *page,
                     int rank,
                     int ranks,
                     int64_t *under_way)
{
    for (uint64_t i = 0; i < page->peers; i++) {
        const struct peer_record *peer = &page->peer[i];
        int64_t other = (int64_t)peer->rank_plus_one - 1;

        if (other < 0 || other >= ranks)
            continue;
        under_way[rank * ranks + other] += (int64_t)peer->sent_count;
        under_way[other * ranks + rank] -= (int64_t)peer->received_count;
    }
}

int64_t *succession_under_way(const struct succession *s)
{
    int ranks = s->agent->now->ranks;
    int64_t *under_way =
        calloc((size_t)ranks * (size_t)ranks, sizeof(*under_way));

    for (int r = 0; under_way && r < ranks; r++) {
        struct page *page = open_page(s, r);

        if (page)
            add_page(page, r, ranks, under_way);
        page_close(page);
    }
    return under_way;
}

bool succession_in_flight(const struct succession *s, struct error *err)
{
    int ranks = s->agent->now->ranks;
    int64_t *under_way = succession_under_way(s);
    bool any = false;

    for (int i = 0; under_way && i < ranks * ranks && !any; i++)
        if (under_way[i] > 0) {
            any = true;
            error_set(err,
                      "%lld messages from rank %d to rank %d were not "
                      "received",
                      (long long)under_way[i], i / ranks, i % ranks);
        }
    free(under_way);
    return any;
}

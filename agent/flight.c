/* flight.c - whether messages are under way between ranks that stand still
 *
 * Each rank's page counts what it sent to whom and received from whom.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/flight.h"
#include "agent/succession.h"
#include "profile/files.h"
#include "profile/page.h"

struct post_flight *flight_read(const char *folder,
                                uint32_t generation,
                                int rank,
                                size_t *count,
                                uint64_t *messages)
{
    char path[JOB_PATH + FILES_NAME], name[FILES_NAME];
    struct post_flight *list = NULL;
    struct page *page;

    files_page(name, generation, rank);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    page = page_open(path, NULL);
    if (page)
        list = calloc(page->peers + 1, sizeof(*list));
    *count = 0;
    *messages = 0;
    for (uint64_t i = 0; list && i < page->peers; i++) {
        const struct peer_record *peer = &page->peer[i];

        if (peer->rank_plus_one == 0
            || (peer->sent_count == 0 && peer->received_count == 0))
            continue;
        *messages += peer->sent_count + peer->received_count;
        list[(*count)++] = (struct post_flight){
            .sent = peer->sent_count,
            .received = peer->received_count,
            .rank = peer->rank_plus_one - 1,
        };
    }
    page_close(page);
    return list;
}

/* Add what 'rank' sent to others, and take off what it received. */
static void add(const struct post_flight *list,
                size_t count,
                int rank,
                int ranks,
                int64_t *under_way)
{
    for (size_t i = 0; i < count; i++) {
        int other = (int)list[i].rank;

        if (other < 0 || other >= ranks)
            continue;
        under_way[rank * ranks + other] += (int64_t)list[i].sent;
        under_way[other * ranks + rank] -= (int64_t)list[i].received;
    }
}

/* Of a rank on another host we have what its outpost told last. */
static void add_rank(const struct succession *s, int rank, int64_t *under_way)
{
    const struct generation *now = s->agent->now;
    const struct generation_rank *r = &now->rank[rank];
    struct post_flight *list;
    uint64_t messages;
    size_t count;

    if (r->outpost) {
        add(r->flight, r->flights, rank, now->ranks, under_way);
        return;
    }
    list = flight_read(s->agent->folder, now->number, rank, &count, &messages);
    if (list)
        add(list, count, rank, now->ranks, under_way);
    free(list);
}

int64_t *succession_under_way(const struct succession *s)
{
    int ranks = s->agent->now->ranks;
    int64_t *under_way =
        calloc((size_t)ranks * (size_t)ranks, sizeof(*under_way));

    for (int r = 0; under_way && r < ranks; r++)
        add_rank(s, r, under_way);
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

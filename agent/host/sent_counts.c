/* sent_counts.c - how many messages a rank has exchanged with whom
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "agent/host/sent_counts.h"
#include "agent/peers/rank_page.h"

struct host_messages_flight *sent_counts_read(const char *folder,
                                              uint32_t generation,
                                              int rank,
                                              size_t *count,
                                              uint64_t *messages)
{
    struct page *page = rank_page_open(folder, generation, rank);
    struct host_messages_flight *list = NULL;
    const struct peer_record *peer;
    struct page_peers peers;

    if (page)
        list = calloc(page->peers + 1, sizeof(*list));
    *count = 0;
    *messages = 0;
    if (!list) {
        page_close(page);
        return NULL;
    }
    page_peers_begin(&peers, page);
    while ((peer = page_peers_next(&peers))) {
        if (peer->sent_count == 0 && peer->received_count == 0)
            continue;
        *messages += peer->sent_count + peer->received_count;
        list[(*count)++] = (struct host_messages_flight){
            .sent = peer->sent_count,
            .received = peer->received_count,
            .rank = peer->rank_plus_one - 1,
        };
    }
    page_peers_end(&peers);
    page_close(page);
    return list;
}

/* head_host.c - the agent of the head's own host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "agent/host/head_host.h"
#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "agent/host/orders.h"
#include "agent/peers/protocol_runner.h"
#include "base/system/host.h"

/* It is there from the beginning, and the head will say so when it ends. */
static const struct line_events line_events = { .heard = orders_hear };

struct host_agent *head_host_start(loop_t *loop,
                                   const char *folder,
                                   const struct local_ranks_users *users,
                                   const struct line_end *end,
                                   line_t **line,
                                   struct error *err)
{
    struct host_agent *h = calloc(1, sizeof(*h));
    struct line_end ends[] = { *end, { &line_events, h } };
    line_t *both[2];

    if (!h || line_pair(loop, ends, both) < 0) {
        error_set(err, "out of memory");
        free(h);
        return NULL;
    }
    *line = both[0];
    h->line = both[1];
    h->up = true;
    h->head = users;
    h->loop = loop;
    h->listening = -1;
    snprintf(h->folder, sizeof(h->folder), "%s", folder);
    snprintf(h->host, sizeof(h->host), "%s", host_own());
    h->record = control_find(folder, 1, err);
    if (!h->record) {
        head_host_stop(h);
        return NULL;
    }
    local_generation_find_all(h);
    return h;
}

/* A head that was killed has left its socket. */
int head_host_listen(struct host_agent *h, struct error *err)
{
    local_ranks_unlink(h);
    h->listening = local_message_listen(h->folder, err);
    return h->listening < 0
               ? -1
               : loop_watch(h->loop, h->listening, local_ranks_knock, h, err);
}

int head_host_take(struct host_agent *h, int fd, uint32_t generation, int rank)
{
    struct local_rank *w = local_ranks_add(h, fd);

    if (!w)
        return -1;
    w->generation = generation;
    w->rank = rank;
    return 0;
}

void head_host_reassure(struct host_agent *h)
{
    for (struct local_rank *w = h->ranks; w; w = w->next)
        local_ranks_reassure(w);
}

void head_host_stop(struct host_agent *h)
{
    if (!h)
        return;
    if (h->listening >= 0) {
        loop_forget(h->loop, h->listening);
        close(h->listening);
        local_ranks_unlink(h);
    }
    local_ranks_drop_all(h);
    line_destroy(h->line);
    local_generation_free_all(h);
    host_measure_destroy(h->measure);
    protocol_runner_destroy(h->runner);
    control_close(h->record);
    free(h);
}

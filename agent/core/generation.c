/* generation.c - one of the MPI jobs that a job is, one after another
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/generation.h"
#include "base/system/host.h"

/* A head before this one may have set them. */
static void read_words(struct generation *g)
{
    g->window = atomic_load(&g->control->window);
    g->offer = atomic_load(&g->control->offer);
    g->own_pace = atomic_load(&g->control->own_pace);
    g->crowded = atomic_load(&g->control->crowded);
    g->apart = atomic_load(&g->control->apart);
}

struct generation *generation_create(const char *folder,
                                     struct host_list *hosts,
                                     struct control *record,
                                     uint32_t number,
                                     int ranks,
                                     struct error *err)
{
    struct generation *g = calloc(1, sizeof(*g));
    struct generation_rank *rank = calloc((size_t)ranks, sizeof(*rank));

    if (!g || !rank) {
        error_set(err, "out of memory");
        free(g);
        free(rank);
        return NULL;
    }
    *g = (struct generation){ .number = number,
                              .ranks = ranks,
                              .rank = rank,
                              .hosts = hosts,
                              .record = record,
                              .horizon = CONTROL_NEVER,
                              .runner = { .order = -1, .ended = -1 } };
    g->control = control_open(folder, number, (uint32_t)ranks, err);
    if (!g->control) {
        generation_destroy(g, folder);
        return NULL;
    }
    read_words(g);
    return g;
}

void generation_destroy(struct generation *g, const char *folder)
{
    if (!g)
        return;
    control_close(g->control);
    if (g->number > 1) /* the first has the record of who is the job */
        control_remove(folder, g->number);
    runner_close(&g->runner);
    for (int r = 0; r < g->ranks; r++)
        free(g->rank[r].flight);
    free(g->rank);
    free(g);
}

int generation_tell(struct generation *g,
                    int rank,
                    enum local_message_type type,
                    uint64_t number,
                    const char *text)
{
    struct local_message_head head = {
        .type = type,
        .generation = g->number,
        .rank = rank,
        .bytes = text ? (uint32_t)strlen(text) : 0,
        .number = number,
    };

    return host_send(host_find(g->hosts, generation_host(g, rank)), &head,
                     text);
}

void generation_tell_all(struct generation *g,
                         enum local_message_type type,
                         uint64_t number,
                         const char *text)
{
    for (int r = 0; r < g->ranks; r++)
        generation_tell(g, r, type, number, text);
}

static void let_go(struct generation *g, int rank, uint64_t until)
{
    g->rank[rank].standing = false;
    g->rank[rank].idle = g->rank[rank].busy = false;
    g->rank[rank].failed = false;
    generation_tell(g, rank, LOCAL_MESSAGE_GO, until, NULL);
}

void generation_release(struct generation *g, int rank)
{
    let_go(g, rank, 0);
}

void generation_grant(struct generation *g, int rank, uint64_t syncs)
{
    g->rank[rank].sync += syncs;
    let_go(g, rank, g->rank[rank].sync);
}

void generation_place(struct generation *g, int rank, const char *host)
{
    struct generation_rank *r = &g->rank[rank];

    snprintf(r->host, sizeof(r->host), "%s", host);
}

const char *generation_host(const struct generation *g, int rank)
{
    return *g->rank[rank].host ? g->rank[rank].host : host_own();
}

bool generation_is_here(const struct generation *g, int rank)
{
    return host_is_own(generation_host(g, rank));
}

int generation_ranks_on(const struct generation *g, const char *host)
{
    int count = 0;

    for (int r = 0; r < g->ranks; r++)
        count +=
            generation_knows(g, r) && strcmp(generation_host(g, r), host) == 0;
    return count;
}

bool generation_knows(const struct generation *g, int rank)
{
    return *g->rank[rank].host
           || atomic_load(&g->control->slot[rank].state) != SLOT_EMPTY;
}

bool generation_has(const struct generation *g, int rank)
{
    return g->rank[rank].there
           && host_is_reached(g->hosts, generation_host(g, rank));
}

int generation_missing(const struct generation *g)
{
    for (int r = 0; r < g->ranks; r++)
        if (!generation_knows(g, r))
            return r;
    return -1;
}

bool generation_is_placed(const struct generation *g)
{
    return generation_missing(g) < 0;
}

void generation_publish_to(const struct generation *g, const struct host *to)
{
    struct host_messages_control words = {
        .horizon = g->horizon,
        .window = g->window,
        .successor_sync = atomic_load(&g->record->successor_sync),
        .ranks = (uint32_t)g->ranks,
        .own_pace = g->own_pace,
        .crowded = g->crowded,
        .apart = g->apart,
        .offer = g->offer,
        .successor = atomic_load(&g->record->successor),
    };

    host_say(g->hosts, to, HOST_MESSAGES_CONTROL, g->number, 0, &words,
             sizeof(words));
}

void generation_publish(const struct generation *g)
{
    generation_publish_to(g, NULL);
}

void generation_set_crowded(struct generation *g, bool crowded)
{
    g->crowded = crowded;
    generation_publish(g);
}

void generation_set_horizon(struct generation *g, uint64_t horizon)
{
    g->horizon = horizon;
    g->offer = 0;
    generation_publish(g);
}

void generation_offer(struct generation *g, uint64_t horizon)
{
    g->horizon = g->offer = horizon;
    generation_publish(g);
}

const char *generation_state_word(const struct generation *g, int rank)
{
    static const char *const words[] = {
        [SLOT_EMPTY] = "not there yet", [SLOT_RUNNING] = "running",
        [SLOT_IDLE] = "idle",           [SLOT_HELD] = "standing still",
        [SLOT_FINISHED] = "finished",   [SLOT_OUT] = "taking no part",
    };
    uint32_t state = atomic_load(&g->control->slot[rank].state);

    return state <= SLOT_OUT ? words[state] : "?";
}

uint64_t generation_first_sync(const struct generation *g)
{
    return atomic_load(&g->record->successor) == g->number
               ? atomic_load(&g->record->successor_sync)
               : 0;
}

uint64_t generation_count(const struct generation *g)
{
    uint64_t most = generation_first_sync(g);

    for (int r = 0; r < g->ranks; r++) {
        uint64_t count = atomic_load(&g->control->slot[r].count);

        most = count > most ? count : most;
    }
    return most;
}

uint64_t generation_syncs(const struct generation *g)
{
    uint64_t sum = 0;

    for (int r = 0; r < g->ranks; r++)
        sum += atomic_load(&g->control->slot[r].count);
    return sum;
}

void generation_end(struct generation *g)
{
    host_say_all(g->hosts, HOST_MESSAGES_KILL, g->number, 0);
    runner_drop(&g->runner);
}

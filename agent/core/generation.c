/* generation.c - one of the MPI jobs that a job is, one after another
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/generation.h"
#include "base/host.h"

struct generation *generation_create(const char *folder,
                                     uint32_t number,
                                     int ranks,
                                     struct error *err)
{
    struct generation *g = calloc(1, sizeof(*g));
    int *socket = calloc((size_t)ranks, sizeof(*socket));
    struct generation_rank *rank = calloc((size_t)ranks, sizeof(*rank));

    if (!g || !socket || !rank) {
        error_set(err, "out of memory");
        free(g);
        free(socket);
        free(rank);
        return NULL;
    }
    *g = (struct generation){ .number = number,
                              .ranks = ranks,
                              .rank = rank,
                              .socket = socket,
                              .horizon = CONTROL_NEVER,
                              .keeper = { .order = -1, .ended = -1 } };
    for (int r = 0; r < ranks; r++)
        socket[r] = -1;
    g->control = control_open(folder, number, (uint32_t)ranks, err);
    if (!g->control) {
        generation_destroy(g, folder);
        return NULL;
    }
    return g;
}

void generation_destroy(struct generation *g, const char *folder)
{
    if (!g)
        return;
    control_close(g->control);
    if (g->number > 1) /* the first has the record of who is the job */
        control_remove(folder, g->number);
    runner_close(&g->keeper);
    for (int r = 0; r < g->ranks; r++)
        free(g->rank[r].flight);
    free(g->socket);
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

    if (g->rank[rank].outpost)
        return host_links_tell(g->hub, g->rank[rank].host, &head, text);
    if (g->socket[rank] < 0)
        return -1;
    return local_message_send(g->socket[rank], &head, text, NULL);
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

    r->outpost = true;
    snprintf(r->host, sizeof(r->host), "%s", host);
}

const char *generation_host(const struct generation *g, int rank)
{
    return g->rank[rank].outpost ? g->rank[rank].host : host_own();
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
    return g->rank[rank].outpost
           || atomic_load(&g->control->slot[rank].state) != SLOT_EMPTY;
}

bool generation_has(const struct generation *g, int rank)
{
    const struct generation_rank *r = &g->rank[rank];

    return r->outpost ? !r->gone && host_links_reaches(g->hub, r->host)
                      : g->socket[rank] >= 0;
}

bool generation_is_placed(const struct generation *g)
{
    for (int r = 0; r < g->ranks; r++)
        if (!generation_knows(g, r))
            return false;
    return true;
}

void generation_set_crowded(struct generation *g, bool crowded)
{
    atomic_store(&g->control->crowded, crowded);
    generation_publish(g);
}

void generation_publish(const struct generation *g)
{
    host_links_set(g->hub, g);
}

void generation_set_horizon(struct generation *g, uint64_t horizon)
{
    g->horizon = horizon;
    control_set_horizon(g->control, horizon, 0);
    generation_publish(g);
}

void generation_offer(struct generation *g, uint64_t horizon)
{
    g->horizon = horizon;
    control_set_horizon(g->control, 0, horizon);
    generation_publish(g);
}

const char *generation_state_word(const struct generation *g, int rank)
{
    static const char *const words[] = {
        [SLOT_EMPTY] = "not there yet", [SLOT_RUNNING] = "running",
        [SLOT_IDLE] = "idle",           [SLOT_HELD] = "standing still",
        [SLOT_FINISHED] = "finished",
    };
    uint32_t state = atomic_load(&g->control->slot[rank].state);

    return state <= SLOT_FINISHED ? words[state] : "?";
}

uint64_t generation_count(const struct generation *g)
{
    uint64_t most = 0;

    for (int r = 0; r < g->ranks; r++) {
        uint64_t count = atomic_load(&g->control->slot[r].count);

        most = count > most ? count : most;
    }
    return most;
}

void generation_end(struct generation *g)
{
    int32_t pid;

    for (int r = 0; r < g->ranks; r++)
        if (!g->rank[r].outpost
            && (pid = atomic_load(&g->control->slot[r].pid)) > 1)
            kill(pid, SIGKILL);
    host_links_tell_all(g->hub, HOST_MESSAGES_KILL, g->number, 0);
    runner_drop(&g->keeper);
}

static void forget(const char *const *forms,
                   const char *folder,
                   uint32_t number,
                   int ranks)
{
    char path[4096 + 64];

    for (int r = 0; r < ranks; r++)
        for (int i = 0; forms[i]; i++) {
            snprintf(path, sizeof(path), forms[i], folder, number, r);
            unlink(path);
        }
}

void generation_forget_pages(const struct generation *g, const char *folder)
{
    static const char *const forms[] = { "%s/%u.rank-%d.page",
                                         "%s/%u.trace-%d", NULL };

    forget(forms, folder, g->number, g->ranks);
}

void generation_forget_state(const char *folder, uint32_t number, int ranks)
{
    static const char *const forms[] = {
        "%s/state-%u-%d",     "%s/state-%u-%d.new", "%s/share-%u-%d",
        "%s/share-%u-%d.new", "%s/mail-%u-%d",      NULL
    };

    forget(forms, folder, number, ranks);
}

/* local_generation.c - a generation's ranks on one host, for its agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/host/host_agent.h"
#include "agent/host/local_generation.h"
#include "agent/host/sent_counts.h"
#include "job/packed_file.h"

void local_generation_free(struct local_generation *t)
{
    control_close(t->control);
    free(t->announced);
    free(t->told);
    free(t->exchanged);
    free(t);
}

void local_generation_free_all(struct host_agent *h)
{
    while (h->generations) {
        struct local_generation *t = h->generations;

        h->generations = t->next;
        local_generation_free(t);
    }
}

struct local_generation *local_generation_find(struct host_agent *h,
                                               uint32_t number)
{
    struct local_generation *t = h->generations;
    size_t ranks;

    while (t && t->number != number)
        t = t->next;
    if (t)
        return t;
    t = calloc(1, sizeof(*t));
    if (!t)
        return NULL;
    t->control = control_find(h->folder, number, NULL);
    ranks = t->control ? t->control->ranks : 0;
    t->announced = calloc(ranks + 1, sizeof(*t->announced));
    t->told = calloc(ranks + 1, sizeof(*t->told));
    t->exchanged = calloc(ranks + 1, sizeof(*t->exchanged));
    if (!t->control || !t->announced || !t->told || !t->exchanged) {
        local_generation_free(t);
        return NULL;
    }
    t->number = number;
    t->next = h->generations;
    h->generations = t;
    return t;
}

void local_generation_find_all(struct host_agent *h)
{
    DIR *folder = opendir(h->folder);
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        unsigned number;
        int end = 0;

        if (sscanf(entry->d_name, "control-%u%n", &number, &end) == 1
            && entry->d_name[end] == '\0')
            local_generation_find(h, number);
    }
    if (folder)
        closedir(folder);
}

bool local_generation_has(const struct local_generation *t, int rank)
{
    return rank >= 0 && rank < (int)t->control->ranks
           && atomic_load(&t->control->slot[rank].process.pid) != 0;
}

/* ---- what the agent is to know of a rank ---- */

void local_generation_send(struct host_agent *h,
                           const struct local_generation *t,
                           int rank,
                           const char *what)
{
    char name[64];
    size_t bytes;
    void *parcel;

    if (h->head)
        return; /* it has the file */
    snprintf(name, sizeof(name), "%s-%u-%d", what, t->number, rank);
    parcel = packed_file_pack(h->folder, name, &bytes, NULL);
    if (parcel)
        host_agent_report(h, HOST_MESSAGES_FILE, t->number, rank, 0, parcel,
                          bytes);
    free(parcel);
}

static void send_flight(struct host_agent *h,
                        struct local_generation *t,
                        int rank)
{
    size_t count;
    uint64_t exchanged;
    struct host_messages_flight *list =
        sent_counts_read(h->folder, t->number, rank, &count, &exchanged);

    if (list && exchanged != t->exchanged[rank]
        && host_agent_report(h, HOST_MESSAGES_FLIGHT, t->number, rank, 0, list,
                             count * sizeof(*list))
               == 0)
        t->exchanged[rank] = exchanged;
    free(list);
}

void local_generation_report_rank(struct host_agent *h,
                                  struct local_generation *t,
                                  int rank)
{
    const struct control_slot *slot = &t->control->slot[rank];
    struct host_messages_slot now = {
        .count = atomic_load(&slot->count),
        .state = atomic_load(&slot->state),
        .flushed = atomic_load(&slot->flushed),
    };

    if (!h->up || h->head)
        return; /* the head sees the slot itself */
    if (!t->announced[rank] && now.state != SLOT_EMPTY) {
        t->announced[rank] = true;
        local_generation_send(h, t, rank, "state");
    }
    send_flight(h, t, rank);
    if (memcmp(&now, &t->told[rank], sizeof(now)) != 0
        && host_agent_report(h, HOST_MESSAGES_SLOT, t->number, rank, 0, &now,
                             sizeof(now))
               == 0)
        t->told[rank] = now;
}

void local_generation_report(struct host_agent *h, struct local_generation *t)
{
    for (int r = 0; r < (int)t->control->ranks; r++)
        if (local_generation_has(t, r))
            local_generation_report_rank(h, t, r);
}

static bool lives(const struct local_generation *t, int rank)
{
    return process_id_runs(&t->control->slot[rank].process);
}

const struct local_generation *local_generation_newest(
    const struct host_agent *h)
{
    const struct local_generation *newest = NULL;

    for (const struct local_generation *t = h->generations; t; t = t->next)
        for (int r = 0; r < (int)t->control->ranks; r++)
            if (lives(t, r) && (!newest || t->number > newest->number))
                newest = t;
    return newest;
}

bool local_generation_any_lives(const struct host_agent *h)
{
    for (const struct local_generation *t = h->generations; t; t = t->next)
        for (int r = 0; r < (int)t->control->ranks; r++)
            if (lives(t, r))
                return true;
    return false;
}

void local_generation_kill(const struct local_generation *t)
{
    for (uint32_t r = 0; r < t->control->ranks; r++)
        process_id_kill(&t->control->slot[r].process);
}

/* Ranks that have left may still wait in MPI_Finalize() for those of a host
 * that is lost.
 */
void local_generation_kill_all(const struct host_agent *h)
{
    for (const struct local_generation *t = h->generations; t; t = t->next)
        local_generation_kill(t);
}

/* ward.c - the ranks that an outpost looks after
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/flight.h"
#include "agent/ward.h"
#include "profile/parcel.h"

int ward_report(struct outpost *o,
                uint32_t type,
                uint32_t generation,
                int rank,
                uint64_t number,
                const void *payload,
                size_t bytes)
{
    struct wire_head head = {
        .type = type,
        .generation = generation,
        .rank = rank,
        .bytes = (uint32_t)bytes,
        .number = number,
    };

    return o->up ? line_send(o->line, &head, payload) : -1;
}

void ward_say(struct outpost *o, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(o->unsaid.text, sizeof(o->unsaid.text), fmt, ap);
    va_end(ap);
    if (ward_report(o, POST_SAY, 0, POST_ALL, 0, o->unsaid.text,
                    strlen(o->unsaid.text))
        == 0)
        o->unsaid.text[0] = '\0';
}

int ward_tell(struct outpost *o,
              uint32_t generation,
              int rank,
              const struct wire_head *head,
              const char *payload)
{
    for (struct ward *w = o->wards; w; w = w->next)
        if (w->generation == generation && w->rank == rank)
            return wire_send(w->fd, head, payload, NULL);
    return -1;
}

/* ---- generations ---- */

void troop_free(struct troop *t)
{
    control_close(t->control);
    free(t->announced);
    free(t->told);
    free(t->exchanged);
    free(t);
}

struct troop *troop_find(struct outpost *o, uint32_t number)
{
    struct troop *t = o->troops;
    size_t ranks;

    while (t && t->number != number)
        t = t->next;
    if (t)
        return t;
    t = calloc(1, sizeof(*t));
    if (!t)
        return NULL;
    t->control = control_find(o->folder, number, NULL);
    ranks = t->control ? t->control->ranks : 0;
    t->announced = calloc(ranks + 1, sizeof(*t->announced));
    t->told = calloc(ranks + 1, sizeof(*t->told));
    t->exchanged = calloc(ranks + 1, sizeof(*t->exchanged));
    if (!t->control || !t->announced || !t->told || !t->exchanged) {
        troop_free(t);
        return NULL;
    }
    t->number = number;
    t->next = o->troops;
    o->troops = t;
    return t;
}

bool troop_has(const struct troop *t, int rank)
{
    return rank >= 0 && rank < (int)t->control->ranks
           && atomic_load(&t->control->slot[rank].pid) != 0;
}

/* ---- what the agent is to know of a rank ---- */

void troop_send(struct outpost *o,
                const struct troop *t,
                int rank,
                const char *what)
{
    char name[64];
    size_t bytes;
    void *parcel;

    snprintf(name, sizeof(name), "%s-%u-%d", what, t->number, rank);
    parcel = parcel_pack(o->folder, name, &bytes, NULL);
    if (parcel)
        ward_report(o, POST_FILE, t->number, rank, 0, parcel, bytes);
    free(parcel);
}

static void send_flight(struct outpost *o, struct troop *t, int rank)
{
    size_t count;
    uint64_t exchanged;
    struct post_flight *list =
        flight_read(o->folder, t->number, rank, &count, &exchanged);

    if (list && exchanged != t->exchanged[rank]
        && ward_report(o, POST_FLIGHT, t->number, rank, 0, list,
                       count * sizeof(*list))
               == 0)
        t->exchanged[rank] = exchanged;
    free(list);
}

void troop_report_rank(struct outpost *o, struct troop *t, int rank)
{
    const struct control_slot *slot = &t->control->slot[rank];
    struct post_slot now = {
        .count = atomic_load(&slot->count),
        .state = atomic_load(&slot->state),
        .pid = atomic_load(&slot->pid),
        .flushed = atomic_load(&slot->flushed),
    };

    if (!o->up)
        return;
    if (!t->announced[rank] && now.state != SLOT_EMPTY) {
        t->announced[rank] = true;
        troop_send(o, t, rank, "state");
    }
    send_flight(o, t, rank);
    if (memcmp(&now, &t->told[rank], sizeof(now)) != 0
        && ward_report(o, POST_SLOT, t->number, rank, 0, &now, sizeof(now))
               == 0)
        t->told[rank] = now;
}

void troop_report(struct outpost *o, struct troop *t)
{
    for (int r = 0; r < (int)t->control->ranks; r++)
        if (troop_has(t, r))
            troop_report_rank(o, t, r);
}

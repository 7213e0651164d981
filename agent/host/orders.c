/* orders.c - what an outpost does for the agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "agent/host/offer.h"
#include "agent/host/orders.h"
#include "agent/host/protocol_link.h"
#include "job/files.h"
#include "job/parcel.h"

enum {
    FLUSH_MS = 5000,
    END_SECONDS = 5, /* for ranks that are ending to have ended */
    END_STEP_MS = 20,
};

static void set_control(struct outpost *o,
                        uint32_t generation,
                        const char *payload)
{
    struct host_messages_control words;
    struct local_generation *t;

    memcpy(&words, payload, sizeof(words));
    o->patience = words.patience;
    if (words.successor > atomic_load(&o->record->successor)) {
        atomic_store(&o->record->successor_sync, words.successor_sync);
        atomic_store(&o->record->successor, words.successor);
    }
    t = local_generation_find(o, generation);
    if (!t)
        return;
    atomic_store(&t->control->window, words.window);
    atomic_store(&t->control->own_pace, words.own_pace);
    atomic_store(&t->control->crowded, words.crowded);
    atomic_store(&t->control->apart, words.apart);
    control_set_horizon(t->control, words.horizon, words.offer);
}

/* Those that are in the state 'from' are not to be changed by themselves any
 * more: held ones have finished then, idle ones are held.  When one is in
 * another state, the agent lets all go on.
 */
static void claim(struct outpost *o, struct local_generation *t, uint32_t from)
{
    uint32_t to = from == SLOT_HELD ? SLOT_FINISHED : SLOT_HELD;
    bool all = t != NULL;

    for (int r = 0; t && r < (int)t->control->ranks; r++) {
        uint32_t was = from;

        if (local_generation_has(t, r)
            && !atomic_compare_exchange_strong(&t->control->slot[r].state,
                                               &was, to)
            && was != to)
            all = false;
    }
    if (t)
        local_generation_report(o, t);
    local_ranks_report(o, HOST_MESSAGES_CLAIMED, t ? t->number : 0,
                       HOST_MESSAGES_ALL, all, NULL, 0);
}

/* The words that were under way when the line was lost: those that were
 * claimed leave if they have successors, else they go on; and a generation
 * that has taken over is told so.
 */
static void settle(struct outpost *o)
{
    uint32_t successor = atomic_load(&o->record->successor);
    uint64_t sync = atomic_load(&o->record->successor_sync);

    for (struct local_generation *t = o->troops; t; t = t->next)
        if (t->number < successor)
            local_ranks_leave(o, t->number);
        else if (t->number == successor)
            local_ranks_commit(o, t->number, sync);
    local_ranks_release(o, true);
}

static void forget_file(const char *folder,
                        const char *form,
                        uint32_t g,
                        int r)
{
    char path[JOB_PATH + FILES_NAME], name[FILES_NAME];

    snprintf(name, sizeof(name), form, g, r);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    unlink(path);
}

static void forget_troop(struct outpost *o, uint32_t generation)
{
    struct local_generation **at = &o->troops, *t;
    int ranks;

    local_generation_find(o, generation);
    while (*at && (*at)->number != generation)
        at = &(*at)->next;
    t = *at;
    if (!t)
        return;
    *at = t->next;
    ranks = (int)t->control->ranks;
    for (int r = 0; r < ranks; r++) {
        forget_file(o->folder, "state-%u-%d", generation, r);
        forget_file(o->folder, "mail-%u-%d", generation, r);
    }
    if (generation > 1)
        control_remove(o->folder, generation);
    local_generation_free(t);
}

static void kill_troop(struct outpost *o, uint32_t generation)
{
    struct local_generation *t = local_generation_find(o, generation);

    if (t)
        local_generation_kill(t);
    forget_troop(o, generation);
    job_remove_generation(o->folder, generation);
}

/* Pages are here of ranks that have ended, of this host's and of others that
 * MPI has brought.
 */
static void send_pages(struct outpost *o)
{
    DIR *folder = opendir(o->folder);
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        unsigned generation;
        int rank;
        enum files_kind kind = files_kind(entry->d_name, &generation, &rank);
        size_t bytes;
        void *parcel;

        if (kind != FILES_PAGE && kind != FILES_TRACE)
            continue;
        parcel = parcel_pack(o->folder, entry->d_name, &bytes, NULL);
        if (parcel)
            local_ranks_report(o, HOST_MESSAGES_FILE, generation, rank, 1,
                               parcel, bytes);
        free(parcel);
    }
    if (folder)
        closedir(folder);
}

static void on_silence(void *arg)
{
    struct outpost *o = arg;

    loop_stop(o->loop);
}

/* The agent closes the line once it has heard all. */
static void end(struct outpost *o)
{
    if (o->waiting)
        send_pages(o);
    o->ended = true;
    if (local_ranks_report(o, HOST_MESSAGES_END, 0, HOST_MESSAGES_ALL, 0, NULL,
                           0)
        < 0)
        loop_stop(o->loop);
    else
        loop_after(o->loop, FLUSH_MS, on_silence, o);
}

static void on_wait(void *arg)
{
    struct outpost *o = arg;

    if (local_generation_any_lives(o) && loop_now() < o->end_by)
        loop_after(o->loop, END_STEP_MS, on_wait, o);
    else
        end(o);
}

/* Nobody needs us here any more.  'waiting': nor the ranks, which are ending.
 */
static void begin_end(struct outpost *o, bool waiting)
{
    if (o->ended)
        return;
    local_ranks_drop_all(o);
    o->waiting = waiting;
    o->end_by = loop_now() + (waiting ? END_SECONDS : 0);
    on_wait(o);
}

static void watch(struct outpost *o, uint32_t generation, bool on)
{
    struct local_generation *t = local_generation_find(o, generation);

    o->watching = on;
    if (on && t) {
        memset(t->announced, 0, t->control->ranks * sizeof(*t->announced));
        local_generation_report(o, t);
    }
    local_ranks_report(o, HOST_MESSAGES_WATCH, generation, HOST_MESSAGES_ALL,
                       on, NULL, 0);
}

/* The agent wants to know how many rows each rank has.  Who was announced
 * before it had written that down is told of once more.
 */
static void send_states(struct outpost *o, const struct local_generation *t)
{
    if (!t || t->number == o->described)
        return;
    o->described = t->number;
    for (int r = 0; r < (int)t->control->ranks; r++)
        if (local_generation_has(t, r))
            local_generation_send(o, t, r, "state");
}

static void measure(struct outpost *o,
                    uint32_t generation,
                    const struct local_generation *t)
{
    const struct control *control = t ? t->control : NULL;
    bool *here = calloc(control ? control->ranks : 1, sizeof(*here));
    void *message = NULL;
    size_t bytes;

    for (uint32_t r = 0; here && control && r < control->ranks; r++)
        here[r] = local_generation_has(t, (int)r);
    if (!o->gauge)
        o->gauge = host_measure_create(o->folder);
    if (here && o->gauge)
        message = host_measure_read(o->gauge, control, here, &bytes);
    send_states(o, t);
    if (message)
        local_ranks_report(o, HOST_MESSAGES_MEASURED, generation,
                           HOST_MESSAGES_ALL, 0, message, bytes);
    free(message);
    free(here);
}

void obey(struct outpost *o,
          const struct local_message_head *head,
          const char *payload)
{
    struct local_generation *t =
        head->generation ? local_generation_find(o, head->generation) : NULL;
    struct error err;

    switch (head->type) {
    case HOST_MESSAGES_FILE:
        if (parcel_unpack(o->folder, payload, head->bytes, &err) < 0)
            local_ranks_say(o, "%s", err.text);
        break;
    case HOST_MESSAGES_CONTROL:
        if (head->bytes == sizeof(struct host_messages_control))
            set_control(o, head->generation, payload);
        break;
    case HOST_MESSAGES_WATCH:
        watch(o, head->generation, head->number != 0);
        break;
    case HOST_MESSAGES_MEASURE:
        measure(o, head->generation, t);
        break;
    case HOST_MESSAGES_CLAIM:
        claim(o, t, (uint32_t)head->number);
        break;
    case HOST_MESSAGES_RELEASE:
        settle(o);
        break;
    case HOST_MESSAGES_KILL:
        kill_troop(o, head->generation);
        break;
    case HOST_MESSAGES_FORGET:
        forget_troop(o, head->generation);
        break;
    case HOST_MESSAGES_MODULE:
    case HOST_MESSAGES_CENSUS:
    case HOST_MESSAGES_ANSWER:
        protocol_link_hear(o, head, payload);
        break;
    case HOST_MESSAGES_TOLD:
        if (o->guest)
            offer_hear(o, head, payload);
        break;
    case HOST_MESSAGES_END:
        o->released = true;
        if (o->guest)
            offer_end(o);
        if (head->number == HOST_MESSAGES_END_ALL)
            local_generation_kill_all(o);
        begin_end(o, head->number != HOST_MESSAGES_END_ALONE);
        break;
    }
}

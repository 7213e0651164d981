/* orders.c - what a host's agent does for the head
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "agent/host/offer.h"
#include "agent/host/orders.h"
#include "agent/host/protocol_link.h"
#include "job/agent_lock.h"
#include "job/files.h"
#include "job/job.h"
#include "job/packed_file.h"

enum {
    FLUSH_MS = 5000,
    END_SECONDS = 5, /* for ranks that are ending to have ended */
    END_STEP_MS = 20,
};

static void set_control(struct host_agent *h,
                        uint32_t generation,
                        const char *payload)
{
    struct host_messages_control words;
    struct local_generation *t;

    memcpy(&words, payload, sizeof(words));
    if (words.successor > atomic_load(&h->record->successor)) {
        atomic_store(&h->record->successor_sync, words.successor_sync);
        atomic_store(&h->record->successor, words.successor);
    }
    t = local_generation_find(h, generation);
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
static void claim(struct host_agent *h,
                  struct local_generation *t,
                  uint32_t from)
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
        local_generation_report(h, t);
    host_agent_report(h, HOST_MESSAGES_CLAIMED, t ? t->number : 0,
                      HOST_MESSAGES_ALL, all, NULL, 0);
}

/* The words that were under way when the line was lost: those that were
 * claimed leave if they have successors, else they go on; and a generation
 * that has taken over is told so.
 */
static void settle(struct host_agent *h)
{
    uint32_t successor = atomic_load(&h->record->successor);
    uint64_t sync = atomic_load(&h->record->successor_sync);

    for (struct local_generation *t = h->generations; t; t = t->next)
        if (t->number < successor)
            local_ranks_leave(h, t->number);
        else if (t->number == successor)
            local_ranks_commit(h, t->number, sync);
    local_ranks_release(h, true);
}

static void forget_generation(struct host_agent *h, uint32_t generation)
{
    struct local_generation **at = &h->generations, *t;

    while (*at && (*at)->number != generation)
        at = &(*at)->next;
    t = *at;
    if (t) {
        *at = t->next;
        local_generation_free(t);
    }
    job_remove_state(h->folder, generation);
    if (generation > 1)
        control_remove(h->folder, generation);
}

static void kill_generation(struct host_agent *h, uint32_t generation)
{
    struct local_generation *t = local_generation_find(h, generation);

    if (t)
        local_generation_kill(t);
    if (h->head)
        return; /* it waits for the launcher, and says then what to forget */
    forget_generation(h, generation);
    job_remove_generation(h->folder, generation);
}

/* Pages are here of ranks that have ended, of this host's and of others that
 * MPI has brought.
 */
static void send_pages(struct host_agent *h)
{
    DIR *folder = opendir(h->folder);
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        unsigned generation;
        int rank;
        enum files_kind kind = files_kind(entry->d_name, &generation, &rank);
        size_t bytes;
        void *parcel;

        if (kind != FILES_PAGE && kind != FILES_TRACE)
            continue;
        parcel = packed_file_pack(h->folder, entry->d_name, &bytes, NULL);
        if (parcel)
            host_agent_report(h, HOST_MESSAGES_FILE, generation, rank, 1,
                              parcel, bytes);
        free(parcel);
    }
    if (folder)
        closedir(folder);
}

static void on_silence(void *arg)
{
    struct host_agent *h = arg;

    loop_stop(h->loop);
}

/* Ranks that are still there remove the folder themselves. */
void orders_leave_folder(struct host_agent *h, bool began)
{
    bool fresh = h->offer && h->offer->fresh;
    bool lives = local_generation_any_lives(h);

    if (h->left)
        return;
    h->left = true;
    if (h->record)
        atomic_store(&h->record->agent, AGENT_GONE);
    if (!lives || h->released || !began)
        agent_lock_resign(h->folder, AGENT_LOCK_OUTPOST);
    if (!lives && (began || fresh))
        job_remove(h->folder);
}

/* The agent closes the line once it has heard all.  It may start ranks here
 * anew from then on, so nothing is removed later than that.
 */
static void end(struct host_agent *h)
{
    if (h->waiting)
        send_pages(h);
    h->ended = true;
    orders_leave_folder(h, true);
    if (host_agent_report(h, HOST_MESSAGES_END, 0, HOST_MESSAGES_ALL, 0, NULL,
                          0)
        < 0)
        loop_stop(h->loop);
    else
        loop_after(h->loop, FLUSH_MS, on_silence, h);
}

static void on_wait(void *arg)
{
    struct host_agent *h = arg;

    if (local_generation_any_lives(h) && loop_now() < h->end_by)
        loop_after(h->loop, END_STEP_MS, on_wait, h);
    else
        end(h);
}

/* Nobody needs us here any more.  'waiting': nor the ranks, which are ending.
 */
static void begin_end(struct host_agent *h, bool waiting)
{
    if (h->ended)
        return;
    local_ranks_drop_all(h);
    h->waiting = waiting;
    h->end_by = loop_now() + (waiting ? END_SECONDS : 0);
    on_wait(h);
}

static void watch(struct host_agent *h, uint32_t generation, bool on)
{
    struct local_generation *t = local_generation_find(h, generation);

    h->watching = on;
    if (on && t) {
        memset(t->announced, 0, t->control->ranks * sizeof(*t->announced));
        local_generation_report(h, t);
    }
    host_agent_report(h, HOST_MESSAGES_WATCH, generation, HOST_MESSAGES_ALL,
                      on, NULL, 0);
}

/* The agent wants to know how many rows each rank has.  Who was announced
 * before it had written that down is told of once more.
 */
static void send_states(struct host_agent *h, const struct local_generation *t)
{
    if (!t || t->number == h->described)
        return;
    h->described = t->number;
    for (int r = 0; r < (int)t->control->ranks; r++)
        if (local_generation_has(t, r))
            local_generation_send(h, t, r, "state");
}

static void measure(struct host_agent *h,
                    uint32_t generation,
                    const struct local_generation *t)
{
    void *message = NULL;
    size_t bytes;

    if (!h->measure)
        h->measure = host_measure_create(h->folder);
    if (h->measure)
        message =
            host_measure_read(h->measure, t ? t->control : NULL, NULL, &bytes);
    send_states(h, t);
    if (message)
        host_agent_report(h, HOST_MESSAGES_MEASURED, generation,
                          HOST_MESSAGES_ALL, 0, message, bytes);
    free(message);
}

/* Do what a message of the head asks for that is not for one rank alone. */
static void obey(struct host_agent *h,
                 const struct local_message_head *head,
                 const char *payload)
{
    struct local_generation *t =
        head->generation ? local_generation_find(h, head->generation) : NULL;
    struct error err;

    switch (head->type) {
    case HOST_MESSAGES_FILE:
        if (!h->left
            && packed_file_unpack(h->folder, payload, head->bytes, &err) < 0)
            host_agent_say(h, "%s", err.text);
        break;
    case HOST_MESSAGES_CONTROL:
        if (head->bytes == sizeof(struct host_messages_control))
            set_control(h, head->generation, payload);
        break;
    case HOST_MESSAGES_PATIENCE:
        h->patience = head->number;
        break;
    case HOST_MESSAGES_WATCH:
        watch(h, head->generation, head->number != 0);
        break;
    case HOST_MESSAGES_MEASURE:
        measure(h, head->generation, t);
        break;
    case HOST_MESSAGES_CLAIM:
        claim(h, t, (uint32_t)head->number);
        break;
    case HOST_MESSAGES_RELEASE:
        settle(h);
        break;
    case HOST_MESSAGES_KILL:
        kill_generation(h, head->generation);
        break;
    case HOST_MESSAGES_FORGET:
        forget_generation(h, head->generation);
        break;
    case HOST_MESSAGES_MODULE:
    case HOST_MESSAGES_MEMBERSHIP:
    case HOST_MESSAGES_ANSWER:
        protocol_link_hear(h, head, payload);
        break;
    case HOST_MESSAGES_TOLD:
        if (h->offer)
            offer_hear(h, head, payload);
        break;
    case HOST_MESSAGES_END:
        h->released = true;
        if (h->offer)
            offer_end(h);
        if (head->number == HOST_MESSAGES_END_ALL)
            local_generation_kill_all(h);
        begin_end(h, head->number != HOST_MESSAGES_END_ALONE);
        break;
    }
}

void orders_hear(void *arg,
                 const struct local_message_head *head,
                 const char *payload)
{
    struct host_agent *h = arg;

    if (head->rank == HOST_MESSAGES_ALL || head->type >= HOST_MESSAGES_JOIN)
        obey(h, head, payload);
    else if (local_ranks_tell(h, head->generation, head->rank, head, payload)
             < 0)
        host_agent_report(h, HOST_MESSAGES_LOST, head->generation, head->rank,
                          0, NULL, 0);
}

/* receive.c - what ranks say while a change is under way
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/change/address_to_line.h"
#include "agent/change/changeover.h"
#include "agent/change/first_sync.h"
#include "agent/core/host_links.h"

enum { FIRST_MS = 20 }; /* between looks for ranks at their first sync */

static bool keep_sums(struct changeover_rank *rank,
                      const struct local_message *wire)
{
    free(rank->sums);
    rank->sums = malloc(wire->head.bytes + 1);
    rank->sums_count = rank->sums ? wire->head.bytes / sizeof(uint64_t) : 0;
    if (rank->sums)
        memcpy(rank->sums, wire->payload, wire->head.bytes);
    return rank->sums != NULL;
}

/* It is an answer if that is what was asked in this phase: of a change before,
 * which was given up, one may come late.
 */
static bool take_answer(const struct changeover *s,
                        struct changeover_rank *rank,
                        enum changeover_phase asked)
{
    if (s->phase != asked)
        return false;
    rank->answered = true;
    return true;
}

/* Both generations have told the sums of what they have. */
static void take_sums(struct changeover *s,
                      struct changeover_rank *rank,
                      const struct local_message *wire)
{
    if (s->phase != PHASE_MOVE)
        return;
    if (!rank->answered)
        s->bytes += wire->head.number;
    rank->answered = keep_sums(rank, wire) || rank->answered;
    if (phase_old_answered(s) && phase_new_answered(s))
        commit_check(s);
}

/* All have collected what was under way to them, or could not. */
static void end_mail(struct changeover *s)
{
    if (s->failing)
        changeover_give_up(s);
    else
        commit_begin(s);
}

static void hear_old(struct changeover *s, const struct local_message *wire)
{
    int r = wire->head.rank;
    struct changeover_rank *rank = &s->old[r];
    struct error where;

    switch (wire->head.type) {
    case LOCAL_MESSAGE_PROMISE:
        if (take_answer(s, rank, PHASE_AGREE) && phase_old_answered(s))
            stop_choose(s);
        break;
    case LOCAL_MESSAGE_IDLE:
        if (!s->own_pace
            && (s->phase == PHASE_AGREE || s->phase == PHASE_STOP))
            stop_change_pace(s);
        break;
    case LOCAL_MESSAGE_BUSY:
        address_to_line_place(wire->payload, &where);
        error_set(&s->obstacle,
                  "rank %d has begun %.900s and not completed it", r,
                  where.text);
        /* fallthrough */
    case LOCAL_MESSAGE_HELD:
        stop_consider_rank(s, r);
        break;
    case LOCAL_MESSAGE_COLLECTED:
        if (take_answer(s, rank, PHASE_MAIL) && phase_old_answered(s))
            end_mail(s);
        break;
    case LOCAL_MESSAGE_BEFORE:
        if (take_answer(s, rank, PHASE_BEFORE) && phase_old_answered(s))
            commit_move(s);
        break;
    case LOCAL_MESSAGE_DIGEST:
        take_sums(s, rank, wire);
        break;
    case LOCAL_MESSAGE_FAILED:
        rank->answered = true;
        changeover_fail(s, "rank %d: %s", r, wire->payload);
        break;
    case LOCAL_MESSAGE_BYE: /* and the others do so as well */
        phase_excuse_all(s);
        changeover_fail(s, "the program is ending%s%s",
                        *s->obstacle.text ? "; " : "", s->obstacle.text);
        break;
    }
}

void changeover_look_again(void *arg)
{
    changeover_consider(arg);
}

/* All new ranks stand ready, and all hosts know what the old ones have. */
void changeover_consider(struct head *a)
{
    struct changeover *s = a->change;
    struct error err;
    int rc;

    if (s->phase != PHASE_LAUNCH || !phase_new_answered(s)
        || host_links_not_watching(a->links))
        return;
    rc = first_sync_check(a, &err);
    if (rc < 0)
        changeover_fail(s, "%s", err.text);
    else if (rc > 0)
        loop_after(a->loop, FIRST_MS, changeover_look_again, a);
    else
        stop_prepare(s);
}

static void hear_new(struct changeover *s, const struct local_message *wire)
{
    int r = wire->head.rank;
    struct changeover_rank *rank = &s->new[r];
    struct error where;

    switch (wire->head.type) {
    case LOCAL_MESSAGE_READY:
        if (take_answer(s, rank, PHASE_LAUNCH))
            changeover_consider(s->agent);
        break;
    case LOCAL_MESSAGE_PREPARED:
        if (take_answer(s, rank, PHASE_PREPARE) && phase_new_answered(s))
            stop_agree(s);
        break;
    case LOCAL_MESSAGE_PULLED:
        take_sums(s, rank, wire);
        break;
    case LOCAL_MESSAGE_TRAVELLED:
        s->wire_bytes += wire->head.number;
        break;
    case LOCAL_MESSAGE_MOVED:
        phase_note_moved(s, r, wire->head.number);
        break;
    case LOCAL_MESSAGE_BUSY:
        address_to_line_place(wire->payload, &where);
        changeover_fail(s,
                        "new rank %d has begun %.900s and not completed it at "
                        "its first mito_sync(), where the job has not",
                        r, where.text);
        break;
    case LOCAL_MESSAGE_FAILED:
        changeover_fail(s, "new rank %d: %s", r, wire->payload);
        break;
    case LOCAL_MESSAGE_BYE:
        changeover_fail(s, "new rank %d ended before its first mito_sync()",
                        r);
        break;
    }
}

static void stand(struct generation_rank *rank)
{
    if (!rank->standing)
        rank->since = loop_now();
    rank->standing = true;
}

/* Remember who stands where, change or no change: a script's sync may come
 * before its change can begin.
 */
static void note(struct generation *g,
                 int rank,
                 const struct local_message *wire)
{
    uint32_t type = wire->head.type;

    if (type == LOCAL_MESSAGE_PROMISE || type == LOCAL_MESSAGE_HELD
        || type == LOCAL_MESSAGE_BUSY || type == LOCAL_MESSAGE_IDLE
        || (type == LOCAL_MESSAGE_FAILED && wire->head.number))
        g->rank[rank].sync = wire->head.number;
    if (type == LOCAL_MESSAGE_HELD || type == LOCAL_MESSAGE_BUSY
        || type == LOCAL_MESSAGE_FAILED || type == LOCAL_MESSAGE_IDLE)
        stand(&g->rank[rank]);
    if (type == LOCAL_MESSAGE_HELD || type == LOCAL_MESSAGE_IDLE)
        g->rank[rank].wishes = wire->head.bytes > 0;
    if (type == LOCAL_MESSAGE_RESUMED)
        g->rank[rank].standing = false;
    g->rank[rank].idle = type == LOCAL_MESSAGE_IDLE;
    if (type == LOCAL_MESSAGE_BUSY)
        g->rank[rank].busy = true;
    if (type == LOCAL_MESSAGE_BYE)
        g->leaving = true;
    if (type == LOCAL_MESSAGE_FAILED) {
        g->rank[rank].failed = true;
        error_set(&g->failure, "rank %d: %.900s", rank, wire->payload);
    }
}

/* Whether a rank says that it failed at what it was asked for in a change that
 * is over: it has been let go since.
 */
static bool is_stale(const struct generation *g,
                     const struct local_message *wire)
{
    return wire->head.type == LOCAL_MESSAGE_FAILED && wire->head.number == 0
           && !g->rank[wire->head.rank].standing;
}

/* Whether a rank has come to stand for a change that is over, and not for one
 * of the script that will begin.
 */
static bool is_late(const struct head *a, int r)
{
    const struct generation_rank *rank = &a->now->rank[r];
    const struct change_script_step *next = change_schedule_next(&a->script);

    return rank->standing && !rank->idle && (!next || rank->sync < next->sync);
}

void changeover_hear(struct head *a, const struct local_message *wire)
{
    int r = wire->head.rank;
    uint32_t generation = wire->head.generation;
    struct changeover *s = a->change;

    if (generation == a->now->number) {
        if (is_stale(a->now, wire))
            return;
        note(a->now, r, wire);
    }
    if (s && generation == s->next->number)
        hear_new(s, wire);
    else if (s && generation == a->now->number)
        hear_old(s, wire);
    else if (generation == a->now->number && is_late(a, r))
        generation_release(a->now, r);
}

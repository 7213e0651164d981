/* receive.c - what ranks say while a change is under way
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/change/changeover.h"
#include "agent/change/source_line.h"

static bool keep_sums(struct changeover_rank *rank,
                      const struct local_message *wire)
{
    free(rank->sums);
    rank->sums_count = wire->head.bytes / sizeof(uint64_t);
    rank->sums = malloc(wire->head.bytes + 1);
    if (rank->sums)
        memcpy(rank->sums, wire->payload, wire->head.bytes);
    return rank->sums != NULL;
}

/* All have collected what was under way to them, or could not. */
static void end_mail(struct changeover *s)
{
    if (s->failing)
        changeover_give_up(s);
    else
        hand_over(s);
}

static void hear_old(struct changeover *s,
                     struct peer *p,
                     const struct local_message *wire)
{
    struct changeover_rank *rank = &s->old[p->rank];
    struct error where;

    if (s->standing == 0 && s->agent->now->rank[p->rank].standing)
        s->standing = loop_now();
    switch (wire->head.type) {
    case LOCAL_MESSAGE_PROMISE:
        rank->answered = true;
        if (s->phase == PHASE_AGREE && phase_old_answered(s))
            stop_choose(s);
        break;
    case LOCAL_MESSAGE_IDLE:
        if (!s->own_pace
            && (s->phase == PHASE_AGREE || s->phase == PHASE_STOP))
            stop_change_pace(s);
        break;
    case LOCAL_MESSAGE_BUSY:
        source_line_place(wire->payload, &where);
        error_set(&s->obstacle,
                  "rank %d has begun %.900s and not completed it", p->rank,
                  where.text);
        /* fallthrough */
    case LOCAL_MESSAGE_HELD:
        stop_consider(s);
        break;
    case LOCAL_MESSAGE_COLLECTED:
        rank->answered = true;
        if (s->phase == PHASE_MAIL && phase_old_answered(s))
            end_mail(s);
        break;
    case LOCAL_MESSAGE_BEFORE:
        rank->answered = true;
        if (s->phase == PHASE_BEFORE && phase_old_answered(s))
            hand_over_move(s);
        break;
    case LOCAL_MESSAGE_DIGEST:
        rank->answered = keep_sums(rank, wire);
        if (s->phase == PHASE_MOVE && phase_old_answered(s)
            && phase_new_answered(s))
            hand_over_check(s);
        break;
    case LOCAL_MESSAGE_FAILED:
        rank->answered = true;
        changeover_fail(s, "rank %d: %s", p->rank, wire->payload);
        break;
    case LOCAL_MESSAGE_BYE: /* and the others do so as well */
        phase_excuse_all(s);
        changeover_fail(s, "the program is ending");
        break;
    }
}

/* All new ranks stand ready, and all hosts know what the old ones have. */
void changeover_consider(struct head *a)
{
    struct changeover *s = a->change;

    if (s->phase == PHASE_LAUNCH && phase_new_answered(s)
        && host_links_is_watching(a->hub))
        stop_prepare(s);
}

static void hear_new(struct changeover *s,
                     struct peer *p,
                     const struct local_message *wire)
{
    struct changeover_rank *rank = &s->new[p->rank];

    switch (wire->head.type) {
    case LOCAL_MESSAGE_READY:
        rank->answered = true;
        changeover_consider(s->agent);
        break;
    case LOCAL_MESSAGE_PREPARED:
        rank->answered = true;
        if (s->phase == PHASE_PREPARE && phase_new_answered(s))
            stop_agree(s);
        break;
    case LOCAL_MESSAGE_PULLED:
        rank->answered = keep_sums(rank, wire);
        s->bytes += wire->head.number;
        if (s->phase == PHASE_MOVE && phase_old_answered(s)
            && phase_new_answered(s))
            hand_over_check(s);
        break;
    case LOCAL_MESSAGE_TRAVELLED:
        s->wire_bytes += wire->head.number;
        break;
    case LOCAL_MESSAGE_MOVED:
        phase_note_moved(s, p->rank, wire->head.number);
        break;
    case LOCAL_MESSAGE_FAILED:
        changeover_fail(s, "new rank %d: %s", p->rank, wire->payload);
        break;
    case LOCAL_MESSAGE_BYE:
        changeover_fail(s, "new rank %d ended before its first mito_sync()",
                        p->rank);
        break;
    }
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
        g->rank[rank].standing = true;
    if (type == LOCAL_MESSAGE_HELD || type == LOCAL_MESSAGE_IDLE)
        g->rank[rank].wishes = wire->head.bytes > 0;
    if (type == LOCAL_MESSAGE_RESUMED)
        g->rank[rank].standing = false;
    g->rank[rank].idle = type == LOCAL_MESSAGE_IDLE;
    if (type == LOCAL_MESSAGE_BUSY)
        g->rank[rank].busy = true;
    if (type == LOCAL_MESSAGE_FAILED) {
        g->rank[rank].failed = true;
        error_set(&g->failure, "rank %d: %.900s", rank, wire->payload);
    }
}

/* Whether a rank has come to stand for a change that is over, and not for one
 * of the script that will begin.
 */
static bool is_late(const struct head *a, const struct peer *p)
{
    const struct generation_rank *rank = &a->now->rank[p->rank];
    const struct change_script_step *next = script_runner_next(a);

    return rank->standing && !rank->idle && (!next || rank->sync < next->sync);
}

void changeover_hear(struct head *a,
                     struct peer *p,
                     const struct local_message *wire)
{
    struct changeover *s = a->change;

    if (p->generation == a->now->number)
        note(a->now, p->rank, wire);
    if (s && p->generation == s->next->number)
        hear_new(s, p, wire);
    else if (s && p->generation == a->now->number)
        hear_old(s, p, wire);
    else if (p->generation == a->now->number && is_late(a, p))
        generation_release(a->now, p->rank);
}

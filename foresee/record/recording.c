/* recording.c - what each rank of a run did, step after step
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/record/recording.h"

void recording_destroy(struct recording *r)
{
    if (!r)
        return;
    for (size_t i = 0; r->rank && i < r->ranks; i++)
        free(r->rank[i].step);
    for (size_t i = 0; r->comm && i < r->comms; i++) {
        free(r->comm[i].member);
        free(r->comm[i].place);
    }
    free(r->rank);
    free(r->message);
    free(r->collective);
    free(r->comm);
    free(r->site);
    free(r);
}

static size_t count_marks(const struct recorded_rank *rank)
{
    size_t marks = 0;

    for (size_t i = 0; i < rank->steps; i++)
        marks += rank->step[i].kind == STEP_MARK;
    return marks;
}

size_t recording_iterations(const struct recording *r)
{
    size_t first = r->ranks > 0 ? count_marks(&r->rank[0]) : 0;

    for (size_t i = 0; i < r->ranks; i++)
        if (count_marks(&r->rank[i]) != first)
            return 0;
    return first > 0 && r->rank[0].loop_end == SIZE_MAX ? first - 1 : first;
}

size_t recording_loop_begin(const struct recorded_rank *rank)
{
    for (size_t i = 0; i < rank->steps; i++)
        if (rank->step[i].kind == STEP_MARK)
            return i;
    return 0;
}

double recording_loop_work(const struct recorded_rank *rank)
{
    double seconds = 0;

    for (size_t i = recording_loop_begin(rank); i < rank->steps; i++)
        if (step_is_work(&rank->step[i]))
            seconds += rank->step[i].seconds;
    return seconds;
}

double recording_work_between(const double *work,
                              size_t ranks,
                              double from,
                              double to)
{
    double sum = 0;

    for (size_t i = 0; i < ranks; i++) {
        double part = fmin(to, (double)i + 1) - fmax(from, (double)i);

        if (part > 0)
            sum += part * work[i];
    }
    return sum;
}

void recording_set_cores(struct recording *r, const char *host, unsigned cores)
{
    for (size_t i = 0; i < r->ranks; i++)
        if (strcmp(r->rank[i].host, host) == 0)
            r->rank[i].cores = cores;
}

bool recording_is_shared(const struct recording *r, size_t rank)
{
    return r->rank[rank].cores > 0
           && r->rank[rank].cores < r->rank[rank].together;
}

/* What is left of a step without the time in which it had no core. */
static void take_off_no_core(struct step *s, double asleep)
{
    double part = (double)s->core / STEP_WHOLE_CORE;
    double stays = part + (1 - part) * asleep;

    s->seconds *= stays;
    s->core = (uint16_t)fmax(round(part / stays * STEP_WHOLE_CORE), 1);
}

/* Where ranks have cores of their own who computes without one waits for a
 * file, or the like, which others do not make longer.
 */
void recording_set_yields(struct recording *r, const double *asleep)
{
    bool known = r->yields;

    r->yields = true;
    for (size_t i = 0; i < r->ranks && !known; i++)
        for (size_t k = 0; k < r->rank[i].steps; k++) {
            struct step *s = &r->rank[i].step[k];

            if (!step_is_work(s) || s->core == 0)
                continue;
            if (recording_is_shared(r, i))
                take_off_no_core(s, asleep ? asleep[i] : 0);
            else
                s->core = STEP_WHOLE_CORE;
        }
}

bool step_is_work(const struct step *step)
{
    return step->kind == STEP_COMPUTE && step->core != STEP_CORE_START;
}

double step_asleep(const struct recording *r, const struct step *step)
{
    return r->yields && step_is_work(step) && step->core > 0
               ? step->seconds * (1 - (double)step->core / STEP_WHOLE_CORE)
               : 0;
}

bool step_waits(const struct step *step)
{
    return step->kind >= STEP_WAIT_SENT && step->kind <= STEP_WAIT_JOINED;
}

bool step_has_waited(const struct step *step)
{
    return step->kind == STEP_RETURN
           && (step->item == RETURN_MESSAGE
               || step->item == RETURN_COLLECTIVE);
}

double recorded_rank_until(const struct recorded_rank *rank, size_t step)
{
    return step + 1 < rank->steps ? rank->step[step + 1].at : rank->end;
}

size_t recording_member(const struct recording *r, uint32_t which, int rank)
{
    const struct recorded_collective *c = &r->collective[which];

    return c->first + (size_t)r->comm[c->comm].place[rank];
}

static double *no_moments(size_t count)
{
    double *moment = malloc((count + 1) * sizeof(*moment));

    for (size_t i = 0; moment && i < count; i++)
        moment[i] = NAN;
    return moment;
}

int moments_create(struct moments *m,
                   const struct recording *r,
                   struct error *err)
{
    m->sent = no_moments(r->messages);
    m->posted = no_moments(r->messages);
    m->joined = no_moments(r->members);
    m->complete = calloc(r->collectives + 1, sizeof(*m->complete));
    m->last = calloc(r->collectives + 1, sizeof(*m->last));
    m->through = calloc(r->collectives + 1, sizeof(*m->through));
    if (m->sent && m->posted && m->joined && m->complete && m->last
        && m->through)
        return 0;
    moments_destroy(m);
    return error_set(err, "no memory to replay %zu messages", r->messages);
}

int moments_await(struct moments *m,
                  const struct recording *r,
                  struct error *err)
{
    m->arrived = no_moments(r->messages);
    if (m->arrived)
        return 0;
    return error_set(err, "no memory to replay %zu messages", r->messages);
}

int moments_follow(struct moments *m,
                   const struct recording *r,
                   struct error *err)
{
    m->inside = calloc(1, sizeof(*m->inside));
    if (m->inside && moments_create(m->inside, r, err) == 0)
        return 0;
    free(m->inside);
    m->inside = NULL;
    return error_set(err, "no memory to replay %zu messages", r->messages);
}

static void note_joined(struct moments *m,
                        const struct recording *r,
                        int rank,
                        uint32_t which,
                        double when)
{
    const struct recorded_collective *c = &r->collective[which];

    m->joined[recording_member(r, which, rank)] = when;
    if (m->complete[which]++ == 0 || when > m->last[which])
        m->last[which] = when;
    while (m->through[which] < r->comm[c->comm].size
           && !isnan(m->joined[c->first + m->through[which]]))
        m->through[which]++;
}

void moments_note(struct moments *m,
                  const struct recording *r,
                  int rank,
                  const struct step *step,
                  double when)
{
    switch (step->kind) {
    case STEP_SEND:
        m->sent[step->item] = when;
        break;
    case STEP_RECEIVE:
        m->posted[step->item] = when;
        break;
    case STEP_JOIN:
        note_joined(m, r, rank, step->item, when);
        break;
    default:
        break;
    }
}

void moments_note_recorded(struct moments *m, const struct recording *r)
{
    for (size_t i = 0; i < r->ranks; i++)
        for (size_t k = 0; k < r->rank[i].steps; k++)
            moments_note(m, r, (int)i, &r->rank[i].step[k],
                         r->rank[i].step[k].at);
}

void moments_destroy(struct moments *m)
{
    free(m->sent);
    free(m->posted);
    free(m->joined);
    free(m->complete);
    free(m->last);
    free(m->through);
    free(m->arrived);
    if (m->inside)
        moments_destroy(m->inside);
    free(m->inside);
    *m = (struct moments){ 0 };
}

/* recorded_timeline.c - the timeline of a recording
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/record/recorded_calls.h"
#include "foresee/record/recorded_timeline.h"

/* What is being made. */
struct making {
    struct timeline *timeline;
    const struct recording *recording;
    const struct recorded_calls *calls;
    struct timeline_part *part;
    double start; /* its time 0 */
    size_t room;  /* calls and messages that may still be kept */
    size_t message_room;
    double *compute; /* seconds by row and column */
    double *waiting;
    double *other;
    size_t iterations;
    struct timeline_iteration *iteration;
};

/* ---- shares ---- */

static void add_span(
    const struct making *m, double *cells, int rank, double from, double to)
{
    const struct timeline_part *p = m->part;
    double width = (p->end - p->start) / (double)p->columns;
    double *row = cells + (size_t)(rank / p->per) * p->columns;

    for (size_t i = (size_t)(fmax(0, from) / width);
         i < p->columns && (double)i * width < to; i++) {
        double begin = fmax(from, (double)i * width);
        double end = fmin(to, (double)(i + 1) * width);

        row[i] += fmax(0, end - begin);
    }
}

/* What is between two calls is computing.  What is before the first one is the
 * start of MPI, for the most part.
 */
static void add_rank(const struct making *m, int rank)
{
    double since = m->calls->count[rank] ? m->calls->call[rank]->start : 0;

    for (size_t i = 0; i < m->calls->count[rank]; i++) {
        const struct recorded_call *c = &m->calls->call[rank][i];

        add_span(m, m->compute, rank, since, c->start);
        add_span(m, m->waiting, rank, c->start, c->start + c->waiting);
        add_span(m, m->other, rank, c->start + c->waiting, c->end);
        since = fmax(since, c->end);
    }
    m->part->calls += m->calls->count[rank];
}

static uint8_t share(double seconds, double whole)
{
    double part = whole > 0 ? seconds / whole : 0;

    return (uint8_t)lround(TIMELINE_FULL * fmin(1, fmax(0, part)));
}

static void set_shares(const struct making *m)
{
    const struct timeline_part *p = m->part;
    double width = (p->end - p->start) / (double)p->columns;

    for (size_t row = 0; row < p->rows; row++) {
        size_t left = (size_t)p->ranks - row * (size_t)p->per;
        double ranks = (double)(left < (size_t)p->per ? left : (size_t)p->per);

        for (size_t i = row * p->columns; i < (row + 1) * p->columns; i++) {
            p->compute[i] = share(m->compute[i], ranks * width);
            p->waiting[i] = share(m->waiting[i], ranks * width);
            p->other[i] = share(m->other[i], ranks * width);
        }
    }
}

/* ---- iterations ---- */

/* Take what the rank says of an iteration. */
static void take_iteration(
    struct making *m, size_t which, int rank, double from, double to)
{
    struct timeline_iteration *i = &m->iteration[which];

    if (rank == 0 || from < i->start)
        i->start = from;
    if (rank == 0 || to > i->end)
        i->end = to;
    if (rank == 0 || to - from > i->seconds) {
        i->seconds = to - from;
        i->rank = rank;
    }
}

/* The last one ends where the loop does. */
static void take_marks(struct making *m, int rank)
{
    const struct recorded_rank *of = &m->recording->rank[rank];
    double since = NAN;
    size_t n = 0;

    for (size_t i = 0; i < of->steps && n < m->iterations; i++) {
        const struct step *s = &of->step[i];

        if (s->kind == STEP_MARK && !isnan(since))
            take_iteration(m, n++, rank, since, s->at);
        if (s->kind == STEP_MARK)
            since = s->at;
        else if (i == of->loop_end && !isnan(since))
            take_iteration(m, n++, rank, since, s->at + s->seconds);
    }
    while (n < m->iterations) /* that ended with the rank */
        take_iteration(m, n++, rank, since, of->end);
}

static int compare_iterations(const void *a, const void *b)
{
    const struct timeline_iteration *x = a, *y = b;

    if (x->seconds != y->seconds)
        return x->seconds > y->seconds ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int find_iterations(struct making *m)
{
    m->iterations = recording_iterations(m->recording);
    m->part->iterations = m->iterations;
    m->iteration = calloc(m->iterations + 1, sizeof(*m->iteration));
    if (!m->iteration)
        return -1;
    for (size_t i = 0; i < m->recording->ranks; i++)
        take_marks(m, (int)i);
    for (size_t i = 0; i < m->iterations; i++) {
        m->iteration[i].part = (unsigned)(m->part - m->timeline->part);
        m->iteration[i].number = i + 1;
    }
    qsort(m->iteration, m->iterations, sizeof(*m->iteration),
          compare_iterations);
    for (size_t i = 0; i < m->iterations && i < TIMELINE_SLOWEST; i++) {
        struct timeline_iteration told = m->iteration[i];

        told.start += m->start;
        told.end += m->start;
        timeline_offer_iteration(m->timeline, &told);
    }
    return 0;
}

/* ---- single calls ---- */

struct stretch {
    double from;
    double to;
};

/* Which of a rank's calls reach into the stretch: '*first' and how many. */
static size_t calls_in(const struct making *m,
                       int rank,
                       struct stretch s,
                       size_t *first)
{
    const struct recorded_call *c = m->calls->call[rank];
    size_t low = 0, high = m->calls->count[rank], end;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (c[middle].end < s.from)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    for (end = low; end < m->calls->count[rank] && c[end].start <= s.to;)
        end++;
    return end - low;
}

static int keep_row(struct making *m,
                    struct timeline_detail *d,
                    int rank,
                    struct stretch s)
{
    struct timeline_row *row = &d->row[d->rows];
    size_t first;

    row->rank = rank;
    row->calls = calls_in(m, rank, s, &first);
    row->call =
        arena_take(m->timeline->arena, row->calls + 1, sizeof(*row->call));
    if (!row->call)
        return -1;
    for (size_t i = 0; i < row->calls; i++) {
        const struct recorded_call *c = &m->calls->call[rank][first + i];

        row->call[i] =
            (struct timeline_call){ c->start + m->start, c->end + m->start,
                                    c->waiting, c->site };
    }
    d->rows++;
    m->room -= row->calls;
    return 0;
}

static bool is_in(const struct making *m, size_t message, struct stretch s)
{
    double sent = m->calls->sent[message];
    double received = m->calls->received[message];

    return sent <= s.to && received >= s.from;
}

static int keep_messages(struct making *m,
                         struct timeline_detail *d,
                         struct stretch s)
{
    size_t wanted;

    for (size_t i = 0; i < m->recording->messages; i++)
        d->all_messages += is_in(m, i, s);
    wanted =
        d->all_messages < m->message_room ? d->all_messages : m->message_room;
    d->message =
        arena_take(m->timeline->arena, wanted + 1, sizeof(*d->message));
    if (!d->message)
        return -1;
    for (size_t i = 0; d->messages < wanted; i++) {
        const struct recorded_message *of = &m->recording->message[i];

        if (is_in(m, i, s))
            d->message[d->messages++] = (struct timeline_message){
                of->from, of->to, m->calls->sent[i] + m->start,
                m->calls->received[i] + m->start, of->bytes
            };
    }
    m->message_room -= d->messages;
    return 0;
}

/* Keep the calls of the stretch, of so many ranks as there is room for. */
static int keep(struct making *m, struct stretch s)
{
    struct timeline *t = m->timeline;
    struct timeline_detail *d = &t->detail[t->details];
    size_t first;

    *d = (struct timeline_detail){ .part = (unsigned)(m->part - t->part),
                                   .start = s.from + m->start,
                                   .end = s.to + m->start };
    d->row = arena_take(t->arena, m->recording->ranks + 1, sizeof(*d->row));
    if (!d->row)
        return -1;
    for (size_t i = 0;
         i < m->recording->ranks && calls_in(m, (int)i, s, &first) <= m->room;
         i++)
        if (keep_row(m, d, (int)i, s) < 0)
            return -1;
    if (d->rows == 0)
        return 0;
    t->details++;
    return keep_messages(m, d, s);
}

static size_t calls_of_all(const struct making *m, struct stretch s)
{
    size_t all = 0, first;

    for (size_t i = 0; i < m->recording->ranks; i++)
        all += calls_in(m, (int)i, s, &first);
    return all;
}

/* Keep all calls, or else those of the slowest iterations, and of the slowest
 * one even if there is only room for some of its ranks.
 */
static int keep_details(struct making *m)
{
    const size_t most =
        sizeof(m->timeline->detail) / sizeof(m->timeline->detail[0]);

    if (m->part->calls <= m->room && m->timeline->details < most)
        return keep(m, (struct stretch){ 0, m->part->end - m->part->start });
    for (size_t i = 0; i < m->iterations && i < TIMELINE_SLOWEST
                       && m->timeline->details < most;
         i++) {
        struct stretch s = { m->iteration[i].start, m->iteration[i].end };

        if ((i == 0 || calls_of_all(m, s) <= m->room) && keep(m, s) < 0)
            return -1;
    }
    return 0;
}

/* ---- the part ---- */

static int name_sites(struct making *m)
{
    const struct recording *r = m->recording;
    struct timeline_part *p = m->part;

    p->site = arena_take(m->timeline->arena, r->sites + 1, sizeof(*p->site));
    if (!p->site)
        return -1;
    for (; p->sites < r->sites; p->sites++) {
        const struct recorded_site *s = &r->site[p->sites];
        struct timeline_site *made = &p->site[p->sites];
        arena_t *a = m->timeline->arena;

        made->call = arena_copy(a, s->call, strlen(s->call));
        made->line = s->line ? arena_copy(a, s->line, strlen(s->line)) : NULL;
        if (!made->call || (s->line && !made->line))
            return -1;
    }
    return 0;
}

static int make(struct making *m)
{
    size_t cells = m->part->rows * m->part->columns + 1;

    m->compute = calloc(cells, sizeof(*m->compute));
    m->waiting = calloc(cells, sizeof(*m->waiting));
    m->other = calloc(cells, sizeof(*m->other));
    if (!m->compute || !m->waiting || !m->other || name_sites(m) < 0)
        return -1;
    for (size_t i = 0; i < m->recording->ranks; i++)
        add_rank(m, (int)i);
    set_shares(m);
    return find_iterations(m) < 0 ? -1 : keep_details(m);
}

static double end_of(const struct recording *r)
{
    double end = 0;

    for (size_t i = 0; i < r->ranks; i++)
        end = fmax(end, r->rank[i].end);
    return end;
}

int recorded_timeline_add(struct timeline *t,
                          const struct recording *r,
                          unsigned generation,
                          double start,
                          size_t parts,
                          struct error *err)
{
    struct making m = { .timeline = t, .recording = r, .start = start };
    struct recorded_calls *calls = recorded_calls_create(r, err);
    size_t details = t->details;
    int rc = -1;

    if (!calls)
        return -1;
    m.calls = calls;
    m.room = TIMELINE_CALLS / parts;
    m.message_room = TIMELINE_MESSAGES / parts;
    m.part = timeline_add_part(t, start, start + end_of(r), (int)r->ranks,
                               TIMELINE_COLUMNS / parts, err);
    if (m.part) {
        m.part->generation = generation;
        if ((rc = make(&m)) < 0) {
            error_set(err, "no memory to draw %zu ranks", r->ranks);
            t->parts--;
            t->details = details;
        }
    }
    free(m.compute);
    free(m.waiting);
    free(m.other);
    free(m.iteration);
    recorded_calls_destroy(calls);
    return rc;
}

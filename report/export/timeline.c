/* timeline.c - what each rank did when, as the page of a report draws it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "report/export/timeline.h"

struct timeline *timeline_create(void)
{
    struct timeline *t = calloc(1, sizeof(*t));

    if (t && !(t->arena = arena_create())) {
        free(t);
        t = NULL;
    }
    return t;
}

void timeline_destroy(struct timeline *t)
{
    if (t)
        arena_destroy(t->arena);
    free(t);
}

struct timeline_part *timeline_add_part(struct timeline *t,
                                        double start,
                                        double end,
                                        int ranks,
                                        size_t columns,
                                        struct error *err)
{
    struct timeline_part *p = &t->part[t->parts];

    if (t->parts == TIMELINE_PARTS)
        return error_null(err, "only the first %d generations are drawn",
                          TIMELINE_PARTS);
    *p = (struct timeline_part){
        .start = start, .end = end, .ranks = ranks, .columns = columns
    };
    p->per = (ranks + TIMELINE_ROWS - 1) / TIMELINE_ROWS;
    p->rows = p->per > 0 ? (size_t)((ranks + p->per - 1) / p->per) : 0;
    p->compute = arena_take(t->arena, p->rows * columns + 1, 1);
    p->waiting = arena_take(t->arena, p->rows * columns + 1, 1);
    p->other = arena_take(t->arena, p->rows * columns + 1, 1);
    if (!p->compute || !p->waiting || !p->other)
        return error_null(err, "no memory to draw %d ranks", ranks);
    t->parts++;
    t->seconds = fmax(t->seconds, end);
    return p;
}

void timeline_offer_iteration(struct timeline *t,
                              const struct timeline_iteration *i)
{
    size_t at = t->slowest;

    while (at > 0 && t->slow[at - 1].seconds < i->seconds)
        at--;
    if (at == TIMELINE_SLOWEST)
        return;
    if (t->slowest < TIMELINE_SLOWEST)
        t->slowest++;
    for (size_t k = t->slowest - 1; k > at; k--)
        t->slow[k] = t->slow[k - 1];
    t->slow[at] = *i;
}

/* ---- JSON ---- */

enum { DECIMALS = 7 }; /* of a second: a tenth of a microsecond */

/* Tenths of a microsecond. */
static int64_t tenths(double seconds)
{
    return llround(seconds * 1e7);
}

/* A character for each column of a row. */
static void put_shares(struct emit *e,
                       const char *name,
                       const struct timeline_part *p,
                       const uint8_t *share)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+-";
    char text[TIMELINE_COLUMNS + 1];

    emit_array(e, name, true);
    for (size_t row = 0; row < p->rows; row++) {
        size_t n = 0;

        for (; n < p->columns && n < TIMELINE_COLUMNS; n++)
            text[n] = digit[share[row * p->columns + n] & TIMELINE_FULL];
        text[n] = '\0';
        emit_text(e, NULL, text);
    }
    emit_end(e);
}

static void put_part(struct emit *e, const struct timeline_part *p)
{
    emit_object(e, NULL, true);
    emit_count(e, "generation", p->generation);
    emit_fixed(e, "start", p->start, DECIMALS);
    emit_fixed(e, "end", p->end, DECIMALS);
    emit_integer(e, "ranks", p->ranks);
    emit_integer(e, "per", p->per);
    emit_count(e, "calls", p->calls);
    emit_count(e, "iterations", p->iterations);
    put_shares(e, "compute", p, p->compute);
    put_shares(e, "waiting", p, p->waiting);
    put_shares(e, "other", p, p->other);
    emit_array(e, "sites", true);
    for (size_t i = 0; i < p->sites; i++) {
        emit_array(e, NULL, false);
        emit_text(e, NULL, p->site[i].call);
        if (p->site[i].line)
            emit_text(e, NULL, p->site[i].line);
        emit_end(e);
    }
    emit_end(e);
    emit_end(e);
}

/* [start, took, waited, site, ...], all of them counts; the start is told from
 * the end of the call before, and the site -1 is none.
 */
static void put_row(struct emit *e,
                    const struct timeline_detail *d,
                    const struct timeline_row *row)
{
    int64_t before = tenths(d->start);

    emit_array(e, NULL, false);
    emit_integer(e, NULL, row->rank);
    for (size_t i = 0; i < row->calls; i++) {
        const struct timeline_call *c = &row->call[i];
        int64_t start = tenths(c->start), end = tenths(c->end);

        emit_integer(e, NULL, start - before);
        emit_integer(e, NULL, end - start);
        emit_integer(e, NULL, tenths(c->waiting));
        emit_integer(e, NULL, c->site == UINT32_MAX ? -1 : (int64_t)c->site);
        before = end;
    }
    emit_end(e);
}

static void put_message(struct emit *e,
                        const struct timeline_detail *d,
                        const struct timeline_message *m)
{
    emit_array(e, NULL, false);
    emit_integer(e, NULL, m->from);
    emit_integer(e, NULL, m->to);
    emit_integer(e, NULL, tenths(m->sent) - tenths(d->start));
    emit_integer(e, NULL, tenths(m->received) - tenths(m->sent));
    emit_count(e, NULL, m->bytes);
    emit_end(e);
}

static void put_detail(struct emit *e, const struct timeline_detail *d)
{
    emit_object(e, NULL, true);
    emit_count(e, "part", d->part);
    emit_fixed(e, "start", d->start, DECIMALS);
    emit_fixed(e, "end", d->end, DECIMALS);
    emit_count(e, "all_messages", d->all_messages);
    emit_array(e, "rows", true);
    for (size_t i = 0; i < d->rows; i++)
        put_row(e, d, &d->row[i]);
    emit_end(e);
    emit_array(e, "messages", false);
    for (size_t i = 0; i < d->messages; i++)
        put_message(e, d, &d->message[i]);
    emit_end(e);
    emit_end(e);
}

static void put_iteration(struct emit *e, const struct timeline_iteration *i)
{
    emit_object(e, NULL, false);
    emit_count(e, "part", i->part);
    emit_count(e, "number", i->number);
    emit_fixed(e, "start", i->start, DECIMALS);
    emit_fixed(e, "end", i->end, DECIMALS);
    emit_fixed(e, "seconds", i->seconds, DECIMALS);
    emit_integer(e, "rank", i->rank);
    emit_end(e);
}

void timeline_emit(const struct timeline *t, struct emit *e)
{
    emit_object(e, "timeline", true);
    emit_fixed(e, "seconds", t->seconds, DECIMALS);
    if (t->missing)
        emit_text(e, "missing", t->missing);
    emit_array(e, "parts", true);
    for (size_t i = 0; i < t->parts; i++)
        put_part(e, &t->part[i]);
    emit_end(e);
    emit_array(e, "slowest", true);
    for (size_t i = 0; i < t->slowest; i++)
        put_iteration(e, &t->slow[i]);
    emit_end(e);
    emit_array(e, "details", true);
    for (size_t i = 0; i < t->details; i++)
        put_detail(e, &t->detail[i]);
    emit_end(e);
    emit_end(e);
}

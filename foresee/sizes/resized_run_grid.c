/* resized_run_grid.c - collectives in rows and columns of a grid of ranks, at
 * another size
 *
 * All ranks of a row of the new grid are like ranks of one row of the run, so
 * they agree on what they join, and that row's collectives are theirs, one
 * after the other.  So it is with columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "foresee/sizes/resized_run_internal.h"

/* The collectives of a communicator of the run that is made. */
struct line_comm {
    size_t count;
    size_t room;
    uint32_t *collective;
};

struct resized_run_grid {
    size_t lines;  /* of the new grid */
    size_t copies; /* communicators that a line has at most */
    size_t *copy;  /* by communicator of the run: which of its line it is */
    uint32_t *nth; /* by collective: of its communicator */
    size_t collective_room;
    struct line_comm *comm; /* lines of the first copies, then of others */
};

static int no_memory(struct resizing *r)
{
    return error_set(r->err, "no memory for another number of ranks");
}

static bool is_same(const struct recorded_comm *a,
                    const struct recorded_comm *b)
{
    return a->size == b->size
           && memcmp(a->member, b->member, a->size * sizeof(*a->member)) == 0;
}

/* Tell communicators of the same line apart, and number collectives. */
static int count(struct resizing *r)
{
    const struct recording *from = r->from;
    struct resized_run_grid *l = r->lines;
    size_t lines = r->scale->old.rows + r->scale->old.columns;
    uint32_t *next = calloc(from->comms + 1, sizeof(*next));

    if (!next)
        return no_memory(r);
    for (size_t i = 0; i < from->collectives; i++)
        l->nth[i] = next[from->collective[i].comm]++;
    free(next);
    for (size_t i = 0; i < from->comms; i++) {
        if (rank_grid_line(&r->scale->old, &from->comm[i]) >= lines)
            continue;
        for (size_t k = 0; k < i; k++)
            l->copy[i] += is_same(&from->comm[i], &from->comm[k]);
        if (l->copy[i] >= l->copies)
            l->copies = l->copy[i] + 1;
    }
    return 0;
}

static int add_comm(struct resizing *r, size_t line)
{
    struct recorded_comm *c = &r->made->comm[r->made->comms];
    const struct rank_grid *g = &r->scale->now;

    c->size = rank_grid_size(g, line);
    c->member = calloc(c->size + 1, sizeof(*c->member));
    c->place = malloc((r->made->ranks + 1) * sizeof(*c->place));
    r->made->comms++;
    if (!c->member || !c->place)
        return no_memory(r);
    for (size_t i = 0; i < r->made->ranks; i++)
        c->place[i] = -1;
    for (size_t i = 0; i < c->size; i++) {
        c->member[i] = rank_grid_member(g, line, i);
        c->place[c->member[i]] = (int)i;
    }
    return 0;
}

int resized_run_grid_begin(struct resizing *r)
{
    const struct recording *from = r->from;
    struct resized_run_grid *l = calloc(1, sizeof(*l));
    struct recorded_comm *more;
    size_t comms;

    if (!(r->lines = l))
        return no_memory(r);
    l->lines = r->scale->now.rows + r->scale->now.columns;
    l->copy = calloc(from->comms + 1, sizeof(*l->copy));
    l->nth = calloc(from->collectives + 1, sizeof(*l->nth));
    l->collective_room = from->collectives + 1;
    if (!l->copy || !l->nth || count(r) < 0)
        return no_memory(r);
    comms = l->lines * l->copies;
    l->comm = calloc(comms + 1, sizeof(*l->comm));
    more = realloc(r->made->comm, (from->comms + comms + 1) * sizeof(*more));
    if (more)
        r->made->comm = more;
    if (!l->comm || !more)
        return no_memory(r);
    for (size_t i = 0; i < comms; i++)
        if (add_comm(r, i % l->lines) < 0)
            return -1;
    return 0;
}

/* Which line a rank is in, that is a row if 'line' of the old grid is one. */
static size_t line_of(const struct resizing *r, size_t rank, size_t line)
{
    const struct rank_grid *g = &r->scale->now;

    return line < r->scale->old.rows ? rank / g->columns
                                     : g->rows + rank % g->columns;
}

static int root_of(const struct resizing *r,
                   const struct recorded_collective *c,
                   const struct recorded_comm *now)
{
    const struct recorded_comm *old = &r->from->comm[c->comm];

    if (c->root < 0)
        return c->root;
    return now->member[resized_run_root((size_t)old->place[c->root], old->size,
                                        now->size)];
}

static int add_collective(struct resizing *r,
                          const struct recorded_collective *from,
                          size_t comm,
                          struct line_comm *of)
{
    struct recording *made = r->made;
    const struct recorded_comm *now = &made->comm[comm];
    double more = r->scale->bytes[resized_run_site(r, from->site)];
    struct recorded_collective c = *from;

    if (!grow(&made->collective, sizeof(c), made->collectives,
              &r->lines->collective_room)
        || !grow(&of->collective, sizeof(*of->collective), of->count,
                 &of->room))
        return no_memory(r);
    c.comm = (uint32_t)comm;
    c.root = root_of(r, from, now);
    c.most = (uint64_t)llround((double)from->most * more);
    c.sum = (uint64_t)llround((double)from->sum * more * (double)now->size
                              / (double)r->from->comm[from->comm].size);
    c.first = made->members;
    made->members += now->size;
    of->collective[of->count++] = (uint32_t)made->collectives;
    made->collective[made->collectives++] = c;
    return 0;
}

int resized_run_grid_join(struct resizing *r, size_t rank, struct step *s)
{
    const struct recording *from = r->from;
    const struct recorded_collective *c = &from->collective[s->item];
    struct resized_run_grid *l = r->lines;
    size_t line = rank_grid_line(&r->scale->old, &from->comm[c->comm]);
    size_t which = l->copy[c->comm] * l->lines + line_of(r, rank, line);
    struct line_comm *of = &l->comm[which];

    while (of->count <= l->nth[s->item])
        if (add_collective(r, c, from->comms + which, of) < 0)
            return -1;
    s->item = of->collective[l->nth[s->item]];
    return 0;
}

void resized_run_grid_end(struct resizing *r)
{
    struct resized_run_grid *l = r->lines;

    if (!l)
        return;
    for (size_t i = 0; l->comm && i < l->lines * l->copies; i++)
        free(l->comm[i].collective);
    free(l->comm);
    free(l->copy);
    free(l->nth);
    free(l);
    r->lines = NULL;
}

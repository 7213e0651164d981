/* traffic_grid.c - who sent how much to whom, in as many cells as a picture
 * can use
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/export/traffic_grid.h"

enum {
    PAIRS = 100000, /* that are kept apart */
    SIDE = 256,     /* blocks, when there are more of them */
};

/* What is drawn, one pair after the other, whatever it is stored in. */
struct flow {
    const struct run *run;
    enum traffic_grid_kind kind;
    size_t at;
};

static size_t flow_length(const struct flow *f)
{
    /* A put goes one way and a get the other. */
    return f->kind == TRAFFIC_GRID_MESSAGES ? f->run->messages
                                            : 2 * f->run->onesided;
}

static struct traffic_grid_cell flow_one_sided(const struct flow *f)
{
    const struct run_onesided *one = &f->run->one[f->at / 2];

    if (f->at % 2 == 0)
        return (struct traffic_grid_cell){ (unsigned)one->from,
                                           (unsigned)one->to, one->put_count,
                                           one->put_bytes };
    return (struct traffic_grid_cell){ (unsigned)one->to, (unsigned)one->from,
                                       one->get_count, one->get_bytes };
}

/* The next one with something in it and both ends in the job. */
static bool flow_next(struct flow *f, struct traffic_grid_cell *c)
{
    for (; f->at < flow_length(f); f->at++) {
        if (f->kind == TRAFFIC_GRID_MESSAGES) {
            const struct run_message *m = &f->run->message[f->at];

            *c =
                (struct traffic_grid_cell){ (unsigned)m->from, (unsigned)m->to,
                                            m->count, m->bytes };
        } else {
            *c = flow_one_sided(f);
        }
        if (c->count > 0 && c->from < (unsigned)f->run->size
            && c->to < (unsigned)f->run->size) {
            f->at++;
            return true;
        }
    }
    return false;
}

static int compare_cells(const void *a, const void *b)
{
    const struct traffic_grid_cell *x = a, *y = b;

    if (x->from != y->from)
        return (x->from > y->from) - (x->from < y->from);
    return (x->to > y->to) - (x->to < y->to);
}

const struct traffic_grid_cell *traffic_grid_back(
    const struct traffic_grid *g, const struct traffic_grid_cell *cell)
{
    struct traffic_grid_cell back = { .from = cell->to, .to = cell->from };

    return bsearch(&back, g->cell, g->cells, sizeof(back), compare_cells);
}

/* Put cells of the same place together; they are sorted. */
static void join_cells(struct traffic_grid *g)
{
    size_t kept = 0;

    for (size_t i = 0; i < g->cells; i++) {
        struct traffic_grid_cell *last = kept > 0 ? &g->cell[kept - 1] : NULL;

        if (last && compare_cells(last, &g->cell[i]) == 0) {
            last->count += g->cell[i].count;
            last->bytes += g->cell[i].bytes;
        } else {
            g->cell[kept++] = g->cell[i];
        }
    }
    g->cells = kept;
}

/* Each pair is a cell. */
static int keep_pairs(struct flow *f, struct traffic_grid *g)
{
    struct traffic_grid_cell cell;

    if (!(g->cell = malloc((flow_length(f) + 1) * sizeof(*g->cell))))
        return -1;
    while (flow_next(f, &cell))
        g->cell[g->cells++] = cell;
    qsort(g->cell, g->cells, sizeof(*g->cell), compare_cells);
    join_cells(g);
    return 0;
}

/* Add up what goes from group to group, into all cells that there may be,
 * and then leave out the empty ones.
 */
static int add_up(struct flow *f,
                  const unsigned *group,
                  struct traffic_grid *g)
{
    size_t all = (size_t)g->side * g->side;
    struct traffic_grid_cell cell;

    if (!(g->cell = calloc(all + 1, sizeof(*g->cell))))
        return -1;
    while (flow_next(f, &cell)) {
        unsigned from = group[cell.from], to = group[cell.to];
        struct traffic_grid_cell *sum = &g->cell[(size_t)from * g->side + to];

        if (from >= g->side || to >= g->side)
            continue;
        sum->from = from;
        sum->to = to;
        sum->count += cell.count;
        sum->bytes += cell.bytes;
    }
    for (size_t i = 0; i < all; i++)
        if (g->cell[i].count > 0)
            g->cell[g->cells++] = g->cell[i];
    return 0;
}

int traffic_grid_ranks(const struct run *run,
                       enum traffic_grid_kind kind,
                       struct traffic_grid *g)
{
    struct flow flow = { run, kind, 0 };
    unsigned size = (unsigned)run->size, *group;
    int rc;

    *g = (struct traffic_grid){ .side = size, .per = 1 };
    if (flow_length(&flow) <= PAIRS)
        return keep_pairs(&flow, g);
    g->per = (size + SIDE - 1) / SIDE;
    g->side = (size + g->per - 1) / g->per;
    if (!(group = malloc((size + 1) * sizeof(*group))))
        return -1;
    for (unsigned i = 0; i < size; i++)
        group[i] = i / g->per;
    rc = add_up(&flow, group, g);
    free(group);
    return rc;
}

unsigned *traffic_grid_host_of(const struct run *run)
{
    unsigned *host = malloc(((size_t)run->size + 1) * sizeof(*host));
    size_t guess = 0;

    if (!host)
        return NULL;
    for (int i = 0; i < run->size; i++)
        host[i] = (unsigned)run->hosts;
    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];

        if (rank->rank < 0 || rank->rank >= run->size || run->hosts == 0)
            continue;
        /* Neighbours are mostly on one host. */
        for (size_t n = 0; n < run->hosts; n++) {
            size_t k = (guess + n) % run->hosts;

            if (strcmp(run->host[k].name, rank->host) == 0) {
                host[rank->rank] = (unsigned)(guess = k);
                break;
            }
        }
    }
    return host;
}

int traffic_grid_hosts(const struct run *run,
                       enum traffic_grid_kind kind,
                       struct traffic_grid *g)
{
    struct flow flow = { run, kind, 0 };
    unsigned *host = traffic_grid_host_of(run);
    int rc = -1;

    *g = (struct traffic_grid){ .side = (unsigned)run->hosts, .per = 1 };
    if (!host)
        return -1;
    if (run->hosts > SIDE) {
        g->per = (unsigned)((run->hosts + SIDE - 1) / SIDE);
        g->side = (g->side + g->per - 1) / g->per;
        for (int i = 0; i < run->size; i++)
            host[i] /= g->per;
    }
    rc = add_up(&flow, host, g);
    free(host);
    return rc;
}

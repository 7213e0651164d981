/* rank_grid.c - the grid whose rows and columns are communicators of a run
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "foresee/sizes/rank_grid.h"

/* ---- what a run has ---- */

size_t rank_grid_size(const struct rank_grid *g, size_t line)
{
    return line < g->rows ? g->columns : g->rows;
}

int rank_grid_member(const struct rank_grid *g, size_t line, size_t place)
{
    return (int)(line < g->rows ? line * g->columns + place
                                : place * g->columns + line - g->rows);
}

size_t rank_grid_line(const struct rank_grid *g, const struct recorded_comm *c)
{
    size_t first = c->size > 0 ? (size_t)c->member[0] : 0, none, line, place;

    none = g->rows + g->columns;
    if (c->size < 2)
        return none;
    line = (size_t)c->member[1] == first + 1 && g->columns > 1
               ? first / g->columns
               : g->rows + first % g->columns;
    if (c->size != rank_grid_size(g, line))
        return none;
    for (place = 0; place < c->size; place++)
        if (c->member[place] != rank_grid_member(g, line, place))
            return none;
    return line;
}

static bool is_of_some(const struct recording *r, size_t collective)
{
    size_t size = r->comm[r->collective[collective].comm].size;

    return size > 1 && size < r->ranks;
}

struct rank_grid rank_grid_find(const struct recording *r)
{
    struct rank_grid found = { 0, 0 };

    for (size_t columns = 2; columns < r->ranks; columns++) {
        struct rank_grid g = { r->ranks / columns, columns };
        size_t i = 0, some = 0;

        if (r->ranks % columns != 0)
            continue;
        for (; i < r->collectives; i++) {
            if (!is_of_some(r, i))
                continue;
            some++;
            if (rank_grid_line(&g, &r->comm[r->collective[i].comm])
                == g.rows + g.columns)
                break;
        }
        if (i == r->collectives && some > 0)
            return g;
    }
    return found;
}

/* ---- what others have ---- */

enum way { MORE_ROWS, MORE_COLUMNS, SAME_ROWS, SAME_COLUMNS, WAYS };

/* The grid that this way makes, as one was seen; rows 0: it makes none. */
static struct rank_grid make(enum way way,
                             const struct rank_grid *seen,
                             size_t ranks)
{
    size_t more = 1;

    while (more * more < ranks || ranks % more != 0)
        more++;
    switch (way) {
    case MORE_ROWS:
        return (struct rank_grid){ more, ranks / more };
    case MORE_COLUMNS:
        return (struct rank_grid){ ranks / more, more };
    case SAME_ROWS:
        more = seen->rows;
        break;
    default:
        more = ranks % seen->columns == 0 ? ranks / seen->columns : ranks + 1;
    }
    return ranks % more == 0 ? (struct rank_grid){ more, ranks / more }
                             : (struct rank_grid){ 0, 0 };
}

static bool is_same(const struct rank_grid *a, const struct rank_grid *b)
{
    return a->rows == b->rows && a->columns == b->columns;
}

static bool fits(enum way way, const struct rank_grid seen[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rank_grid g =
            make(way, &seen[0], seen[i].rows * seen[i].columns);

        if (!is_same(&g, &seen[i]))
            return false;
    }
    return true;
}

int rank_grid_guess(struct rank_grid *g,
                    const struct rank_grid seen[],
                    size_t count,
                    size_t ranks,
                    struct error *err)
{
    struct rank_grid guess = { 0, 0 };

    *g = (struct rank_grid){ 0, 0 };
    for (int way = 0; count > 0 && way < WAYS; way++) {
        struct rank_grid made;

        if (!fits((enum way)way, seen, count))
            continue;
        made = make((enum way)way, &seen[0], ranks);
        if (made.rows == 0)
            continue;
        if (guess.rows > 0 && !is_same(&made, &guess))
            return error_set(err,
                             "they may be a grid of %zu rows and %zu columns, "
                             "or of %zu and %zu",
                             guess.rows, guess.columns, made.rows,
                             made.columns);
        guess = made;
    }
    if (guess.rows == 0)
        return error_set(err, "only a run with so many tells");
    *g = guess;
    return 0;
}

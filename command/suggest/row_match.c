/* row_match.c - how an array's size goes with numbers that the program has
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/suggest/row_match.h"

enum { MOST = 64 }; /* numbers that are tried for a box */

struct search {
    const int64_t *size;
    size_t views, first;
    const struct row_match_number *numbers;
    struct row_match best;
    int fit;
};

bool row_match_varies(const int64_t *value, size_t views)
{
    for (size_t i = 1; i < views; i++)
        if (value[i] != value[0])
            return true;
    return false;
}

/* The product of the numbers with halos around, in a view. */
static int64_t product(const struct search *s,
                       const struct row_match *m,
                       size_t view,
                       int halo)
{
    int64_t all = 1;

    for (int d = 0; d < m->dimensions; d++) {
        int64_t value = s->numbers[m->number[d]].value[view];

        if (value < 0 || value > INT64_C(1) << 40
            || (all *= value + 2 * halo) > INT64_C(1) << 45)
            return -1;
    }
    return all;
}

static bool fits(const struct search *s, struct row_match *m)
{
    for (size_t i = 0; i < s->views; i++) {
        int64_t all = product(s, m, i, m->halo);

        if (all <= 0 || s->size[i] % all != 0)
            return false;
        if (i == 0)
            m->row = s->size[i] / all;
        if (m->row == 0 || s->size[i] / all != m->row)
            return false;
    }
    return true;
}

/* Rows are divided: in all ranks there are as many, whatever their number. */
static bool is_conserved(const struct search *s, const struct row_match *m)
{
    int64_t sum[2] = { 0, 0 };

    for (size_t i = 0; i < s->views; i++)
        sum[i >= s->first] += product(s, m, i, 0);
    return s->first == s->views || sum[0] == sum[1];
}

static void consider(struct search *s, struct row_match *m)
{
    int fit = 0;

    for (m->halo = 0; m->halo <= ROW_MATCH_HALO; m->halo++) {
        if (!fits(s, m))
            continue;
        m->conserved = is_conserved(s, m);
        fit = m->conserved ? 1000 : 0;
        fit += 200 - 50 * m->dimensions - m->halo;
        for (int d = 0; d < m->dimensions; d++)
            fit += s->numbers[m->number[d]].fit;
        if (fit > s->fit) {
            s->fit = fit;
            s->best = *m;
        }
    }
}

static void deepen(struct search *s,
                   struct row_match *m,
                   size_t from,
                   size_t count)
{
    for (size_t i = from; i < count; i++) {
        struct row_match next = *m;

        next.number[next.dimensions++] = i;
        consider(s, &next);
        if (next.dimensions < ROW_MATCH_DIMENSIONS)
            deepen(s, &next, i + 1, count);
    }
}

bool row_match_by_sum(
    const int64_t *size, size_t views, size_t first, int64_t *row, int *halo)
{
    int64_t more = (int64_t)(views - first) - (int64_t)first, sum = 0;

    for (size_t i = 0; i < views; i++)
        sum += i < first ? -size[i] : size[i];
    for (++*halo; more != 0 && *halo <= ROW_MATCH_HALO; ++*halo) {
        int64_t halos = more * 2 * *halo;
        bool whole = sum % halos == 0 && sum / halos > 0;

        *row = sum / halos;
        for (size_t i = 0; whole && i < views; i++)
            whole = size[i] % *row == 0 && size[i] / *row >= 2 * *halo;
        if (whole)
            return true;
    }
    return false;
}

struct row_match row_match_find(const int64_t *size,
                                size_t views,
                                size_t first,
                                const struct row_match_number *numbers,
                                size_t count)
{
    struct search s = { size, views, first, numbers, { 0 }, 0 };
    struct row_match none = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct row_match one = { .dimensions = 1, .number = { i } };

        consider(&s, &one);
    }
    /* What rows alone explain needs no box. */
    if (s.best.dimensions == 0 || !s.best.conserved)
        deepen(&s, &none, 0, count < MOST ? count : MOST);
    return s.best;
}

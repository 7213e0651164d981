/* row_match.c - how an array's size goes with numbers that the program has
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/suggest/row_match.h"

enum {
    MOST = 64, /* numbers that are tried for a box */

    /* How much speaks for a match, beside what its numbers' 'fit' says. */
    SHAPED = 2000,
    CONSERVED = 1000,
    SIMPLE = 200, /* less for each dimension, and a little for the halo: */
    DIMENSION = 50,
    NUMBERED_ROW = 30, /* or one of a single element */
    SHORT_ROW = 20,    /* less for each element */
};

struct search {
    const struct row_match_array *array;
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
    const int64_t *size = s->array->size;

    for (size_t i = 0; i < s->array->views; i++) {
        int64_t all = product(s, m, i, m->halo);

        if (all <= 0 || size[i] % all != 0)
            return false;
        if (i == 0)
            m->row = size[i] / all;
        if (m->row == 0 || size[i] / all != m->row)
            return false;
    }
    return true;
}

/* Whether the array's last dimension is as long as the number 'd' of the match
 * says.
 */
static bool is_last(const struct search *s, const struct row_match *m, int d)
{
    const int64_t *value = s->numbers[m->number[d]].value;
    const struct row_match_array *a = s->array;

    for (size_t i = 0; i < a->views; i++)
        if ((value[i] + 2 * m->halo) * a->row[i] != a->size[i])
            return false;
    return true;
}

/* Have the number of the last dimension be the slowest one. */
static bool find_last(const struct search *s, struct row_match *m)
{
    for (int d = 0; s->array->row && d < m->dimensions; d++)
        if (is_last(s, m, d)) {
            size_t last = m->number[d];

            for (; d > 0; d--)
                m->number[d] = m->number[d - 1];
            m->number[0] = last;
            return true;
        }
    return false;
}

static bool is_side(const struct search *s, const struct row_match *m)
{
    for (size_t i = 0; i < s->array->sides; i++)
        if (s->array->side[i] == m->row
            || (m->halo > 0 && s->array->side[i] + 2 * m->halo == m->row))
            return true;
    return false;
}

/* Rows are divided: in all ranks there are as many, whatever their number. */
static bool is_conserved(const struct search *s, const struct row_match *m)
{
    int64_t sum[2] = { 0, 0 };

    for (size_t i = 0; i < s->array->views; i++)
        sum[i >= s->array->first] += product(s, m, i, 0);
    return s->array->first == s->array->views || sum[0] == sum[1];
}

/* How much speaks for a match that fits, of which the rest is noted. */
static int rate(const struct search *s, struct row_match *m)
{
    bool is_short = m->row <= ROW_MATCH_PLAIN;
    bool numbered = m->row == 1 || is_side(s, m);
    int fit = SIMPLE - DIMENSION * m->dimensions - m->halo;

    m->conserved = is_conserved(s, m);
    m->shaped = find_last(s, m);
    m->contradicts = s->array->row && !m->shaped;
    m->by_chance = !is_short && !numbered && !m->shaped;
    fit += m->shaped ? SHAPED : 0;
    fit += m->conserved ? CONSERVED : 0;
    fit += numbered ? NUMBERED_ROW : is_short ? SHORT_ROW - (int)m->row : 0;
    for (int d = 0; d < m->dimensions; d++)
        fit += s->numbers[m->number[d]].fit;
    return fit;
}

static bool is_other_number(const struct search *s, size_t a, size_t b)
{
    return memcmp(s->numbers[a].value, s->numbers[b].value,
                  s->array->views * sizeof(int64_t))
           != 0;
}

static void consider(struct search *s, struct row_match *m)
{
    for (m->halo = 0; m->halo <= ROW_MATCH_HALO; m->halo++) {
        struct row_match one = *m;
        int fit;

        if (!fits(s, &one))
            continue;
        fit = rate(s, &one);
        if (fit > s->fit) {
            s->fit = fit;
            s->best = one;
        } else if (fit == s->fit && one.dimensions == 1
                   && s->best.dimensions == 1
                   && is_other_number(s, one.number[0], s->best.number[0])) {
            s->best.rivalled = true;
            s->best.rival = one.number[0];
            s->best.rival_row = one.row;
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

struct row_match row_match_find(const struct row_match_array *array,
                                const struct row_match_number *numbers,
                                size_t count)
{
    struct search s = { .array = array, .numbers = numbers };
    struct row_match none = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct row_match one = { .dimensions = 1, .number = { i } };

        consider(&s, &one);
    }
    /* What rows alone explain needs no box. */
    if (s.best.dimensions == 0 || !s.best.conserved || s.best.contradicts)
        deepen(&s, &none, 0, count < MOST ? count : MOST);
    return s.best;
}

/* suggest_row_counts.c - numbers of a program that may say how many rows
 * its arrays have
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/suggest/suggest_proposal_internal.h"

bool suggest_row_counts_may_be(const struct suggest_work *w,
                               const struct loop_variable *item)
{
    const struct variables_one *v = &item->one;

    return v->kind == VARIABLES_NUMBER && item->everywhere && !item->lost
           && !item->within_moving && !v->is_float && !v->is_complex
           && !v->is_bool && !v->is_handle && !v->unnamed
           && (v->bytes == 4 || v->bytes == 8)
           && !suggest_proposal_is_in_body(w, item);
}

bool suggest_row_counts_size(struct suggest_work *w,
                             const struct loop_variable *item,
                             struct row_match_array *array)
{
    size_t views = w->m->views;
    int64_t *size = arena_take(w->a, views, sizeof(*size));
    int64_t *row = arena_take(w->a, views, sizeof(*row));
    bool known = item->everywhere;

    if (!size || !row || item->one.bytes == 0)
        return false;
    for (size_t i = 0; i < views; i++) {
        size[i] = (int64_t)(item->seen[i].size / item->one.bytes);
        row[i] = (int64_t)item->seen[i].row;
        known = known && row[i] > 0 && size[i] % row[i] == 0;
    }
    *array = (struct row_match_array){
        .views = views,
        .first = w->m->first,
        .size = size,
        .row = known ? row : NULL,
        .side = w->side,
        .sides = w->sides,
    };
    return true;
}

/* A count that goes with one array is likely that of others: a number that
 * divides the size of one of them may do so by chance.
 */
static void vote(struct suggest_work *w, const struct loop_variable *item)
{
    struct row_match_array array;

    if (item->one.kind == VARIABLES_NUMBER || !item->everywhere
        || !suggest_row_counts_size(w, item, &array)
        || !row_match_varies(array.size, array.views))
        return;
    for (size_t i = 0; i < w->numbers; i++) {
        struct row_match match = { 0 };

        if (row_match_varies(w->number[i].value, w->m->views))
            match = row_match_find(&array, &w->number[i], 1);
        if (match.dimensions == 1 && match.conserved && !match.contradicts)
            w->votes[i] += match.by_chance ? 1 : 2;
    }
}

void suggest_row_counts_find(struct suggest_work *w)
{
    for (size_t i = 0; i < w->m->count && w->numbers < SUGGEST_NUMBERS; i++) {
        int64_t *value;

        if (w->m->item[i].changed
            || !suggest_row_counts_may_be(w, &w->m->item[i])
            || !(value = arena_take(w->a, w->m->views, sizeof(*value))))
            continue;
        for (size_t k = 0; k < w->m->views; k++)
            value[k] = w->m->item[i].seen[k].value[SUGGEST_LAST];
        w->of[w->numbers] = &w->m->item[i];
        w->number[w->numbers++].value = value;
        if (*value > ROW_MATCH_PLAIN && !row_match_varies(value, w->m->views))
            w->side[w->sides++] = *value;
    }
    for (size_t i = 0; i < w->m->count; i++)
        vote(w, &w->m->item[i]);
}

/* "plate.rows" goes with "plate.cells". */
int suggest_row_counts_alike(const char *a, const char *b)
{
    int i = 0, whole = 0;

    for (; a[i] && a[i] == b[i]; i++)
        if (strchr(".>%", a[i]))
            whole = i + 1;
    return whole < 20 ? whole : 20;
}

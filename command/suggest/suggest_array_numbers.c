/* suggest_array_numbers.c - numbers of a program that may say how many rows
 * its arrays have
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/suggest/suggest_proposal_internal.h"

bool suggest_array_may_count(const struct suggest_work *w,
                             const struct loop_variable *item)
{
    const struct variables_one *v = &item->one;

    return v->kind == VARIABLES_NUMBER && item->everywhere && !item->lost
           && !item->within_moving && !v->is_float && !v->is_complex
           && !v->is_bool && !v->is_handle && !v->unnamed
           && (v->bytes == 4 || v->bytes == 8)
           && !suggest_proposal_is_in_body(w, item);
}

void suggest_array_numbers(struct suggest_work *w)
{
    for (size_t i = 0; i < w->m->count && w->numbers < SUGGEST_NUMBERS; i++) {
        int64_t *value;

        if (w->m->item[i].changed
            || !suggest_array_may_count(w, &w->m->item[i])
            || !(value = arena_take(w->a, w->m->views, sizeof(*value))))
            continue;
        for (size_t k = 0; k < w->m->views; k++)
            value[k] = w->m->item[i].seen[k].value[SUGGEST_LAST];
        w->of[w->numbers] = &w->m->item[i];
        w->number[w->numbers++].value = value;
    }
}

/* "plate.rows" goes with "plate.cells". */
int suggest_array_alike(const char *a, const char *b)
{
    int i = 0, whole = 0;

    for (; a[i] && a[i] == b[i]; i++)
        if (strchr(".>%", a[i]))
            whole = i + 1;
    return whole < 20 ? whole : 20;
}

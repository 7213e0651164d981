/* prove_scope.c - what can be compared between runs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/common/say.h"
#include "command/prove/prove_compare.h"
#include "command/prove/prove_output.h"
#include "command/prove/prove_scope.h"

static bool *room_for(size_t items)
{
    bool *skip = calloc(items + 1, sizeof(*skip));

    if (!skip)
        die(EXIT_USAGE, "out of memory");
    return skip;
}

static void copy_lines(struct string_list *to, const struct string_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        words_add(to, "%s", from->text[i]);
}

/* What a function of the program packs has no rows. */
void prove_scope_start(struct prove_scope *s, const struct prove_run *first)
{
    const struct prove_sums *t = first->table;

    *s = (struct prove_scope){ .first = first,
                               .skip = room_for(t->items),
                               .state = t->in_step,
                               .end = true,
                               .amount = true };
    for (size_t i = 0; i < t->items; i++)
        s->skip[i] = t->item[i].flags & ITEM_PACK;
    copy_lines(&s->lines, &first->output);
}

void prove_scope_narrow(struct prove_scope *s, const struct prove_run *other)
{
    const struct prove_sums *a = s->first->table, *b = other->table;

    if (!b || other->status != s->first->status
        || !prove_compare_items(a, b)) {
        s->state = s->end = s->amount = false;
        string_list_clear(&s->lines);
        return;
    }
    s->state = s->state && b->in_step;
    prove_compare_all(a, b, s->skip);
    s->end = s->end && a->last == b->last;
    s->amount = s->amount && s->first->output.count == other->output.count;
    prove_output_common(&s->lines, &other->output);
}

void prove_scope_leave_unsteady(struct prove_scope *s,
                                const struct prove_run *again)
{
    prove_output_drop_unsteady(&s->lines, &s->first->output, &again->output);
}

void prove_scope_leave(struct prove_scope *s, const struct string_list *names)
{
    const struct prove_sums *t = s->first->table;

    for (size_t i = 0; i < t->items; i++)
        for (size_t n = 0; n < names->count; n++)
            s->skip[i] =
                s->skip[i] || strcmp(t->item[i].name, names->text[n]) == 0;
}

void prove_scope_leave_local(struct prove_scope *s)
{
    const struct prove_sums *t = s->first->table;

    for (size_t i = 0; i < t->items; i++)
        s->skip[i] = s->skip[i] || t->item[i].spread == ITEM_LOCAL;
}

void prove_scope_copy(struct prove_scope *to, const struct prove_scope *from)
{
    size_t items = from->first->table->items;

    *to = *from;
    to->skip = room_for(items);
    memcpy(to->skip, from->skip, items * sizeof(*to->skip));
    to->lines = (struct string_list){ .count = 0 };
    copy_lines(&to->lines, &from->lines);
}

void prove_scope_clear(struct prove_scope *s)
{
    free(s->skip);
    string_list_clear(&s->lines);
    memset(s, 0, sizeof(*s));
}

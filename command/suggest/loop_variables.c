/* loop_variables.c - the variables at a loop, in all ranks that came there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "command/suggest/loop_variables.h"

/* What is gone through at a time: a rank at a moment. */
struct pass {
    struct loop_variables *m;
    table_t *items;
    arena_t *a;
    size_t view;
    int moment;
    bool failed;
};

static bool copy(uint64_t address, void *to, size_t bytes, void *arg)
{
    const struct pass *p = arg;

    return memory_dump_copy(p->m->view[p->view], p->moment, address, to,
                            bytes);
}

static uint64_t extent(uint64_t address, void *arg)
{
    const struct pass *p = arg;
    const struct memory_dump_block *b =
        memory_dump_block_of(p->m->view[p->view], p->moment, address);

    return b ? b->address + b->bytes - address : 0;
}

static int64_t number_of(const struct variables_one *v)
{
    unsigned unused = v->bytes < 8 ? 64 - 8 * v->bytes : 0;
    uint64_t value = v->value << unused;

    return v->is_signed ? (int64_t)value >> unused
                        : (int64_t)(value >> unused);
}

static void note(const struct variables_one *v, void *arg)
{
    struct pass *p = arg;
    uint32_t n = table_number(p->items, v->name, strlen(v->name));
    struct loop_variable *item;
    struct loop_variable_seen *seen;

    if (n == TABLE_NONE) {
        p->failed = true;
        return;
    }
    item = table_at(p->items, n);
    if (!item->seen) {
        item->one = *v;
        item->seen = arena_take(p->a, p->m->views, sizeof(*item->seen));
        if (!item->seen) {
            p->failed = true;
            return;
        }
    }
    /* A name within hides the same one without. */
    if (item->one.is_global != v->is_global || item->one.line != v->line)
        return;
    seen = &item->seen[p->view];
    seen->there = true;
    seen->lost = seen->lost || v->kind == VARIABLES_LOST;
    if (item->one.kind == VARIABLES_LOST)
        item->one = *v;
    seen->value[p->moment] = number_of(v);
    if (p->moment > 0 && seen->elements != v->elements)
        seen->changed = seen->elements != 0;
    seen->resized = seen->resized || (seen->told > 0 && seen->size != v->size);
    seen->told++;
    seen->elements = v->elements;
    seen->size = v->size;
}

static int find_in(struct pass *p,
                   symbols_t *s,
                   const char *function,
                   struct error *err)
{
    const struct memory_dump *d = p->m->view[p->view];
    struct variables_state state = {
        .base = d->head.base, .read = copy, .extent = extent, .arg = p
    };

    memcpy(state.registers, d->registers[p->moment], sizeof(state.registers));
    return variables_list(s, d->head.at, function, &state, p->a, note, p, err);
}

static void judge(struct loop_variables *m, struct loop_variable *item)
{
    item->everywhere = true;
    for (size_t i = 0; i < m->views; i++) {
        struct loop_variable_seen *seen = &item->seen[i];

        item->everywhere = item->everywhere && seen->there;
        item->lost = item->lost || seen->lost;
        if (!seen->there)
            continue;
        if (item->one.kind == VARIABLES_NUMBER)
            for (int k = 1; k < DUMP_MOMENTS; k++)
                seen->changed =
                    seen->changed || seen->value[k] != seen->value[0];
        else if (seen->elements && seen->size)
            seen->changed = seen->changed
                            || memory_dump_has_changed(
                                m->view[i], seen->elements, seen->size);
        item->changed = item->changed || seen->changed;
        item->resized = item->resized || seen->resized;
        if (i > 0 && i < m->first
            && seen->value[DUMP_MOMENTS - 1]
                   != item->seen[0].value[DUMP_MOMENTS - 1])
            item->differs = true;
    }
}

int loop_variables_find(struct loop_variables *m,
                        symbols_t *s,
                        const char *function,
                        arena_t *a,
                        struct error *err)
{
    struct pass p = { .m = m, .a = a };
    int rc = 0;

    if (!(p.items = table_create(sizeof(struct loop_variable))))
        return error_set(err, "%s", strerror(ENOMEM));
    for (p.view = 0; rc == 0 && p.view < m->views; p.view++)
        for (p.moment = 0; rc == 0 && p.moment < DUMP_MOMENTS; p.moment++)
            rc = find_in(&p, s, function, err);
    if (rc == 0 && p.failed)
        rc = error_set(err, "%s", strerror(ENOMEM));
    m->count = table_count(p.items);
    m->item = table_keep(p.items, a);
    table_destroy(p.items);
    for (size_t i = 0; rc == 0 && i < m->count; i++)
        judge(m, &m->item[i]);
    return rc;
}

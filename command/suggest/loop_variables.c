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

/* What has moved cannot be registered by the address that it has now. */
static void note_place(const struct pass *p,
                       struct loop_variable_seen *seen,
                       const struct variables_one *v)
{
    const struct memory_dump_block *b =
        memory_dump_block_of(p->m->view[p->view], p->moment, v->address);

    if (v->address == 0)
        return;
    seen->allocated = seen->allocated || b;
    if ((b && !b->early) || (seen->told > 0 && seen->address != v->address))
        seen->within_moving = true;
    seen->address = v->address;
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
    note_place(p, seen, v);
    seen->lost = seen->lost || v->kind == VARIABLES_LOST;
    if (item->one.kind == VARIABLES_LOST)
        item->one = *v;
    seen->value[p->moment] = number_of(v);
    if (p->moment > 0 && seen->elements != v->elements) {
        seen->changed = seen->elements != 0;
        seen->swapped = seen->swapped || seen->elements != 0;
    }
    seen->resized = seen->resized || (seen->told > 0 && seen->size != v->size);
    seen->told++;
    seen->elements = v->elements;
    seen->size = v->size;
    seen->row = v->row;
    seen->sizes[p->moment] = v->size;
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

size_t loop_variables_beside(const struct loop_variables *m,
                             size_t from,
                             size_t view)
{
    while (m->view[from]->head.at != m->view[view]->head.at)
        from++;
    return from;
}

/* All ranks of the run have the same number at a moment. */
static bool agree(const struct loop_variables *m,
                  const struct loop_variable *item,
                  size_t from,
                  size_t to,
                  int moment)
{
    for (size_t i = from + 1; i < to; i++) {
        const struct loop_variable_seen *beside =
            &item->seen[loop_variables_beside(m, from, i)];

        if (item->seen[i].there && beside->there
            && item->seen[i].value[moment] != beside->value[moment])
            return false;
    }
    return true;
}

/* An integer that is divided: with another number of ranks each has more or
 * less of it, and all have as much.
 */
static bool is_divided(const struct loop_variables *m,
                       const struct loop_variable *item)
{
    if (m->first == m->views || !item->everywhere || item->one.is_float
        || item->one.is_complex)
        return false;
    for (int k = 0; k < DUMP_MOMENTS; k++) {
        int64_t sum = 0;

        if (item->seen[0].value[k] == item->seen[m->first].value[k])
            return false;
        for (size_t i = 0; i < m->views; i++)
            sum += (i < m->first ? 1 : -1) * item->seen[i].value[k];
        if (sum != 0)
            return false;
    }
    return true;
}

static bool is_own(const struct loop_variables *m,
                   const struct loop_variable *item)
{
    for (int k = 0; k < DUMP_MOMENTS; k++)
        if (!agree(m, item, 0, m->first, k)
            || !agree(m, item, m->first, m->views, k))
            return true;
    return is_divided(m, item);
}

/* A few numbers in an array are one thing: each rank has its own of all if it
 * has of one.
 */
static void judge_few(struct loop_variables *m, size_t n)
{
    const struct variables_one *v = &m->item[n].one;
    size_t length;

    if (v->few == 0 || !m->item[n].differs)
        return;
    length = (size_t)(strrchr(v->name, v->few_sign) - v->name) + 1;
    for (size_t i = n < v->few ? 0 : n - v->few;
         i < m->count && i < n + v->few; i++)
        if (m->item[i].one.few == v->few
            && strncmp(m->item[i].one.name, v->name, length) == 0)
            m->item[i].differs = true;
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
        item->swapped = item->swapped || seen->swapped;
        item->within_moving =
            item->within_moving || seen->within_moving
            || (seen->allocated && seen->told < DUMP_MOMENTS);
    }
    item->differs = item->one.kind == VARIABLES_NUMBER && is_own(m, item);
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
    for (size_t i = 0; rc == 0 && i < m->count; i++)
        judge_few(m, i);
    return rc;
}

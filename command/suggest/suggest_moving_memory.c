/* suggest_moving_memory.c - memory that is allocated anew or moves in an
 * iteration, and the numbers that go with it
 *
 * The address of such memory is no use before the loop, but that of the
 * pointer to it is, with the number that says how many elements there are.  A
 * number of which each rank has its own is such a count, or is only named.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/common/words.h"
#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_proposal_internal.h"

/* How many lines apart things are declared that belong together. */
enum { BESIDE = 2 };

static const char moving[] = "allocated anew or moves in an iteration";

/* ---- what is within it ---- */

static bool has_text(const struct string_list *l, const char *text)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->text[i], text) == 0)
            return true;
    return false;
}

static void name_once(struct suggest_work *w, const char *text)
{
    if (text && !has_text(&w->p->unseen, text))
        words_add(&w->p->unseen, "%s", text);
}

/* Whether the pointer is told itself, as one to elements. */
static bool is_told(const struct suggest_work *w, const char *pointer)
{
    for (size_t i = 0; i < w->m->count; i++)
        if (strcmp(w->m->item[i].one.name, pointer) == 0)
            return true;
    return false;
}

void suggest_moving_memory_name_within(struct suggest_work *w,
                                       const struct loop_variable *item)
{
    const char *name = item->one.name, *end = NULL;

    for (const char *at = name; (at = strstr(at, "->")); at++)
        end = at;
    if (!end) {
        name_once(w, arena_print(w->a, "%s (%s, in memory that is %s)", name,
                                 item->one.type, moving));
        return;
    }
    name = arena_copy(w->a, name, (size_t)(end - name));
    if (name && !is_told(w, name))
        name_once(w, arena_print(w->a, "%s (what it points to is %s)", name,
                                 moving));
}

/* ---- counts ---- */

/* The views at all moments, as if each were one of its own. */
static int64_t *values_of(const struct suggest_work *w,
                          const struct loop_variable *item)
{
    int64_t *value =
        arena_take(w->a, w->m->views * DUMP_MOMENTS, sizeof(*value));

    for (size_t i = 0; value && i < w->m->views; i++)
        for (size_t k = 0; k < DUMP_MOMENTS; k++)
            value[i * DUMP_MOMENTS + k] =
                item->one.kind == VARIABLES_NUMBER
                    ? item->seen[i].value[k]
                    : (int64_t)(item->seen[i].sizes[k] / item->one.bytes);
    return value;
}

static bool is_number_of_ranks(const struct suggest_work *w,
                               const struct loop_variable *item)
{
    for (size_t i = 0; i < w->m->views; i++)
        if (item->seen[i].value[SUGGEST_LAST] != w->m->ranks[i])
            return false;
    return true;
}

static bool is_seen_always(const struct suggest_work *w,
                           const struct loop_variable *item)
{
    for (size_t i = 0; i < w->m->views; i++)
        if (item->seen[i].told != DUMP_MOMENTS)
            return false;
    return item->everywhere;
}

/* Find the number that says, in all ranks at all moments, how many rows the
 * array has.
 */
static struct loop_variable *find_count(struct suggest_work *w,
                                        const struct loop_variable *item,
                                        struct row_match *match)
{
    static struct row_match_number number[SUGGEST_NUMBERS];
    static struct loop_variable *of[SUGGEST_NUMBERS];
    size_t views = w->m->views * DUMP_MOMENTS, count = 0;
    int64_t *size = values_of(w, item);

    if (!size || !is_seen_always(w, item) || !row_match_varies(size, views))
        return NULL;
    for (size_t i = 0; i < w->m->count && count < SUGGEST_NUMBERS; i++) {
        struct loop_variable *n = &w->m->item[i];
        int64_t *value;

        if (!suggest_row_counts_may_be(w, n) || is_number_of_ranks(w, n)
            || !(value = values_of(w, n)) || !row_match_varies(value, views))
            continue;
        number[count].value = value;
        number[count].fit =
            2 * suggest_row_counts_alike(n->one.name, item->one.name)
            + (n->one.few == 0);
        of[count++] = n;
    }
    *match = row_match_find(
        &(struct row_match_array){ .views = views,
                                   .first = w->m->first * DUMP_MOMENTS,
                                   .size = size,
                                   .side = w->side,
                                   .sides = w->sides },
        number, count);
    return match->dimensions == 1 ? of[match->number[0]] : NULL;
}

/* Members of one struct, or declared beside each other. */
static bool is_beside(const struct loop_variable *a,
                      const struct loop_variable *b)
{
    size_t whole = (size_t)suggest_row_counts_alike(a->one.name, b->one.name);

    if (whole > 0)
        return !strpbrk(a->one.name + whole, ".>%")
               && !strpbrk(b->one.name + whole, ".>%");
    return !strpbrk(a->one.name, ".>%") && !strpbrk(b->one.name, ".>%")
           && a->one.file && b->one.file
           && strcmp(a->one.file, b->one.file) == 0
           && abs(a->one.line - b->one.line) <= BESIDE;
}

struct loop_variable *suggest_moving_memory_in_use(
    struct suggest_work *w, const struct loop_variable *room)
{
    for (size_t i = 0; i < w->m->count; i++) {
        struct loop_variable *n = &w->m->item[i];
        bool less = n != room && n->changed && n->differs
                    && suggest_row_counts_may_be(w, n) && is_beside(n, room);

        for (size_t v = 0; v < w->m->views && less; v++)
            for (size_t k = 0; k < DUMP_MOMENTS && less; k++)
                less = n->seen[v].value[k] >= 0
                       && n->seen[v].value[k] <= room->seen[v].value[k];
        if (less)
            return n;
    }
    return NULL;
}

const char *suggest_moving_memory_room_remark(struct suggest_work *w,
                                              const struct loop_variable *room,
                                              const struct loop_variable *used)
{
    return arena_print(w->a,
                       "there is room for %s, of which %s seem to be in use; "
                       "if so, set %s to it after a change",
                       room->one.name, used->one.name, room->one.name);
}

/* ---- arrays ---- */

/* Which elements a rank has, sizes do not tell. */
static const char *by_what(const struct suggest_work *w)
{
    return w->p->language == VARIABLES_CPLUSPLUS
               ? "; how many a rank has changes, so say by what one is some "
                 "rank's: within(), owner(), or nothing if any may have it"
               : "; how many a rank has changes, so say by what one is some "
                 "rank's: .low and .high, .owner, or nothing if any may have "
                 "it";
}

static void name_array(struct suggest_work *w,
                       const struct loop_variable *item,
                       const struct loop_variable *count)
{
    const char *where = suggest_source_lines_allocated(w, item);

    words_add(&w->p->unseen, "%s (%s%s%s, whose memory is %s%s%s)",
              item->one.name, item->one.type, count ? ", as many as " : "",
              count ? count->one.name : "", moving, where ? ": in " : "",
              where ? where : "");
}

/* It is as large as it was, and divided: only where it is changes. */
static bool add_steady(struct suggest_work *w,
                       const struct loop_variable *item)
{
    struct list *l = &w->p->lines;
    size_t before = l->count;
    struct suggest_line *line;

    suggest_array_add(w, item);
    if (l->count == before)
        return false;
    line = (struct suggest_line *)l->records + before;
    if (strcmp(line->layout, "rows") != 0) {
        l->count = before;
        return false;
    }
    line->remark = arena_print(w->a, "its memory is %s%s%s", moving,
                               line->remark ? "; " : "",
                               line->remark ? line->remark : "");
    return true;
}

/* How many elements a rank has changes from one iteration to the next, so that
 * they belong to ranks by what they are, which sizes do not tell.
 */
static void add_unsteady(struct suggest_work *w,
                         const struct loop_variable *item,
                         struct loop_variable *count,
                         const struct row_match *match)
{
    struct loop_variable *used = suggest_moving_memory_in_use(w, count);
    struct suggest_code_array array = { .halo = match->halo };
    struct suggest_line *line = suggest_proposal_line(w, item, "unknown");

    if (!line)
        return;
    array.count = used ? used->one.name : count->one.name;
    if (match->row > 1)
        array.row = arena_print(w->a, "%lld", (long long)match->row);
    line->allocated = suggest_source_lines_allocated(w, item);
    line->remark = arena_print(
        w->a, "its memory is %s, and %s is how many elements there are%s%s%s",
        moving, array.count, by_what(w), used ? "; " : "",
        used ? suggest_moving_memory_room_remark(w, count, used) : "");
    if (match->row > 1)
        line->remark = suggest_array_of_this_run(w, line->remark, match->row);
    line->code = suggest_code_array(w->p->language, &item->one, &array, w->a);
    suggest_proposal_distinguish(w, line);
    count->is_count = true;
    if (used)
        used->is_count = true;
}

/* In both runs all ranks together have as many elements, at all moments. */
static bool is_conserved(struct suggest_work *w,
                         const struct loop_variable *item)
{
    const int64_t *size = values_of(w, item);

    if (!size || !is_seen_always(w, item) || w->m->first == w->m->views
        || !row_match_varies(size, w->m->views * DUMP_MOMENTS))
        return false;
    for (size_t k = 0; k < DUMP_MOMENTS; k++) {
        int64_t sum = 0;

        for (size_t i = 0; i < w->m->views; i++)
            sum += (i < w->m->first ? 1 : -1) * size[i * DUMP_MOMENTS + k];
        if (sum != 0)
            return false;
    }
    return true;
}

/* A vector knows where it is, and how long. */
static void add_vector(struct suggest_work *w,
                       const struct loop_variable *item)
{
    struct suggest_code_array array = { 0 };
    struct suggest_line *line =
        suggest_proposal_line(w, item, item->resized ? "unknown" : "rows");

    if (!line)
        return;
    line->allocated = suggest_source_lines_allocated(w, item);
    line->remark = arena_print(w->a, "its memory is %s%s", moving,
                               item->resized ? by_what(w) : "");
    line->code = suggest_code_array(w->p->language, &item->one, &array, w->a);
    suggest_proposal_distinguish(w, line);
}

void suggest_moving_memory_add(struct suggest_work *w,
                               const struct loop_variable *item)
{
    struct row_match match = { 0 };
    struct loop_variable *count;

    if (item->one.kind == VARIABLES_VECTOR && is_conserved(w, item)) {
        add_vector(w, item);
        return;
    }
    count = find_count(w, item, &match);
    if (!count || !match.conserved || w->p->language != VARIABLES_C
        || item->one.kind != VARIABLES_POINTER) {
        name_array(w, item, count);
        return;
    }
    if (count->changed)
        add_unsteady(w, item, count, &match);
    else if (!add_steady(w, item))
        name_array(w, item, count);
}

/* ---- numbers of each rank's own ---- */

/* The values at a moment at which they are not all the same. */
static const char *values(struct suggest_work *w,
                          const struct loop_variable *item)
{
    const char *text = "";
    int at = SUGGEST_LAST;

    for (int k = 0; k < DUMP_MOMENTS; k++)
        for (size_t i = 1; i < w->m->views; i++)
            if (item->seen[i].value[k] != item->seen[0].value[k])
                at = k;
    for (size_t i = 0; i < w->m->views && i < 8; i++)
        text = arena_print(w->a, "%s%s%lld", text,
                           i == 0             ? ": "
                           : i == w->m->first ? "; "
                                              : ", ",
                           (long long)item->seen[i].value[at]);
    return text;
}

void suggest_moving_memory_name_own(struct suggest_work *w,
                                    const struct loop_variable *item)
{
    const struct variables_one *v = &item->one;
    const char *end = v->few ? strrchr(v->name, v->few_sign) : NULL;

    if (item->is_count)
        return;
    name_once(
        w,
        arena_print(
            w->a, "%s (%s, of which each rank has its own%s)",
            end ? arena_copy(w->a, v->name, (size_t)(end - v->name)) : v->name,
            v->type,
            end || v->is_float || v->is_complex || v->kind != VARIABLES_NUMBER
                ? ""
                : values(w, item)));
}

/* suggest_proposal.c - what a program would register, at one of its loops
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/words.h"
#include "command/suggest/source_text.h"
#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_proposal_internal.h"

/* ---- lines ---- */

/* A variable that is declared in the loop begins anew in each iteration. */
bool suggest_proposal_is_in_body(const struct suggest_work *w,
                                 const struct loop_variable *item)
{
    const struct suggest_proposal *p = w->p;
    int first = p->looped ? p->loop.first : p->line;

    if (item->one.is_global || !item->one.file || item->one.line == 0)
        return false;
    return p->looped && item->one.line > first;
}

bool suggest_proposal_is_still(const struct suggest_work *w,
                               const struct loop_variable *item)
{
    return item->one.kind == VARIABLES_NUMBER && !item->changed && !item->lost
           && !item->one.is_handle && !suggest_proposal_is_in_body(w, item);
}

static bool is_integer(const struct variables_one *v)
{
    return !v->is_float && !v->is_complex;
}

/* The loop's head names it, so that it is used before an iteration sets it. */
static bool is_in_head(const struct suggest_work *w,
                       const struct loop_variable *item)
{
    return w->head
           && source_text_name(w->head, w->head + strlen(w->head), w->head,
                               source_text_own_name(item->one.name));
}

/* All ranks of a run have the same, but those of the other run have not. */
static bool goes_with_ranks(const struct suggest_work *w,
                            const struct loop_variable *item)
{
    return w->m->first < w->m->views && is_integer(&item->one)
           && item->everywhere
           && item->seen[0].value[SUGGEST_LAST]
                  != item->seen[w->m->first].value[SUGGEST_LAST];
}

static const char *number_remark(const struct suggest_work *w,
                                 const struct loop_variable *item)
{
    if (!item->one.is_global && w->p->looped
        && item->one.line == w->p->loop.head)
        return "declare it before the loop, and leave its first value to the "
               "declaration";
    if (is_in_head(w, item))
        return NULL;
    if (goes_with_ranks(w, item))
        return "its value is another one with another number of ranks: leave "
               "it out unless all ranks share it";
    return "leave it out if each iteration computes it before it is used";
}

struct suggest_line *suggest_proposal_line(struct suggest_work *w,
                                           const struct loop_variable *item,
                                           const char *layout)
{
    struct suggest_line *line = list_add(&w->p->lines);

    if (line) {
        line->variable = item->one.name;
        line->type = item->one.type;
        line->layout = layout;
    }
    return line;
}

void suggest_proposal_distinguish(struct suggest_work *w,
                                  struct suggest_line *line)
{
    const struct suggest_line *before = w->p->lines.records;
    const char *name = suggest_code_name(line->variable, w->a);
    const char *call = line->code ? strchr(line->code, '(') : NULL;
    const char *at = call ? strstr(call, name) : NULL;
    int same = 0;

    for (; before < line; before++)
        same += strcmp(suggest_code_name(before->variable, w->a), name) == 0;
    if (!at || same == 0)
        return;
    at += strlen(name);
    line->code = arena_print(
        w->a, "%s_%d%s",
        arena_copy(w->a, line->code, (size_t)(at - line->code)), same + 1, at);
}

void suggest_proposal_remark(struct suggest_work *w,
                             struct suggest_line *line,
                             const char *more)
{
    line->remark =
        arena_print(w->a, "%s%s%s", line->remark ? line->remark : "",
                    line->remark ? "; " : "", more);
}

/* An array of a few numbers is one thing, of which some have changed. */
static bool add_few(struct suggest_work *w, const struct loop_variable *item)
{
    const struct suggest_line *told = w->p->lines.records;
    struct variables_one whole = item->one;
    struct suggest_code_array array = { 0 };
    struct suggest_line *line;

    if (whole.few == 0)
        return false;
    whole.name =
        arena_copy(w->a, whole.name,
                   (size_t)(strrchr(whole.name, whole.few_sign) - whole.name));
    whole.kind = VARIABLES_ARRAY;
    for (size_t i = 0; i < w->p->lines.count; i++)
        if (strcmp(told[i].variable, whole.name) == 0)
            return true;
    if (!(line = suggest_proposal_line(w, item, "number")))
        return true;
    line->variable = whole.name;
    line->remark = number_remark(w, item);
    array.row = arena_print(w->a, "%u", whole.few);
    line->code = suggest_code_array(w->p->language, &whole, &array, w->a);
    suggest_proposal_distinguish(w, line);
    return true;
}

static void add_number(struct suggest_work *w,
                       const struct loop_variable *item)
{
    struct suggest_line *line =
        add_few(w, item) ? NULL : suggest_proposal_line(w, item, "number");

    if (!line)
        return;
    line->code = suggest_code_number(w->p->language, &item->one, w->a);
    suggest_proposal_distinguish(w, line);
    if (goes_with_ranks(w, item) || !is_integer(&item->one)
        || (!item->one.is_global && item->one.line == w->p->loop.head))
        line->remark = number_remark(w, item);
}

/* ---- what is seen of what ---- */

/* It is allocated in each iteration, or grows and moves: it was elsewhere
 * before.
 */
static bool is_young(const struct suggest_work *w,
                     const struct loop_variable *item)
{
    for (size_t i = 0; i < w->m->views; i++) {
        const struct loop_variable_seen *seen = &item->seen[i];
        const struct memory_dump_block *b =
            memory_dump_block_of(w->m->view[i], SUGGEST_LAST, seen->elements);

        if (seen->elements && b && (!b->early || seen->told < DUMP_MOMENTS))
            return true;
    }
    return false;
}

/* Of the same thing by two names the first one is told, or the one that a line
 * can have.
 */
static bool hides(const struct suggest_work *w, size_t n, size_t other)
{
    const struct variables_one *v = &w->m->item[n].one;
    const struct variables_one *o = &w->m->item[other].one;

    if (suggest_proposal_is_in_body(w, &w->m->item[other]))
        return false;
    if (!v->unnamed != !o->unnamed)
        return !o->unnamed;
    if (!v->kept != !o->kept)
        return !o->kept;
    if ((v->kind == VARIABLES_ARGUMENT) != (o->kind == VARIABLES_ARGUMENT))
        return v->kind == VARIABLES_ARGUMENT;
    return other < n;
}

/* The same memory by another name. */
static bool was_told(const struct suggest_work *w, size_t n)
{
    const struct loop_variable *item = &w->m->item[n];

    for (size_t i = 0; i < w->m->count; i++)
        if (w->m->item[i].one.kind != VARIABLES_NUMBER
            && w->m->item[i].seen[0].elements
            && w->m->item[i].seen[0].elements == item->seen[0].elements
            && hides(w, n, i))
            return true;
    return false;
}

/* It is an element of an array that a line can have. */
static bool is_element(const struct variables_one *v,
                       const struct loop_variable *item)
{
    return v->unnamed && item->one.kind != VARIABLES_NUMBER
           && !item->one.unnamed
           && v->address - item->seen[0].elements < item->seen[0].size;
}

/* The same number, which several pointers lead to. */
static bool was_told_before(const struct suggest_work *w, size_t n)
{
    const struct variables_one *v = &w->m->item[n].one;

    for (size_t i = 0; i < w->m->count && v->address != 0; i++)
        if (is_element(v, &w->m->item[i]))
            return true;
    for (size_t i = 0; i < w->m->count && v->address != 0; i++)
        if (w->m->item[i].one.kind == VARIABLES_NUMBER
            && w->m->item[i].one.address == v->address
            && w->m->item[i].one.bytes == v->bytes && hides(w, n, i))
            return true;
    return false;
}

/* A number that is written and that each rank has its own of. */
static bool is_own(const struct suggest_work *w,
                   const struct loop_variable *item)
{
    return item->one.kind == VARIABLES_NUMBER && item->changed && item->differs
           && !item->lost && !item->within_moving && !item->one.is_handle
           && !suggest_proposal_is_in_body(w, item)
           && strcmp(item->one.name, "argc") != 0;
}

static void look_at(struct suggest_work *w, size_t n)
{
    const struct loop_variable *item = &w->m->item[n];
    const struct variables_one *v = &item->one;
    bool number = v->kind == VARIABLES_NUMBER;

    if (v->is_handle || suggest_proposal_is_in_body(w, item)
        || strcmp(v->name, "argc") == 0 || strcmp(v->name, "argv") == 0)
        return;
    if (item->within_moving) {
        suggest_moving_memory_name_within(w, item);
        return;
    }
    if (v->kind == VARIABLES_LOST || (number && item->lost)) {
        if (!v->is_global) {
            words_add(&w->p->unseen, "%s (%s)", v->name, v->type);
            w->p->lost = true;
        }
        return;
    }
    if (v->kind == VARIABLES_OTHER) {
        words_add(&w->p->unseen, "%s (%s)", v->name, v->type);
        return;
    }
    if (number && was_told_before(w, n))
        return;
    if (!number && (was_told(w, n) || v->bytes == 0))
        return;
    if (!number && v->has_pointers && !v->unnamed) {
        words_add(&w->p->unseen,
                  "%s (%s, which has pointers: what they lead to is not "
                  "looked at)",
                  v->name, v->type);
        return;
    }
    if (!number && !v->unnamed && is_young(w, item)) {
        suggest_moving_memory_add(w, item);
        return;
    }
    if (v->unnamed) {
        if (item->changed || item->resized)
            words_add(&w->p->unseen, "%s (%s, %s)", v->name, v->type,
                      v->unnamed);
        return;
    }
    if (item->resized)
        words_add(&w->p->unseen,
                  "%s (%s, which has not as many elements in each iteration)",
                  v->name, v->type);
    if (!item->changed) {
        if (!number)
            words_add(&w->p->constant, "%s (%s)", v->name, v->type);
        return;
    }
    if (!number)
        suggest_array_add(w, item);
    else if (!item->differs)
        add_number(w, item);
}

/* Memory that was written and that no variable leads to. */
static void look_for_others(struct suggest_work *w)
{
    const struct memory_dump *d = w->m->view[0];
    const struct list *l = &d->block[SUGGEST_LAST];
    const struct memory_dump_block *block = l->records;
    size_t count = 0;
    uint64_t bytes = 0;

    for (size_t i = 0; i < l->count; i++) {
        const struct memory_dump_block *b = &block[i];
        bool reached = !b->early;

        for (size_t k = 0; k < w->m->count && !reached; k++) {
            const struct loop_variable *item = &w->m->item[k];

            reached = item->seen[0].elements - b->address < b->bytes
                      || item->one.address - b->address < b->bytes;
        }
        if (reached || !memory_dump_has_changed(d, b->address, b->bytes))
            continue;
        count++;
        bytes += b->bytes;
    }
    if (count > 0)
        words_add(&w->p->unseen,
                  "%zu piece%s of memory, %llu bytes in rank %d, that %s "
                  "written and that no variable seen here points to",
                  count, count == 1 ? "" : "s", (unsigned long long)bytes,
                  d->head.rank, count == 1 ? "is" : "are");
}

static const char *name_ranks(struct suggest_work *w)
{
    const char *text = "";

    for (size_t i = 0; i < w->m->first; i++)
        text = arena_print(w->a, "%s%s%d", text, i ? "," : "",
                           w->m->view[i]->head.rank);
    return text;
}

static bool has_name(const char *code, const char *name)
{
    size_t length = strlen(name);

    for (; (code = strstr(code, name)); code += length)
        if (!isalnum((unsigned char)code[length]) && code[length] != '_')
            return true;
    return false;
}

/* What is private is registered elsewhere than at the loop. */
static void withhold(struct suggest_work *w, struct suggest_line *line)
{
    for (size_t i = 0; i < w->m->count; i++) {
        const struct variables_one *v = &w->m->item[i].one;

        if (!v->kept || !line->code || !has_name(line->code, v->name))
            continue;
        line->layout = "unknown";
        line->remark = arena_print(
            w->a, "%s%s%s is %s: make it known here, or register it elsewhere",
            line->remark ? line->remark : "", line->remark ? "; " : "",
            v->name, v->kept);
        return;
    }
}

static void look_at_loop(struct suggest_work *w)
{
    char *text = w->p->looped ? source_text_read(w->p->file) : NULL;
    const char *head = NULL;
    size_t length;

    if (text)
        head =
            source_text_head(text, w->p->language, w->p->loop.head, &length);
    if (head)
        w->head = arena_copy(w->a, head, length);
    if (text && !w->mark->synced) {
        suggest_rank_loop_find(w, text);
        suggest_inner_loop_find(w, text);
    }
    if (text)
        suggest_rarely_written_find(w, text);
    free(text);
}

int suggest_proposal_make(struct suggest_proposal *p,
                          struct loop_variables *m,
                          const struct suggest_mark *mark,
                          symbols_t *s,
                          arena_t *a,
                          struct error *err)
{
    static struct suggest_work w;

    memset(p, 0, sizeof(*p));
    p->lines.bytes = sizeof(struct suggest_line);
    w = (struct suggest_work){ .p = p, .m = m, .mark = mark, .s = s, .a = a };
    if (suggest_source_lines_find(&w, err) < 0
        || loop_variables_find(m, s, p->function, a, err) < 0)
        return -1;
    p->ranks = name_ranks(&w);
    suggest_row_counts_find(&w);
    look_at_loop(&w);
    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].one.kind == VARIABLES_NUMBER)
            look_at(&w, i);
    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].one.kind != VARIABLES_NUMBER)
            look_at(&w, i);
    for (size_t i = 0; i < m->count; i++)
        if (is_own(&w, &m->item[i]))
            suggest_moving_memory_name_own(&w, &m->item[i]);
    suggest_array_sides(&w);
    for (size_t i = 0; i < p->lines.count; i++)
        withhold(&w, (struct suggest_line *)p->lines.records + i);
    look_for_others(&w);
    return 0;
}

bool suggest_proposal_is_around(const struct suggest_proposal *p, int head)
{
    struct source_loop loop[SOURCE_LOOP_DEEP];
    char *text = source_text_read(p->file);
    int count = text ? source_text_loops(text, p->language, p->line, loop) : 0,
        i = 0;

    free(text);
    while (i < count && loop[i].head != head)
        i++;
    return i < count && head < p->loop.head;
}

void suggest_proposal_clear(struct suggest_proposal *p)
{
    list_clear(&p->lines);
    string_list_clear(&p->constant);
    string_list_clear(&p->seldom);
    string_list_clear(&p->unseen);
}

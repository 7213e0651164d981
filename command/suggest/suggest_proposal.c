/* suggest_proposal.c - what a program would register, at one of its loops
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/common/words.h"
#include "command/suggest/row_match.h"
#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_proposal.h"

enum { LAST = DUMP_MOMENTS - 1, NUMBERS = 2000, PLAIN = 4 };

struct work {
    struct suggest_proposal *p;
    struct memory_items *m;
    symbols_t *s;
    arena_t *a;
    size_t numbers; /* that may be counts: */
    struct row_match_number number[NUMBERS];
    const struct memory_item *of[NUMBERS];
};

/* ---- the place ---- */

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "re");
    struct stat st;
    char *text = NULL;

    if (in && fstat(fileno(in), &st) == 0
        && (text = calloc(1, (size_t)st.st_size + 1))
        && fread(text, 1, (size_t)st.st_size, in) != (size_t)st.st_size) {
        free(text);
        text = NULL;
    }
    if (in)
        fclose(in);
    return text;
}

static void find_loop(struct suggest_proposal *p)
{
    char *text = read_file(p->file);

    if (!text)
        return;
    if (p->language == VARIABLES_FORTRAN) {
        p->looped = source_loop_find_fortran(text, p->line, false, &p->loop);
        p->include = source_loop_uses(text, p->line);
    } else {
        p->looped = source_loop_find(text, p->line, false, &p->loop);
        p->include = source_loop_includes(text);
    }
    free(text);
}

/* Of functions that were inlined into each other the outermost one that has a
 * loop around the call.
 */
static int find_place(struct work *w, struct error *err)
{
    uint64_t at = w->m->view[0]->head.at;
    struct symbols_place place;
    struct suggest_proposal *p = w->p;

    if (symbols_find(w->s, at - 1, w->a, &place) < 0)
        return error_set(err, "%s", strerror(ENOMEM));
    if (place.count == 0 || !place.frame[0].file || !*place.frame[0].file)
        return error_set(err,
                         "the program has no lines and variables at its main "
                         "loop%s%s; compile it with -g",
                         place.count ? ", in " : "",
                         place.count ? place.frame[0].function : "");
    p->language = variables_language(w->s, at);
    for (unsigned i = place.count; i-- > 0 && !p->looped;) {
        p->function = place.frame[i].function;
        p->file = place.frame[i].file;
        p->line = place.frame[i].line;
        find_loop(p);
    }
    return 0;
}

/* "allocate (heat.c:92) in plate_create (heat.c:141)" */
static const char *allocated(struct work *w, const struct memory_item *item)
{
    const struct dump_block *b = NULL;
    const char *text = NULL;
    int told = 0;

    for (size_t i = 0; i < w->m->views && !b; i++)
        if (item->seen[i].elements)
            b = dump_block_of(w->m->view[i], item->seen[i].elements);
    for (int i = 0; b && i < DUMP_FRAMES && b->frames[i] && told < 2; i++) {
        struct symbols_place place;

        if (symbols_find(w->s, b->frames[i] - 1, w->a, &place) < 0)
            return NULL;
        for (unsigned k = 0; k < place.count && told < 2; k++) {
            const struct symbols_frame *f = &place.frame[k];
            const char *slash = f->file ? strrchr(f->file, '/') : NULL;

            if (!f->file || !*f->file || strncmp(f->file, "/usr/", 5) == 0)
                continue;
            text = arena_print(w->a, "%s%s%s (%s:%d)", text ? text : "",
                               told++ ? ", called by " : "", f->function,
                               slash ? slash + 1 : f->file, f->line);
        }
    }
    return text;
}

/* ---- numbers ---- */

static bool is_count(const struct memory_item *item)
{
    const struct variables_one *v = &item->one;

    return v->kind == VARIABLES_NUMBER && item->everywhere && !item->changed
           && !item->lost && !v->is_float && !v->is_bool && !v->is_handle
           && (v->bytes == 4 || v->bytes == 8);
}

static void gather_numbers(struct work *w)
{
    for (size_t i = 0; i < w->m->count && w->numbers < NUMBERS; i++) {
        int64_t *value;

        if (!is_count(&w->m->item[i])
            || !(value = arena_take(w->a, w->m->views, sizeof(*value))))
            continue;
        for (size_t k = 0; k < w->m->views; k++)
            value[k] = w->m->item[i].seen[k].value[LAST];
        w->of[w->numbers] = &w->m->item[i];
        w->number[w->numbers++].value = value;
    }
}

/* How much of the names is alike: "plate.rows" goes with "plate.cells". */
static int alike(const char *a, const char *b)
{
    int i = 0, whole = 0;

    for (; a[i] && a[i] == b[i]; i++)
        if (strchr(".>%", a[i]))
            whole = i + 1;
    return whole < 20 ? whole : 20;
}

/* What an expression for 'value' is among the numbers that are the same
 * everywhere.
 */
static const char *expression(struct work *w,
                              const char *variable,
                              int64_t value,
                              int halo)
{
    const char *best = NULL;
    int fit = -1;

    for (size_t i = 0; i < w->numbers; i++) {
        int64_t is = w->number[i].value[0];
        const char *name = w->of[i]->one.name;
        int how = alike(name, variable);

        if (row_match_varies(w->number[i].value, w->m->views) || is <= PLAIN)
            continue;
        if (is == value && how + 2 > fit) {
            fit = how + 2;
            best = name;
        } else if (halo > 0 && is + 2 * halo == value && how > fit) {
            fit = how;
            best = arena_print(w->a, "%s + %d", name, 2 * halo);
        }
    }
    return best;
}

/* ---- lines ---- */

/* A variable that is declared in the loop begins anew in each iteration. */
static bool is_in_body(const struct work *w, const struct memory_item *item)
{
    const struct suggest_proposal *p = w->p;
    int first = p->looped ? p->loop.first : p->line;

    if (item->one.is_global || !item->one.file || item->one.line == 0)
        return false;
    return p->looped && item->one.line > first;
}

static const char *number_remark(const struct work *w,
                                 const struct memory_item *item)
{
    if (!item->one.is_global && w->p->looped
        && item->one.line == w->p->loop.head)
        return "declare it before the loop, and leave its first value to the "
               "declaration";
    if (item->differs)
        return "its value is not the same in all ranks; leave it out if each "
               "iteration computes it anew";
    return "leave it out if each iteration computes it before it is used";
}

static struct suggest_line *add_line(struct work *w,
                                     const struct memory_item *item,
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

static bool is_integer(const struct variables_one *v)
{
    return !v->is_float && !v->is_complex;
}

/* Names that differ, where two variables end alike: "now", "now_2". */
static void distinguish(struct work *w, struct suggest_line *line)
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

/* An array of a few numbers is one thing, of which some have changed. */
static bool add_few(struct work *w, const struct memory_item *item)
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
    if (!(line = add_line(w, item, "number")))
        return true;
    line->variable = whole.name;
    line->remark = number_remark(w, item);
    array.row = arena_print(w->a, "%u", whole.few);
    line->code = suggest_code_array(w->p->language, &whole, &array, w->a);
    distinguish(w, line);
    return true;
}

static void add_number(struct work *w, const struct memory_item *item)
{
    struct suggest_line *line =
        add_few(w, item) ? NULL : add_line(w, item, "number");

    if (!line)
        return;
    line->code = suggest_code_number(w->p->language, &item->one, w->a);
    distinguish(w, line);
    if (item->differs || !is_integer(&item->one)
        || (!item->one.is_global && item->one.line == w->p->loop.head))
        line->remark = number_remark(w, item);
}

/* The same bytes in all ranks, as far as they were written down. */
static bool is_replicated(const struct work *w, const struct memory_item *item)
{
    const unsigned char *first = NULL;

    for (size_t i = 0; i < w->m->first; i++) {
        const struct memory_seen *seen = &item->seen[i];
        const unsigned char *content =
            dump_find(w->m->view[i], LAST, seen->elements, seen->size);

        if (!content || seen->size != item->seen[0].size)
            return false;
        if (first && memcmp(first, content, seen->size) != 0)
            return false;
        first = content;
    }
    return w->m->first > 1;
}

static const char *sizes(struct work *w, const struct memory_item *item)
{
    const char *text = "";

    for (size_t i = 0; i < w->m->views && i < 8; i++)
        text = arena_print(
            w->a, "%s%s%llu", text,
            i == 0             ? ""
            : i == w->m->first ? "; "
                               : ", ",
            (unsigned long long)(item->one.bytes
                                     ? item->seen[i].size / item->one.bytes
                                     : 0));
    return text;
}

/* A number in the code that is this run's, and no variable's. */
static const char *of_this_run(struct work *w,
                               const char *remark,
                               int64_t number)
{
    return arena_print(w->a,
                       "%s%s%lld is this run's: put the variable there that "
                       "it comes from",
                       remark ? remark : "", remark ? "; " : "",
                       (long long)number);
}

/* The row is as many elements as there are.  Fortran knows how many, and so
 * does who declares an array.
 */
static void whole_row(struct work *w,
                      const struct memory_item *item,
                      struct suggest_line *line,
                      struct suggest_code_array *array)
{
    uint64_t row = item->seen[0].size / item->one.bytes;

    array->row = arena_print(w->a, "%llu", (unsigned long long)row);
    if (w->p->language != VARIABLES_FORTRAN
        && item->one.kind != VARIABLES_ARRAY)
        line->remark = of_this_run(w, line->remark, (int64_t)row);
}

static const char grid_remark[] =
    "fill in SHAPE, the whole grid, and ORIGIN, where this rank's box begins; "
    "see that the slowest dimension is the first";

/* Nothing that was seen says how it is divided. */
static void unknown(struct work *w,
                    const struct memory_item *item,
                    struct suggest_line *line,
                    struct suggest_code_array *array,
                    bool same)
{
    if (same && is_replicated(w, item)) {
        line->layout = "same";
        line->remark = "it is as large in all ranks, and the same";
        whole_row(w, item, line, array);
        return;
    }
    line->layout = "unknown";
    if (same) {
        line->remark = arena_print(
            w->a,
            "%s elements%s: it may be scratch memory, which needs "
            "no registration, or be the same in all ranks between "
            "iterations",
            sizes(w, item),
            w->m->first < w->m->views ? ", whatever the number of ranks" : "");
        whole_row(w, item, line, array);
        return;
    }
    array->count = "COUNT";
    line->remark = arena_print(w->a,
                               "the ranks have %s elements; COUNT, how many "
                               "of them are in use, was not found; scratch "
                               "memory needs no registration:",
                               sizes(w, item));
}

/* One that says itself how many rows it has. */
static bool by_sum(struct work *w,
                   const struct memory_item *item,
                   struct suggest_line *line,
                   struct suggest_code_array *array,
                   const int64_t *size)
{
    const char *row = NULL;
    int64_t is, best = 0;
    int halo = 0;

    while (row_match_by_sum(size, w->m->views, w->m->first, &is, &halo)
           && !row)
        if ((row = expression(w, item->one.name, is, halo)) || best == 0) {
            best = is;
            array->halo = halo;
        }
    if (best == 0)
        return false;
    line->layout = "rows";
    array->row = row ? row : arena_print(w->a, "%lld", (long long)best);
    array->count = item->one.kind == VARIABLES_VECTOR ? NULL : "COUNT";
    line->remark = arena_print(
        w->a, "the ranks have %s elements, from which row and halo follow%s",
        sizes(w, item),
        array->count ? "; COUNT, the number of rows, was not found" : "");
    if (!row)
        line->remark = of_this_run(w, line->remark, best);
    return true;
}

/* "box.extent[1]" and "box.extent[0] + 2": two extents of a box, of which one
 * happens to be the same in all ranks of both runs.
 */
static bool is_extent(const char *count, const char *row)
{
    size_t length = strcspn(count, "[(");

    return row && count[length] && strncmp(count, row, length) == 0
           && (row[length] == '[' || row[length] == '(')
           && strncmp(count, row, strcspn(count, "])")) != 0;
}

static void make_box(struct suggest_line *line,
                     struct suggest_code_array *array,
                     const char *one,
                     const char *other)
{
    bool ordered = strcmp(one, other) < 0;

    array->row = NULL;
    array->dimensions = 2;
    array->extent[!ordered] = one;
    array->extent[ordered] = other;
    line->layout = "grid";
    line->remark = grid_remark;
}

static void matched(struct work *w,
                    const struct memory_item *item,
                    struct suggest_line *line,
                    struct suggest_code_array *array,
                    const struct row_match *match)
{
    const char *row = expression(w, item->one.name, match->row, match->halo);

    array->halo = match->halo;
    if (match->row > 1)
        array->row =
            row ? row : arena_print(w->a, "%lld", (long long)match->row);
    if (match->dimensions == 1) {
        line->layout = "rows";
        array->count = w->of[match->number[0]]->one.name;
        if (is_extent(array->count, row)) {
            const char *count = array->count;

            array->count = NULL;
            make_box(line, array, count,
                     arena_copy(w->a, row, strcspn(row, " ")));
            return;
        }
        if (!match->conserved)
            line->remark = "the rows of all ranks are not as many in both "
                           "runs: see whether the count is right";
    } else {
        line->layout = "grid";
        array->dimensions = match->dimensions;
        for (int d = 0; d < match->dimensions; d++)
            array->extent[d] = w->of[match->number[d]]->one.name;
        line->remark = grid_remark;
    }
    if (match->row > PLAIN && !row)
        line->remark = of_this_run(w, line->remark, match->row);
}

static void add_array(struct work *w, const struct memory_item *item)
{
    static struct row_match_number varying[NUMBERS];
    struct suggest_line *line = add_line(w, item, "unknown");
    struct suggest_code_array array = { 0 };
    struct row_match match = { 0 };
    int64_t *size = arena_take(w->a, w->m->views, sizeof(*size));
    size_t back[NUMBERS], count = 0;

    if (!line || !size)
        return;
    for (size_t i = 0; i < w->m->views; i++)
        size[i] = (int64_t)(item->seen[i].size / item->one.bytes);
    for (size_t i = 0; i < w->numbers; i++)
        if (row_match_varies(w->number[i].value, w->m->views)) {
            varying[count] = w->number[i];
            varying[count].fit = alike(w->of[i]->one.name, item->one.name);
            back[count++] = i;
        }
    if (row_match_varies(size, w->m->views) && item->everywhere)
        match = row_match_find(size, w->m->views, w->m->first, varying, count);
    for (int d = 0; d < match.dimensions; d++)
        match.number[d] = back[match.number[d]];
    if (match.dimensions > 0)
        matched(w, item, line, &array, &match);
    else if (!item->everywhere || !row_match_varies(size, w->m->views)
             || !by_sum(w, item, line, &array, size))
        unknown(w, item, line, &array, !row_match_varies(size, w->m->views));
    line->allocated = allocated(w, item);
    line->code = suggest_code_array(w->p->language, &item->one, &array, w->a);
    distinguish(w, line);
}

/* ---- what is seen of what ---- */

/* It is allocated in each iteration, or grows and moves: it was elsewhere
 * before.
 */
static bool is_young(const struct work *w, const struct memory_item *item)
{
    for (size_t i = 0; i < w->m->views; i++) {
        const struct memory_seen *seen = &item->seen[i];
        const struct dump_block *b =
            dump_block_of(w->m->view[i], seen->elements);

        if (seen->elements && b && (!b->early || seen->told < DUMP_MOMENTS))
            return true;
    }
    return false;
}

static void add_young(struct work *w, const struct memory_item *item)
{
    const char *where = allocated(w, item);

    words_add(&w->p->unseen,
              "%s (%s, whose memory is allocated anew or moves in an "
              "iteration%s%s)",
              item->one.name, item->one.type, where ? ": in " : "",
              where ? where : "");
}

/* The same memory by another name. */
static bool was_told(const struct work *w, size_t n)
{
    const struct memory_item *item = &w->m->item[n];

    for (size_t i = 0; i < n; i++)
        if (w->m->item[i].one.kind != VARIABLES_NUMBER
            && !is_in_body(w, &w->m->item[i]) && w->m->item[i].seen[0].elements
            && w->m->item[i].seen[0].elements == item->seen[0].elements)
            return true;
    return false;
}

static void look_at(struct work *w, size_t n)
{
    const struct memory_item *item = &w->m->item[n];
    const struct variables_one *v = &item->one;
    bool number = v->kind == VARIABLES_NUMBER;

    if (v->is_handle || is_in_body(w, item) || strcmp(v->name, "argc") == 0
        || strcmp(v->name, "argv") == 0)
        return;
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
    if (!number && (was_told(w, n) || v->bytes == 0))
        return;
    if (!number && is_young(w, item)) {
        add_young(w, item);
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
    if (number)
        add_number(w, item);
    else
        add_array(w, item);
}

/* Memory that was written and that no variable leads to. */
static void look_for_others(struct work *w)
{
    const struct dump *d = w->m->view[0];
    size_t count = 0;
    uint64_t bytes = 0;

    for (size_t i = 0; i < d->blocks; i++) {
        const struct dump_block *b = &d->block[i];
        bool reached = !b->early;

        for (size_t k = 0; k < w->m->count && !reached; k++) {
            const struct memory_item *item = &w->m->item[k];

            reached = item->seen[0].elements - b->address < b->bytes
                      || item->one.address - b->address < b->bytes;
        }
        if (reached || !dump_has_changed(d, b->address, b->bytes))
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

static const char *name_ranks(struct work *w)
{
    const char *text = "";

    for (size_t i = 0; i < w->m->first; i++)
        text = arena_print(w->a, "%s%s%d", text, i ? "," : "",
                           w->m->view[i]->head.rank);
    return text;
}

int suggest_proposal_make(struct suggest_proposal *p,
                          struct memory_items *m,
                          symbols_t *s,
                          arena_t *a,
                          struct error *err)
{
    static struct work w;

    memset(p, 0, sizeof(*p));
    p->lines.bytes = sizeof(struct suggest_line);
    w = (struct work){ .p = p, .m = m, .s = s, .a = a };
    if (find_place(&w, err) < 0
        || memory_items_find(m, s, p->function, a, err) < 0)
        return -1;
    p->ranks = name_ranks(&w);
    gather_numbers(&w);
    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].one.kind == VARIABLES_NUMBER)
            look_at(&w, i);
    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].one.kind != VARIABLES_NUMBER)
            look_at(&w, i);
    look_for_others(&w);
    return 0;
}

void suggest_proposal_clear(struct suggest_proposal *p)
{
    list_clear(&p->lines);
    string_list_clear(&p->constant);
    string_list_clear(&p->unseen);
}

/* suggest_array.c - how an array that a program writes would be registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_proposal_internal.h"

enum {
    PLAIN = ROW_MATCH_PLAIN,
    VOTES = 9, /* more of them say no more */
};

/* ---- numbers ---- */

/* An expression for a value, of the numbers that are the same everywhere. */
struct expression {
    const char *text;  /* or NULL */
    const char *other; /* a number that may be meant as well, or NULL */
};

/* Find one for 'value', or 'value' less the halos, where the array is
 * 'variable'.  What is declared in the same line as 'beside' goes with it:
 * "int nx, ny;".
 */
static struct expression find_expression(struct suggest_work *w,
                                         const char *variable,
                                         int64_t value,
                                         int halo,
                                         const struct loop_variable *beside)
{
    struct expression best = { NULL, NULL };
    int fit = -1;

    for (size_t i = 0; i < w->numbers; i++) {
        int64_t is = w->number[i].value[0];
        const struct variables_one *one = &w->of[i]->one;
        bool same = is == value;
        int how = 4 * suggest_row_counts_alike(one->name, variable) + 2 * same;

        if (row_match_varies(w->number[i].value, w->m->views) || is <= PLAIN
            || (!same && (halo == 0 || is + 2 * halo != value)))
            continue;
        if (beside && beside->one.line == one->line && beside->one.file
            && one->file && strcmp(beside->one.file, one->file) == 0)
            how++;
        if (how == fit)
            best.other = one->name;
        if (how <= fit)
            continue;
        fit = how;
        best.other = NULL;
        best.text = same ? one->name
                         : arena_print(w->a, "%s + %d", one->name, 2 * halo);
    }
    return best;
}

/* ---- arrays ---- */

/* Whether the ranks of the first run, which have as many bytes of it, have the
 * same ones; those of large memory were not written down.
 */
enum alike { NOT_KNOWN, ALIKE, OTHERS };

static const unsigned char *content_of(const struct suggest_work *w,
                                       const struct loop_variable *item,
                                       size_t view)
{
    const struct loop_variable_seen *seen = &item->seen[view];

    return memory_dump_find(w->m->view[view], SUGGEST_LAST, seen->elements,
                            seen->size);
}

static enum alike compare_ranks(const struct suggest_work *w,
                                const struct loop_variable *item)
{
    enum alike alike = w->m->first > 1 ? ALIKE : NOT_KNOWN;

    for (size_t i = 1; i < w->m->first; i++) {
        size_t beside = loop_variables_beside(w->m, 0, i);
        const unsigned char *content = content_of(w, item, i),
                            *other = content_of(w, item, beside);

        if (!content || !other || beside == i)
            alike = NOT_KNOWN;
        else if (memcmp(other, content, item->seen[i].size) != 0)
            return OTHERS;
    }
    return alike;
}

static const char *sizes(struct suggest_work *w,
                         const struct loop_variable *item)
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

const char *suggest_array_of_this_run(struct suggest_work *w,
                                      const char *remark,
                                      int64_t number)
{
    return arena_print(w->a,
                       "%s%s%lld is this run's: put the variable there that "
                       "it comes from",
                       remark ? remark : "", remark ? "; " : "",
                       (long long)number);
}

/* By the value alone another number may be meant. */
static const char *of_several(struct suggest_work *w,
                              const char *remark,
                              struct expression e)
{
    if (!e.other)
        return remark;
    return arena_print(w->a,
                       "%s%s%s has the value of %s, too: see which of them it "
                       "is",
                       remark ? remark : "", remark ? "; " : "", e.other,
                       e.text);
}

/* What is to be seen to in a row.  Fortran's lines have none. */
static const char *row_remark(struct suggest_work *w,
                              const char *remark,
                              struct expression row,
                              int64_t number)
{
    if (w->p->language == VARIABLES_FORTRAN)
        return remark;
    return row.text ? of_several(w, remark, row)
                    : suggest_array_of_this_run(w, remark, number);
}

/* The row is as many elements as there are.  Who declares an array knows how
 * many, and so does a vector.
 */
static void whole_row(struct suggest_work *w,
                      const struct loop_variable *item,
                      struct suggest_line *line,
                      struct suggest_code_array *array)
{
    uint64_t row = item->seen[0].size / item->one.bytes;

    array->same = true;
    array->row = arena_print(w->a, "%llu", (unsigned long long)row);
    if (item->one.kind != VARIABLES_ARRAY
        && item->one.kind != VARIABLES_VECTOR)
        line->remark = row_remark(
            w, line->remark, (struct expression){ NULL, NULL }, (int64_t)row);
}

/* What is to be seen to in a grid, whose order of sides is 'known' or not. */
static const char *grid_remark(struct suggest_work *w, bool known)
{
    return arena_print(w->a,
                       "fill in SHAPE, the whole grid, and ORIGIN, where this "
                       "rank's box begins; %s the slowest dimension is the %s",
                       known ? "see that"
                             : "the order of its sides is a guess, as these "
                               "numbers of ranks do not tell it: see that",
                       w->p->language == VARIABLES_FORTRAN ? "last" : "first");
}

/* How many elements there are for each rank of the run, where that is the same
 * in all views; else 0.
 */
static int64_t for_each_rank(const struct suggest_work *w,
                             const struct loop_variable *item)
{
    int64_t each = 0;

    for (size_t i = 0; i < w->m->views; i++) {
        int64_t count = (int64_t)(item->seen[i].size / item->one.bytes);

        if (i == 0)
            each = count / w->m->ranks[0];
        if (each * w->m->ranks[i] != count)
            return 0;
    }
    return each;
}

/* Nothing that was seen says how it is divided. */
static void unknown(struct suggest_work *w,
                    const struct loop_variable *item,
                    struct suggest_line *line,
                    struct suggest_code_array *array,
                    bool same)
{
    enum alike alike = same ? compare_ranks(w, item) : OTHERS;
    const char *how = "";

    if (alike == ALIKE) {
        line->layout = "same";
        line->remark = "it is as large in all ranks, and the same";
        whole_row(w, item, line, array);
        return;
    }
    line->layout = "unknown";
    if (alike == NOT_KNOWN) {
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
    if (same)
        how = ", which are not the same in all ranks";
    else if (for_each_rank(w, item) > 0)
        how = arena_print(w->a, ", %lld for each rank of the job",
                          (long long)for_each_rank(w, item));
    array->count = item->one.kind == VARIABLES_VECTOR ? NULL : "COUNT";
    line->remark = arena_print(
        w->a,
        "%s elements%s: what each iteration computes anew needs no "
        "registration%s",
        sizes(w, item), how,
        array->count ? "; COUNT, how many of them are this rank's own, was "
                       "not found"
                     : "");
}

/* All ranks together have as many elements in both runs. */
static bool is_divided(const struct suggest_work *w, const int64_t *size)
{
    int64_t sum[2] = { 0, 0 };

    for (size_t i = 0; i < w->m->views; i++)
        sum[i >= w->m->first] += size[i];
    return w->m->first < w->m->views && sum[0] == sum[1];
}

/* A vector that is divided says itself how many rows it has. */
static bool by_itself(struct suggest_work *w,
                      const struct loop_variable *item,
                      struct suggest_line *line,
                      const int64_t *size)
{
    if (item->one.kind != VARIABLES_VECTOR || !is_divided(w, size))
        return false;
    line->layout = "rows";
    line->remark = arena_print(
        w->a, "the ranks have %s elements, all together as many in both runs",
        sizes(w, item));
    return true;
}

/* One whose halo says how many rows it has. */
static bool by_sum(struct suggest_work *w,
                   const struct loop_variable *item,
                   struct suggest_line *line,
                   struct suggest_code_array *array,
                   const struct row_match_array *of)
{
    struct expression row = { NULL, NULL };
    int64_t is, best = 0;
    int halo = 0;

    while (row_match_by_sum(of->size, of->views, of->first, &is, &halo)
           && !row.text) {
        if (of->row && of->row[0] != is)
            continue;
        row = find_expression(w, item->one.name, is, halo, NULL);
        if (row.text || best == 0) {
            best = is;
            array->halo = halo;
        }
    }
    if (best == 0)
        return false;
    if (row.text || best > 1)
        array->row =
            row.text ? row.text : arena_print(w->a, "%lld", (long long)best);
    array->count = item->one.kind == VARIABLES_VECTOR ? NULL : "COUNT";
    line->layout = array->count ? "unknown" : "rows";
    line->remark = arena_print(
        w->a, "the ranks have %s elements, from which row and halo follow%s",
        sizes(w, item),
        array->count ? " if they are rows; COUNT, the number of them, was not "
                       "found; scratch memory needs no registration"
                     : "");
    if (array->row)
        line->remark = row_remark(w, line->remark, row, best);
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
                     const char *other,
                     bool ordered)
{
    array->row = NULL;
    array->dimensions = 2;
    array->extent[!ordered] = one;
    array->extent[ordered] = other;
    line->layout = "grid";
}

/* Whether a number of the program's is that in all ranks. */
static bool has_number(const struct suggest_work *w, int64_t value)
{
    for (size_t i = 0; i < w->numbers; i++)
        if (w->number[i].value[0] == value
            && !row_match_varies(w->number[i].value, w->m->views))
            return true;
    return false;
}

/* The whole grid is divided into rows where those of all ranks are as many as
 * a number of the program's.  In blocks ranks beside each other have the same
 * rows, and only parts of their length, and the program has the numbers of
 * that.  A grid of 2 x 2 blocks that is twice as long as it is wide may be
 * either.
 */
enum whole { NO_WHOLE, WHOLE_ROWS, WHOLE_BLOCKS, EITHER_WHOLE };

static enum whole find_whole(const struct suggest_work *w,
                             const struct row_match *match)
{
    const int64_t *rows = w->number[match->number[0]].value;
    int64_t sum = 0, ranks = w->m->ranks[w->m->views - 1];
    enum whole whole;

    for (size_t i = 0; i < w->m->first; i++)
        sum += rows[i];
    whole = has_number(w, sum) ? WHOLE_ROWS : NO_WHOLE;
    for (int64_t beside = 2; beside <= ranks; beside++)
        if (ranks % beside == 0 && sum % beside == 0
            && has_number(w, sum / beside)
            && (has_number(w, beside * match->row)
                || has_number(w, beside * (match->row - 2 * match->halo))))
            return whole == WHOLE_ROWS ? EITHER_WHOLE : WHOLE_BLOCKS;
    return whole;
}

/* Whether a number is, in all ranks, a side with its halos: how far it is from
 * one row to the next, so that the side is the faster one.
 */
static bool is_in_stride(const struct suggest_work *w, size_t side, int halo)
{
    const int64_t *value = w->number[side].value;

    for (size_t i = 0; i < w->numbers && halo > 0; i++) {
        size_t same = 0;

        while (same < w->m->views
               && w->number[i].value[same] == value[same] + 2 * halo)
            same++;
        if (same == w->m->views)
            return true;
    }
    return false;
}

/* A box, of which another number of ranks has changed one side only, looks
 * like rows: 2 x 1 ranks and 2 x 2 ones.  Four times as many change both.
 */
static const char *may_be_box(struct suggest_work *w,
                              const struct suggest_code_array *array,
                              const struct row_match *match)
{
    int ranks = w->m->ranks[0], others = w->m->ranks[w->m->views - 1];

    if (match->row <= PLAIN || match->contradicts || w->m->first == w->m->views
        || others >= 4 * ranks || find_whole(w, match) == WHOLE_ROWS)
        return NULL;
    if (match->shaped)
        return arena_print(
            w->a,
            "only %s goes with these numbers of ranks; if it is "
            "a box, whose other sides change with other ones, "
            "it is registered as a grid: try --sizes %d",
            array->count, 4 * ranks);
    return arena_print(w->a,
                       "only %s goes with these numbers of ranks, so it is "
                       "taken for the slowest dimension, which is not known; "
                       "if it is a box, whose other sides change with other "
                       "ones, it is registered as a grid: try --sizes %d",
                       array->count, 4 * ranks);
}

/* The other side of a box, where one has changed only and the numbers say that
 * it is one: those of the whole grid are there, and none of whole rows; or the
 * side that has changed is the faster one.  NULL: rows would do, or it is not
 * known.
 */
static const char *other_side(const struct suggest_work *w,
                              const char *row,
                              const struct row_match *match)
{
    size_t length = row ? strcspn(row, " ") : 0;
    enum whole whole = find_whole(w, match);

    if (!match->conserved || match->row <= PLAIN || length == 0
        || (row[length] == '\0') != (match->halo == 0))
        return NULL;
    return whole == WHOLE_BLOCKS
                   || (whole != WHOLE_ROWS
                       && is_in_stride(w, match->number[0], match->halo))
               ? arena_copy(w->a, row, length)
               : NULL;
}

/* Of two sides the one that ranks are told apart by first is the slowest in C,
 * and the first in Fortran; where a number says which is the fastest, that is
 * better.
 */
static bool is_slowest(const struct suggest_work *w,
                       const struct row_match *match)
{
    return w->p->language == VARIABLES_FORTRAN
           && !is_in_stride(w, match->number[0], match->halo);
}

static const char *not_conserved(const struct suggest_work *w)
{
    size_t others = w->m->views - w->m->first;

    return others < (size_t)w->m->ranks[w->m->views - 1]
               ? "not all ranks were seen with the other number of ranks, so "
                 "whether these are rows is not known"
               : "the rows of all ranks are not as many in both runs: see "
                 "whether the count is right";
}

/* Nothing that was seen tells one number from the other. */
static const char *rival_remark(struct suggest_work *w,
                                const struct suggest_code_array *array,
                                const struct row_match *match)
{
    return arena_print(w->a,
                       "%s fits as well, with rows of %lld in place of %lld: "
                       "see which of them counts its rows, %s or %s",
                       w->of[match->rival]->one.name,
                       (long long)match->rival_row, (long long)match->row,
                       array->count, w->of[match->rival]->one.name);
}

static void matched(struct suggest_work *w,
                    const struct loop_variable *item,
                    struct suggest_line *line,
                    struct suggest_code_array *array,
                    const struct row_match *match)
{
    struct expression e = find_expression(
        w, item->one.name, match->row, match->halo, w->of[match->number[0]]);
    struct loop_variable *used;
    const char *row = e.text, *other;
    bool shape_known = match->shaped || match->contradicts;

    array->halo = match->halo;
    if (match->row > 1)
        array->row =
            row ? row : arena_print(w->a, "%lld", (long long)match->row);
    if (match->dimensions == 1) {
        line->layout = "rows";
        array->count = w->of[match->number[0]]->one.name;
        other = other_side(w, row, match);
        if (is_extent(array->count, row) || other) {
            const char *count = array->count;

            array->count = NULL;
            if (is_extent(count, row))
                make_box(line, array, count,
                         arena_copy(w->a, row, strcspn(row, " ")),
                         shape_known ? match->shaped : strcmp(count, row) < 0);
            else
                make_box(line, array, count, other,
                         shape_known ? match->shaped : is_slowest(w, match));
            line->remark = grid_remark(
                w, !other || shape_known
                       || is_in_stride(w, match->number[0], match->halo));
            if (other)
                line->remark = of_several(
                    w, line->remark, (struct expression){ other, e.other });
            return;
        }
        used = suggest_moving_memory_in_use(w, w->of[match->number[0]]);
        if (used) {
            used->is_count = true;
            array->count = used->one.name;
            line->layout = "unknown";
            line->remark = suggest_moving_memory_room_remark(
                w, w->of[match->number[0]], used);
        } else if (!match->conserved) {
            line->layout = "unknown";
            line->remark = not_conserved(w);
        } else if ((line->remark = may_be_box(w, array, match)) && row) {
            /* The other side of a box is a number of the program's. */
            line->layout = "unknown";
            line->side[0] = array->count;
        }
    } else {
        bool first, second = is_in_stride(w, match->number[1], match->halo);

        line->layout = "grid";
        array->dimensions = match->dimensions;
        for (int d = 0; d < match->dimensions; d++)
            array->extent[d] = w->of[match->number[d]]->one.name;
        first = is_in_stride(w, match->number[0], match->halo);
        if (match->dimensions == 2 && first && !second && !match->shaped) {
            array->extent[0] = w->of[match->number[1]]->one.name;
            array->extent[1] = w->of[match->number[0]]->one.name;
        }
        line->remark = grid_remark(
            w, match->dimensions == 2
                   && (match->shaped || first != second
                       || is_extent(array->extent[0], array->extent[1])));
    }
    if (match->row > PLAIN)
        line->remark = row_remark(w, line->remark, e, match->row);
    if (match->rivalled && array->count) {
        suggest_proposal_remark(w, line, rival_remark(w, array, match));
        if (match->by_chance)
            line->layout = "unknown";
    }
}

/* Memory that a pointer of C++ leads to stays as large as it is. */
static void tell_capacity(struct suggest_work *w, struct suggest_line *line)
{
    if (line->code && strstr(line->code, "CAPACITY"))
        suggest_proposal_remark(
            w, line,
            "fill in CAPACITY, for how many elements there is room, "
            "halos included, whatever the number of ranks; a "
            "std::vector grows by itself");
}

/* Whether it is a side of a box, or may be one, by another line. */
static bool is_side(const struct suggest_work *w, const char *count)
{
    const struct suggest_line *line = w->p->lines.records;

    for (size_t i = 0; i < w->p->lines.count; i++)
        for (int d = 0; d < ROW_MATCH_DIMENSIONS; d++)
            if (line[i].side[d] && strcmp(line[i].side[d], count) == 0)
                return true;
    return false;
}

void suggest_array_sides(struct suggest_work *w)
{
    struct suggest_line *line = w->p->lines.records;

    for (size_t i = 0; i < w->p->lines.count; i++) {
        if (!line[i].count || strcmp(line[i].layout, "rows") != 0
            || !is_side(w, line[i].count))
            continue;
        line[i].layout = "unknown";
        line[i].remark = arena_print(
            w->a,
            "%s%sby another array %s may be a side of a box, and then this "
            "is not divided into rows; what each iteration computes anew "
            "needs no registration",
            line[i].remark ? line[i].remark : "", line[i].remark ? "; " : "",
            line[i].count);
    }
}

void suggest_array_add(struct suggest_work *w,
                       const struct loop_variable *item)
{
    static struct row_match_number varying[SUGGEST_NUMBERS];
    struct suggest_line *line;
    struct suggest_code_array array = { 0 };
    struct row_match match = { 0 };
    struct row_match_array of;
    size_t back[SUGGEST_NUMBERS], count = 0;
    bool varies;

    if (item->one.kind == VARIABLES_ARRAY
        && compare_ranks(w, item) == OTHERS) {
        suggest_moving_memory_name_own(w, item);
        return;
    }
    line = suggest_proposal_line(w, item, "unknown");
    if (!line || !suggest_row_counts_size(w, item, &of))
        return;
    varies = row_match_varies(of.size, of.views);
    /* A change writes into a count how many rows there are, and the number of
     * ranks is none.
     */
    for (size_t i = 0; i < w->numbers; i++)
        if (row_match_varies(w->number[i].value, w->m->views)
            && !suggest_rank_loop_counts_ranks(w, i)) {
            varying[count] = w->number[i];
            varying[count].fit =
                suggest_row_counts_alike(w->of[i]->one.name, item->one.name)
                + (w->votes[i] < VOTES ? w->votes[i] : VOTES);
            back[count++] = i;
        }
    if (varies && item->everywhere)
        match = row_match_find(&of, varying, count);
    for (int d = 0; d < match.dimensions; d++)
        match.number[d] = back[match.number[d]];
    if (match.rivalled)
        match.rival = back[match.rival];
    if (match.dimensions > 0)
        matched(w, item, line, &array, &match);
    else if (!item->everywhere || !varies
             || (!by_itself(w, item, line, of.size)
                 && !by_sum(w, item, line, &array, &of)))
        unknown(w, item, line, &array, !varies);
    if (item->swapped && strcmp(line->layout, "same") == 0
        && item->one.kind == VARIABLES_POINTER) {
        line->layout = "unknown";
        line->remark = arena_print(w->a,
                                   "%s; but the pointer leads elsewhere after "
                                   "an iteration, so its address before the "
                                   "loop is no use",
                                   line->remark);
    }
    line->allocated = suggest_source_lines_allocated(w, item);
    line->code = suggest_code_array(w->p->language, &item->one, &array, w->a);
    line->count = array.count;
    if (array.dimensions > 0)
        memcpy(line->side, array.extent, sizeof(line->side));
    suggest_given_array_tell(w, item, line, &array, &match);
    tell_capacity(w, line);
    suggest_proposal_distinguish(w, line);
}

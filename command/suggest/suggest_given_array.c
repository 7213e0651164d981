/* suggest_given_array.c - arrays of Fortran that a procedure is given, or
 * whose shape is not what their count says
 *
 * The former are the caller's: they stay where they are, and so does the room
 * that there is for them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/suggest/source_text.h"
#include "command/suggest/suggest_proposal_internal.h"

/* Whether it is an argument that the procedure may not set, or a part of one.
 */
static bool is_read_only(const struct suggest_work *w, const char *count)
{
    const char *name = arena_copy(w->a, count, strcspn(count, "%("));
    char *text = source_text_read(w->p->file);
    bool is = !name;

    for (size_t i = 0; i < w->numbers; i++)
        is = is
             || (!w->of[i]->one.is_global
                 && strcmp(w->of[i]->one.name, count) == 0
                 && source_text_is_read_only(text, w->of[i]->one.line,
                                             w->p->line, name));
    free(text);
    return is;
}

/* Whether rows, or a box, are not what its last dimension says.  Rows that
 * were made a box of may be its first dimension.
 */
static bool is_contradicted(const struct loop_variable *item,
                            const struct suggest_code_array *array,
                            const struct row_match *match)
{
    bool box = match->dimensions == 1 && array->dimensions > 0;

    return match->contradicts
           && (!box || item->one.rank < (unsigned)array->dimensions);
}

/* What is to be said of that. */
static const char *contradiction(struct suggest_work *w,
                                 const struct loop_variable *item,
                                 const struct suggest_code_array *array,
                                 const struct row_match *match)
{
    const char *name = item->one.name;

    if (array->dimensions > 0)
        return arena_print(w->a,
                           "its last dimension is none of these: declare %s "
                           "with one for each",
                           name);
    if (item->one.rank < 2)
        return arena_print(w->a,
                           "a row has %lld elements and is none of its last "
                           "dimension: declare it as %s(%lld, ...)",
                           (long long)match->row, name, (long long)match->row);
    return arena_print(w->a,
                       "%s does not count its last dimension, which is the "
                       "one that is spread: have it last, or register %s as a "
                       "grid (spread=MITO_GRID)",
                       array->count, name);
}

void suggest_given_array_tell(struct suggest_work *w,
                              const struct loop_variable *item,
                              struct suggest_line *line,
                              const struct suggest_code_array *array,
                              const struct row_match *match)
{
    bool fixed = item->one.kind == VARIABLES_ARGUMENT;
    const char *count = array->count;

    if (fixed && array->dimensions > 0)
        count = array->extent[0];
    if (!count || w->p->language != VARIABLES_FORTRAN)
        return;
    if (fixed)
        suggest_proposal_remark(
            w, line,
            "it stays where it is: a change by which a rank would have "
            "more of it than its start-up has made room for is given "
            "up");
    if (is_contradicted(item, array, match)) {
        line->layout = "unknown";
        suggest_proposal_remark(w, line, contradiction(w, item, array, match));
    }
    if (is_read_only(w, count)) {
        line->layout = "unknown";
        suggest_proposal_remark(
            w, line,
            arena_print(w->a, "%s is intent(in), and a change has to set it",
                        count));
    }
}

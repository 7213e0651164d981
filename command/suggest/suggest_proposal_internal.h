/* suggest_proposal_internal.h - how a proposal is worked out
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_PROPOSAL_INTERNAL_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_PROPOSAL_INTERNAL_H

#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_proposal.h"

enum { SUGGEST_LAST = DUMP_MOMENTS - 1, SUGGEST_NUMBERS = 2000 };

struct suggest_work {
    struct suggest_proposal *p;
    struct loop_variables *m;
    const struct suggest_mark *mark; /* of the first view */
    const char *head; /* how the loop says that it goes round, or NULL */
    symbols_t *s;
    arena_t *a;
    size_t numbers; /* that may be counts: */
    struct row_match_number number[SUGGEST_NUMBERS];
    const struct loop_variable *of[SUGGEST_NUMBERS];
    int votes[SUGGEST_NUMBERS]; /* how well each goes with arrays' sizes */
    int64_t side[SUGGEST_NUMBERS];
    size_t sides; /* of them, those that a row may be as long as */
};

/* Find the loop that the views stand in: of functions that were inlined into
 * each other the outermost one that has a loop around the call.  Returns -1
 * with the reason in 'err' where there is no line for it.
 */
int suggest_source_lines_find(struct suggest_work *w, struct error *err);

/* "allocate (heat.c:92), called by plate_create (heat.c:141)", or NULL. */
const char *suggest_source_lines_allocated(struct suggest_work *w,
                                           const struct loop_variable *item);

/* Whether it may be told as the count of an array: an integer of before the
 * loop.
 */
bool suggest_row_counts_may_be(const struct suggest_work *w,
                               const struct loop_variable *item);

/* Gather the numbers by which the size of an array may go, and find out with
 * how many arrays each goes.
 */
void suggest_row_counts_find(struct suggest_work *w);

/* Find out how large an array is in all views, with numbers that its rows may
 * be as long as; it lives as long as the texts.  Returns false where that is
 * not known.
 */
bool suggest_row_counts_size(struct suggest_work *w,
                             const struct loop_variable *item,
                             struct row_match_array *array);

/* Find out whether the proposal's loop goes over the ranks, whose head begins
 * in the file's 'text', and note it in the proposal.  The numbers are
 * gathered.
 */
void suggest_rank_loop_find(struct suggest_work *w, const char *text);

/* Find out whether the proposal's loop goes round a few times, as its head
 * says, and the calls of the rank are more than that: then the loop around it
 * goes round again and again.  Note how often in the proposal.
 */
void suggest_inner_loop_find(struct suggest_work *w, const char *text);

/* Name the numbers that the loop assigns, as the file's 'text' has it, and
 * that were not written while it was watched.
 */
void suggest_rarely_written_find(struct suggest_work *w, const char *text);

/* Whether it is declared in the loop, so that it begins anew in each
 * iteration.
 */
bool suggest_proposal_is_in_body(const struct suggest_work *w,
                                 const struct loop_variable *item);

/* Whether it is a number of before the loop that was not written there. */
bool suggest_proposal_is_still(const struct suggest_work *w,
                               const struct loop_variable *item);

/* Whether the number is how many ranks there are, in all views. */
bool suggest_rank_loop_counts_ranks(const struct suggest_work *w,
                                    size_t number);

/* Add a line for an array. */
void suggest_array_add(struct suggest_work *w,
                       const struct loop_variable *item);

/* Add to the line of an array of Fortran what is to be said where a procedure
 * is given it, or its count, or where its shape contradicts the 'match', and
 * make a comment of it where that cannot be.
 */
void suggest_given_array_tell(struct suggest_work *w,
                              const struct loop_variable *item,
                              struct suggest_line *line,
                              const struct suggest_code_array *array,
                              const struct row_match *match);

/* Make a comment of the lines for rows whose count is, by another line, a side
 * of a box.
 */
void suggest_array_sides(struct suggest_work *w);

/* How much of the names of two variables is alike, of whole parts. */
int suggest_row_counts_alike(const char *a, const char *b);

/* Add to a remark, or NULL, that a number in the code is this run's, and no
 * variable's.
 */
const char *suggest_array_of_this_run(struct suggest_work *w,
                                      const char *remark,
                                      int64_t number);

/* Name the pointer to the memory that moves and that the variable is in. */
void suggest_moving_memory_name_within(struct suggest_work *w,
                                       const struct loop_variable *item);

/* Add a line for an array in memory that moves, or name it. */
void suggest_moving_memory_add(struct suggest_work *w,
                               const struct loop_variable *item);

/* The number that seems to say how many of 'room' places are in use, or
 * NULL; and what is to be said of it.
 */
struct loop_variable *suggest_moving_memory_in_use(
    struct suggest_work *w, const struct loop_variable *room);
const char *suggest_moving_memory_room_remark(
    struct suggest_work *w,
    const struct loop_variable *room,
    const struct loop_variable *used);

/* Name a number of which each rank has its own, unless it is a count; or an
 * array.
 */
void suggest_moving_memory_name_own(struct suggest_work *w,
                                    const struct loop_variable *item);

/* Add a line without code.  Returns NULL without memory. */
struct suggest_line *suggest_proposal_line(struct suggest_work *w,
                                           const struct loop_variable *item,
                                           const char *layout);

/* Add to the line's remark. */
void suggest_proposal_remark(struct suggest_work *w,
                             struct suggest_line *line,
                             const char *more);

/* Give the line's code a name that no line before it has, where two variables
 * end alike: "now", "now_2".
 */
void suggest_proposal_distinguish(struct suggest_work *w,
                                  struct suggest_line *line);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_PROPOSAL_INTERNAL_H */

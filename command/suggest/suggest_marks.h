/* suggest_marks.h - the call by which each rank's main loop is watched
 *
 * The profile has loops of calls, and not those of the source: with two ranks
 * a loop over the other ranks goes round once, and calls in it come as often
 * as those of the main loop around it.  And a sum that is made every ten steps
 * has rounds of its own.  So the calls of a round are looked up in the source:
 * their main loop is the innermost one that all of them are in.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_MARKS_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_MARKS_H

#include "report/code/symbols.h"
#include "report/model/run.h"

struct suggest_mark {
    uint32_t path;    /* or RUN_NOWHERE: the rank has no loop */
    uint64_t marks;   /* how often it comes in an iteration */
    uint64_t rounds;  /* iterations, as far as is known */
    const char *file; /* the loop in the source, or NULL: it was not found */
    int head;         /* the line in which it begins */
    bool widened;     /* that is around the loop that the profile has */
    bool over_ranks;  /* 'marks' are in a round of a loop in that one, which */
    int left_out;     /* goes over the ranks, all but so many */
    bool synced;      /* it is known: the program calls mito_sync() in it */
};

/* How often the calls of the mark came to the loop that they are in. */
uint64_t suggest_mark_rounds(const struct suggest_mark *mark);

/* How often the mark comes in an iteration with so many ranks. */
uint64_t suggest_mark_count(const struct suggest_mark *mark, int ranks);

/* How often a rank that makes the mark's call does so in all, as a mean. */
uint64_t suggest_mark_calls(const struct suggest_mark *mark,
                            const struct run *run);

/* Find the file that has main(), whose path goes to 'program', of PATH_MAX.
 * Returns -1 with the reason in 'err' when there is none.
 */
int suggest_marks_program(const struct run *run,
                          char *program,
                          struct error *err);

/* Whether the frame is in it. */
bool suggest_marks_in_program(const struct run *run,
                              struct run_frame frame,
                              const char *program);

/* Find the mark of each rank in 'run', whose program has the symbols 's';
 * texts go into 'a'.  Returns them, in 'a', too, or NULL with the reason in
 * 'err'.
 */
struct suggest_mark *suggest_marks_find(const struct run *run,
                                        const char *program,
                                        symbols_t *s,
                                        arena_t *a,
                                        struct error *err);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_MARKS_H */

/* suggest_proposal.h - what a program would register, at one of its loops
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_PROPOSAL_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_PROPOSAL_H

#include "base/string_list.h"
#include "command/suggest/loop_variables.h"
#include "command/suggest/row_match.h"
#include "command/suggest/source_loop.h"
#include "command/suggest/suggest_marks.h"
#include "report/model/list.h"

/* One thing to register. */
struct suggest_line {
    const char *variable;
    const char *type;
    const char *layout; /* "number", "rows", "grid", "same" or "unknown" */
    const char *code;
    const char *remark;                     /* or NULL */
    const char *allocated;                  /* where, or NULL */
    const char *count;                      /* of an array, or NULL */
    const char *side[ROW_MATCH_DIMENSIONS]; /* of a box, which it may be */
};

struct suggest_proposal {
    enum variables_language language;
    const char *function; /* that has the loop */
    const char *file;     /* the whole path, or "" */
    int line;             /* from which MPI is called in each iteration */
    const char *unlooped; /* why the loop was not found in the file, or */
    bool looped;          /* it was: */
    struct source_loop loop;
    uint64_t at;                 /* where it stands, in the program's file */
    bool over_ranks;             /* the loop goes over the ranks, all but */
    int left_out;                /* so many of them: 1 for itself, or none */
    int times;                   /* or it goes round so often, and is within */
    int outer;                   /* the loop around that, in this line; or 0 */
    int include;                 /* behind this line */
    bool included;               /* that is there already, */
    bool synced;                 /* and so is the call of mito_sync() */
    const char *ranks;           /* that came here */
    struct list lines;           /* of struct suggest_line */
    struct string_list constant; /* what is not written */
    struct string_list seldom;   /* numbers of that, which the loop assigns */
    struct string_list unseen;   /* what could not be looked at */
    bool lost;                   /* of that, by what the compiler left out */
};

/* Work out what is to be said of the views in 'm', which stand at the same
 * place, the first of them by 'mark'; texts go into 'a'.  Returns -1 with the
 * reason in 'err', and 'p' to be cleared.
 */
int suggest_proposal_make(struct suggest_proposal *p,
                          struct loop_variables *m,
                          const struct suggest_mark *mark,
                          symbols_t *s,
                          arena_t *a,
                          struct error *err);

/* Whether the loop that begins in the line 'head' of its file is around the
 * loop.
 */
bool suggest_proposal_is_around(const struct suggest_proposal *p, int head);

/* Free it. */
void suggest_proposal_clear(struct suggest_proposal *p);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_PROPOSAL_H */

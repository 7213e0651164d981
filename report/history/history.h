/* history.h - many runs: of which programs, in which order, and what of each
 *
 * Runs are told apart by program; those of a program with the same arguments
 * and as many ranks are a series, in which one can be compared with the next.
 * Of a run only what is said of it here is kept, so that there may be many.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_H
#define MITOSIS_REPORT_HISTORY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "report/model/arena.h"
#include "report/model/list.h"
#include "report/model/run.h"

/* What the time of a rank went into. */
enum history_part {
    HISTORY_COMPUTING,
    HISTORY_WAITING,
    HISTORY_TRANSFER,
    HISTORY_OTHER,
    HISTORY_PARTS
};

extern const char *const history_part_name[HISTORY_PARTS];

/* A place in the program that calls MPI, see run_place(). */
struct history_place {
    const char *name;
    double seconds; /* of a rank on average, in the whole run */
};

struct history_run {
    const char *name; /* of the report */
    const char *job;
    const char *program;
    const char *arguments; /* of the program, with spaces between */
    const char *hosts;     /* their names */
    uint64_t started_ns;
    bool complete;
    bool timed;
    bool changed;     /* while it ran */
    int least, most;  /* ranks */
    double ranks;     /* on average */
    double wall;      /* seconds */
    double iteration; /* the median, or 0 */
    double fast;      /* a tenth of its iterations took less */
    double slow;      /* and a tenth longer */
    double noise;     /* by which iterations may differ for no reason */
    double computed;  /* by all ranks in an iteration, or 0 */
    double computed_in_all;
    struct run_efficiency efficiency; /* of the whole run */
    const char *cause;                /* that limits it, or empty */
    double part[HISTORY_PARTS]; /* of a rank on average, in the whole run */
    size_t places;
    struct history_place *place; /* each once, by name */

    struct run_iterations loops; /* 'mark', 'calls', 'loop' and 'efficiency'
                                    alone */
    bool other_loop; /* its iteration is not what most of its series have */

    double seconds; /* of an iteration or of the run, as its series has it */
};

/* From a run of a series on it takes longer, or shorter, than before. */
struct history_change {
    size_t at;     /* which one */
    size_t since;  /* the first of those it is compared with */
    size_t runs;   /* that stayed so: it and those after it */
    double before; /* seconds, the median of these */
    double after;  /* and of the runs from there on */
    double noise;  /* that the two may differ by for no reason */
};

struct history_series {
    bool iterations; /* 'seconds' is of an iteration, else of the run */
    size_t count;
    struct history_run *run; /* in the order in which they were started */
    size_t changes;
    struct history_change *change; /* see history_change.h */
    double noise;       /* by which runs differ, or 0 when there are too few */
    size_t other_loops; /* runs of which that is known */
};

struct history_scaling;

/* All series with the same arguments, by ranks. */
struct history_problem {
    size_t count;
    struct history_series *series;
    const struct history_scaling *scaling; /* see history_scaling.h */
};

struct history_program {
    const char *name;
    size_t runs;
    size_t count;
    struct history_problem *problem;
};

struct history {
    arena_t *arena;
    struct list list; /* of runs, before they are sorted */
    size_t twice;     /* runs that were there once more */
    size_t runs;
    struct history_run *run;
    size_t count;
    struct history_program *program;
};

/* Begin.  Returns what is given back with history_destroy(), or NULL when
 * there is no memory.
 */
struct history *history_create(void);

/* Free it.  NULL is fine. */
void history_destroy(struct history *h);

/* Add a run, whose report is called 'name'; neither is needed afterwards.
 * Returns -1 when there is no memory.
 */
int history_add(struct history *h, const struct run *run, const char *name);

/* Sort them, when all were added.  Returns -1 when there is no memory. */
int history_sort(struct history *h);

/* Whether a run counts where its series is judged: it completed, and has the
 * time that the series goes by.
 */
bool history_counts(const struct history_series *s,
                    const struct history_run *run);

/* Its efficiency, beside the time of an iteration or of the run. */
const struct run_efficiency *history_efficiency(const struct history_run *run,
                                                bool iterations);

/* The run that was started last, and its series. */
const struct history_run *history_newest(const struct history *h,
                                         const struct history_series **s);

/* "4 ranks", "2 to 8 ranks, changed while it ran". */
enum { HISTORY_RANKS = 80 };
void history_ranks(const struct history_run *run, char text[HISTORY_RANKS]);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_H */

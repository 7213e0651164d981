/* causes.h - the causes that a run's figures tell of, while they are
 * looked for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_CAUSES_H
#define MITOSIS_REPORT_DIAGNOSE_CAUSES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/model/run.h"

enum { CAUSES = 24 };

/* What a cause is told from. */
enum cause_kind {
    CAUSE_WORK,  /* on who computes how long, or how much is moved */
    CAUSE_WAITS, /* on who waited for whom, which a lack of cores upsets */
    CAUSE_CORES, /* such a lack itself */
    CAUSE_TAKEN, /* the same, where it is known what follows from it */
    CAUSE_POLLS, /* ranks that ask, whose waiting passes for computing */
    CAUSE_ELSE
};

struct cause {
    enum cause_kind kind;
    double weight; /* the larger, the sooner it is told: what it is worth */
    struct run_verdict verdict;
};

struct causes {
    struct run *run; /* whose memory the texts are in */
    size_t count;
    bool no_memory;
    struct cause of[CAUSES];
};

/* A verdict of which nothing but the cause is known. */
struct run_verdict causes_verdict(const char *cause);

/* Add a cause without which the run would be 'worth' seconds shorter.  Returns
 * what is to be filled in, or NULL if that is too little to be told.
 */
struct run_verdict *causes_add(struct causes *f,
                               enum cause_kind kind,
                               const char *cause,
                               double worth);

/* Add one whose worth is not known, but which comes before all others, as they
 * are told from figures that it upsets.  Returns what is to be filled in, or
 * NULL if there is no room.
 */
struct run_verdict *causes_add_first(struct causes *f,
                                     enum cause_kind kind,
                                     const char *cause);

/* Print one of its texts as printf() does. */
void causes_print(struct causes *f, const char **text, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The line of code that belongs to it, if one is known. */
void causes_place(struct run_verdict *verdict, const struct run_site *site);

#endif /* !MITOSIS_REPORT_DIAGNOSE_CAUSES_H */

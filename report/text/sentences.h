/* sentences.h - what a run's numbers mean, in a sentence
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_SENTENCES_H
#define MITOSIS_REPORT_TEXT_SENTENCES_H

#include "report/model/run.h"

enum { SENTENCES_TEXT = 1024 };

/* How the time that ranks spend computing is spread. */
struct sentences_balance {
    double least;
    double mean;
    double most;
    int fastest; /* the rank with the least */
    int slowest;
};

struct sentences_balance sentences_balance(const struct run *run);

/* What limits the run and, where it shows, why. */
void sentences_limit(const struct run *run, char text[SENTENCES_TEXT]);

#endif /* !MITOSIS_REPORT_TEXT_SENTENCES_H */

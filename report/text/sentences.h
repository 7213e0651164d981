/* sentences.h - how the time that ranks spend computing is spread
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_SENTENCES_H
#define MITOSIS_REPORT_TEXT_SENTENCES_H

#include "report/model/run.h"
#include "report/model/units.h"

/* How the time that ranks spend computing is spread.  Ranks that were there
 * for different times, as in a job that moved, are compared by the share of
 * their time.
 */
struct sentences_balance {
    bool shares; /* the figures are shares, else seconds */
    double least;
    double mean;
    double most;
    int fastest; /* the rank with the least */
    int slowest;
};

struct sentences_balance sentences_balance(const struct run *run);

/* One of its figures. */
struct unit_text sentences_figure(const struct sentences_balance *b,
                                  double figure);

#endif /* !MITOSIS_REPORT_TEXT_SENTENCES_H */

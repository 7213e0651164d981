/* computing_spread.h - how the time that ranks spend computing is spread
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_COMPUTING_SPREAD_H
#define MITOSIS_REPORT_TEXT_COMPUTING_SPREAD_H

#include "report/model/run.h"
#include "report/model/units.h"

/* How the time that ranks spend computing is spread.  Ranks that were there
 * for different times, as in a job that moved, are compared by the share of
 * their time.
 */
struct computing_spread {
    bool shares; /* the figures are shares, else seconds */
    double least;
    double mean;
    double most;
    int fastest; /* the rank with the least */
    int slowest;
};

struct computing_spread computing_spread(const struct run *run);

/* One of its figures. */
struct unit_text computing_spread_figure(const struct computing_spread *b,
                                         double figure);

#endif /* !MITOSIS_REPORT_TEXT_COMPUTING_SPREAD_H */

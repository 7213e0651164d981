/* history_change.h - since when a program takes longer or shorter
 *
 * The runs of a series are cut into levels: a run is compared with the median
 * of the first ones of its level, and where it and the next one lie farther
 * from that than noise, another level begins; a single run that does is none,
 * unless it is the last.  Noise is what the iterations of two runs tell, as
 * where two are compared, or if that is more, by how much neighbours in the
 * series usually differ.  A level is what its first runs were, so that many
 * small steps are found as well.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_CHANGE_H
#define MITOSIS_REPORT_HISTORY_HISTORY_CHANGE_H

#include "report/history/history.h"

/* Find the changes of all series.  Returns -1 when there is no memory. */
int history_change_find_all(struct history *h);

/* How many of the runs from 'from' on and before 'to' count. */
size_t history_change_runs(const struct history_series *s,
                           size_t from,
                           size_t to);

/* The share by which it takes longer, below 0 for shorter. */
double history_change_share(const struct history_change *c);

/* What of a rank's time differs most between the runs on both sides of a
 * change: a part or a place.  Returns false when none differs by a hundredth
 * of the run or more.
 */
struct history_cause {
    const char *name;
    double before; /* seconds of a rank on average, in the whole run */
    double after;
};

bool history_change_part(const struct history_series *s,
                         const struct history_change *c,
                         struct history_cause *cause);
bool history_change_place(const struct history_series *s,
                          const struct history_change *c,
                          struct history_cause *cause);

/* Whether the runs on both sides were on the same hosts. */
bool history_change_same_hosts(const struct history_series *s,
                               const struct history_change *c);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_CHANGE_H */

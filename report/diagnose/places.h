/* places.h - which calls and lines have most of a loss
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_PLACES_H
#define MITOSIS_REPORT_DIAGNOSE_PLACES_H

#include "report/diagnose/evidence.h"

/* What a line is chosen by. */
typedef double places_amount(const struct evidence *e,
                             double seconds,
                             double waiting);

/* The line with most of it among the kinds of the set 'kinds', a bit for each,
 * or among calls of the name 'call' if that is not NULL.  Returns NULL if no
 * line has more than a quarter of 'all'.
 */
const struct run_site *places_most(const struct evidence *e,
                                   unsigned kinds,
                                   const char *call,
                                   places_amount *amount,
                                   double all);

/* The same among lines with fewer calls than that, as those outside of the
 * iterations are.
 */
const struct run_site *places_most_rare(const struct evidence *e,
                                        unsigned kinds,
                                        uint64_t fewer,
                                        places_amount *amount,
                                        double all);

/* How much of it all calls of these kinds have together. */
double places_sum(const struct evidence *e,
                  unsigned kinds,
                  places_amount *amount);

/* The call of these kinds with most of it, or NULL where none has any. */
const struct run_call *places_call(const struct evidence *e,
                                   unsigned kinds,
                                   places_amount *amount);

/* Amounts: the part of waiting that is for late ranks, or for ranks with more
 * to do; what is neither; and all the time.
 */
places_amount places_late, places_uneven, places_moving, places_seconds;

#endif /* !MITOSIS_REPORT_DIAGNOSE_PLACES_H */

/* forecast_report.h - a forecast as the report of a run
 *
 * So what reads reports reads forecasts as well: the page for the browser and
 * comparisons.  The report says of itself that it was foreseen.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_FORECAST_REPORT_H
#define MITOSIS_FORESEE_FORECAST_REPORT_H

#include "foresee/forecast_print.h"

/* Make it.  'recorded' is the report of the run that was replayed, of which
 * the program's name and its MPI are taken.  Returns what is given back with
 * run_destroy() before the forecast and 'recorded', whose texts it has; or
 * NULL with the reason in 'err'.
 */
struct run *forecast_report(const struct forecast *f,
                            const struct forecast_print_origin *from,
                            const struct run *recorded,
                            struct error *err);

#endif /* !MITOSIS_FORESEE_FORECAST_REPORT_H */

/* forecast_print_internal.h - what is said of a forecast in either form
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_FORECAST_PRINT_INTERNAL_H
#define MITOSIS_FORESEE_FORECAST_PRINT_INTERNAL_H

#include "base/emit.h"
#include "foresee/forecast_print.h"

/* By how much the replay misses the run on the run's own hosts; NAN on others,
 * and where a model of the user's says how long ranks compute.
 */
double forecast_print_error(const struct forecast *f,
                            const struct forecast_print_origin *from);

/* How what is said of the generation is known; and of all of them, which is
 * how the least certain one is.
 */
const char *forecast_print_how(const struct simulated_generation *g,
                               const struct forecast_print_origin *from);
const char *forecast_print_how_all(const struct forecast *f,
                                   const struct forecast_print_origin *from);

/* Write the factors of an efficiency, as "efficiency". */
void forecast_print_efficiency(struct emit *e,
                               const struct run_efficiency *is);

#endif /* !MITOSIS_FORESEE_FORECAST_PRINT_INTERNAL_H */

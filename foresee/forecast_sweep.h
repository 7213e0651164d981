/* forecast_sweep.h - what a run would do with several values of options, side
 * by side
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_FORECAST_SWEEP_H
#define MITOSIS_FORESEE_FORECAST_SWEEP_H

#include <stdbool.h>
#include <stdio.h>

#include "foresee/forecast_print.h"

enum { FORECAST_SWEEP_HOW = 16 };

/* What came of one combination of values. */
struct forecast_sweep_row {
    bool refused;
    struct error why; /* then */
    double seconds;
    double iteration; /* the median of them */
    double node_seconds;
    struct run_efficiency efficiency;
    size_t ranks; /* that it begins with */
    size_t changes;
    char how[FORECAST_SWEEP_HOW];
};

struct forecast_sweep {
    size_t options;
    const char *const *option; /* their names */
    size_t count;
    const char *const *value; /* of each row, those of all options */
    const struct forecast_sweep_row *row;
};

/* Take the figures of a forecast. */
void forecast_sweep_take(struct forecast_sweep_row *row,
                         const struct forecast *f,
                         const struct forecast_print_origin *from);

/* Whether no figure depends on the option, of which there are several values.
 */
bool forecast_sweep_is_idle(const struct forecast_sweep *s, size_t option);

/* A line for each row, and one for each option that changes nothing. */
void forecast_sweep_print_text(const struct forecast_sweep *s, FILE *out);

/* As doc/mitosis.1 has it. */
void forecast_sweep_print_json(const struct forecast_sweep *s, FILE *out);

#endif /* !MITOSIS_FORESEE_FORECAST_SWEEP_H */

/* forecast_print.h - a forecast for people, and for other programs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_FORECAST_PRINT_H
#define MITOSIS_FORESEE_FORECAST_PRINT_H

#include <stdio.h>

#include "foresee/forecast.h"

/* How the figures were come by. */
struct forecast_print_origin {
    const char *run;      /* its file */
    const char *platform; /* the user's file, or NULL: the run's own hosts */
    const char *map;      /* or NULL */
    const size_model_t *size_model; /* or NULL */
    double bytes;      /* of state, by which changes are priced; or NAN */
    const char *model; /* the file of the user's, or NULL */
    bool links;        /* the user has said how they are between hosts */
    double no_core;    /* for this share of their computing ranks of the run
                          had no core, where there was one for each */
};

/* Print the forecast as text. */
void forecast_print_text(const struct forecast *f,
                         const struct forecast_print_origin *from,
                         FILE *out);

/* Print it as JSON. */
void forecast_print_json(const struct forecast *f,
                         const struct forecast_print_origin *from,
                         FILE *out);

#endif /* !MITOSIS_FORESEE_FORECAST_PRINT_H */

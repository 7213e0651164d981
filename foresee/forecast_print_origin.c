/* forecast_print_origin.c - how the figures of a forecast were come by
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "foresee/forecast_print_internal.h"

double forecast_print_error(const struct forecast *f,
                            const struct forecast_print_origin *from)
{
    return from->platform || from->map || from->links || from->model
               ? NAN
               : forecast_off(f);
}

const char *forecast_print_how(const struct simulated_generation *g,
                               const struct forecast_print_origin *from)
{
    return from->size_model
               ? size_model_how(from->size_model, g->outcome.ranks)
               : "replayed";
}

const char *forecast_print_how_all(const struct forecast *f,
                                   const struct forecast_print_origin *from)
{
    const char *least = "replayed";

    for (size_t i = 0; i < f->job.generations; i++) {
        const char *one = forecast_print_how(&f->job.generation[i], from);

        if (strcmp(one, "modelled") == 0 || strcmp(one, "extrapolated") == 0
            || (strcmp(one, "interpolated") == 0
                && strcmp(least, "replayed") == 0))
            least = one;
    }
    return least;
}

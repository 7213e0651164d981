/* hardware.c - instructions per cycle and energy, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/model/units.h"
#include "report/text/hardware.h"

/* Commands and settings are in quotes; where there is none nothing can be done
 * about it, and it is not told each time.
 */
static void print_missing(const char *what, const char *why, struct columns *p)
{
    if (strchr(why, '"'))
        columns_wrap(p, 2, "%s not known: %s.", what, why);
}

void hardware_print(const struct run *run, struct columns *p)
{
    double joules = 0;

    for (size_t i = 0; i < run->hosts; i++)
        joules += run->host[i].energy;
    if (run->instructions_per_cycle > 0)
        columns_wrap(p, 2,
                     "On a core the ranks did %.2f instructions per cycle.",
                     run->instructions_per_cycle);
    else
        print_missing("Instructions per cycle are", run->counters_missing, p);
    if (joules > 0 && run->wall > 0)
        columns_wrap(p, 2,
                     "The processors of the host%s took %s, %.3g W on average,"
                     " for all that ran there.",
                     unit_plural(run->hosts), unit_energy(joules).text,
                     joules / run->wall);
    else
        print_missing("The energy that it took is", run->energy_missing, p);
}

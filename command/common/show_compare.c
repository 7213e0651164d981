/* show_compare.c - how two runs differ, on stdout
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "command/common/pager.h"
#include "command/common/show_compare.h"

struct shown {
    const struct compare *compare;
    const char *name;
};

static void print(const void *what, FILE *out)
{
    const struct shown *shown = what;

    compare_print(shown->compare, shown->name, out);
}

void show_compare(const struct compare *c, const char *name)
{
    const struct shown shown = { c, name };

    pager_show(print, &shown);
}

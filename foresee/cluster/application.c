/* application.c - what kind of program a job is: how its time goes with nodes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "foresee/cluster/application.h"

void application_init(struct application *a, double serial)
{
    *a = (struct application){
        .seconds = { .constant = serial, .factor = 1 - serial, .power = -1 },
        .kind = JOB_KINDS,
        .bytes = JOB_UNKNOWN,
        .weight = 1,
    };
    snprintf(a->name, sizeof(a->name), "any");
    price_init(&a->price);
}

double application_stretch(const struct application *a, int nodes, int size)
{
    return scaling_fit_at(&a->seconds, nodes)
           / scaling_fit_at(&a->seconds, size);
}

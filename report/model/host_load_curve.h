/* host_load_curve.h - the load of a host over a run of several parts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_HOST_LOAD_CURVE_H
#define MITOSIS_REPORT_MODEL_HOST_LOAD_CURVE_H

#include "report/model/run.h"

/* Begin with none, in 'a'.  Returns -1 when there is no memory. */
int host_load_curve_begin(struct run_host *to, arena_t *a);

/* Put what is known of a part behind it, which began 'offset' seconds after
 * the run.  Where that gets too much, every other one goes.
 */
void host_load_curve_add(struct run_host *to,
                         const struct run_host *from,
                         double offset);

#endif /* !MITOSIS_REPORT_MODEL_HOST_LOAD_CURVE_H */

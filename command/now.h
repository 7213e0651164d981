/* now.h - where the ranks of a job are at this moment
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NOW_H
#define MITOSIS_NOW_H

#include <stdbool.h>

#include "report/run.h"

/* Print to stdout how long the job has been running, if it is 'alive', and in
 * which call, for how long, each of its ranks is.
 */
void now_print(const struct run *run, bool alive);

#endif /* !MITOSIS_NOW_H */

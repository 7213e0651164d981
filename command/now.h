/* now.h - where the ranks of a job are at this moment
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NOW_H
#define MITOSIS_NOW_H

#include "report/run.h"

/* Print to stdout how long the job has been running, and in which call, for
 * how long, each of its ranks is.
 */
void now_print(const struct run *run);

#endif /* !MITOSIS_NOW_H */

/* show_compare.h - how two runs differ, on stdout
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SHOW_COMPARE_H
#define MITOSIS_COMMAND_COMMON_SHOW_COMPARE_H

#include "report/text/compare.h"

/* Print it; the one before is called 'name'. */
void show_compare(const struct compare *c, const char *name);

#endif /* !MITOSIS_COMMAND_COMMON_SHOW_COMPARE_H */

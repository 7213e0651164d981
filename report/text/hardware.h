/* hardware.h - instructions per cycle and energy, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_HARDWARE_H
#define MITOSIS_REPORT_TEXT_HARDWARE_H

#include "report/model/run.h"
#include "report/text/columns.h"

/* Print them; where they are not known, why, if there is a setting for it. */
void hardware_print(const struct run *run, struct columns *p);

#endif /* !MITOSIS_REPORT_TEXT_HARDWARE_H */

/* history_json.h - the history of programs for other programs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_JSON_H
#define MITOSIS_REPORT_HISTORY_HISTORY_JSON_H

#include <stdio.h>

#include "report/history/history.h"

/* Write it as one JSON object.  The caller asks ferror() how that went. */
void history_json_print(const struct history *h, FILE *out);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_JSON_H */

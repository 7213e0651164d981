/* optional_fields.h - what a report need not tell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_OPTIONAL_FIELDS_H
#define MITOSIS_REPORT_JSON_OPTIONAL_FIELDS_H

#include "report/model/run.h"

/* Texts that were not in a report are empty from now on, and never NULL. */
void optional_fields_fill(struct run *run);

/* Those of one change, or policy. */
void optional_fields_fill_change(struct run_change *change);
void optional_fields_fill_policy(struct run_policy *policy);

#endif /* !MITOSIS_REPORT_JSON_OPTIONAL_FIELDS_H */

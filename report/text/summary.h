/* summary.h - what there is to say of a run, before all pictures
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_SUMMARY_H
#define MITOSIS_REPORT_TEXT_SUMMARY_H

#include "report/model/run.h"

enum { SUMMARY_TEXT = 4096 };

/* How long it took and how it ended. */
void summary_length(const struct run *run, char text[SUMMARY_TEXT]);

/* What was changed and what that brought; empty when nothing was. */
void summary_changes(const struct run *run, char text[SUMMARY_TEXT]);

/* The program with its arguments, "./heat 100 100"; cut short with "..." where
 * they are too many.
 */
void summary_program(const struct run *run, char text[SUMMARY_TEXT]);

#endif /* !MITOSIS_REPORT_TEXT_SUMMARY_H */

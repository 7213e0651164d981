/* diagnose.h - what limits a run: one cause, one line, one advice, its worth
 *
 * Each module of this folder looks for some causes, by what the run's figures
 * tell (evidence.h), and says what each is worth: how much shorter the run
 * would be without it.  The one that is worth most is the verdict; another
 * one is told if it is worth more than 5 % of the run, and is no consequence
 * of the first.  Where the efficiency is at its accepted mark nothing is told
 * that computing and communicating lose: less is what noise makes of a good
 * run.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_DIAGNOSE_H
#define MITOSIS_REPORT_DIAGNOSE_DIAGNOSE_H

#include "report/model/run.h"

/* The cause of a run that has none: all is well, or it is not known why not.
 */
extern const char diagnose_nothing[];
extern const char diagnose_no_cause[];

/* Fill in run->verdict and run->second, whose call sites must be resolved.  A
 * run that was not timed has no verdict.  Returns -1 without memory.
 */
int diagnose(struct run *run);

#endif /* !MITOSIS_REPORT_DIAGNOSE_DIAGNOSE_H */

/* prove_judge.h - whether a run with changes is as one without
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_JUDGE_H
#define MITOSIS_COMMAND_PROVE_PROVE_JUDGE_H

#include "command/prove/prove_report.h"
#include "command/prove/prove_scope.h"

/* Say in notes of 'r' what is not compared, with 'why'. */
void prove_judge_scope(const struct prove_scope *s,
                       const struct prove_scope *before,
                       const char *why,
                       struct prove_report *r);

/* Look at a run in which nothing was changed for what is wrong with it by
 * itself.  Returns whether nothing is; else there is a finding in 'r'.
 */
bool prove_judge_first(const struct prove_scope *s, struct prove_report *r);

/* Compare 't', a run with changes.  Returns whether it is alike; else there
 * are findings in 'r'.
 */
bool prove_judge(const struct prove_scope *s,
                 const struct prove_run *t,
                 struct prove_report *r);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_JUDGE_H */

/* tryout.h - what a policy or protocol would have decided in a recorded run
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_POLICY_TRYOUT_H
#define MITOSIS_COMMAND_POLICY_TRYOUT_H

#include "command/policy/rehearse.h"
#include "report/model/run.h"

/* Print it, for the module 'm' that was loaded from what 'c' names.  Returns
 * the exit status.
 */
int tryout(const struct candidate *c, module_t *m, const struct run *run);

#endif /* !MITOSIS_COMMAND_POLICY_TRYOUT_H */

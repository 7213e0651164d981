/* interrupt.h - a signal ends the run that is under way, and then the command
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_INTERRUPT_H
#define MITOSIS_COMMAND_PROVE_INTERRUPT_H

#include <stdbool.h>

#include "base/error.h"

/* From now on a signal that would end us ends the run that is under way.  What
 * was ignored when we came (nohup) stays so.
 */
void interrupt_catch(void);

/* Whether one has come, with 'err' saying so. */
bool interrupt_came(struct error *err);

/* Once all is cleared away: end by the one that has come, if any. */
void interrupt_end(void);

#endif /* !MITOSIS_COMMAND_PROVE_INTERRUPT_H */

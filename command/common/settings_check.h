/* settings_check.h - what is wrong with settings beyond their types
 *
 * Whether there is such a file, policy or range of ranks: what is better told
 * before anything is started than by the agent, or by nobody.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SETTINGS_CHECK_H
#define MITOSIS_COMMAND_COMMON_SETTINGS_CHECK_H

#include "base/settings.h"

/* Call 'wrong' for each setting that is, with its name as the user has given
 * it and the reason in one text.
 */
void settings_check_all(const struct settings *settings,
                        void (*wrong)(enum setting which,
                                      const char *text,
                                      void *arg),
                        void *arg);

/* The same of those that were given as options.  Returns -1 with what is wrong
 * with the first of them in 'err'.
 */
int settings_check_options(const struct settings *settings, struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_SETTINGS_CHECK_H */

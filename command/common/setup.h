/* setup.h - the settings that a subcommand starts from
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SETUP_H
#define MITOSIS_COMMAND_COMMON_SETUP_H

#include "base/settings.h"

/* Read the settings file and the environment.  What is wrong with them is
 * said, and then passed over.
 */
void setup_read(struct settings *settings);

/* Speak as the settings want it, and make the names of files in them
 * absolute: they are meant in the folder we are in, wherever ranks will be.
 */
void setup_apply(struct settings *settings);

#endif /* !MITOSIS_COMMAND_COMMON_SETUP_H */

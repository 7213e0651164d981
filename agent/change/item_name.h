/* item_name.h - what the program calls the things that it has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_ITEM_NAME_H
#define MITOSIS_AGENT_CHANGE_ITEM_NAME_H

#include <stddef.h>
#include <stdint.h>

/* The name of item 'item' of a generation of the job in 'folder', or "?".  It
 * is good until the next call.
 */
const char *item_name(const char *folder, uint32_t generation, size_t item);

#endif /* !MITOSIS_AGENT_CHANGE_ITEM_NAME_H */

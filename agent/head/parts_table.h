/* parts_table.h - the parts that a head is made of, in their order
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_PARTS_TABLE_H
#define MITOSIS_AGENT_HEAD_PARTS_TABLE_H

#include "agent/core/head_parts.h"

/* NULL stands behind the last. */
extern const struct part *const parts_table[];

#endif /* !MITOSIS_AGENT_HEAD_PARTS_TABLE_H */

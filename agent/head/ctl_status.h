/* ctl_status.h - how a job is, for 'mitosis ctl status'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_STATUS_H
#define MITOSIS_AGENT_HEAD_CTL_STATUS_H

#include "agent/core/head.h"

/* Tell a user, in lines or as JSON. */
void ctl_status_tell(struct head *a, struct peer *p);
void ctl_status_tell_json(struct head *a, struct peer *p);

#endif /* !MITOSIS_AGENT_HEAD_CTL_STATUS_H */

/* ctl_metrics.h - figures of a job, its hosts and ranks as metrics
 *
 * In the text format of OpenMetrics, which Prometheus and its like read.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_METRICS_H
#define MITOSIS_AGENT_HEAD_CTL_METRICS_H

#include "agent/core/head.h"

/* Tell a user. */
void ctl_metrics_tell(struct head *a, struct peer *p);

#endif /* !MITOSIS_AGENT_HEAD_CTL_METRICS_H */

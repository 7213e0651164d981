/* slowest_network.h - how long messages can take to move, at most
 *
 * A call that receives may have taken long because of the network, or because
 * the message was sent late; where each message is late even the fastest call
 * tells nothing.  What no network needs that programs of MPI run on, nor
 * memory that ranks of a host share, is waiting.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_SLOWEST_NETWORK_H
#define MITOSIS_REPORT_MODEL_SLOWEST_NETWORK_H

#include <stdbool.h>

#include "report/model/run.h"

/* So many messages of so many bytes together, in seconds; 'on_host' is whether
 * they are between ranks of the same host.
 */
double slowest_network_seconds(double count, double bytes, bool on_host);

/* Whether all ranks are on one host. */
bool slowest_network_on_host(const struct run_rank *rank, size_t ranks);

#endif /* !MITOSIS_REPORT_MODEL_SLOWEST_NETWORK_H */

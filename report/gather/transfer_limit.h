/* transfer_limit.h - how long calls can have needed to move something, at most
 *
 * Where whom a rank waits for is always late, even its fastest call tells
 * nothing.  But no call needs more than what it moves would on a very slow
 * network, see slowest_network.h.  What that is depends on the call: its own
 * bytes, those that its rank receives, or all that its rank had begun before,
 * and which this call completed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_TRANSFER_LIMIT_H
#define MITOSIS_REPORT_GATHER_TRANSFER_LIMIT_H

#include <stdbool.h>

#include "profile/page.h"
#include "report/model/run.h"

/* What a call moves, or what it begins is moved later. */
enum transfer_limit {
    LIMIT_NONE,       /* nothing is known, or it does other things, too */
    LIMIT_MESSAGES,   /* its bytes */
    LIMIT_EXCHANGE,   /* as much as is received besides */
    LIMIT_PROBE,      /* what says that there is a message */
    LIMIT_BUFFER,     /* what was sent before */
    LIMIT_COLLECTIVE, /* what all ranks hand in */
    LIMIT_WINDOW,     /* what all ranks put and get */
    LIMIT_PERSISTENT, /* messages or collectives that are started again */
    LIMIT_COMPLETE,   /* what other calls began */
};

enum transfer_limit transfer_limit_of(const struct call_record *record);

/* What is known of all ranks together. */
struct transfer_limits {
    bool on_host; /* all ranks are on one */
    double ranks;
    double one_sided; /* puts and gets */
    double one_sided_bytes;
    double pieces; /* parts of messages that were ready one by one */
};

/* Work it out of the 'ranks' at 'rank', and the pieces. */
struct transfer_limits transfer_limits_of(const struct run_rank *rank,
                                          size_t ranks,
                                          double pieces);

/* How long 'rank' can have needed for 'count' calls of 'bytes' together, where
 * all ranks have 'all_bytes' in such calls; INFINITY where that is not known.
 * Not for LIMIT_COMPLETE.
 */
double transfer_limit_seconds(const struct transfer_limits *w,
                              enum transfer_limit limit,
                              const struct run_rank *rank,
                              double count,
                              double bytes,
                              double all_bytes);

#endif /* !MITOSIS_REPORT_GATHER_TRANSFER_LIMIT_H */

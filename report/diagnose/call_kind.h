/* call_kind.h - what a rank does in a call, for which it may have to wait
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_CALL_KIND_H
#define MITOSIS_REPORT_DIAGNOSE_CALL_KIND_H

#include "report/model/run.h"

enum call_kind {
    CALL_RECEIVE,
    CALL_SEND,
    CALL_PARTNER, /* sends and receives, or it cannot be told which */
    CALL_COLLECTIVE,
    CALL_ONE_SIDED,
    CALL_POLL,
    CALL_FILE,
    CALL_OTHER,
    CALL_KINDS
};

/* Sets of them, a bit for each. */
enum {
    CALLS_MESSAGES = 1U << CALL_RECEIVE | 1U << CALL_SEND | 1U << CALL_PARTNER,
    CALLS_COLLECTIVE = 1U << CALL_COLLECTIVE,
    CALLS_ONE_SIDED = 1U << CALL_ONE_SIDED,
    CALLS_POLL = 1U << CALL_POLL,
    CALLS_FILE = 1U << CALL_FILE,
    CALLS_ALL = (1U << CALL_KINDS) - 1,
};

/* Which kind a call of the run is of. */
enum call_kind call_kind(const struct run *run, const struct run_call *call);

/* The call of that name, or NULL. */
const struct run_call *call_kind_find(const struct run *run, const char *name);

#endif /* !MITOSIS_REPORT_DIAGNOSE_CALL_KIND_H */

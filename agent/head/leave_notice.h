/* leave_notice.h - the words that say that a host goes in so many seconds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_LEAVE_NOTICE_H
#define MITOSIS_AGENT_HEAD_LEAVE_NOTICE_H

#include "base/error.h"
#include "base/system/host.h"

struct leave_notice {
    char host[HOST_NAME];
    double seconds; /* that it stays, above 0 */
};

/* What "--within SECONDS" or "--within=SECONDS" has as seconds; NULL when the
 * words are something else.
 */
const char *leave_notice_within(const char *words);

/* Read the seconds that a host stays.  Returns -1 with what is wrong in 'err'.
 */
int leave_notice_seconds(const char *word, double *seconds, struct error *err);

/* Read "h2 --within 30", or "h2 --within=30".  Returns -1 with what is wrong
 * with it in 'err', and 'n' as it was.
 */
int leave_notice_parse(const char *words,
                       struct leave_notice *n,
                       struct error *err);

#endif /* !MITOSIS_AGENT_HEAD_LEAVE_NOTICE_H */

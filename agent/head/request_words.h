/* request_words.h - the words by which a user asks for more hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_REQUEST_WORDS_H
#define MITOSIS_AGENT_HEAD_REQUEST_WORDS_H

#include "base/error.h"

struct request_words {
    int hosts;       /* that are asked for, or 0 */
    double seconds;  /* that the request waits at most, 0: any number */
    unsigned cancel; /* the request that is cancelled, or 0 */
};

/* Read "2", "2 --within 600", "2 --within=600" or "cancel 1", or nothing,
 * which asks what there is.  Returns -1 with what is wrong in 'err', and 'w'
 * as it was.
 */
int request_words_parse(const char *words,
                        struct request_words *w,
                        struct error *err);

#endif /* !MITOSIS_AGENT_HEAD_REQUEST_WORDS_H */

/* survey.h - ask the agent of a job for its ranks and hosts, again and again
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_SURVEY_H
#define MITOSIS_COMMAND_TOP_SURVEY_H

#include "report/live/remote_ranks.h"

struct survey {
    int fd; /* a question is asked, or -1 */
    struct remote_ranks *answers;
};

/* Have the answers in 'answers'. */
void survey_start(struct survey *s, struct remote_ranks *answers);

/* Ask the agent of the job in 'folder', if no question is open.  The answer
 * comes on s->fd.  Without an agent nothing is known.
 */
void survey_ask(struct survey *s, const char *folder);

/* Hear what came of it, waiting for it for at most 'ms'. */
void survey_hear(struct survey *s, int ms);

/* Ask no more. */
void survey_end(struct survey *s);

#endif /* !MITOSIS_COMMAND_TOP_SURVEY_H */

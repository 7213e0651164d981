/* view.h - a look at a running job, as lines for a terminal of any size
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_VIEW_H
#define MITOSIS_COMMAND_TOP_VIEW_H

#include <stdio.h>

#include "command/top/poll_agent.h"
#include "command/top/rank_order.h"
#include "report/live/live.h"

enum { VIEW_HISTORY = 512, VIEW_TEXT = 256 };

/* What is shown beside the look itself. */
struct view {
    const char *job;
    bool utf8;
    bool colour;
    size_t looks;              /* in the history so far */
    double rate[VIEW_HISTORY]; /* a ring, by look */
    const struct poll_agent_policy *thoughts;
    char message[VIEW_TEXT]; /* what came of the last command, or empty */
    char prompt[VIEW_TEXT];  /* what is being typed */
    bool prompting;
    bool help;   /* is shown instead */
    bool chosen; /* from a list that Esc goes back to */
    enum rank_order order;
    bool listed;       /* a line for each rank, and as many as fit */
    size_t first_rank; /* of these; drawing brings it into bounds */
    size_t first_host;
    size_t rows; /* that were drawn of ranks */
};

/* Add a look to the history. */
void view_note(struct view *v, const struct live *l);

/* The program without its folder, so that its arguments find room. */
const char *view_program(const struct live *l);

/* Print it in at most 'height' lines of 'width' columns. */
void view_draw(
    struct view *v, const struct live *l, int width, int height, FILE *out);

#endif /* !MITOSIS_COMMAND_TOP_VIEW_H */

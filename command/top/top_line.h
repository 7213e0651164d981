/* top_line.h - the command line of 'mitosis top'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_TOP_LINE_H
#define MITOSIS_COMMAND_TOP_TOP_LINE_H

#include <stdint.h>

#include "base/error.h"

struct top_line {
    const char *job; /* NULL for the only one */
    int interval;    /* ms */
    uint64_t looks;  /* to be had; 0 for no end */
};

/* Read the words into 'l', which has what is so without them.  Returns -1 with
 * the reason in 'err' when one is wrong.
 */
int top_line_read(struct top_line *l, char *const argv[], struct error *err);

#endif /* !MITOSIS_COMMAND_TOP_TOP_LINE_H */

/* suggest_report.h - print what 'mitosis suggest' proposes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_REPORT_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_REPORT_H

#include <stdio.h>

#include "command/suggest/suggest_proposal.h"

struct suggest_report {
    const char *program;
    int ranks;
    int others;       /* ranks of the second run, or 0 */
    const char *why;  /* there is no second run, or NULL */
    const char *next; /* the command to run next */
    size_t places;
    struct suggest_proposal *place;
    struct string_list notes;
};

/* For a person. */
void suggest_report_print(const struct suggest_report *r, FILE *out);

/* For other programs. */
void suggest_report_json(const struct suggest_report *r, FILE *out);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_REPORT_H */

/* prove_report.h - what was tried, what was found, and how it is told
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_REPORT_H
#define MITOSIS_COMMAND_PROVE_PROVE_REPORT_H

#include <stdio.h>

#include "command/prove/prove_compare.h"
#include "command/prove/prove_options.h"
#include "command/prove/prove_plan.h"

enum { PROVE_REPORT_TEXT = 2048 };

/* Something that is not as it should be. */
struct prove_finding {
    char name[ITEM_NAME]; /* of what was registered, or empty */
    char place[ITEM_FILE + 32];
    uint64_t sync; /* 0 where there is none */
    int rank;      /* -1 where there is none */
    char text[PROVE_REPORT_TEXT];
    char reason[PROVE_REPORT_TEXT]; /* that is probable */
};

/* A run with changes. */
struct prove_trial {
    char script[PROVE_PLAN_SCRIPT];
    char outcome[PROVE_REPORT_TEXT]; /* "done", or why it was not */
    bool done;
    bool alike; /* with the run in which nothing was changed */
};

struct prove_report {
    const char *command; /* the words behind the options, as one types them */
    int ranks;
    uint64_t syncs;
    size_t items;
    size_t lines;          /* of output */
    size_t items_compared; /* in the trial that compared the fewest */
    size_t lines_compared;
    uint64_t seed;
    size_t trials;
    size_t trials_room;
    struct prove_trial *trial;
    size_t findings;
    size_t findings_room;
    struct prove_finding *finding;
    struct string_list notes;
};

/* Add one.  Returns what is to be filled in, all zero. */
struct prove_finding *prove_report_find(struct prove_report *r);
struct prove_trial *prove_report_try(struct prove_report *r);

/* Say in a finding what item it is of. */
void prove_report_name(struct prove_finding *f,
                       const struct sums_item *item,
                       const struct prove_difference *d);

/* Whether the changes of all trials were made, something was compared, and
 * nothing differed.
 */
bool prove_report_proved(const struct prove_report *r);

/* Print all but the trials, which were told of as they came. */
void prove_report_print(const struct prove_report *r);

/* Print everything, for other programs. */
void prove_report_json(const struct prove_report *r, FILE *out);

/* Free what is in it. */
void prove_report_clear(struct prove_report *r);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_REPORT_H */

/* command_option.h - the options of the subcommands, in one table for each
 *
 * The tables are in commands.c.  What reads the words of a subcommand, prints
 * its help or completes them in a shell goes by them alone.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_COMMAND_OPTION_H
#define MITOSIS_COMMAND_COMMON_COMMAND_OPTION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* What an option means, whatever subcommand has it. */
enum command_option_id {
    COMMAND_OPTION_NONE,
    COMMAND_OPTION_APPLICATIONS,
    COMMAND_OPTION_ARRIVAL,
    COMMAND_OPTION_BADGE,
    COMMAND_OPTION_COMPARE,
    COMMAND_OPTION_COUNT,
    COMMAND_OPTION_CSV,
    COMMAND_OPTION_DEPTH,
    COMMAND_OPTION_DOT,
    COMMAND_OPTION_EVERY,
    COMMAND_OPTION_FAIL_ABOVE,
    COMMAND_OPTION_FIGURES,
    COMMAND_OPTION_FIGURES_OPTION,
    COMMAND_OPTION_FOLD,
    COMMAND_OPTION_FOLDER,
    COMMAND_OPTION_FORGET,
    COMMAND_OPTION_GENERATE,
    COMMAND_OPTION_HOSTS,
    COMMAND_OPTION_HTML,
    COMMAND_OPTION_IGNORE,
    COMMAND_OPTION_IN_ORDER,
    COMMAND_OPTION_INTERVAL,
    COMMAND_OPTION_JOB,
    COMMAND_OPTION_JOBS,
    COMMAND_OPTION_JOIN,
    COMMAND_OPTION_JSON,
    COMMAND_OPTION_KINDS,
    COMMAND_OPTION_LIMITS,
    COMMAND_OPTION_MAP,
    COMMAND_OPTION_MARKDOWN,
    COMMAND_OPTION_MODEL,
    COMMAND_OPTION_NODES,
    COMMAND_OPTION_NOW,
    COMMAND_OPTION_OUTPUT,
    COMMAND_OPTION_PLACE,
    COMMAND_OPTION_PLATFORM,
    COMMAND_OPTION_POLICY,
    COMMAND_OPTION_POLICY_OPTION,
    COMMAND_OPTION_PROFILE,
    COMMAND_OPTION_PROTOCOL,
    COMMAND_OPTION_PROTOCOL_OPTION,
    COMMAND_OPTION_RANGE,
    COMMAND_OPTION_RANK,
    COMMAND_OPTION_REMOVE,
    COMMAND_OPTION_SCRIPT,
    COMMAND_OPTION_SECONDS,
    COMMAND_OPTION_SEED,
    COMMAND_OPTION_SERIAL,
    COMMAND_OPTION_SHARES,
    COMMAND_OPTION_SIZE,
    COMMAND_OPTION_SIZES,
    COMMAND_OPTION_SVG,
    COMMAND_OPTION_SWEEP,
    COMMAND_OPTION_LATENCY,
    COMMAND_OPTION_BANDWIDTH,
    COMMAND_OPTION_SMPI,
    COMMAND_OPTION_ELASTISIM,
    COMMAND_OPTION_TICKET,
    COMMAND_OPTION_TRACE,
    COMMAND_OPTION_TRIALS,
    COMMAND_OPTION_WATTS,
    COMMAND_OPTION_IDS
};

/* Some note which were given as bits of one word. */
_Static_assert(COMMAND_OPTION_IDS <= 64, "an option has no bit");

/* One without a name is a line between others in the help; the last one has
 * neither name nor help.
 */
struct command_option {
    const char *name; /* "--html" */
    enum command_option_id id;
    const char *value;   /* what its value is called, NULL when it has none */
    const char *help;    /* or NULL: the help does not show it */
    const char *choices; /* of the value, "matrix calls ...", or NULL */
};

/* The option of 'table' that 'word' is, as "--html", or with its value as
 * "--html=FILE"; or NULL.
 */
const struct command_option *command_option_find(
    const struct command_option *table, const char *word);

/* Find the value of 'o', which is the word at argv[0]; NULL for one that takes
 * none.  Returns how many words both have, or -1 with the reason in 'err'.
 */
int command_option_value(const struct command_option *o,
                         char *const argv[],
                         const char **value,
                         struct error *err);

/* Where what an option says goes: to those of these that are there.  A list
 * ends with one of COMMAND_OPTION_NONE.
 */
struct command_option_place {
    enum command_option_id id;
    bool *flag; /* true from then on */
    const char **text;
    char *pairs; /* OPTION_VALUE letters, to which "key=value" is added */
    uint64_t *whole;
    double *number;
    double least, most; /* of these two; a whole one may have no most: 0 */
    const char *unit;   /* ", in milliseconds", for messages, or NULL */
};

/* Put the value of 'o' there, or nowhere if that is not in the list.  Returns
 * -1 with the reason in 'err', and what is there as it was.
 */
int command_option_put(const struct command_option *o,
                       const char *value,
                       const struct command_option_place *places,
                       struct error *err);

/* Read "any" or "even", the value of --shares.  Returns -1 with the reason in
 * 'err'.
 */
int command_option_shares(const char *value, bool *even, struct error *err);

/* Say that the subcommand 'name' has no option 'word', and which one may have
 * been meant.  Returns -1 with that in 'err'.
 */
int command_option_refuse(const struct command_option *table,
                          const char *name,
                          const char *word,
                          struct error *err);

/* Print those of 'table' that the help shows, a line or more each. */
void command_option_print(const struct command_option *table, FILE *out);

#endif /* !MITOSIS_COMMAND_COMMON_COMMAND_OPTION_H */

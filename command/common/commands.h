/* commands.h - the subcommands of mitosis
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_COMMANDS_H
#define MITOSIS_COMMAND_COMMON_COMMANDS_H

#include "command/common/command_option.h"

/* Each is given the words behind its name and returns an exit status. */
typedef int command_main_t(char *argv[]);

struct command {
    const char *name;
    command_main_t *main;
    const char *usage;                    /* what follows the name */
    const char *summary;                  /* one line */
    const char *help;                     /* more, in lines */
    const struct command_option *options; /* or NULL */
    const char *end; /* of the help, in lines behind the options, or NULL */
};

/* All of them, ended by one without a name. */
extern const struct command commands[];

command_main_t command_run;
command_main_t command_collect;
command_main_t command_compare;
command_main_t command_prove;
command_main_t command_suggest;
command_main_t command_report;
command_main_t command_top;
command_main_t command_trace;
command_main_t command_sim;
command_main_t command_sim_calibrate;
command_main_t command_sim_cluster;
command_main_t command_ctl;
command_main_t command_policy;
command_main_t command_doctor;
command_main_t command_agent;
command_main_t command_hold;
command_main_t command_jobs;
command_main_t command_completion;
command_main_t command_help;
command_main_t command_history;

/* The subcommand that the first words name, "sim" or "sim cluster", and how
 * many these are; or NULL after a message.
 */
const struct command *command_find(char *const words[], int *count);

/* The same without a message. */
const struct command *commands_find(char *const words[], int *count);

/* The subcommand 'name', or NULL. */
const struct command *commands_get(const char *name);

/* Print the help of the subcommand 'name', which is one, to stdout.  Returns
 * EXIT_SUCCESS.
 */
int command_explain(const char *name);

/* What a subcommand makes of an option, whose value is NULL if it takes none,
 * beside putting that in its place, and of a word that is no option.  They
 * return -1 with the reason in 'err' when it is wrong.
 */
typedef int commands_option_t(void *request,
                              enum command_option_id which,
                              const char *value,
                              struct error *err);
typedef int commands_word_t(void *request,
                            const char *word,
                            struct error *err);

/* Returns -1 with the reason in 'err' if the word is empty, which names
 * nothing.
 */
int commands_check_word(const char *word, struct error *err);

/* Read all words of the subcommand 'name' into its request, by 'places' and by
 * these two, of which each may be NULL; without 'word' it takes nothing but
 * options.  Returns -1 with the reason in
 * 'err'.
 */
int commands_read(const char *name,
                  char *const argv[],
                  const struct command_option_place *places,
                  commands_option_t *option,
                  commands_word_t *word,
                  void *request,
                  struct error *err);

/* Say how the words of a subcommand go.  Returns an exit status. */
int commands_usage(const char *name);

#endif /* !MITOSIS_COMMAND_COMMON_COMMANDS_H */

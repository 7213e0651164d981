/* commands.h - the subcommands of mitosis
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_COMMANDS_H
#define MITOSIS_COMMAND_COMMON_COMMANDS_H

/* Each is given the words behind its name and returns an exit status. */
typedef int command_main_t(char *argv[]);

struct command {
    const char *name;
    command_main_t *main;
    const char *usage;   /* what follows the name */
    const char *summary; /* one line */
    const char *help;    /* the rest, in lines */
};

/* All of them, ended by one without a name. */
extern const struct command commands[];

command_main_t command_run;
command_main_t command_collect;
command_main_t command_report;
command_main_t command_top;
command_main_t command_trace;
command_main_t command_ctl;
command_main_t command_policy;
command_main_t command_doctor;
command_main_t command_agent;
command_main_t command_hold;
command_main_t command_help;

/* The subcommand 'name', or NULL after a message. */
const struct command *command_find(const char *name);

/* Print the help of one subcommand to stdout.  Returns an exit status. */
int command_explain(const char *name);

#endif /* !MITOSIS_COMMAND_COMMON_COMMANDS_H */

/* run_line.h - what 'mitosis run' was asked to run, and the mpiexec that does
 *
 *     run_line_parse(&l, argv, &settings, &err)    split the command line
 *     run_line_command(&l, &watch, &command)       make mpiexec's
 *
 * Both only work on words: nothing is looked up, started or printed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_RUN_RUN_LINE_H
#define MITOSIS_COMMAND_RUN_RUN_LINE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/settings.h"
#include "command/common/words.h"

enum { RUN_LINE_PRELOADS = 16 };

struct run_line {
    struct string_list
        mpiexec; /* or srun's: options and programs, in the order given */
    struct string_list programs; /* the programs alone, without arguments */
    size_t preloads;             /* values that the user gives to LD_PRELOAD */
    size_t preload[RUN_LINE_PRELOADS]; /* where they are in 'mpiexec' */
    bool elsewhere;  /* mpiexec is to read them from a file */
    bool ours_ended; /* by "--" */
    bool help;       /* help was asked for */
    bool inform;     /* mpiexec is to print something and end */
    bool places;     /* it says on which hosts */
    bool folders;    /* it says in which folder */
    bool launches;   /* it says how mpiexec starts its proxies */
    bool sure;       /* somebody said so, or only srun has it: */
    bool srun;       /* it is srun's, not mpiexec's */
    bool mpi;        /* srun knows the kind of PMI */
    int ranks;       /* as an option says, or 0; -1 if that is no number */
    size_t exported; /* 1 + where in 'mpiexec' the value of its
                        --export is, or 0 */
};

/* Split 'argv', the words behind "run".  Our options, and our variables set
 * by -genv, go into 'settings'.  Everything else is mpiexec's and kept as it
 * is.  Returns -1 with the reason in 'err', and 'l' to be cleared.
 */
int run_line_parse(struct run_line *l,
                   char *const argv[],
                   struct settings *settings,
                   struct error *err);

/* Add the arguments that go by the number of ranks (MITOSIS_ARGUMENTS) to the
 * program's, and see that this number is among MITOSIS_SIZES.  Returns -1 with
 * the reason in 'err'.
 */
int run_line_fit(struct run_line *l,
                 const struct settings *settings,
                 struct error *err);

/* Free what run_line_parse() kept. */
void run_line_clear(struct run_line *l);

/* How the ranks are to be watched. */
struct run_line_watch {
    const char *library; /* to preload, NULL to run without watching */
    const char *preload; /* what LD_PRELOAD is without us, NULL for nothing */
    const char *host; /* where the report is to be made, NULL for anywhere */
    const char *job;
    const char *pages;
    const char *helper; /* to start mpiexec's proxies with where the user does
                           not say, NULL for mpiexec's own way */
    const struct settings *settings;
};

/* Add to 'command' the words of 'l', preceded by the options that make each
 * rank load the library and tell it what it needs to know.  Where the
 * command line sets LD_PRELOAD itself, the library is put before that value.
 */
void run_line_command(const struct run_line *l,
                      const struct run_line_watch *watch,
                      struct string_list *command);

/* The setting that 'word' is as an option, with or without "=VALUE", or
 * SETTING_COUNT.
 */
enum setting run_line_setting(const char *word);

/* Whether the setting stands alone as an option, with what it means then in
 * the table, where 'next' is the word behind it, or NULL.
 */
bool run_line_is_alone(enum setting which, const char *next);

/* ---- for the files of this module ---- */

/* Take our own option at argv[0].  Returns how many words it has, 0 when it is
 * none, or -1 with the reason in 'err'.
 */
int run_line_take_ours(struct run_line *l,
                       char *const argv[],
                       struct settings *settings,
                       struct error *err);

/* Take the number of ranks from the option at argv[0], "-n 4" or "-n=4". */
void run_line_note_ranks(struct run_line *l, char *const argv[]);

/* Add our library and the others in 'value', each of them once. */
void run_line_add_preload(struct string_list *command,
                          const char *library,
                          const char *value);

/* As run_line_parse() and run_line_command(), for srun.  The command is one
 * for env: srun hands its own environment on.
 */
int run_line_parse_srun(struct run_line *l,
                        char *const argv[],
                        struct settings *settings,
                        struct error *err);
void run_line_command_srun(const struct run_line *l,
                           const struct run_line_watch *watch,
                           struct string_list *command);

/* Have 'add' add each variable to 'command' that ranks which are watched get.
 */
typedef void run_line_variable_t(struct string_list *command,
                                 const char *name,
                                 const char *value);
void run_line_add_variables(const struct run_line_watch *watch,
                            run_line_variable_t *add,
                            struct string_list *command);

#endif /* !MITOSIS_COMMAND_RUN_RUN_LINE_H */

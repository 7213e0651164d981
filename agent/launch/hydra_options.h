/* hydra_options.h - the options of Hydra's mpiexec, as far as their length
 * goes
 *
 * Who hands a command line on to mpiexec and looks for its own options in it
 * must know where the program begins, and so how many words each option of
 * mpiexec takes.  Hydra takes one dash or more, any case, and "-n=4".
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_HYDRA_OPTIONS_H
#define MITOSIS_AGENT_LAUNCH_HYDRA_OPTIONS_H

#include <stdio.h>

#include "base/suggest_name.h"

enum hydra_options_kind {
    HYDRA_OPTIONS_PLAIN,
    HYDRA_OPTIONS_GENV,     /* sets a variable for all programs */
    HYDRA_OPTIONS_ENV,      /* sets one for the next program */
    HYDRA_OPTIONS_PROGRAMS, /* names a file that has the programs */
    HYDRA_OPTIONS_INFORM,   /* makes mpiexec print something and end */
    HYDRA_OPTIONS_RANKS,    /* says how many ranks the next program has */
    HYDRA_OPTIONS_EACH,     /* says how many ranks a host has */
    HYDRA_OPTIONS_HOSTS,    /* lists hosts */
    HYDRA_OPTIONS_FILE,     /* names a file that does */
    HYDRA_OPTIONS_LAUNCHER, /* says what starts the proxies of other hosts */
};

struct hydra_options_option {
    const char *name; /* without a dash */
    int words;        /* that follow it */
    enum hydra_options_kind kind;
};

/* The option that 'word' is, which begins with '-', or NULL. */
const struct hydra_options_option *hydra_options_find(const char *word);

/* How many words follow the option at argv[0], a "=value" in it and the
 * "NAME=VALUE" of an environment option regarded.
 */
int hydra_options_words(const struct hydra_options_option *option,
                        char *const argv[]);

/* Offer all names to a search. */
void hydra_options_offer(struct suggest_name *n);

/* Print all of them, one a line, with a dash. */
void hydra_options_print(FILE *out);

#endif /* !MITOSIS_AGENT_LAUNCH_HYDRA_OPTIONS_H */

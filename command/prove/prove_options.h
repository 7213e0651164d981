/* prove_options.h - what 'mitosis prove' was asked
 *
 * It only works on words: nothing is looked up, started or printed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_OPTIONS_H
#define MITOSIS_COMMAND_PROVE_PROVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/settings.h"
#include "command/common/words.h"

enum { PROVE_OPTIONS_SIZES = 16 };

struct prove_options {
    struct string_list options; /* of 'mitosis run' */
    struct string_list program; /* and what is behind them */
    size_t size_at; /* 1 + where in 'options' -n has its value, or 0 */
    uint64_t trials;
    bool counted; /* by the user */
    uint64_t seed;
    bool seeded; /* by the user */
    uint64_t every;
    bool sized; /* the sizes are said: */
    size_t sizes;
    int size[PROVE_OPTIONS_SIZES];
    const char *script;         /* the one to try, or NULL */
    const char *folder;         /* to keep what runs write, or NULL */
    struct string_list ignored; /* names of things that are not compared, and
                                   parts of lines of output that are not */
    bool json;
    bool help;
};

/* Split 'argv', the words behind 'command', which is "prove" or another one
 * that runs a program several times, and put what is said of settings
 * into 'settings', which the runs have all the same.  Returns -1 with the
 * reason in 'err', and 'l' to be cleared.
 */
int prove_options_parse(struct prove_options *l,
                        const char *command,
                        char *const argv[],
                        struct settings *settings,
                        struct error *err);

/* Free what prove_options_parse() kept. */
void prove_options_clear(struct prove_options *l);

/* Add to 'words' the options of 'mitosis run', for 'ranks' ranks in place of
 * those that were said; of 0 for these.
 */
void prove_options_pass(const struct prove_options *l,
                        int ranks,
                        struct string_list *words);

/* Add to 'words' what tries one script again: the options that say how, those
 * of 'mitosis run', and the program.
 */
void prove_options_repeat(const struct prove_options *l,
                          struct string_list *words);

/* Whether another number of ranks can be had by that: it is one program. */
bool prove_options_can_resize(const struct prove_options *l);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_OPTIONS_H */

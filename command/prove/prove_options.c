/* prove_options.c - what 'mitosis prove' was asked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/launch/hydra_options.h"
#include "base/suggest_name.h"
#include "command/common/commands.h"
#include "command/prove/prove_options.h"
#include "command/run/run_line.h"
#include "job/change_script.h"
#include "job/size_list.h"

enum { TRIALS = 4, TRIALS_MOST = 10000 };

/* "1,2,4", or "same" for none but that of the run. */
static int set_sizes(struct prove_options *l,
                     const char *value,
                     struct error *err)
{
    char *rest = NULL;

    l->sized = true;
    l->sizes = 0;
    if (strcmp(value, "same") == 0)
        return 0;
    do {
        long n = strtol(value, &rest, 10);

        if (rest == value || n < 1 || n > CHANGE_MOST
            || (*rest && *rest != ','))
            return error_set(err,
                             "--sizes: \"%s\" is no number of ranks, nor a "
                             "list of them, nor \"same\", nor what mitosis "
                             "run has there, as \"cubes\"",
                             value);
        if (l->sizes == PROVE_OPTIONS_SIZES)
            return error_set(err, "--sizes: more than %d",
                             PROVE_OPTIONS_SIZES);
        l->size[l->sizes++] = (int)n;
        value = rest + (*rest == ',');
    } while (*rest);
    return 0;
}

static int set_script(struct prove_options *l,
                      const char *value,
                      struct error *err)
{
    struct change_script script;
    struct error why;

    if (change_script_parse(&script, value, &why) < 0)
        return error_set(err, "--script: %.900s", why.text);
    change_script_clear(&script);
    l->script = value;
    return 0;
}

static int set(struct prove_options *l,
               enum command_option_id which,
               const char *value,
               struct error *err)
{
    switch (which) {
    case COMMAND_OPTION_SIZES:
        return set_sizes(l, value, err);
    case COMMAND_OPTION_SCRIPT:
        return set_script(l, value, err);
    case COMMAND_OPTION_IGNORE:
        if (!*value)
            return error_set(err, "--ignore: an empty text is in all lines");
        words_add(&l->ignored, "%s", value);
        return 0;
    default:
        return 0;
    }
}

/* How many words the option of 'mitosis run' at 'argv' has; 0 where it is not
 * known, as those of srun are not.
 */
static int count_words(char *const argv[],
                       struct settings *settings,
                       bool *help,
                       struct error *err)
{
    const struct hydra_options_option *option = hydra_options_find(argv[0]);
    struct run_line line = { .help = false };
    int count = run_line_take_ours(&line, argv, settings, err);

    *help = *help || line.help;
    if (count != 0)
        return count;
    return option ? 1 + hydra_options_words(option, argv) : 0;
}

static bool is_size(const char *word)
{
    const struct hydra_options_option *option = hydra_options_find(word);

    return option
           && (strcmp(option->name, "n") == 0
               || strcmp(option->name, "np") == 0);
}

/* Take an option of 'mitosis run'.  Returns how many words it has, 0 where it
 * and the rest are to be left to that, or -1 with the reason in 'err'.
 */
static int take_other(struct prove_options *l,
                      char *const argv[],
                      struct settings *settings,
                      struct error *err)
{
    int count = count_words(argv, settings, &l->help, err);

    for (int i = 0; i < count; i++) {
        if (!argv[i])
            return error_set(err, "%s needs a value", argv[0]);
        words_add(&l->options, "%s", argv[i]);
    }
    if (count > 0 && is_size(argv[0]))
        l->size_at = l->options.count;
    return count;
}

/* See that an option which is neither ours nor one of mpiexec is one of srun,
 * to which it and the rest are left.
 */
static int check_rest(const char *command,
                      char *const argv[],
                      const struct settings *settings,
                      struct error *err)
{
    static struct settings copy;
    const struct command_option *table = commands_get(command)->options;
    struct suggest_name near = suggest_name_start(argv[0]);
    struct run_line line;
    struct error why;
    int rc;

    copy = *settings;
    rc = run_line_parse(&line, argv, &copy, &why);
    run_line_clear(&line);
    if (rc == 0)
        return 0;
    for (const struct command_option *o = table; o->name; o++)
        suggest_name_offer(&near, o->name);
    if (near.best && strncmp(why.text, argv[0], strlen(argv[0])) == 0)
        return command_option_refuse(table, command, argv[0], err);
    return error_set(err, "%s", why.text);
}

/* Whether it is --sizes with what that means to 'mitosis run': "cubes". */
static bool is_list_of_run(const struct command_option *o, char *const argv[])
{
    struct size_list list;
    struct error err;
    const char *value;

    return o->id == COMMAND_OPTION_SIZES
           && command_option_value(o, argv, &value, &err) > 0
           && strspn(value, "0123456789,") < strlen(value)
           && size_list_parse(&list, value, &err) == 0;
}

int prove_options_parse(struct prove_options *l,
                        const char *command,
                        char *const argv[],
                        struct settings *settings,
                        struct error *err)
{
    const struct command_option *table = commands_get(command)->options;
    const struct command_option_place places[] = {
        { COMMAND_OPTION_TRIALS, .flag = &l->counted, .whole = &l->trials,
          .least = 1, .most = TRIALS_MOST },
        { COMMAND_OPTION_SEED, .flag = &l->seeded, .whole = &l->seed },
        { COMMAND_OPTION_EVERY, .whole = &l->every, .least = 1,
          .most = (double)(UINT64_C(1) << 40) },
        { COMMAND_OPTION_FOLDER, .text = &l->folder },
        { COMMAND_OPTION_JSON, .flag = &l->json },
        { .id = COMMAND_OPTION_NONE },
    };
    const struct command_option *o;
    const char *value;
    int count = 1;

    *l = (struct prove_options){ .trials = TRIALS, .every = 1 };
    for (; *argv && **argv == '-' && count > 0; argv += count) {
        o = command_option_find(table, *argv);
        if (o && !is_list_of_run(o, argv)) {
            count = command_option_value(o, argv, &value, err);
            if (count > 0
                && (command_option_put(o, value, places, err) < 0
                    || set(l, o->id, value, err) < 0))
                return -1;
        } else {
            count = take_other(l, argv, settings, err);
        }
        if (count < 0)
            return -1;
    }
    if (count == 0 && check_rest(command, argv, settings, err) < 0)
        return -1;
    for (; *argv; argv++)
        words_add(&l->program, "%s", *argv);
    if (strcmp(command, "suggest") == 0 && l->sizes > 1)
        return error_set(err,
                         "--sizes: the program is run with one other "
                         "number of ranks, not with %zu",
                         l->sizes);
    if (l->program.count == 0 && !l->help)
        return error_set(err, "there is no program to run");
    return 0;
}

void prove_options_clear(struct prove_options *l)
{
    string_list_clear(&l->options);
    string_list_clear(&l->program);
    string_list_clear(&l->ignored);
}

void prove_options_pass(const struct prove_options *l,
                        int ranks,
                        struct string_list *words)
{
    if (ranks > 0 && l->size_at == 0)
        words_add(words, "-n");
    if (ranks > 0 && l->size_at == 0)
        words_add(words, "%d", ranks);
    for (size_t i = 0; i < l->options.count; i++) {
        const char *word = l->options.text[i];
        const char *own = strchr(word, '=');

        if (ranks > 0 && i + 1 == l->size_at)
            words_add(words, "%.*s%d", own ? (int)(own + 1 - word) : 0, word,
                      ranks);
        else
            words_add(words, "%s", word);
    }
}

void prove_options_repeat(const struct prove_options *l,
                          struct string_list *words)
{
    if (l->every > 1) {
        words_add(words, "--every");
        words_add(words, "%llu", (unsigned long long)l->every);
    }
    for (size_t i = 0; i < l->ignored.count; i++)
        words_add_all(words, "--ignore", l->ignored.text[i], NULL);
    if (l->folder)
        words_add_all(words, "--folder", l->folder, NULL);
    prove_options_pass(l, 0, words);
    for (size_t i = 0; i < l->program.count; i++)
        words_add(words, "%s", l->program.text[i]);
}

bool prove_options_can_resize(const struct prove_options *l)
{
    for (size_t i = 0; i < l->program.count; i++)
        if (strcmp(l->program.text[i], ":") == 0)
            return false;
    return l->program.count > 0 && *l->program.text[0] != '-';
}

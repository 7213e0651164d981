/* run_line.c - what 'mitosis run' was asked to run, and the mpiexec that does
 *
 * The command line is that of mpiexec,
 *
 *     OPTIONS PROGRAM ARGUMENTS [: OPTIONS PROGRAM ARGUMENTS]...
 *
 * with our options among the options.  Ours have two dashes; "-profile" with
 * one is an option of Hydra.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/launch/hydra_options.h"
#include "command/common/say.h"
#include "command/run/run_line.h"

static const char preload[] = "LD_PRELOAD";
static const char library_name[] = "libmitosis.so";

static int unknown_option(const char *word, struct error *err)
{
    char name[64], own[64];
    const char *setting, *near;
    struct suggest_name n;

    snprintf(name, sizeof(name), "%s", word + strspn(word, "-"));
    name[strcspn(name, "=")] = '\0';
    n = suggest_name_start(name);
    hydra_options_offer(&n);
    if ((setting = settings_nearest(name)))
        suggest_name_offer(&n, setting);
    if (!(near = n.best))
        return error_set(err, "%s is no option of mpiexec or mitosis run",
                         word);
    if (near == setting) {
        settings_name(settings_find(setting), FROM_OPTION, own);
        near = own;
    }
    return error_set(err,
                     "%s is no option of mpiexec or mitosis run; "
                     "did you mean %s%s?",
                     word, near == own ? "" : "-", near);
}

/* NAME and VALUE of the option at argv[0], which sets a variable and has all
 * its words.  The caller frees both.
 */
static void split_variable(char *const argv[], char **name, char **value)
{
    const char *own = strchr(argv[0], '=');
    const char *first = own ? own + 1 : argv[1];
    const char *rest = own ? argv[1] : argv[2];
    size_t len = strcspn(first, "=");

    *name = strndup(first, len);
    *value = strdup(first[len] ? first + len + 1 : rest);
    if (!*name || !*value)
        die(EXIT_FAILURE, "out of memory");
}

/* The setting whose variable is 'name', or SETTING_COUNT. */
static enum setting find_variable(const char *name)
{
    int i;

    for (i = 0; i < SETTING_COUNT; i++)
        if (strcmp(setting_info[i].env, name) == 0)
            break;
    return i;
}

/* A -genv of one of our variables is as good as the option and ends here.
 * One of LD_PRELOAD is marked.
 */
static int take_variable(struct run_line *l,
                         const struct hydra_options_option *option,
                         char *const argv[],
                         struct settings *settings,
                         struct error *err)
{
    enum setting which;
    char *name, *value;
    int rc = 0;

    split_variable(argv, &name, &value);
    which = find_variable(name);
    if (which < SETTING_COUNT && option->kind == HYDRA_OPTIONS_GENV) {
        rc = settings_set(settings, which, value, FROM_OPTION, err);
    } else {
        words_add(&l->mpiexec, "-%s", option->name);
        words_add(&l->mpiexec, "%s", name);
        if (strcmp(name, preload) == 0 && l->preloads == RUN_LINE_PRELOADS)
            rc = error_set(err, "LD_PRELOAD is set too often");
        else if (strcmp(name, preload) == 0)
            l->preload[l->preloads++] = l->mpiexec.count;
        words_add(&l->mpiexec, "%s", value);
    }
    free(name);
    free(value);
    return rc;
}

/* Take the option of mpiexec at argv[0].  Returns how many words it has, or
 * -1 with the reason in 'err'.
 */
static int take_option(struct run_line *l,
                       const struct hydra_options_option *option,
                       char *const argv[],
                       struct settings *settings,
                       struct error *err)
{
    int count = 1 + hydra_options_words(option, argv);

    for (int i = 1; i < count; i++)
        if (!argv[i])
            return error_set(err, "%s needs a value", argv[0]);
    if (option->kind == HYDRA_OPTIONS_GENV
        || option->kind == HYDRA_OPTIONS_ENV)
        return take_variable(l, option, argv, settings, err) < 0 ? -1 : count;
    for (int i = 0; i < count; i++)
        words_add(&l->mpiexec, "%s", argv[i]);
    if (option->kind == HYDRA_OPTIONS_RANKS)
        run_line_note_ranks(l, argv);
    l->places |= option->kind == HYDRA_OPTIONS_HOSTS
                 || option->kind == HYDRA_OPTIONS_FILE;
    l->folders |= strcmp(option->name, "wdir") == 0;
    l->launches |= option->kind == HYDRA_OPTIONS_LAUNCHER;
    l->inform |= option->kind == HYDRA_OPTIONS_INFORM;
    l->elsewhere |= option->kind == HYDRA_OPTIONS_PROGRAMS;
    return count;
}

/* Take the options at 'argv'.  Returns where they end, or NULL with the
 * reason in 'err'.
 */
static char *const *take_options(struct run_line *l,
                                 char *const *argv,
                                 struct settings *settings,
                                 struct error *err)
{
    while (*argv && **argv == '-') {
        const struct hydra_options_option *option = hydra_options_find(*argv);
        int count = run_line_take_ours(l, argv, settings, err);

        if (count == 0 && option)
            count = take_option(l, option, argv, settings, err);
        else if (count == 0)
            count = unknown_option(*argv, err);
        if (count < 0)
            return NULL;
        argv += count;
    }
    return argv;
}

/* Take a program with its arguments, and the ':' behind it. */
static char *const *take_program(struct run_line *l, char *const *argv)
{
    if (*argv && strcmp(*argv, ":") != 0)
        words_add(&l->programs, "%s", *argv);
    while (*argv) {
        words_add(&l->mpiexec, "%s", *argv);
        if (strcmp(*argv++, ":") == 0)
            break;
    }
    return argv;
}

static bool is_launcher(const struct settings *settings, const char *name)
{
    return strcmp(settings->text[SETTING_LAUNCHER], name) == 0;
}

static int parse_mpiexec(struct run_line *l,
                         char *const argv[],
                         struct settings *settings,
                         struct error *err)
{
    do {
        if (!(argv = take_options(l, argv, settings, err)))
            return -1;
        argv = take_program(l, argv);
    } while (*argv);
    return 0;
}

/* Begin anew, as srun's. */
static int parse_srun(struct run_line *l,
                      char *const argv[],
                      const struct settings *before,
                      struct settings *settings,
                      struct error *err)
{
    run_line_clear(l);
    memset(l, 0, sizeof(*l));
    l->sure = is_launcher(settings, "srun");
    l->srun = true;
    *settings = *before;
    return run_line_parse_srun(l, argv, settings, err);
}

/* Whose options they are is told by what they are, where nobody says it: those
 * that mpiexec does not have may be srun's.
 */
static int parse(struct run_line *l,
                 char *const argv[],
                 struct settings *settings,
                 struct error *err)
{
    static struct settings before;
    struct error other;
    int rc;

    before = *settings;
    rc = parse_mpiexec(l, argv, settings, err);
    if (is_launcher(settings, "srun"))
        return parse_srun(l, argv, &before, settings, err);
    if (rc == 0 || is_launcher(settings, "mpiexec"))
        return rc;
    rc = parse_srun(l, argv, &before, settings, &other);
    if (rc < 0 && (l->sure || is_launcher(settings, "srun")))
        *err = other;
    return rc;
}

int run_line_parse(struct run_line *l,
                   char *const argv[],
                   struct settings *settings,
                   struct error *err)
{
    memset(l, 0, sizeof(*l));
    if (parse(l, argv, settings, err) < 0)
        return -1;
    if (l->programs.count == 0 && !l->elsewhere && !l->inform && !l->help)
        return error_set(err, "there is no program to run");
    if (l->ranks < 0 && !l->srun)
        return error_set(err, "-n: a program has at least one rank");
    return 0;
}

void run_line_clear(struct run_line *l)
{
    string_list_clear(&l->mpiexec);
    string_list_clear(&l->programs);
}

/* Whether the 'len' letters at 'path' are a path of our library. */
static bool is_our_library(const char *path, size_t len)
{
    size_t own = strlen(library_name);

    return len >= own && !strncmp(path + len - own, library_name, own)
           && (len == own || path[len - own - 1] == '/');
}

void run_line_add_preload(struct string_list *command,
                          const char *library,
                          const char *value)
{
    char *list = strdup(library);

    for (const char *at = value ? value : ""; list && *at;) {
        size_t len = strcspn(at, ": ");
        char *longer = list;

        if (len && !is_our_library(at, len)) {
            if (asprintf(&longer, "%s:%.*s", list, (int)len, at) < 0)
                longer = NULL;
            free(list);
        }
        list = longer;
        at += len + (at[len] != '\0');
    }
    if (!list)
        die(EXIT_FAILURE, "out of memory");
    words_add(command, "%s", list);
    free(list);
}

static void add_variable(struct string_list *command,
                         const char *name,
                         const char *value)
{
    words_add_all(command, "-genv", name, value, NULL);
}

/* All settings, so that the ranks do not go by what may be wrong in the
 * environment, or by another file on another host.
 */
void run_line_add_variables(const struct run_line_watch *watch,
                            run_line_variable_t *add,
                            struct string_list *command)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (i != SETTING_PAGES && i != SETTING_MPIEXEC && i != SETTING_LAUNCHER
            && *watch->settings->text[i])
            add(command, setting_info[i].env, watch->settings->text[i]);
    add(command, "MITOSIS_PAGES", watch->pages);
    add(command, "MITOSIS_JOB", watch->job);
    if (watch->host)
        add(command, "MITOSIS_HOME_HOST", watch->host);
}

static bool is_preload(const struct run_line *l, size_t at)
{
    for (size_t i = 0; i < l->preloads; i++)
        if (l->preload[i] == at)
            return true;
    return false;
}

void run_line_command(const struct run_line *l,
                      const struct run_line_watch *watch,
                      struct string_list *command)
{
    if (l->srun) {
        run_line_command_srun(l, watch, command);
        return;
    }
    if (watch->helper && !l->launches)
        words_add_all(command, "-launcher", "ssh", "-launcher-exec",
                      watch->helper, NULL);
    if (watch->library) {
        words_add_all(command, "-genv", preload, NULL);
        run_line_add_preload(command, watch->library, watch->preload);
        run_line_add_variables(watch, add_variable, command);
    }
    for (size_t i = 0; i < l->mpiexec.count; i++)
        if (watch->library && is_preload(l, i))
            run_line_add_preload(command, watch->library, l->mpiexec.text[i]);
        else
            words_add(command, "%s", l->mpiexec.text[i]);
}

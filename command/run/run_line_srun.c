/* run_line_srun.c - 'mitosis run' with the options of srun
 *
 *     OPTIONS PROGRAM ARGUMENTS
 *
 * Our settings go to the ranks by srun's environment, which it hands on, and
 * the library by --export, as srun itself is not to load it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/launch/hydra_options.h"
#include "command/run/run_line.h"
#include "command/run/srun_options.h"

static const char preload[] = "LD_PRELOAD=";

static int refuse(const char *word, struct error *err)
{
    struct suggest_name n = suggest_name_start(word + strspn(word, "-"));

    if (word[1] != '-' && hydra_options_find(word))
        return error_set(err,
                         "%s is an option of mpiexec, and others are "
                         "srun's",
                         word);
    srun_options_offer(&n);
    return error_set(err, "%s is no option of srun or mitosis run%s%s%s", word,
                     n.best ? "; did you mean --" : "", n.best ? n.best : "",
                     n.best ? "?" : "");
}

/* "-depth" would be a dependency to srun, and is meant otherwise: where it is
 * not sure that it is srun's, only numbers may follow letters at once.
 */
static bool is_doubtful(const struct run_line *l, const char *word)
{
    if (l->sure || word[1] == '-')
        return false;
    for (word++; *word && !strchr("0123456789", *word); word++)
        if (word[1] && !strchr("EHklOQsuvVXZnNcIK", *word))
            return true;
    return false;
}

/* Take the option of srun at argv[0].  Returns how many words it has, or -1
 * with the reason in 'err'.
 */
static int take_option(struct run_line *l,
                       char *const argv[],
                       struct error *err)
{
    int more = srun_options_words(argv);

    if (more < 0 || is_doubtful(l, argv[0])
        || (argv[0][1] != '-' && argv[0][2] && hydra_options_find(argv[0])))
        return refuse(argv[0], err);
    if (more > 0 && !argv[1])
        return error_set(err, "%s needs a value", argv[0]);
    for (int i = 0; i <= more; i++)
        words_add(&l->mpiexec, "%s", argv[i]);
    l->sure |= argv[0][1] == '-' && !hydra_options_find(argv[0]);
    if (srun_options_value(argv, "export"))
        l->exported = l->mpiexec.count;
    if (strncmp(argv[0], "-n", 2) == 0 || srun_options_value(argv, "ntasks"))
        run_line_note_ranks(l, argv);
    l->mpi |= srun_options_value(argv, "mpi") != NULL;
    l->elsewhere |= strcmp(argv[0], "--multi-prog") == 0;
    l->inform |= strcmp(argv[0], "--version") == 0;
    return 1 + more;
}

int run_line_parse_srun(struct run_line *l,
                        char *const argv[],
                        struct settings *settings,
                        struct error *err)
{
    while (*argv && **argv == '-') {
        int count = run_line_take_ours(l, argv, settings, err);

        if (count == 0)
            count = take_option(l, argv, err);
        if (count < 0)
            return -1;
        argv += count;
    }
    if (*argv)
        words_add(&l->programs, "%s", *argv);
    for (; *argv; argv++) {
        if (strcmp(*argv, ":") == 0)
            return error_set(err, "several programs (':') under srun cannot "
                                  "be watched as one job");
        words_add(&l->mpiexec, "%s", *argv);
    }
    return 0;
}

/* ---- making srun's ---- */

static void add_variable(struct string_list *command,
                         const char *name,
                         const char *value)
{
    words_add(command, "%s=%s", name, value);
}

static void add_name(struct string_list *command,
                     const char *name,
                     const char *value)
{
    (void)value;
    words_add(command, "%s", name);
}

/* The value of LD_PRELOAD in a list for --export, up to a comma. */
static char *find_preload(const char *list)
{
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, preload, strlen(preload)) == 0)
            return strndup(at + strlen(preload),
                           strcspn(at + strlen(preload), ","));
    return NULL;
}

static bool exports_all(const char *list)
{
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, "ALL", 3) == 0 && (at[3] == ',' || !at[3]))
            return true;
    return false;
}

/* What srun hands on: what the user wants, and ours.  The last word about a
 * variable counts.
 */
static void add_export(struct string_list *command,
                       const char *list,
                       const struct run_line_watch *watch)
{
    char *own = find_preload(list);
    struct string_list text = { 0 }, names = { 0 };

    run_line_add_preload(&text, watch->library, own ? own : watch->preload);
    words_add(&names, "%s", strcmp(list, "NONE") == 0 ? "" : list);
    if (!exports_all(list)) {
        struct string_list each = { 0 };

        run_line_add_variables(watch, add_name, &each);
        for (size_t i = 0; i < each.count; i++)
            words_add(&names, "%s%s%s", names.text[names.count - 1],
                      *names.text[names.count - 1] ? "," : "", each.text[i]);
        string_list_clear(&each);
    }
    words_add(command, "--export=%s,%s%s", names.text[names.count - 1],
              preload, text.text[0]);
    string_list_clear(&names);
    string_list_clear(&text);
    free(own);
}

static const char *list_of(const char *word)
{
    static const char option[] = "--export=";
    size_t len = strlen(option);

    return strncmp(word, option, len) == 0 ? word + len : word;
}

void run_line_command_srun(const struct run_line *l,
                           const struct run_line_watch *watch,
                           struct string_list *command)
{
    size_t i = 0;

    if (watch->library)
        run_line_add_variables(watch, add_variable, command);
    words_add(command, "srun");
    if (!l->mpi)
        words_add(command, "--mpi=pmi2");
    if (watch->library && l->exported == 0)
        add_export(command, "ALL", watch);
    for (; i < l->mpiexec.count; i++) {
        bool split = i + 2 == l->exported
                     && strcmp(l->mpiexec.text[i], "--export") == 0;

        if (watch->library && split)
            continue;
        if (watch->library && i + 1 == l->exported)
            add_export(command, list_of(l->mpiexec.text[i]), watch);
        else
            words_add(command, "%s", l->mpiexec.text[i]);
    }
}

/* mpiexec_words.c - the words by which jobs of ours are started on some hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/launch/hydra_options.h"
#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/common/words.h"
#include "command/doctor/mpiexec_words.h"

/* ---- what is given ---- */

/* Add the hosts of "a,b:2,c", each once and without numbers. */
static void add_hosts(struct string_list *hosts, const char *list)
{
    while (*list) {
        size_t whole = strcspn(list, ","), length = strcspn(list, ",:");
        bool known = length == 0;

        for (size_t i = 0; i < hosts->count; i++)
            known |= strlen(hosts->text[i]) == length
                     && strncmp(hosts->text[i], list, length) == 0;
        if (!known)
            words_add(hosts, "%.*s", (int)length, list);
        list += whole + (list[whole] == ',');
    }
}

/* The same of a file as Hydra reads it: a host a line, '#' begins a comment.
 */
static int read_hosts(struct string_list *hosts, const char *path)
{
    FILE *file = fopen(path, "re");
    char line[1024];

    if (!file)
        return fail(EXIT_USAGE, "%s: %s", path, strerror(errno));
    while (fgets(line, sizeof(line), file)) {
        char *at = line + strspn(line, " \t");

        at[strcspn(at, " \t\r\n#")] = '\0';
        add_hosts(hosts, at);
    }
    fclose(file);
    return 0;
}

/* Take an option of mpiexec, which has *count words more.  Returns 0, or an
 * exit status after a message.
 */
static int take_option(struct string_list *hosts,
                       struct string_list *words,
                       char *argv[],
                       int *count)
{
    const struct hydra_options_option *option = hydra_options_find(argv[0]);
    const char *value = strchr(argv[0], '=');

    if (!option || option->kind == HYDRA_OPTIONS_INFORM
        || option->kind == HYDRA_OPTIONS_PROGRAMS)
        return fail(EXIT_USAGE, "'%s' is no option that can be tried",
                    argv[0]);
    *count = hydra_options_words(option, argv);
    for (int i = 1; i <= *count; i++)
        if (!argv[i])
            return fail(EXIT_USAGE, "%s needs a value", argv[0]);
    value = value ? value + 1 : argv[*count > 0];
    if (option->kind == HYDRA_OPTIONS_RANKS
        || option->kind == HYDRA_OPTIONS_EACH)
        return fail(EXIT_USAGE,
                    "%s: how many ranks there are is for us to try", argv[0]);
    if (option->kind == HYDRA_OPTIONS_HOSTS && !value[strspn(value, ",: ")])
        return fail(EXIT_USAGE, "%s: there is no host in \"%s\"", argv[0],
                    value);
    if (option->kind == HYDRA_OPTIONS_HOSTS)
        add_hosts(hosts, value);
    else if (option->kind == HYDRA_OPTIONS_FILE)
        return read_hosts(hosts, value);
    else
        for (int i = 0; i <= *count; i++)
            words_add(words, "%s", argv[i]);
    return 0;
}

int mpiexec_words_read(const char *command,
                       char *argv[],
                       const struct command_option_place *places,
                       struct string_list *hosts,
                       struct string_list *words)
{
    const struct command_option *table = commands_get(command)->options;
    const char *value;
    struct error err;
    int more = 0;

    for (; *argv; argv += 1 + more) {
        const struct command_option *o = command_option_find(table, *argv);

        if (o && o->id != COMMAND_OPTION_HOSTS) { /* which mpiexec has, too */
            more = command_option_value(o, argv, &value, &err) - 1;
            if (more < 0 || command_option_put(o, value, places, &err) < 0)
                return fail(EXIT_USAGE, "%s", err.text);
        } else if (**argv != '-') {
            return fail(EXIT_USAGE,
                        "'%s': only options of mpiexec can be given, the "
                        "program is our own",
                        *argv);
        } else if (take_option(hosts, words, argv, &more) != 0) {
            return EXIT_USAGE;
        }
    }
    return 0;
}

const char *mpiexec_words_launcher(const struct string_list *words)
{
    const char *found = NULL;

    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->text[i], *own = strchr(word, '=');
        const struct hydra_options_option *o =
            *word == '-' ? hydra_options_find(word) : NULL;

        if (o && o->kind == HYDRA_OPTIONS_LAUNCHER)
            found = own ? own + 1 : words->text[i + 1];
    }
    return found;
}

/* ---- what is made of it ---- */

char *mpiexec_words_list(const struct string_list *hosts, int ranks)
{
    struct string_list list = { 0 };
    char *text = NULL;

    for (size_t i = 0; i < hosts->count; i++) {
        words_add(&list, "%s%s%s:%d", text ? text : "", text ? "," : "",
                  hosts->text[i], ranks);
        text = list.text[list.count - 1];
    }
    text = text ? strdup(text) : NULL;
    string_list_clear(&list);
    return text;
}

void mpiexec_words_add(struct string_list *w,
                       const struct string_list *words,
                       const char *hosts)
{
    for (size_t i = 0; i < words->count; i++)
        words_add(w, "%s", words->text[i]);
    if (hosts)
        words_add_all(w, "-hosts", hosts, NULL);
}

int mpiexec_words_check(const struct timed_command *t,
                        int ranks,
                        struct error *err)
{
    const char *up = timed_command_find(t, "up", NULL);

    if (!up || timed_command_number(up, 0) != 1)
        return 0;
    return error_set(err,
                     "mpiexec starts %d processes, and each is an MPI world "
                     "of its own, rank 0 of 1",
                     ranks);
}

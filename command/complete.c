/* complete.c - what can stand next in a command line, for shells
 *
 * A shell's script hands over the words up to the one that is typed and sorts
 * out by itself which of what is printed begins like that one.  All comes from
 * the tables of options, settings, changes and shipped modules, so that the
 * scripts know nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/launch/hydra_options.h"
#include "base/settings.h"
#include "command/common/commands.h"
#include "command/common/say.h"
#include "job/change.h"
#include "job/job.h"
#include "policy/shipped.h"

/* A line that has the shell complete the name of a file. */
static const char files[] = ":files";

static const struct {
    const char *shell;
    const char *text;
} scripts[] = {
    { "bash",
      "_mitosis() {\n"
      "    local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]} found\n"
      "    found=$(\"${COMP_WORDS[0]}\" completion words \\\n"
      "        \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
      "    [ \"$word\" != = ] || word=\n"
      "    COMPREPLY=($(compgen -W \"${found//:files/}\" -- \"$word\"))\n"
      "    case $found in *:files*)\n"
      "        compopt -o filenames 2>/dev/null\n"
      "        COMPREPLY+=($(compgen -f -- \"$word\"));;\n"
      "    esac\n"
      "}\n"
      "complete -F _mitosis mitosis\n" },
    { "zsh", "#compdef mitosis\n"
             "_mitosis() {\n"
             "    local -a found\n"
             "    found=(${(f)\"$(${words[1]} completion words \\\n"
             "        \"${(@)words[2,CURRENT]}\" 2>/dev/null)\"})\n"
             "    (( ${found[(I):files]} )) && _files\n"
             "    compadd -- ${found:#:files}\n"
             "}\n"
             "if [ \"$funcstack[1]\" = _mitosis ]; then\n"
             "    _mitosis \"$@\"\n"
             "else\n"
             "    compdef _mitosis mitosis\n"
             "fi\n" },
    { "fish", "function __mitosis_words\n"
              "    set -l line (commandline -opc) (commandline -ct)\n"
              "    set -l found ($line[1] completion words $line[2..-1] "
              "2>/dev/null)\n"
              "    contains -- :files $found\n"
              "    and __fish_complete_path (commandline -ct)\n"
              "    string match -v -- :files $found\n"
              "end\n"
              "complete -c mitosis -f -a '(__mitosis_words)'\n" },
};

enum { SCRIPTS = sizeof(scripts) / sizeof(scripts[0]) };

/* ---- lists ---- */

static void print_words(const char *list, char between)
{
    for (; *list; list++)
        putchar(*list == between ? '\n' : *list);
    putchar('\n');
}

static void print_job(const char *path, void *arg)
{
    (void)arg;
    printf("%s\n", job_of(path));
}

static void print_jobs(void)
{
    static struct settings settings;

    settings_init(&settings);
    settings_read_environment(&settings, say_nothing);
    job_list(settings.text[SETTING_PAGES], print_job, NULL);
}

static void print_module(const char *name, const char *path, void *arg)
{
    (void)path;
    (void)arg;
    printf("%s\n", name);
}

static void print_modules(enum module_kind kind)
{
    struct error err;

    shipped_list(kind, print_module, NULL, &err);
    printf("%s\n", files);
}

static void print_options(const struct command_option *table)
{
    for (const struct command_option *o = table; o && (o->name || o->help);
         o++)
        if (o->name && o->help)
            printf("%s\n", o->name);
}

/* ---- values of options ---- */

static void complete_value(const struct command_option *o)
{
    if (o->choices)
        print_words(o->choices, ' ');
    else if (o->id == COMMAND_OPTION_JOB)
        print_jobs();
    else if (o->id == COMMAND_OPTION_PROTOCOL)
        print_modules(MODULE_PROTOCOL);
    else if (o->id == COMMAND_OPTION_FIGURES)
        print_modules(MODULE_PROFILE);
    else if (strstr(o->value, "FILE") || strstr(o->value, ".json"))
        printf("%s\n", files);
}

static void complete_setting(enum setting which)
{
    if (setting_info[which].type == SETTING_CHOICE)
        print_words(setting_info[which].choices, '|');
    else if (which == SETTING_POLICY)
        print_modules(MODULE_DECIDE);
    else if (which == SETTING_PROTOCOL)
        print_modules(MODULE_PROTOCOL);
    else if (which == SETTING_FIGURES)
        print_modules(MODULE_PROFILE);
    else if (setting_info[which].type == SETTING_TEXT)
        printf("%s\n", files);
}

/* ---- subcommands ---- */

/* The setting that 'word' is as an option, or SETTING_COUNT. */
static enum setting find_setting(const char *word)
{
    return strncmp(word, "--", 2) == 0 ? settings_find(word + 2)
                                       : SETTING_COUNT;
}

/* How many words follow the option 'words[0]' of 'mitosis run'. */
static int run_values(char *words[])
{
    const struct hydra_options_option *hydra;

    if (command_option_find(commands_get("run")->options, words[0])
        || find_setting(words[0]) < SETTING_COUNT)
        return 1;
    hydra = hydra_options_find(words[0]);
    return hydra ? hydra_options_words(hydra, words) : 0;
}

static void complete_run(char *words[])
{
    char name[64];

    while (words[0][0] == '-' && words[1]) {
        enum setting which = find_setting(words[0]);
        int values = run_values(words);

        for (int i = 1; i <= values; i++)
            if (!words[i + 1]) {
                if (which < SETTING_COUNT)
                    complete_setting(which);
                else if (words[0][1] != '-')
                    printf("%s\n", files);
                return;
            }
        words += 1 + values;
    }
    if (words[0][0] != '-' || words[1]) {
        printf("%s\n", files);
        return;
    }
    for (enum setting s = 0; s < SETTING_COUNT; s++) {
        settings_name(s, FROM_OPTION, name);
        printf("%s\n", name);
    }
    print_options(commands_get("run")->options);
    hydra_options_print(stdout);
}

static void complete_ctl(char *words[], int count)
{
    if (count == 1) {
        print_words("status metrics why wait hosts leave request invite", ' ');
        for (int i = 0; i < CHANGE_KINDS; i++)
            printf("%s\n", change_name(i));
    } else if (strcmp(words[0], "hosts") == 0 && count == 2) {
        print_words("add remove", ' ');
    } else if (strcmp(words[0], "leave") == 0 && count == 3) {
        print_words("--within", ' ');
    } else if (strcmp(words[0], "request") == 0 && count == 2) {
        print_words("cancel", ' ');
    } else if (strcmp(words[0], "request") == 0 && count == 3) {
        print_words("--within", ' ');
    } else if (strcmp(words[0], "status") == 0 && count == 2) {
        print_words("--json", ' ');
    } else if (strcmp(words[0], "invite") == 0) {
        printf("%s\n", files);
    }
}

static void complete_policy(char *words[], int count)
{
    if (count == 1)
        print_words("list show check try", ' ');
    else if (count == 2 && strcmp(words[0], "list") != 0)
        for (enum module_kind kind = 0; kind < MODULE_KINDS; kind++)
            print_modules(kind);
}

static void complete_help(int count)
{
    for (const struct command *c = commands; count == 1 && c->name; c++)
        printf("%s\n", c->name);
    if (count == 1)
        printf("settings\n");
}

/* The words of a subcommand that are no options and no values of them. */
static void complete_operand(const struct command *c, char *words[], int count)
{
    if (strcmp(c->name, "ctl") == 0)
        complete_ctl(words, count);
    else if (strcmp(c->name, "policy") == 0)
        complete_policy(words, count);
    else if (strcmp(c->name, "help") == 0)
        complete_help(count);
    else if (strcmp(c->name, "completion") == 0)
        for (int i = 0; i < SCRIPTS; i++)
            printf("%s\n", scripts[i].shell);
    else if (strcmp(c->name, "doctor") != 0 && strcmp(c->name, "top") != 0
             && strcmp(c->name, "jobs") != 0)
        printf("%s\n", files);
    if (strcmp(c->name, "report") == 0)
        print_jobs();
}

/* Take options and values out of the words.  Returns how many stay, or -1 when
 * the last one was the value of an option, which is completed.
 */
static int take_options(const struct command_option *table, char *words[])
{
    int count = 0;

    for (int i = 0; words[i]; i++) {
        const struct command_option *o = command_option_find(table, words[i]);

        if (o && o->value && words[i + 1] && !strchr(words[i], '=')) {
            if (!words[++i + 1]) {
                complete_value(o);
                return -1;
            }
        } else if (!o || !words[i + 1]) {
            words[count++] = words[i];
        }
    }
    return count;
}

static void complete(const struct command *c, char *words[])
{
    int count;

    if (strcmp(c->name, "run") == 0) {
        complete_run(words);
        return;
    }
    count = take_options(c->options, words);
    if (count > 0 && words[count - 1][0] == '-')
        print_options(c->options);
    if (count > 0)
        complete_operand(c, words, count);
}

/* Shells may have "--job=x" as three words, and the '=' is none. */
static void join(char *words[])
{
    static char empty[] = "";
    char **to = words;

    for (; *words; words++)
        if (strcmp(*words, "=") != 0)
            *to++ = *words;
        else if (!words[1])
            *to++ = empty;
    *to = NULL;
}

static int complete_words(char *words[])
{
    const struct command *c;
    int count;

    join(words);
    if (!words[0] || !words[1]) {
        print_words("--help --version", ' ');
        for (c = commands; c->name; c++)
            printf("%s\n", c->name);
        return EXIT_SUCCESS;
    }
    c = commands_find(words, &count);
    if (c && !words[count])
        c = commands_find((char *[]){ words[0], NULL }, &count);
    if (c)
        complete(c, words + count);
    return EXIT_SUCCESS;
}

int command_completion(char *argv[])
{
    int i = 0;

    if (argv[0] && strcmp(argv[0], "words") == 0)
        return complete_words(argv + 1);
    while (argv[0] && i < SCRIPTS && strcmp(scripts[i].shell, argv[0]) != 0)
        i++;
    if (!argv[0] || i == SCRIPTS || argv[1])
        return commands_usage("completion");
    printf("%s", scripts[i].text);
    return EXIT_SUCCESS;
}

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

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/launch/hydra_options.h"
#include "base/settings.h"
#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/run/run_line.h"
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
             "    [[ $PREFIX != --*=* ]] || compset -P 1 '*='\n"
             "    (( ${found[(I):files]} )) && _files\n"
             "    compadd -- ${found:#:files}\n"
             "}\n"
             "if [ \"$funcstack[1]\" = _mitosis ]; then\n"
             "    _mitosis \"$@\"\n"
             "else\n"
             "    compdef _mitosis mitosis\n"
             "fi\n" },
    { "fish", "function __mitosis_words\n"
              "    set -l word (commandline -ct)\n"
              "    set -l line (commandline -opc) $word\n"
              "    set -l found ($line[1] completion words $line[2..-1] "
              "2>/dev/null)\n"
              "    set -l option (string match -r -- '^--[^=]*=' $word)\n"
              "    contains -- :files $found\n"
              "    and set -a found (__fish_complete_path \\\n"
              "        (string replace -r -- '^--[^=]*=' '' $word))\n"
              "    string match -v -- :files $found |\n"
              "        string replace -r -- '^' \"$option\"\n"
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
}

static void print_options(const struct command_option *table)
{
    for (const struct command_option *o = table; o && (o->name || o->help);
         o++)
        if (o->name && o->help)
            printf("%s\n", o->name);
}

/* The first words of all commands or, of those that have it in common, the
 * second ones.
 */
static void print_commands(const char *first)
{
    for (const struct command *c = commands; c->name; c++) {
        const char *second = strchr(c->name, ' ');
        size_t length = second ? (size_t)(second - c->name) : 0;

        if (!first && !second)
            printf("%s\n", c->name);
        else if (first && second && strlen(first) == length
                 && strncmp(first, c->name, length) == 0)
            printf("%s\n", second + 1);
    }
}

/* ---- values of options ---- */

/* A job is changed by a policy or by a protocol; jobs of a cluster, of which
 * each knows its own nodes alone, have nobody to agree with.
 */
static void print_policies(const struct command *c)
{
    print_modules(MODULE_DECIDE);
    if (strcmp(c->name, "sim") == 0)
        print_modules(MODULE_PROTOCOL);
}

static void complete_value(const struct command *c,
                           const struct command_option *o)
{
    if (o->choices)
        print_words(o->choices, ' ');
    else if (o->id == COMMAND_OPTION_JOB)
        print_jobs();
    else if (o->id == COMMAND_OPTION_POLICY)
        print_policies(c);
    else if (o->id == COMMAND_OPTION_PROTOCOL)
        print_modules(MODULE_PROTOCOL);
    else if (o->id == COMMAND_OPTION_FIGURES)
        print_modules(MODULE_PROFILE);
    if (o->id == COMMAND_OPTION_POLICY || o->id == COMMAND_OPTION_PROTOCOL
        || strstr(o->value, "FILE") || strstr(o->value, "FOLDER")
        || strstr(o->value, ".json"))
        printf("%s\n", files);
}

/* Texts that are neither a file nor a module's name. */
static bool is_text(enum setting which)
{
    static const enum setting texts[] = {
        SETTING_SCRIPT,          SETTING_POLICY_OPTIONS,
        SETTING_FIGURES_OPTIONS, SETTING_PROTOCOL_OPTIONS,
        SETTING_LIMITS,          SETTING_SIZES,
        SETTING_ARGUMENTS,       SETTING_SOURCE_LINK,
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (which == texts[i])
            return true;
    return false;
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
    if (setting_info[which].type == SETTING_TEXT && !is_text(which))
        printf("%s\n", files);
}

/* ---- subcommands ---- */

/* Commands that take options of mpiexec besides their own. */
static const struct {
    const char *name;
    bool runs; /* a program, with the settings that there are for it */
} launchers[] = {
    { "run", true },     { "prove", true },          { "suggest", true },
    { "doctor", false }, { "sim calibrate", false },
};

enum { LAUNCHERS = sizeof(launchers) / sizeof(launchers[0]) };

static void print_launcher_options(const struct command *c, bool runs)
{
    char name[64];

    for (enum setting s = 0; runs && s < SETTING_COUNT; s++) {
        settings_name(s, FROM_OPTION, name);
        if (!command_option_find(c->options, name))
            printf("%s\n", name);
    }
    print_options(c->options);
    hydra_options_print(stdout);
}

/* Whether the value of an option of mpiexec may be a file. */
static bool takes_file(const struct hydra_options_option *o)
{
    return o->kind != HYDRA_OPTIONS_RANKS && o->kind != HYDRA_OPTIONS_EACH
           && o->kind != HYDRA_OPTIONS_HOSTS;
}

/* Whether a setting stands without a value: by the word behind it, where that
 * is typed already or begins as an option.
 */
static bool stands_alone(enum setting which, char *words[])
{
    return words[1] && (words[2] || words[1][0] == '-')
           && run_line_is_alone(which, words[1]);
}

/* How many words follow the option at 'words', of which the last one of the
 * line, if it is among them, is completed: then all words are taken.
 */
static int take_launcher_option(const struct command *c,
                                bool runs,
                                char *words[])
{
    const struct command_option *own =
        command_option_find(c->options, words[0]);
    enum setting which =
        runs && !own ? run_line_setting(words[0]) : SETTING_COUNT;
    const struct hydra_options_option *hydra =
        own || which < SETTING_COUNT ? NULL : hydra_options_find(words[0]);
    int values = hydra ? hydra_options_words(hydra, words)
                 : own ? own->value && !strchr(words[0], '=')
                       : which < SETTING_COUNT && !strchr(words[0], '=')
                             && !stands_alone(which, words);

    for (int i = 1; i <= values && words[i]; i++) {
        if (words[i + 1])
            continue;
        if (own)
            complete_value(c, own);
        else if (hydra && takes_file(hydra))
            printf("%s\n", files);
        else if (!hydra)
            complete_setting(which);
    }
    return values;
}

static void complete_launcher(const struct command *c,
                              bool runs,
                              char *words[])
{
    while (words[0][0] == '-' && words[1])
        for (int left = 1 + take_launcher_option(c, runs, words); left > 0;
             left--, words++)
            if (!words[1])
                return;
    for (char **at = words; runs && *at; at++)
        if (strcmp(*at, ":") == 0 && at[1]) {
            complete_launcher(c, runs, at + 1);
            return;
        }
    if (words[0][0] == '-')
        print_launcher_options(c, runs);
    else if (runs)
        printf("%s\n", files);
}

/* The words of a question or, 'beside' another one, of a change. */
static void complete_ctl(char *words[], int count, bool beside)
{
    for (int i = count - 2; i > 0; i--)
        if (strcmp(words[i], "and") == 0) {
            complete_ctl(words + i + 1, count - i - 1, true);
            return;
        }
    if (count == 1) {
        if (!beside)
            print_words("status metrics why wait hosts leave request invite",
                        ' ');
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
    } else if (strcmp(words[0], "resize") == 0 && count == 3) {
        print_words("--hosts", ' ');
    } else if (strcmp(words[0], "split") == 0 && count > 2) {
        print_words("--to", ' ');
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
    if (count == 2 && strcmp(words[0], "list") != 0) {
        for (enum module_kind kind = 0; kind < MODULE_KINDS; kind++)
            print_modules(kind);
        printf("%s\n", files);
    }
}

static void complete_help(char *words[], int count)
{
    if (count <= 2)
        print_commands(count == 2 ? words[0] : NULL);
    if (count == 1)
        printf("settings\n");
}

static bool takes_files(const struct command *c)
{
    static const char *const names[] = { "report",  "compare", "history",
                                         "collect", "trace",   "sim",
                                         "hold" };
    size_t i = 0;

    while (i < sizeof(names) / sizeof(names[0])
           && strcmp(names[i], c->name) != 0)
        i++;
    return i < sizeof(names) / sizeof(names[0]);
}

/* The words of a subcommand that are no options and no values of them. */
static void complete_operand(const struct command *c, char *words[], int count)
{
    if (strcmp(c->name, "ctl") == 0)
        complete_ctl(words, count, false);
    else if (strcmp(c->name, "policy") == 0)
        complete_policy(words, count);
    else if (strcmp(c->name, "help") == 0)
        complete_help(words, count);
    else if (strcmp(c->name, "completion") == 0)
        for (int i = 0; i < SCRIPTS; i++)
            printf("%s\n", scripts[i].shell);
    else if (takes_files(c))
        printf("%s\n", files);
    if (strcmp(c->name, "report") == 0)
        print_jobs();
}

/* Take options and values out of the words.  Returns how many stay, or -1 when
 * the last one was the value of an option, which is completed.
 */
static int take_options(const struct command *c, char *words[])
{
    int count = 0;

    for (int i = 0; words[i]; i++) {
        const struct command_option *o =
            command_option_find(c->options, words[i]);

        if (o && o->value && words[i + 1] && !strchr(words[i], '=')) {
            if (!words[++i + 1]) {
                complete_value(c, o);
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
    int count, i = 0;

    while (i < LAUNCHERS && strcmp(launchers[i].name, c->name) != 0)
        i++;
    if (i < LAUNCHERS) {
        complete_launcher(c, launchers[i].runs, words);
        return;
    }
    count = take_options(c, words);
    if (count > 0 && words[count - 1][0] == '-')
        print_options(c->options);
    if (count > 0)
        complete_operand(c, words, count);
}

/* Shells may have "--job=x" as three words, and the '=' is none.  Where it is
 * the one word that is typed, what may become of the value is told: 'room' is
 * for one word more.
 */
static void join(char *words[], char *room[])
{
    static char empty[] = "";
    char **to = room;

    for (; *words; words++)
        if (strcmp(*words, "=") != 0)
            *to++ = *words;
        else if (!words[1])
            *to++ = empty;
    if (to > room && strncmp(to[-1], "--", 2) == 0 && strchr(to[-1], '=')) {
        to[0] = strchr(to[-1], '=') + 1;
        to[0][-1] = '\0';
        to++;
    }
    *to = NULL;
}

static void complete_line(char *words[])
{
    const struct command *c;
    int count;

    if (!words[0] || !words[1]) {
        print_words("--help --version", ' ');
        print_commands(NULL);
        return;
    }
    c = commands_find(words, &count);
    if (c && !words[count])
        c = commands_find((char *[]){ words[0], NULL }, &count);
    if (c && !words[2])
        print_commands(words[0]);
    if (c)
        complete(c, words + count);
}

static int complete_words(char *words[])
{
    size_t count = 0;
    char **joined;

    while (words[count])
        count++;
    joined = calloc(count + 2, sizeof(*joined));
    if (!joined)
        return EXIT_FAILURE;
    join(words, joined);
    complete_line(joined);
    free(joined);
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

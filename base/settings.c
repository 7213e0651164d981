/* settings.c - what a user can set, in one table
 *
 * This runs at the start of somebody else's program: nothing here asks the
 * locale, prints, or ends the process.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/settings.h"
#include "base/value.h"
#include "base/word.h"

#define PREFIX "MITOSIS_"

const struct setting_info setting_info[SETTING_COUNT] = {
    [SETTING_PROFILE] = {
        .name = "profile",
        .env = "MITOSIS_PROFILE",
        .type = SETTING_CHOICE,
        .choices = "off|counts|times|callsites|trace|auto",
        .preset = "auto",
        .help = "How much to watch, each level including the ones before: "
                "messages and calls, their times, the lines of code they "
                "come from, a trace of every event; auto is callsites while "
                "that costs next to nothing, else times.",
    },
    [SETTING_DEPTH] = {
        .name = "depth",
        .env = "MITOSIS_DEPTH",
        .type = SETTING_NUMBER,
        .least = 1,
        .most = 16,
        .preset = "1",
        .help = "How many functions of a call path are told apart and "
                "reported, counted from the MPI call outwards.",
    },
    [SETTING_OUTPUT] = {
        .name = "output",
        .env = "MITOSIS_OUTPUT",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The file to write the report to; when empty, a new file in "
                "the current folder that is named after program and job.",
    },
    [SETTING_SUMMARY] = {
        .name = "summary",
        .env = "MITOSIS_SUMMARY",
        .type = SETTING_CHOICE,
        .choices = "off|on",
        .preset = "on",
        .help = "Whether to print a short table to stderr when the job has "
                "ended.",
    },
    [SETTING_PAGES] = {
        .name = "pages",
        .env = "MITOSIS_PAGES",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The folder, best in memory, below which running ranks keep "
                "their pages; when empty, the first of /dev/shm, $TMPDIR and "
                "/tmp that can be written.",
    },
    [SETTING_TRACE_LIMIT] = {
        .name = "trace_limit",
        .env = "MITOSIS_TRACE_LIMIT",
        .type = SETTING_SIZE,
        .least = 4096,
        .most = UINT64_C(1) << 50,
        .preset = "64M",
        .help = "How large the trace file of one rank may grow; later events "
                "are counted as lost.",
    },
    [SETTING_LOG] = {
        .name = "log",
        .env = "MITOSIS_LOG",
        .type = SETTING_CHOICE,
        .choices = "quiet|warn|info|debug",
        .preset = "warn",
        .help = "What mitosis says on stderr besides the summary.",
    },
    [SETTING_MPIEXEC] = {
        .name = "mpiexec",
        .env = "MITOSIS_MPIEXEC",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The Hydra launcher that 'mitosis run' starts; when empty, "
                "the one mitosis was built for.",
    },
    [SETTING_MALLEABLE] = {
        .name = "malleable",
        .env = "MITOSIS_MALLEABLE",
        .type = SETTING_CHOICE,
        .choices = "off|auto",
        .preset = "auto",
        .help = "Whether a program that registers its state may be changed "
                "while it runs; it then gets an agent, a process on each "
                "host.",
    },
    [SETTING_SCRIPT] = {
        .name = "script",
        .env = "MITOSIS_SCRIPT",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Changes to make at these numbers of mito_sync(), for runs "
                "that can be repeated: \"100 resize 4; 250 split 1 3\".",
    },
    [SETTING_COPY] = {
        .name = "copy",
        .env = "MITOSIS_COPY",
        .type = SETTING_CHOICE,
        .choices = "auto|direct|shared|tcp",
        .preset = "auto",
        .help = "How new ranks get the state of old ones on the same host: "
                "direct reads their memory, shared has them write it to a "
                "file in the job's folder first, tcp is the way between "
                "hosts; auto is direct where the kernel allows it.",
    },
    [SETTING_COMPRESS] = {
        .name = "compress",
        .env = "MITOSIS_COMPRESS",
        .type = SETTING_CHOICE,
        .choices = "auto|off|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19",
        .preset = "auto",
        .help = "How hard state that goes to another host is packed, as a "
                "level of zstd; auto decides from what the link takes and "
                "how small it becomes.",
    },
    [SETTING_ENCRYPT] = {
        .name = "encrypt",
        .env = "MITOSIS_ENCRYPT",
        .type = SETTING_NUMBER,
        .least = 0,
        .most = 1,
        .preset = "0",
        .help = "Whether state that goes to another host is encrypted; who "
                "takes part is proved in any case.",
    },
    [SETTING_POLICY] = {
        .name = "policy",
        .env = "MITOSIS_POLICY",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The policy that says when the job is to be changed: a file "
                "NAME.lua, or the name of a shipped one, which 'mitosis "
                "policy list' lists.",
    },
    [SETTING_POLICY_OPTIONS] = {
        .name = "policy_options",
        .env = "MITOSIS_POLICY_OPTIONS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Options of the policy, \"KEY=VALUE,KEY=VALUE\"; 'mitosis "
                "run' takes them one by one, too, as --policy-option "
                "KEY=VALUE.",
    },
    [SETTING_LIMITS] = {
        .name = "limits",
        .env = "MITOSIS_LIMITS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "How few and how many ranks a policy may choose, and with how "
                "many the job runs well: \"2-16\", or \"2-16,8\"; when "
                "empty, 1 to the number of cores, and as many as it was "
                "started with.",
    },
    [SETTING_YIELD] = {
        .name = "yield",
        .env = "MITOSIS_YIELD",
        .type = SETTING_CHOICE,
        .choices = "off|on|auto",
        .preset = "auto",
        .help = "Whether ranks that wait for a message give their core away; "
                "auto does so while a host has more ranks than cores.",
    },
    [SETTING_PATIENCE] = {
        .name = "patience",
        .env = "MITOSIS_PATIENCE",
        .type = SETTING_NUMBER,
        .least = 1,
        .most = 20 * 1000,
        .preset = "120",
        .help = "How many seconds new ranks may take to get ready for a "
                "change before it is given up; its other steps have their "
                "share of that.",
    },
};

const char *const setting_source_name[] = {
    [FROM_PRESET] = "default",
    [FROM_FILE] = "file",
    [FROM_ENVIRONMENT] = "environment",
    [FROM_OPTION] = "option",
};

/* Variables with our prefix that are not settings. */
static const char *const other_variables[] = {
    "MITOSIS_CONFIG",     /* names the settings file */
    "MITOSIS_HOME",       /* where the agent is, for ranks on other hosts */
    "MITOSIS_HOME_HOST",  /* where the report is made */
    "MITOSIS_SECRET",     /* of the job */
    "MITOSIS_GENERATION", /* the agent tells the ranks which one they are */
    "MITOSIS_JOB",        /* 'mitosis run' tells the ranks the job's name */
};

enum {
    OTHER_VARIABLES = sizeof(other_variables) / sizeof(other_variables[0])
};

static const char *without_prefix(const char *name)
{
    size_t len = strlen(PREFIX);

    return strlen(name) >= len && word_is(name, len, PREFIX) ? name + len
                                                             : name;
}

void settings_name(enum setting which,
                   enum setting_source source,
                   char name[64])
{
    const struct setting_info *info = &setting_info[which];

    if (source == FROM_ENVIRONMENT) {
        snprintf(name, 64, "%s", info->env);
        return;
    }
    snprintf(name, 64, "%s%s", source == FROM_OPTION ? "--" : "", info->name);
    for (char *c = name; source == FROM_OPTION && *c; c++)
        if (*c == '_')
            *c = '-';
}

static int refuse(enum setting which,
                  const char *value,
                  enum setting_source source,
                  struct error *err)
{
    const struct setting_info *info = &setting_info[which];
    char name[64];

    settings_name(which, source, name);
    switch (info->type) {
    case SETTING_TEXT:
        return error_set(err, "%s: the text is too long", name);
    case SETTING_CHOICE:
        return error_set(err, "%s: \"%s\" is none of %s", name, value,
                         info->choices);
    default:
        return error_set(
            err, "%s: \"%s\" is no %s from %" PRIu64 " to %" PRIu64, name,
            value, info->type == SETTING_SIZE ? "size" : "number", info->least,
            info->most);
    }
}

int settings_set(struct settings *s,
                 enum setting which,
                 const char *value,
                 enum setting_source source,
                 struct error *err)
{
    const struct setting_info *info = &setting_info[which];
    char text[sizeof(s->text[0])] = "";
    uint64_t number = 0;
    bool fine = strlen(value) < sizeof(text);

    if (fine)
        strcpy(text, value);
    if (fine && info->type == SETTING_CHOICE)
        fine = value_choice(info->choices, value, text, &number);
    if (fine && info->type == SETTING_NUMBER)
        fine = value_number(value, &number);
    if (fine && info->type == SETTING_SIZE)
        fine = value_size(value, &number);
    if (fine && (info->type == SETTING_NUMBER || info->type == SETTING_SIZE))
        fine = number >= info->least && number <= info->most;
    if (!fine)
        return refuse(which, value, source, err);
    strcpy(s->text[which], text);
    s->number[which] = number;
    s->source[which] = source;
    return 0;
}

void settings_init(struct settings *s)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        settings_set(s, i, setting_info[i].preset, FROM_PRESET, NULL);
}

enum setting settings_find(const char *name)
{
    const char *word = without_prefix(name);
    int i;

    for (i = 0; i < SETTING_COUNT; i++)
        if (word_is(word, strlen(word), setting_info[i].name))
            break;
    return i;
}

const char *settings_nearest(const char *name)
{
    struct nearest n = nearest_start(without_prefix(name));

    for (int i = 0; i < SETTING_COUNT; i++)
        nearest_offer(&n, setting_info[i].name);
    return n.best;
}

/* Cut spaces off both ends, in place. */
static char *trim(char *text)
{
    static const char spaces[] = " \t\r\n";
    size_t len;

    text += strspn(text, spaces);
    for (len = strlen(text); len && strchr(spaces, text[len - 1]); len--)
        ;
    text[len] = '\0';
    return text;
}

/* A '#' begins a comment at the start of a line or after a space, so that
 * file names may have one.
 */
static void cut_comment(char *line)
{
    for (char *c = line; (c = strchr(c, '#')); c++)
        if (c == line || c[-1] == ' ' || c[-1] == '\t') {
            *c = '\0';
            return;
        }
}

static int unknown_name(const char *name, struct error *err)
{
    const char *near = settings_nearest(name);

    if (near)
        return error_set(err, "no setting \"%s\"; did you mean %s?", name,
                         near);
    return error_set(err, "no setting \"%s\"", name);
}

static int read_line(struct settings *s, char *line, struct error *err)
{
    char *name, *value;
    enum setting which;

    cut_comment(line);
    name = trim(line);
    if (!*name)
        return 0;
    if (!(value = strchr(name, '=')))
        return error_set(err, "\"%s\" is not NAME = VALUE", name);
    *value++ = '\0';
    name = trim(name);
    if ((which = settings_find(name)) == SETTING_COUNT)
        return unknown_name(name, err);
    return settings_set(s, which, trim(value), FROM_FILE, err);
}

/* Where the file may be.  Returns whether the user named it. */
static bool find_file(char *path, size_t size)
{
    const char *named = getenv("MITOSIS_CONFIG");
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");

    path[0] = '\0';
    if (named && *named)
        snprintf(path, size, "%s", named);
    else if (config && *config == '/')
        snprintf(path, size, "%s/mitosis.conf", config);
    else if (home && *home)
        snprintf(path, size, "%s/.config/mitosis.conf", home);
    return named && *named;
}

int settings_read_file(struct settings *s,
                       void (*complain)(const char *text),
                       struct error *err)
{
    char path[4096];
    bool named = find_file(path, sizeof(path));
    FILE *file = *path ? fopen(path, "re") : NULL;
    char *line = NULL;
    size_t size = 0;
    int rc = 0;

    if (!file) {
        if (named)
            return error_set(err, "MITOSIS_CONFIG: %s: %s", path,
                             strerror(errno));
        return 0;
    }
    for (int number = 1; errno = 0, getline(&line, &size, file) >= 0;
         number++) {
        struct error why = { "" };
        struct error where;

        if (read_line(s, line, &why) < 0) {
            error_set(&where, "%.*s:%d: %.*s", 400, path, number, 500,
                      why.text);
            complain(where.text);
        }
    }
    if (ferror(file))
        rc = error_set(err, "%s: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return rc;
}

static bool is_other(const char *name, size_t len)
{
    for (size_t i = 0; i < OTHER_VARIABLES; i++)
        if (strlen(other_variables[i]) == len
            && strncmp(name, other_variables[i], len) == 0)
            return true;
    return false;
}

/* Names are case-sensitive here, as variables are: mitosis_depth is nobody's
 * business, MITOSIS_depth is a mistake.
 */
static void read_variable(struct settings *s,
                          const char *name,
                          size_t len,
                          void (*complain)(const char *text))
{
    const char *value = name + len + 1;
    struct nearest n;
    struct error err;
    char word[64];

    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_info *info = &setting_info[i];

        if (strlen(info->env) != len || strncmp(name, info->env, len) != 0)
            continue;
        if ((*value || info->type == SETTING_TEXT)
            && settings_set(s, i, value, FROM_ENVIRONMENT, &err) < 0)
            complain(err.text);
        return;
    }
    if (is_other(name, len))
        return;
    snprintf(word, sizeof(word), "%.*s", (int)len, name);
    n = nearest_start(word);
    for (int i = 0; i < SETTING_COUNT; i++)
        nearest_offer(&n, setting_info[i].env);
    if (n.best)
        error_set(&err, "unknown variable %s, did you mean %s?", word, n.best);
    else
        error_set(&err,
                  "unknown variable %s; 'mitosis help settings' lists "
                  "those there are",
                  word);
    complain(err.text);
}

void settings_read_environment(struct settings *s,
                               void (*complain)(const char *text))
{
    for (char **at = environ; at && *at; at++) {
        const char *end = strchr(*at, '=');

        if (end && strncmp(*at, PREFIX, strlen(PREFIX)) == 0)
            read_variable(s, *at, (size_t)(end - *at), complain);
    }
}

/* One paragraph of help, filled to 76 columns, 8 of them blank. */
static void print_filled(FILE *out, const char *text)
{
    enum { MARGIN = 8, WIDTH = 76 };
    int column = 0;

    while (*text) {
        int len = (int)strcspn(text, " ");

        if (column == 0 || column + 1 + len > WIDTH) {
            fprintf(out, "%s%*s", column == 0 ? "" : "\n", MARGIN, "");
            column = MARGIN;
        } else {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", len, text);
        column += len;
        text += len + (text[len] == ' ');
    }
    fputc('\n', out);
}

static void print_values(FILE *out, const struct setting_info *info)
{
    switch (info->type) {
    case SETTING_CHOICE:
        fprintf(out, "=%s", info->choices);
        break;
    case SETTING_NUMBER:
        fprintf(out, "=%" PRIu64 "..%" PRIu64, info->least, info->most);
        break;
    case SETTING_SIZE:
        fprintf(out, "=SIZE[k|M|G]");
        break;
    case SETTING_TEXT:
        fprintf(out, "=TEXT");
        break;
    }
}

void settings_help(FILE *out)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_info *info = &setting_info[i];
        char option[64];

        settings_name(i, FROM_OPTION, option);
        fprintf(out, "%s%s", i ? "\n" : "", option);
        print_values(out, info);
        fprintf(out, "\n    %s", info->env);
        if (*info->preset)
            fprintf(out, ", default %s", info->preset);
        fputc('\n', out);
        print_filled(out, info->help);
    }
}

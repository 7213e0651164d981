/* settings.c - what a user has set
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

#include "base/parse_value.h"
#include "base/settings.h"
#include "base/suggest_name.h"

#define PREFIX "MITOSIS_"

const char *const setting_source_name[] = {
    [FROM_PRESET] = "default",
    [FROM_FILE] = "file",
    [FROM_ENVIRONMENT] = "environment",
    [FROM_OPTION] = "option",
};

/* Variables with our prefix that are not settings. */
static const char *const other_variables[] = {
    "MITOSIS_CONFIG",    /* names the settings file */
    "MITOSIS_HOME",      /* where the agent is, for ranks on other hosts */
    "MITOSIS_HOME_HOST", /* where the report is made */
    "MITOSIS_LAUNCHER_WORDS", /* how mpiexec was started, if elsewhere */
    "MITOSIS_KEY",            /* names the file with the user's key */
    "MITOSIS_SEALED",         /* the job's secret, see net/secret.h */
    "MITOSIS_GENERATION", /* the agent tells the ranks which one they are */
    "MITOSIS_JOB",        /* 'mitosis run' tells the ranks the job's name */
};

enum {
    OTHER_VARIABLES = sizeof(other_variables) / sizeof(other_variables[0])
};

static const char *without_prefix(const char *name)
{
    size_t len = strlen(PREFIX);

    return strlen(name) >= len && parse_value_is(name, len, PREFIX)
               ? name + len
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
    char name[64], choices[256];

    settings_name(which, source, name);
    switch (info->type) {
    case SETTING_TEXT:
        return error_set(err, "%s: the text is too long", name);
    case SETTING_CHOICE:
        parse_value_tell_choices(info->choices, choices, sizeof(choices));
        return error_set(err, "%s: \"%s\" is none of %s", name, value,
                         choices);
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
        fine = parse_value_choice(info->choices, value, text, &number);
    if (fine && info->type == SETTING_NUMBER)
        fine = parse_value_number(value, &number);
    if (fine && info->type == SETTING_SIZE)
        fine = parse_value_size(value, &number);
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
        if (parse_value_is(word, strlen(word), setting_info[i].name))
            break;
    return i;
}

const char *settings_nearest(const char *name)
{
    struct suggest_name n = suggest_name_start(without_prefix(name));

    for (int i = 0; i < SETTING_COUNT; i++)
        suggest_name_offer(&n, setting_info[i].name);
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
    struct suggest_name n;
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
    /* What all have in common says nothing of how near they are. */
    snprintf(word, sizeof(word), "%.*s", (int)len, name);
    n = suggest_name_start(word + strlen(PREFIX));
    for (int i = 0; i < SETTING_COUNT; i++)
        suggest_name_offer(&n, setting_info[i].env + strlen(PREFIX));
    if (n.best)
        error_set(&err, "unknown variable %s, did you mean %s%s?", word,
                  PREFIX, n.best);
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

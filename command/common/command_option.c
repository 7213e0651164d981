/* command_option.c - the options of the subcommands, in one table for each
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse_value.h"
#include "base/print_words.h"
#include "base/suggest_name.h"
#include "command/common/command_option.h"
#include "policy/lua/option.h"

enum {
    WIDTH = 80,
    INDENT = 2,      /* of an option in the help */
    NAMES_MOST = 32, /* wide: behind a wider one the text begins a line */
};

static bool is_last(const struct command_option *o)
{
    return !o->name && !o->help;
}

const struct command_option *command_option_find(
    const struct command_option *table, const char *word)
{
    size_t len = strcspn(word, "=");

    for (const struct command_option *o = table; o && !is_last(o); o++)
        if (o->name && strlen(o->name) == len
            && strncmp(o->name, word, len) == 0)
            return o;
    return NULL;
}

int command_option_value(const struct command_option *o,
                         char *const argv[],
                         const char **value,
                         struct error *err)
{
    const char *own = strchr(argv[0], '=');

    *value = NULL;
    if (!o->value)
        return own ? error_set(err, "%s takes no value", o->name) : 1;
    *value = own ? own + 1 : argv[1];
    if (!*value || !**value)
        return error_set(err, "%s needs a value", o->name);
    return own ? 1 : 2;
}

static int read_whole(const char *name,
                      const char *value,
                      const struct command_option_place *p,
                      struct error *err)
{
    const uint64_t least = (uint64_t)p->least, most = (uint64_t)p->most;
    uint64_t number;

    if (parse_value_number(value, &number) && number >= least
        && (number <= most || most == 0)) {
        *p->whole = number;
        return 0;
    }
    if (most == 0)
        return error_set(err, "%s: \"%.100s\" is no whole number from %ju on",
                         name, value, (uintmax_t)least);
    return error_set(err, "%s: \"%.100s\" is no whole number from %ju to %ju",
                     name, value, (uintmax_t)least, (uintmax_t)most);
}

static int read_number(const char *name,
                       const char *value,
                       const struct command_option_place *p,
                       struct error *err)
{
    char *end;
    double number = strtod(value, &end);

    if (end == value || *end || !(number >= p->least && number <= p->most))
        return error_set(err, "%s: \"%.100s\" is no number from %g to %g",
                         name, value, p->least, p->most);
    *p->number = number;
    return 0;
}

int command_option_put(const struct command_option *o,
                       const char *value,
                       const struct command_option_place *p,
                       struct error *err)
{
    struct error why;
    char name[64];

    while (p->id != o->id && p->id != COMMAND_OPTION_NONE)
        p++;
    snprintf(name, sizeof(name), "%s%s", o->name, p->unit ? p->unit : "");
    if (p->text)
        *p->text = value;
    if (p->pairs && options_add(p->pairs, OPTION_VALUE, value, &why) < 0)
        return error_set(err, "%s: %.900s", name, why.text);
    if ((p->whole && read_whole(name, value, p, err) < 0)
        || (p->number && read_number(name, value, p, err) < 0))
        return -1;
    if (p->flag)
        *p->flag = true;
    return 0;
}

int command_option_shares(const char *value, bool *even, struct error *err)
{
    *even = strcmp(value, "even") == 0;
    if (*even || strcmp(value, "any") == 0)
        return 0;
    return error_set(err, "--shares: \"%.100s\" is neither any nor even",
                     value);
}

int command_option_refuse(const struct command_option *table,
                          const char *name,
                          const char *word,
                          struct error *err)
{
    struct suggest_name n = suggest_name_start(word);

    for (const struct command_option *o = table; o && !is_last(o); o++)
        if (o->name)
            suggest_name_offer(&n, o->name);
    if (n.best)
        return error_set(err,
                         "%.200s is no option of mitosis %s; did you mean %s?",
                         word, name, n.best);
    return error_set(err, "%.200s is no option of mitosis %s", word, name);
}

/* ---- the help ---- */

static size_t width(const struct command_option *o)
{
    return INDENT + strlen(o->name) + (o->value ? 1 + strlen(o->value) : 0)
           + 2;
}

/* The options between two lines without one have their texts below each
 * other.
 */
static size_t column(const struct command_option *o)
{
    size_t most = 0;

    for (; o->name; o++)
        if (o->help && width(o) > most && width(o) <= NAMES_MOST)
            most = width(o);
    return most;
}

static void print_one(const struct command_option *o, size_t from, FILE *out)
{
    int at = fprintf(out, "%*s%s%s%s", INDENT, "", o->name,
                     o->value ? " " : "", o->value ? o->value : "");

    if ((size_t)at + 2 > from) {
        fprintf(out, "\n");
        at = 0;
    }
    fprintf(out, "%*s", (int)from - at, "");
    print_words(out, o->help, from, WIDTH);
}

void command_option_print(const struct command_option *table, FILE *out)
{
    size_t from = table ? column(table) : 0;

    for (const struct command_option *o = table; o && !is_last(o); o++)
        if (!o->name) {
            fprintf(out, "\n%s\n", o->help);
            from = column(o + 1);
        } else if (o->help) {
            print_one(o, from, out);
        }
}

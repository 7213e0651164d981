/* option.c - what a policy lets its user choose
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse_value.h"
#include "base/suggest_name.h"
#include "policy/lua/option.h"

const char *const option_type_name[OPTION_TYPES] = {
    [OPTION_NUMBER] = "number",
    [OPTION_TEXT] = "text",
    [OPTION_BOOLEAN] = "boolean",
};

static bool read_number(const char *text, double *number)
{
    char *end;
    double n = strtod(text, &end);

    if (end == text || *end || !isfinite(n))
        return false;
    *number = n;
    return true;
}

/* parse_value_choice() takes yes, no, 1 and so on for these. */
static bool read_boolean(const char *text, double *number)
{
    char word[8];
    uint64_t which;

    if (!parse_value_choice("off|on", text, word, &which))
        return false;
    *number = (double)which;
    return true;
}

int option_set(struct option *o, const char *text, struct error *err)
{
    double number = 0;

    if (strlen(text) >= sizeof(o->text))
        return error_set(err, "option %s: the text is too long", o->name);
    if (o->type == OPTION_NUMBER && !read_number(text, &number))
        return error_set(err, "option %s: \"%s\" is no number", o->name, text);
    if (o->type == OPTION_BOOLEAN && !read_boolean(text, &number))
        return error_set(err, "option %s: \"%s\" is neither yes nor no",
                         o->name, text);
    strcpy(o->text, text);
    o->number = number;
    o->given = true;
    return 0;
}

static int unknown(const struct options *o,
                   const char *name,
                   struct error *err)
{
    struct suggest_name n = suggest_name_start(name);

    for (int i = 0; i < o->count; i++)
        suggest_name_offer(&n, o->option[i].name);
    if (n.best)
        return error_set(err, "it has no option \"%s\"; did you mean %s?",
                         name, n.best);
    if (o->count == 0)
        return error_set(err, "it has no option \"%s\", nor any other", name);
    return error_set(err, "it has no option \"%s\"", name);
}

static int set_pair(struct options *o, char *pair, struct error *err)
{
    char *value = strchr(pair, '=');

    if (!value || value == pair)
        return error_set(err, "option \"%s\" is not KEY=VALUE", pair);
    *value++ = '\0';
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->option[i].name, pair) == 0)
            return option_set(&o->option[i], value, err);
    return unknown(o, pair, err);
}

/* Copy what is before the next comma that no backslash precedes. */
static const char *next_pair(const char *text, char *pair)
{
    for (; *text && *text != ','; text++) {
        if (text[0] == '\\' && text[1])
            text++;
        *pair++ = *text;
    }
    *pair = '\0';
    return *text ? text + 1 : text;
}

int options_set(struct options *o, const char *text, struct error *err)
{
    char *pair = malloc(strlen(text) + 1);
    int rc = 0;

    if (!pair)
        return error_set(err, "out of memory");
    while (rc == 0 && *text) {
        text = next_pair(text, pair);
        rc = set_pair(o, pair, err);
    }
    free(pair);
    for (int i = 0; rc == 0 && i < o->count; i++)
        if (!o->option[i].given)
            rc = error_set(err, "its option %s must be given",
                           o->option[i].name);
    return rc;
}

int options_add(char *text, size_t size, const char *pair, struct error *err)
{
    size_t used = strlen(text);

    if (!strchr(pair, '=') || *pair == '=')
        return error_set(err, "\"%s\" is not KEY=VALUE", pair);
    if (used + 2 * strlen(pair) + 2 > size)
        return error_set(err, "the options are too long");
    if (used > 0)
        text[used++] = ',';
    for (; *pair; pair++) {
        if (*pair == ',' || *pair == '\\')
            text[used++] = '\\';
        text[used++] = *pair;
    }
    text[used] = '\0';
    return 0;
}

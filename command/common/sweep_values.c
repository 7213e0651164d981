/* sweep_values.c - try options with several values
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse_value.h"
#include "command/common/parallel.h"
#include "command/common/say.h"
#include "command/common/sweep_values.h"

enum { NUMBER = 24 };

/* Whether it is "1..16". */
static bool is_range(const char *at,
                     size_t length,
                     uint64_t *least,
                     uint64_t *most)
{
    const char *dots = strstr(at, "..");
    char a[NUMBER], b[NUMBER];
    size_t first = dots ? (size_t)(dots - at) : length;

    if (first + 2 >= length || first >= NUMBER || length - first >= NUMBER)
        return false;
    snprintf(a, sizeof(a), "%.*s", (int)first, at);
    snprintf(b, sizeof(b), "%.*s", (int)(length - first - 2), dots + 2);
    return parse_value_number(a, least) && parse_value_number(b, most);
}

static int add(struct sweep_values *s,
               const char *at,
               size_t length,
               struct error *err)
{
    uint64_t least = 0, most = 0;

    if (is_range(at, length, &least, &most)) {
        if (most < least || most - least >= SWEEP_VALUES)
            return error_set(err,
                             "--sweep: \"%.*s\" is not LEAST..MOST of at most "
                             "%d numbers",
                             (int)length, at, SWEEP_VALUES);
        for (uint64_t n = least; n <= most; n++)
            string_list_add(&s->value, "%" PRIu64, n);
    } else {
        string_list_add(&s->value, "%.*s", (int)length, at);
    }
    if (s->value.failed)
        return error_set(err, "no memory for the values of a sweep");
    if (s->value.count > SWEEP_VALUES)
        return error_set(err, "--sweep: more than %d values", SWEEP_VALUES);
    return 0;
}

int sweep_values_read(struct sweep_values *s,
                      const char *text,
                      struct error *err)
{
    size_t name = strcspn(text, "=");
    const char *between = strchr(text, ';') ? ";" : ",";
    const char *at = text + name;

    if (name == 0 || name >= sizeof(s->option) || !*at)
        return error_set(err, "--sweep: \"%.100s\" is not OPTION=VALUE,VALUE",
                         text);
    snprintf(s->option, sizeof(s->option), "%.*s", (int)name, text);
    do {
        size_t length = strcspn(++at, between);

        if (length == 0)
            return error_set(err, "--sweep: \"%.100s\" has an empty value",
                             text);
        if (add(s, at, length, err) < 0)
            return -1;
        at += length;
    } while (*at);
    return 0;
}

void sweep_values_clear(struct sweep_values *s)
{
    string_list_clear(&s->value);
}

/* ---- combinations ---- */

struct sweeping {
    struct sweep sweep;
    const struct sweep_kind *kind;
    struct sweep_values of[SWEEP_OPTIONS];
    struct string_list *words; /* of each combination, */
    char *request;             /* and what they ask for */
};

static int read_values(struct sweeping *x,
                       const char *const text[],
                       struct error *err)
{
    struct sweep *s = &x->sweep;

    s->count = 1;
    for (size_t i = 0; i < s->options; i++) {
        if (sweep_values_read(&x->of[i], text[i], err) < 0)
            return -1;
        s->option[i] = x->of[i].option;
        for (const char *const *none = x->kind->none; *none; none++)
            if (strcmp(s->option[i], *none) == 0)
                return error_set(err, "--sweep: no result depends on --%s",
                                 *none);
        s->count *= x->of[i].value.count;
        if (s->count > SWEEP_VALUES)
            return error_set(err, "--sweep: more than %d combinations",
                             SWEEP_VALUES);
    }
    s->value = calloc(s->count * s->options, sizeof(*s->value));
    s->row = calloc(s->count, x->kind->row_bytes);
    x->words = calloc(s->count, sizeof(*x->words));
    x->request = calloc(s->count, x->kind->request_bytes);
    return s->value && s->row && x->words && x->request
               ? 0
               : error_set(err, "no memory for %zu simulations", s->count);
}

static void *request(const struct sweeping *x, size_t number)
{
    return x->request + number * x->kind->request_bytes;
}

static int read_words(struct sweeping *x,
                      size_t number,
                      char *const argv[],
                      struct error *err)
{
    struct sweep *s = &x->sweep;
    struct string_list *words = &x->words[number];
    const char **value = &s->value[number * s->options];
    size_t rest = number;

    for (size_t k = s->options; k-- > 0;) {
        value[k] = x->of[k].value.text[rest % x->of[k].value.count];
        rest /= x->of[k].value.count;
    }
    for (; *argv; argv++)
        string_list_add(words, "%s", *argv);
    for (size_t k = 0; k < s->options; k++)
        string_list_add(words, "--%s=%s", s->option[k], value[k]);
    return words->failed
               ? error_set(err, "no memory for %zu simulations", s->count)
               : x->kind->read(request(x, number), words->text, err);
}

static int play(void *arg, size_t number, void *row, struct error *err)
{
    const struct sweeping *x = arg;

    return x->kind->play(request(x, number), &x->sweep, number, row, err);
}

static void clear(struct sweeping *x)
{
    for (size_t k = 0; k < x->sweep.options; k++)
        sweep_values_clear(&x->of[k]);
    for (size_t i = 0; x->words && i < x->sweep.count; i++)
        string_list_clear(&x->words[i]);
    free(x->words);
    free(x->request);
    free(x->sweep.value);
    free(x->sweep.row);
}

int sweep_run(const struct sweep_kind *kind,
              char *const argv[],
              const char *const text[],
              size_t options)
{
    struct sweeping x = { .sweep.options = options, .kind = kind };
    struct sweep *s = &x.sweep;
    int status = EXIT_SUCCESS;
    struct error err;
    int rc = read_values(&x, text, &err);

    for (size_t i = 0; rc == 0 && i < s->count; i++)
        rc = read_words(&x, i, argv, &err);
    if (rc < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (parallel_run(play, &x, s->count, s->row, kind->row_bytes,
                          "simulations", &err)
                 < 0
             || kind->print(s, x.request, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    clear(&x);
    return status;
}

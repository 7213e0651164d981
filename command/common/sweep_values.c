/* sweep_values.c - the values that an option is to be tried with
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/parse_value.h"
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

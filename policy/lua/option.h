/* option.h - what a policy lets its user choose
 *
 * A policy declares its options, name by name with type, default and a
 * sentence of help; the user gives "limit=0.3,quiet=yes", a backslash before
 * a comma that belongs to a value.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_OPTION_H
#define MITOSIS_POLICY_LUA_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
    OPTIONS = 32,
    OPTION_NAME = 64,
    OPTION_HELP = 256,
    OPTION_VALUE = 4096
};

enum option_type { OPTION_NUMBER, OPTION_TEXT, OPTION_BOOLEAN, OPTION_TYPES };

extern const char *const option_type_name[OPTION_TYPES];

struct option {
    char name[OPTION_NAME];
    enum option_type type;
    char help[OPTION_HELP];
    bool given; /* it has a value, be it the default */
    char text[OPTION_VALUE];
    double number; /* of a number, and 0 or 1 of a boolean */
};

struct options {
    int count;
    struct option option[OPTIONS];
};

/* Give the option a value from text.  Returns -1 with the reason in 'err',
 * and the option as it was.
 */
int option_set(struct option *o, const char *text, struct error *err);

/* Set those that 'text' names.  Returns -1 with the reason in 'err': no
 * "key=value", an option that was not declared (with the nearest that was),
 * a value of the wrong type; or one without a default that was not given.
 */
int options_set(struct options *o, const char *text, struct error *err);

/* Add "key=value" to the list 'text', which has room for 'size' bytes.
 * Returns -1 with the reason in 'err'.
 */
int options_add(char *text, size_t size, const char *pair, struct error *err);

#endif /* !MITOSIS_POLICY_LUA_OPTION_H */

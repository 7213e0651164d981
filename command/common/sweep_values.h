/* sweep_values.h - the values that an option is to be tried with
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SWEEP_VALUES_H
#define MITOSIS_COMMAND_COMMON_SWEEP_VALUES_H

#include "base/error.h"
#include "base/string_list.h"

enum { SWEEP_VALUES = 1000, SWEEP_VALUES_OPTION = 64 };

/* All zero is empty. */
struct sweep_values {
    char option[SWEEP_VALUES_OPTION]; /* without its dashes */
    struct string_list value;
};

/* Read "size=1..4,8,16"; where a ';' is, that is between values, which may
 * have commas then.  Returns -1 with what is wrong with it in 'err'.
 */
int sweep_values_read(struct sweep_values *s,
                      const char *text,
                      struct error *err);

/* Free them. */
void sweep_values_clear(struct sweep_values *s);

#endif /* !MITOSIS_COMMAND_COMMON_SWEEP_VALUES_H */

/* sweep_values.h - try options with several values
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SWEEP_VALUES_H
#define MITOSIS_COMMAND_COMMON_SWEEP_VALUES_H

#include <stddef.h>

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

enum { SWEEP_OPTIONS = 4 /* at a time */ };

/* Each value of one option goes with each of the others. */
struct sweep {
    size_t options;
    const char *option[SWEEP_OPTIONS];
    size_t count;       /* combinations */
    const char **value; /* of each, those of all options; the values of the
                           last one change first */
    void *row;          /* what came of each */
};

/* What is done: all return -1 with the reason in 'err'. */
struct sweep_kind {
    const char *const *none; /* options on which no result depends */
    size_t request_bytes;
    int (*read)(void *request, char *const words[], struct error *err);
    size_t row_bytes;
    int (*play)(const void *request,
                const struct sweep *s,
                size_t number,
                void *row,
                struct error *err);
    int (*print)(const struct sweep *s,
                 const void *first_request,
                 struct error *err);
};

/* Play each combination of the values in 'text', which --sweep was given, and
 * print what came of them.  The words are those that were given, 'argv', and
 * the values, which count as they are the last; all are read before the first
 * is played, so that a value that is wrong costs no time.  Returns an exit
 * status, having said what is wrong.
 */
int sweep_run(const struct sweep_kind *kind,
              char *const argv[],
              const char *const text[],
              size_t options);

#endif /* !MITOSIS_COMMAND_COMMON_SWEEP_VALUES_H */

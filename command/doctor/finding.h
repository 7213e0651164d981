/* finding.h - what 'mitosis doctor' has found, to be told
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_DOCTOR_FINDING_H
#define MITOSIS_COMMAND_DOCTOR_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum finding_state { FINDING_OK, FINDING_WARNING, FINDING_MISSING };

enum { FINDING_TEXT = 512, FINDINGS = 32 };

struct finding {
    const char *name;
    enum finding_state state;
    const char *advice; /* a sentence on what to do, or NULL */
    char text[FINDING_TEXT];
};

/* All zero are none yet. */
struct findings {
    size_t count;
    struct finding list[FINDINGS];
};

/* Add one.  Name and advice are kept as they are; advice for what is well is
 * not told.
 */
void finding_add(struct findings *f,
                 enum finding_state state,
                 const char *name,
                 const char *advice,
                 const char *fmt,
                 ...) __attribute__((format(printf, 5, 6)));

/* Whether nothing that is needed is missing. */
bool findings_are_good(const struct findings *f);

/* Print them for people, in lines of 80 characters at most, or as JSON. */
void findings_print(const struct findings *f, FILE *out);
void findings_print_json(const struct findings *f, FILE *out);

#endif /* !MITOSIS_COMMAND_DOCTOR_FINDING_H */

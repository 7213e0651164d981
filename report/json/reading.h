/* reading.h - where one is in a report that is being read
 *
 * And the values that are written as texts.  All that fails says in the
 * reading's 'err' which value is wrong, and returns -1.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_READING_H
#define MITOSIS_REPORT_JSON_READING_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "report/model/run.h"
#include "report/model/table.h"

enum { READING_NAME = 256 };

struct reading {
    struct run *run;
    table_t *texts; /* of const char *, as many come again and again */
    char name[READING_NAME]; /* of the value that is being read */
    struct error *err;
};

int reading_no_memory(struct reading *r);
int reading_wrong(struct reading *r, const char *wanted);

/* Go down to a value within the one being read, and up again to 'back'. */
size_t reading_into(struct reading *r, const char *key);
size_t reading_to(struct reading *r, size_t index);
void reading_back(struct reading *r, size_t back);

/* Keep a text, once however often it comes.  NULL is wrong here and below. */
int reading_text(struct reading *r, const char *found, const char **text);

/* A state of a rank, a moment, and a size class: a power of two, or 0. */
int reading_state(struct reading *r, const char *name, enum run_state *s);
int reading_moment(struct reading *r, const char *text, uint64_t *ns);
int reading_limit(struct reading *r, const char *key, uint64_t *limit);

#endif /* !MITOSIS_REPORT_JSON_READING_H */

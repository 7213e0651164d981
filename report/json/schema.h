/* schema.h - which part of a run has which name in the report's JSON
 *
 * One table serves json.h, which writes, and read.h, which reads.  What the
 * names mean is told in doc/profile-format.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_SCHEMA_H
#define MITOSIS_REPORT_JSON_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

enum { SCHEMA_VERSION = 1 }; /* the value of "mitosis" */

enum schema_type {
    SCHEMA_TEXT,     /* const char * */
    SCHEMA_INT,      /* int */
    SCHEMA_UNSIGNED, /* unsigned */
    SCHEMA_SIZE,     /* size_t */
    SCHEMA_COUNT,    /* uint64_t */
    SCHEMA_NUMBER,   /* double */
    SCHEMA_BOOL,     /* bool */
    SCHEMA_STATE,    /* enum run_state */
    SCHEMA_MOMENT,   /* uint64_t, nanoseconds; as a date */
    SCHEMA_SIZES,    /* struct run_sizes */
    SCHEMA_TEXTS,    /* const char **, 'count' of them */
    SCHEMA_NUMBERS,  /* double *, 'count' of them */
    SCHEMA_RECORD,  /* a struct within; left out when its first text is NULL */
    SCHEMA_RECORDS, /* a pointer to 'count' of them */
};

struct schema_field {
    const char *key;
    enum schema_type type;
    size_t at;    /* offset in the struct */
    size_t count; /* offset of the size_t that counts them */
    const struct schema *record;
    bool spread;   /* one element a line */
    bool needed;   /* a report without it is no report */
    bool optional; /* a record that is left out when its first number is 0 */
};

struct schema {
    size_t bytes;                     /* of the struct */
    const struct schema_field *field; /* up to one without a key */
};

/* That of struct run; "mitosis" comes before its fields. */
extern const struct schema schema_run;

/* Those of struct run_change and struct run_policy, which have lines of their
 * own in a job's folder.
 */
extern const struct schema schema_change;
extern const struct schema schema_policy;

#endif /* !MITOSIS_REPORT_JSON_SCHEMA_H */

/* read.c - read a report back
 *
 * A key that we do not know is passed over: it is of a later version that only
 * added something.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/diagnose/diagnose.h"
#include "report/json/optional_fields.h"
#include "report/json/parse_file.h"
#include "report/json/read.h"
#include "report/json/reading.h"
#include "report/json/schema.h"
#include "report/model/efficiency.h"
#include "report/model/list.h"

static int take_text(struct reading *r, const json_t *value, const char **text)
{
    return reading_text(r, json_string_value(value), text);
}

static int take_integer(struct reading *r,
                        const json_t *value,
                        int64_t least,
                        int64_t most,
                        int64_t *n)
{
    if (!json_is_integer(value))
        return reading_wrong(r, "a whole number");
    *n = json_integer_value(value);
    if (*n < least || *n > most)
        return reading_wrong(r, "a number that can be");
    return 0;
}

static int take_number(struct reading *r, const json_t *value, double *number)
{
    if (!json_is_number(value))
        return reading_wrong(r, "a number");
    *number = json_number_value(value);
    return 0;
}

static int take_sizes(struct reading *r,
                      json_t *value,
                      struct run_sizes *sizes)
{
    size_t count = json_object_size(value);
    json_t *element;
    const char *key;

    if (!json_is_object(value))
        return reading_wrong(r, "an object");
    sizes->of = arena_take(r->run->arena, count, sizeof(*sizes->of));
    if (!sizes->of)
        return reading_no_memory(r);
    json_object_foreach(value, key, element)
    {
        struct run_size *size = &sizes->of[sizes->count];
        size_t back = reading_into(r, key);
        int64_t n = 0;

        if (reading_limit(r, key, &size->limit) < 0
            || take_integer(r, element, 0, INT64_MAX, &n) < 0)
            return -1;
        size->count = n;
        sizes->count++;
        reading_back(r, back);
    }
    return 0;
}

/* Begin to read an array into the place of a pointer and its counter. */
static char *take_array(struct reading *r,
                        const struct schema_field *field,
                        const json_t *value,
                        size_t bytes,
                        char *record)
{
    char *first;

    if (!json_is_array(value)) {
        reading_wrong(r, "an array");
        return NULL;
    }
    first = arena_take(r->run->arena, json_array_size(value), bytes);
    if (!first) {
        reading_no_memory(r);
        return NULL;
    }
    *(void **)(record + field->at) = first;
    *(size_t *)(record + field->count) = json_array_size(value);
    return first;
}

static int take_fields(struct reading *r,
                       const struct schema *schema,
                       json_t *,
                       char *);

/* The elements of an array, each of 'bytes'. */
static int take_elements(struct reading *r,
                         const struct schema_field *field,
                         const json_t *value,
                         size_t bytes,
                         char *record)
{
    char *element = take_array(r, field, value, bytes, record);
    int rc = element ? 0 : -1;

    for (size_t i = 0; rc == 0 && i < json_array_size(value); i++) {
        json_t *at = json_array_get(value, i);
        size_t back = reading_to(r, i);

        if (field->type == SCHEMA_TEXTS)
            rc = take_text(r, at, (const char **)element);
        else if (field->type == SCHEMA_NUMBERS)
            rc = take_number(r, at, (double *)element);
        else
            rc = take_fields(r, field->record, at, element);
        element += bytes;
        if (rc == 0)
            reading_back(r, back);
    }
    return rc;
}

static int take_whole(struct reading *r,
                      const struct schema_field *field,
                      const json_t *value,
                      void *at)
{
    bool is_signed = field->type == SCHEMA_INT;
    int64_t least = is_signed ? INT_MIN : 0;
    int64_t most = is_signed                        ? INT_MAX
                   : field->type == SCHEMA_UNSIGNED ? UINT_MAX
                                                    : INT64_MAX;
    int64_t n = 0;

    if (take_integer(r, value, least, most, &n) < 0)
        return -1;
    if (is_signed)
        *(int *)at = n;
    else if (field->type == SCHEMA_UNSIGNED)
        *(unsigned *)at = n;
    else if (field->type == SCHEMA_SIZE)
        *(size_t *)at = n;
    else
        *(uint64_t *)at = n;
    return 0;
}

static int take_value(struct reading *r,
                      const struct schema_field *field,
                      json_t *value,
                      char *record)
{
    void *at = record + field->at;

    switch (field->type) {
    case SCHEMA_TEXT:
        return take_text(r, value, at);
    case SCHEMA_INT:
    case SCHEMA_UNSIGNED:
    case SCHEMA_SIZE:
    case SCHEMA_COUNT:
        return take_whole(r, field, value, at);
    case SCHEMA_NUMBER:
        if (field->needed && json_number_value(value) < 0)
            return reading_wrong(r, "a number that can be");
        return take_number(r, value, at);
    case SCHEMA_BOOL:
        if (!json_is_boolean(value))
            return reading_wrong(r, "true or false");
        *(bool *)at = json_is_true(value);
        return 0;
    case SCHEMA_STATE:
        return reading_state(r, json_string_value(value), at);
    case SCHEMA_MOMENT:
        return reading_moment(r, json_string_value(value), at);
    case SCHEMA_SIZES:
        return take_sizes(r, value, at);
    case SCHEMA_TEXTS:
        return take_elements(r, field, value, sizeof(char *), record);
    case SCHEMA_NUMBERS:
        return take_elements(r, field, value, sizeof(double), record);
    case SCHEMA_RECORD:
        return take_fields(r, field->record, value, at);
    case SCHEMA_RECORDS:
        return take_elements(r, field, value, field->record->bytes, record);
    }
    return -1;
}

static int take_fields(struct reading *r,
                       const struct schema *schema,
                       json_t *object,
                       char *record)
{
    if (!json_is_object(object))
        return reading_wrong(r, "an object");
    for (const struct schema_field *f = schema->field; f->key; f++) {
        json_t *value = json_object_get(object, f->key);
        size_t back = reading_into(r, f->key);

        if (!value && f->needed)
            return error_set(r->err, "'%s' is missing", r->name);
        if (value && take_value(r, f, value, record) < 0)
            return -1;
        reading_back(r, back);
    }
    return 0;
}

/* What must hold beyond types for the rest to rely on. */
static int check(struct reading *r)
{
    const struct run *run = r->run;

    if (run->size < 1)
        return error_set(r->err, "'size' is not a number of ranks");
    for (size_t i = 0; i < run->sites; i++)
        if (run->site[i].depth == 0)
            return error_set(r->err, "'callsites[%zu].frames' is empty", i);
    for (size_t i = 0; i < run->messages; i++)
        if (run->message[i].from < 0 || run->message[i].to < 0)
            return error_set(r->err, "'messages[%zu]' is between no ranks", i);
    return 0;
}

static int take_report(struct reading *r, json_t *root)
{
    json_t *version = json_object_get(root, "mitosis");

    if (!json_is_integer(version))
        return error_set(r->err, "it is not a report of mitosis");
    if (json_integer_value(version) != SCHEMA_VERSION)
        return error_set(r->err,
                         "it has format %" JSON_INTEGER_FORMAT
                         ", of another version of mitosis; this one reads %d",
                         json_integer_value(version), SCHEMA_VERSION);
    if (take_fields(r, &schema_run, root, (char *)r->run) < 0)
        return -1;
    return check(r);
}

/* What a report of an older version does not have. */
static int work_out(struct reading *r)
{
    struct run *run = r->run;

    if (!efficiency_known(&run->efficiency)
        && !efficiency_known(&run->iterations.efficiency) && !run->foreseen)
        efficiency_fill(run);
    if (!run->verdict.cause && diagnose(run) < 0)
        return reading_no_memory(r);
    return 0;
}

struct run *json_read(const char *path, struct error *err)
{
    struct error why = { .text = "" };
    struct reading r = { .err = &why };
    json_t *root = parse_file(path, "report", err);
    int rc = -1;

    if (!root)
        return NULL;
    r.run = run_create();
    r.texts = table_create(sizeof(const char *));
    if (r.run && r.texts)
        rc = take_report(&r, root);
    else
        reading_no_memory(&r);
    if (rc == 0) {
        optional_fields_fill(r.run);
        rc = work_out(&r);
    }
    if (rc == 0) {
        r.run->resolved = true;
    } else {
        error_set(err, "%s: %s", path, why.text);
        run_destroy(r.run);
        r.run = NULL;
    }
    table_destroy(r.texts);
    json_decref(root);
    return r.run;
}

/* A file of lines, each a record. */
struct lines {
    const char *what; /* "changes" */
    const struct schema *schema;
    struct list records;
};

/* Take one line; one that is none is told, unless it is the last, which may be
 * cut off.  Returns -1 without memory.
 */
static int take_line(struct reading *r,
                     struct lines *l,
                     const char *line,
                     size_t bytes,
                     size_t number)
{
    bool whole = line[bytes - 1] == '\n';
    json_error_t why;
    json_t *root = json_loads(line, 0, &why);
    void *record = list_add(&l->records);
    int rc = -1;

    r->name[0] = '\0';
    if (root && record)
        rc = take_fields(r, l->schema, root, record);
    else
        error_set(r->err, "it is not JSON");
    json_decref(root);
    if (!record)
        return -1;
    if (rc == 0)
        return 0;
    l->records.count--;
    memset(record, 0, l->records.bytes);
    return whole ? run_unseen(r->run, "line %zu of the %s: %s", number,
                              l->what, r->err->text)
                 : 0;
}

/* Returns -1 without memory, or with the reason in 'err'; no file has no
 * lines.
 */
static int read_lines(const char *path,
                      struct run *run,
                      struct lines *l,
                      struct error *err)
{
    struct error why = { .text = "" };
    struct reading r = { .run = run, .err = &why };
    FILE *file = fopen(path, "re");
    size_t room = 0, number = 0;
    char *line = NULL;
    ssize_t bytes;
    int rc = 0;

    if (!file)
        return errno == ENOENT
                   ? 0
                   : error_set(err, "%s: %s", path, strerror(errno));
    r.texts = table_create(sizeof(const char *));
    if (!r.texts)
        rc = -1;
    while (rc == 0 && (bytes = getline(&line, &room, file)) > 0)
        rc = take_line(&r, l, line, (size_t)bytes, ++number);
    fclose(file);
    free(line);
    table_destroy(r.texts);
    return rc == 0 ? 0 : error_set(err, "%s: %s", path, strerror(ENOMEM));
}

/* Hand the records over to 'run', which keeps them at 'at'. */
static int keep_lines(struct lines *l,
                      struct run *run,
                      void **at,
                      size_t *count,
                      struct error *err)
{
    size_t there = l->records.count;

    if (there == 0)
        return 0;
    *at = list_keep(&l->records, run->arena);
    *count = *at ? there : 0;
    return *at ? 0 : error_set(err, "%s", strerror(ENOMEM));
}

int json_read_changes(const char *path, struct run *run, struct error *err)
{
    struct lines l = { "changes",
                       &schema_change,
                       { .bytes = sizeof(struct run_change) } };
    void *kept = run->change;
    int rc = read_lines(path, run, &l, err);

    if (rc == 0)
        rc = keep_lines(&l, run, &kept, &run->changes, err);
    run->change = kept;
    for (size_t i = 0; rc == 0 && i < run->changes; i++)
        optional_fields_fill_change(&run->change[i]);
    list_clear(&l.records);
    return rc;
}

int json_read_policies(const char *path, struct run *run, struct error *err)
{
    struct lines l = { "policies",
                       &schema_policy,
                       { .bytes = sizeof(struct run_policy) } };
    void *kept = run->policy;
    int rc = read_lines(path, run, &l, err);

    if (rc == 0)
        rc = keep_lines(&l, run, &kept, &run->policies, err);
    run->policy = kept;
    for (size_t i = 0; rc == 0 && i < run->policies; i++)
        optional_fields_fill_policy(&run->policy[i]);
    list_clear(&l.records);
    return rc;
}

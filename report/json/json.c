/* json.c - a run as the report's JSON
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <time.h>

#include "report/json/json.h"
#include "report/json/schema.h"

/* More digits than anyone needs, and few enough to survive being read and
 * written again.  Rows of numbers are long, so they get fewer.
 */
enum {
    DIGITS = 12,
    ROW_DIGITS = 7,
    MOMENT_DIGITS = 16, /* seconds since 1970, with microseconds */
};

static const double MOMENT = 1e9; /* no length of time is as long */

void json_emit_moment(struct emit *e, const char *key, uint64_t ns)
{
    time_t seconds = ns / 1000000000;
    struct tm tm = { 0 };
    char text[80];

    gmtime_r(&seconds, &tm);
    snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
             tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
             tm.tm_min, tm.tm_sec, (int)(ns / 1000000 % 1000));
    emit_text(e, key, text);
}

static void put_sizes(struct emit *e,
                      const char *key,
                      const struct run_sizes *sizes)
{
    char limit[24];

    emit_object(e, key, false);
    for (size_t i = 0; i < sizes->count; i++) {
        snprintf(limit, sizeof(limit), "%" PRIu64, sizes->of[i].limit);
        emit_count(e, limit, sizes->of[i].count);
    }
    emit_end(e);
}

/* What a field that is a pointer points to, and how many. */
static const void *first_of(const struct schema_field *field,
                            const char *record)
{
    return *(void *const *)(record + field->at);
}

static size_t count_of(const struct schema_field *field, const char *record)
{
    return *(const size_t *)(record + field->count);
}

static void put_texts(struct emit *e,
                      const struct schema_field *field,
                      const char *record)
{
    const char *const *text = first_of(field, record);

    emit_array(e, field->key, field->spread);
    for (size_t i = 0; i < count_of(field, record); i++)
        emit_text(e, NULL, text[i]);
    emit_end(e);
}

static void put_numbers(struct emit *e,
                        const struct schema_field *field,
                        const char *record)
{
    const double *number = first_of(field, record);

    emit_array(e, field->key, field->spread);
    for (size_t i = 0; i < count_of(field, record); i++)
        emit_number(e, NULL, number[i], ROW_DIGITS);
    emit_end(e);
}

static void put_number(struct emit *e, const char *key, double x)
{
    emit_number(e, key, x, x >= MOMENT ? MOMENT_DIGITS : DIGITS);
}

static void put_fields(struct emit *e,
                       const struct schema *schema,
                       const char *record);

static bool is_absent(const struct schema_field *field, const char *record)
{
    const struct schema_field *first = &field->record->field[0];

    if (field->optional && first->type == SCHEMA_NUMBER)
        return !(*(const double *)(record + first->at) > 0);
    return first->type == SCHEMA_TEXT
           && !*(const char *const *)(record + first->at);
}

static void put_record(struct emit *e,
                       const struct schema_field *field,
                       const char *record)
{
    if (is_absent(field, record))
        return;
    emit_object(e, field->key, field->spread);
    put_fields(e, field->record, record);
    emit_end(e);
}

static void put_records(struct emit *e,
                        const struct schema_field *field,
                        const char *record)
{
    const char *element = first_of(field, record);

    emit_array(e, field->key, field->spread);
    for (size_t i = 0; i < count_of(field, record); i++) {
        emit_object(e, NULL, false);
        put_fields(e, field->record, element + i * field->record->bytes);
        emit_end(e);
    }
    emit_end(e);
}

static void put_field(struct emit *e,
                      const struct schema_field *field,
                      const char *record)
{
    const void *at = record + field->at;

    switch (field->type) {
    case SCHEMA_TEXT:
        if (first_of(field, record))
            emit_text(e, field->key, first_of(field, record));
        break;
    case SCHEMA_INT:
        emit_integer(e, field->key, *(const int *)at);
        break;
    case SCHEMA_UNSIGNED:
        emit_count(e, field->key, *(const unsigned *)at);
        break;
    case SCHEMA_SIZE:
        emit_count(e, field->key, *(const size_t *)at);
        break;
    case SCHEMA_COUNT:
        emit_count(e, field->key, *(const uint64_t *)at);
        break;
    case SCHEMA_NUMBER:
        put_number(e, field->key, *(const double *)at);
        break;
    case SCHEMA_BOOL:
        emit_bool(e, field->key, *(const bool *)at);
        break;
    case SCHEMA_STATE:
        emit_text(e, field->key, run_state_name[*(const enum run_state *)at]);
        break;
    case SCHEMA_MOMENT:
        json_emit_moment(e, field->key, *(const uint64_t *)at);
        break;
    case SCHEMA_SIZES:
        put_sizes(e, field->key, at);
        break;
    case SCHEMA_TEXTS:
        put_texts(e, field, record);
        break;
    case SCHEMA_NUMBERS:
        put_numbers(e, field, record);
        break;
    case SCHEMA_RECORD:
        put_record(e, field, at);
        break;
    case SCHEMA_RECORDS:
        put_records(e, field, record);
        break;
    }
}

static void put_fields(struct emit *e,
                       const struct schema *schema,
                       const char *record)
{
    for (const struct schema_field *f = schema->field; f->key; f++)
        put_field(e, f, record);
}

void json_emit(const struct run *run, struct emit *e, const char *key)
{
    emit_object(e, key, true);
    emit_integer(e, "mitosis", SCHEMA_VERSION);
    put_fields(e, &schema_run, (const char *)run);
    emit_end(e);
}

void json_print(const struct run *run, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    json_emit(run, &e, NULL);
    emit_finish(&e);
}

void json_emit_changes(const struct run_change *change,
                       size_t count,
                       struct emit *e,
                       const char *key)
{
    emit_array(e, key, true);
    for (size_t i = 0; i < count; i++) {
        emit_object(e, NULL, false);
        put_fields(e, &schema_change, (const char *)&change[i]);
        emit_end(e);
    }
    emit_end(e);
}

/* finding.c - what 'mitosis doctor' has found, to be told
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <string.h>

#include "base/emit.h"
#include "base/escape.h"
#include "base/print_words.h"
#include "command/doctor/finding.h"

enum { WIDTH = 80, NAME_AT = 8, TEXT_AT = 18 };

static const char *const state_name[] = { "ok", "warning", "missing" };

void finding_add(struct findings *f,
                 enum finding_state state,
                 const char *name,
                 const char *advice,
                 const char *fmt,
                 ...)
{
    struct finding *one;
    va_list args;

    if (f->count == FINDINGS)
        return;
    one = &f->list[f->count++];
    one->name = name;
    one->state = state;
    one->advice = state == FINDING_OK ? NULL : advice;
    va_start(args, fmt);
    vsnprintf(one->text, sizeof(one->text), fmt, args);
    va_end(args);
}

static size_t count_of(const struct findings *f, enum finding_state state)
{
    size_t count = 0;

    for (size_t i = 0; i < f->count; i++)
        count += f->list[i].state == state;
    return count;
}

bool findings_are_good(const struct findings *f)
{
    return count_of(f, FINDING_MISSING) == 0;
}

/* ---- for people ---- */

static void print_one(const struct finding *one, FILE *out)
{
    char text[sizeof(one->text)];

    memcpy(text, one->text, sizeof(text));
    escape_control(text);
    fprintf(out, "%-*s%-*s", NAME_AT, state_name[one->state],
            TEXT_AT - NAME_AT, one->name);
    print_words(out, text, TEXT_AT, WIDTH);
    if (one->advice) {
        fprintf(out, "%*s", TEXT_AT, "");
        print_words(out, one->advice, TEXT_AT, WIDTH);
    }
}

void findings_print(const struct findings *f, FILE *out)
{
    size_t missing = count_of(f, FINDING_MISSING);
    size_t warnings = count_of(f, FINDING_WARNING);

    for (size_t i = 0; i < f->count; i++)
        print_one(&f->list[i], out);
    if (missing > 0)
        fprintf(out, "Jobs cannot be changed here: %zu %s missing.\n", missing,
                missing == 1 ? "thing is" : "things are");
    else if (warnings > 0)
        fprintf(out, "Jobs can be changed here, with %zu warning%s.\n",
                warnings, warnings == 1 ? "" : "s");
    else
        fprintf(out, "Jobs can be changed here.\n");
}

/* ---- as JSON ---- */

void findings_print_json(const struct findings *f, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, false);
    emit_bool(&e, "works", findings_are_good(f));
    emit_array(&e, "checks", true);
    for (size_t i = 0; i < f->count; i++) {
        const struct finding *one = &f->list[i];

        emit_object(&e, NULL, false);
        emit_text(&e, "name", one->name);
        emit_text(&e, "state", state_name[one->state]);
        emit_text(&e, "text", one->text);
        if (one->advice)
            emit_text(&e, "advice", one->advice);
        else
            emit_null(&e, "advice");
        emit_end(&e);
    }
    emit_finish(&e);
}

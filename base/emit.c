/* emit.c - write JSON, value by value
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "base/emit.h"
#include "base/utf8.h"

void emit_start(struct emit *e, FILE *out)
{
    *e = (struct emit){ .out = out };
    e->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (e->plain)
        e->before = uselocale(e->plain);
}

void emit_finish(struct emit *e)
{
    while (e->depth > 0)
        emit_end(e);
    putc('\n', e->out);
    if (e->plain) {
        uselocale(e->before);
        freelocale(e->plain);
    }
}

static void indent(struct emit *e)
{
    fprintf(e->out, "\n%*s", (int)e->depth, "");
}

static void put_text(struct emit *e, const char *text)
{
    putc('"', e->out);
    while (*text) {
        unsigned char c = *text;
        size_t len = utf8_length(text);

        if (len == 0)
            fputs("\xef\xbf\xbd", e->out); /* U+FFFD */
        else if (c == '"' || c == '\\')
            fprintf(e->out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", e->out);
        else if (c < ' ' || c == 0x7f)
            fprintf(e->out, "\\u%04x", c);
        else
            fwrite(text, 1, len, e->out);
        text += len ? len : 1;
    }
    putc('"', e->out);
}

/* What stands between the value before and this one. */
static void lead(struct emit *e, const char *key)
{
    if (e->depth > 0) {
        if (e->level[e->depth - 1].filled)
            putc(',', e->out);
        if (e->level[e->depth - 1].spread)
            indent(e);
        e->level[e->depth - 1].filled = true;
    }
    if (key) {
        put_text(e, key);
        fputs(e->level[e->depth - 1].spread ? ": " : ":", e->out);
    }
}

static void open_level(struct emit *e,
                       const char *key,
                       bool spread,
                       char *ends)
{
    lead(e, key);
    putc(ends[0], e->out);
    assert(e->depth < EMIT_DEPTH);
    e->level[e->depth].end = ends[1];
    e->level[e->depth].spread = spread;
    e->level[e->depth].filled = false;
    e->depth++;
}

void emit_object(struct emit *e, const char *key, bool spread)
{
    open_level(e, key, spread, (char[]){ '{', '}' });
}

void emit_array(struct emit *e, const char *key, bool spread)
{
    open_level(e, key, spread, (char[]){ '[', ']' });
}

void emit_end(struct emit *e)
{
    assert(e->depth > 0);
    e->depth--;
    if (e->level[e->depth].spread && e->level[e->depth].filled)
        indent(e);
    putc(e->level[e->depth].end, e->out);
}

void emit_text(struct emit *e, const char *key, const char *text)
{
    lead(e, key);
    put_text(e, text ? text : "");
}

/* Readers of JSON know integers up to 2^63 - 1. */
void emit_count(struct emit *e, const char *key, uint64_t n)
{
    emit_integer(e, key, n < INT64_MAX ? (int64_t)n : INT64_MAX);
}

void emit_integer(struct emit *e, const char *key, int64_t n)
{
    lead(e, key);
    fprintf(e->out, "%" PRId64, n);
}

void emit_number(struct emit *e, const char *key, double x, int digits)
{
    lead(e, key);
    fprintf(e->out, "%.*g", digits, isfinite(x) ? x : 0);
}

void emit_fixed(struct emit *e, const char *key, double x, int decimals)
{
    lead(e, key);
    fprintf(e->out, "%.*f", decimals, isfinite(x) ? x : 0);
}

void emit_bool(struct emit *e, const char *key, bool yes)
{
    lead(e, key);
    fputs(yes ? "true" : "false", e->out);
}

void emit_null(struct emit *e, const char *key)
{
    lead(e, key);
    fputs("null", e->out);
}

/* emit.h - write JSON, value by value
 *
 * What is written is always valid: commas and ends are kept track of, bytes
 * that are not UTF-8 become U+FFFD, numbers that are not finite become 0.
 * Containers that are spread have one value a line, so that a report can be
 * searched and compared by lines.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_EMIT_H
#define MITOSIS_BASE_EMIT_H

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { EMIT_DEPTH = 8 };

struct emit {
    FILE *out;
    unsigned depth;
    struct {
        char end;
        bool spread;
        bool filled;
    } level[EMIT_DEPTH];
    locale_t plain; /* numbers with a point whatever the user's locale */
    locale_t before;
};

/* Start writing to 'out', which stays the caller's and whose error flag says
 * in the end whether all went well.
 */
void emit_start(struct emit *e, FILE *out);

/* End what is still open, and the last line. */
void emit_finish(struct emit *e);

/* Open an object or array.  'key' is its name in the object around it, or
 * NULL in an array; so for all below.
 */
void emit_object(struct emit *e, const char *key, bool spread);
void emit_array(struct emit *e, const char *key, bool spread);

/* Close the one opened last. */
void emit_end(struct emit *e);

/* Write a value.  'digits' are the significant ones. */
void emit_text(struct emit *e, const char *key, const char *text);
void emit_count(struct emit *e, const char *key, uint64_t n);
void emit_integer(struct emit *e, const char *key, int64_t n);
void emit_number(struct emit *e, const char *key, double x, int digits);
void emit_bool(struct emit *e, const char *key, bool yes);
void emit_null(struct emit *e, const char *key);

/* Write a number with 'decimals' behind the point, as moments have. */
void emit_fixed(struct emit *e, const char *key, double x, int decimals);

#endif /* !MITOSIS_BASE_EMIT_H */

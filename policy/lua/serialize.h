/* serialize.h - plain values of Lua as bytes, to send them to another agent
 *
 * Numbers, texts, booleans, and tables of these by texts or numbers, few and
 * not deep.  A value is one byte that says what it is, and
 *
 *     n  a number: 8 bytes of an IEEE double, the lowest byte first
 *     i  an integer: 8 bytes, the lowest byte first
 *     t  true
 *     f  false
 *     s  a text: 2 bytes how long it is, and its bytes
 *     {  a table: 2 bytes how many pairs it has, and so many times a key
 *        (n, i or s) and a value
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_SERIALIZE_H
#define MITOSIS_POLICY_LUA_SERIALIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct lua_State;

enum { SERIALIZE_BYTES = 4096, SERIALIZE_DEPTH = 8 };

struct serialize {
    size_t bytes;
    uint8_t data[SERIALIZE_BYTES];
};

/* Write the value at 'index', which should be a table.  Returns -1 with the
 * reason in 'err' when it is not plain, or too large.  Calls nothing of a
 * guest's, and does not raise.
 */
int serialize_write(struct lua_State *L,
                    int index,
                    struct serialize *p,
                    struct error *err);

/* Whether these bytes, which may be anything, are one plain table. */
bool serialize_check(const struct serialize *p);

/* Look for the number of that name in the table, on which serialize_check() is
 * true.  Returns whether there is one, which is in 'number' then.
 */
bool serialize_number(const struct serialize *p,
                      const char *name,
                      double *number);

/* Write it as Lua would, without spaces at the ends: "{ x = 1 }".  What does
 * not fit is left out.
 */
void serialize_tell(const struct serialize *p, char *text, size_t size);

/* Push the table, on which serialize_check() was true.  May raise. */
void serialize_push(struct lua_State *L, const struct serialize *p);

#endif /* !MITOSIS_POLICY_LUA_SERIALIZE_H */

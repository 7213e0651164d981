/* plain.h - plain values of Lua as bytes, to send them to another agent
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
#ifndef MITOSIS_POLICY_LUA_PLAIN_H
#define MITOSIS_POLICY_LUA_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct lua_State;

enum { PLAIN_BYTES = 4096, PLAIN_DEPTH = 8 };

struct plain {
    size_t bytes;
    uint8_t data[PLAIN_BYTES];
};

/* Write the value at 'index', which should be a table.  Returns -1 with the
 * reason in 'err' when it is not plain, or too large.  Calls nothing of a
 * guest's, and does not raise.
 */
int plain_write(struct lua_State *L,
                int index,
                struct plain *p,
                struct error *err);

/* Whether these bytes, which may be anything, are one plain table. */
bool plain_check(const struct plain *p);

/* Look for the number of that name in the table, on which plain_check() is
 * true.  Returns whether there is one, which is in 'number' then.
 */
bool plain_number(const struct plain *p, const char *name, double *number);

/* Write it as Lua would, without spaces at the ends: "{ x = 1 }".  What does
 * not fit is left out.
 */
void plain_tell(const struct plain *p, char *text, size_t size);

/* Push the table, on which plain_check() was true.  May raise. */
void plain_push(struct lua_State *L, const struct plain *p);

#endif /* !MITOSIS_POLICY_LUA_PLAIN_H */

/* answer_reader.h - read values that a policy returned, and say what is wrong
 *
 * One of the few files of policy/ that know Lua.  "The value" is the one at
 * the top of the stack; it may be anything, and nothing that it holds is
 * called.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_ANSWER_READER_H
#define MITOSIS_POLICY_ANSWER_READER_H

#include <stdbool.h>

#include <lua.h>

#include "policy/decision.h"

/* What is read, and into what. */
struct answer_reader {
    lua_State *L;
    const struct policy_job *job;
    struct decision_words *to;
    struct error *err;
};

/* Add to the text of the change; begin one more part of it. */
int answer_reader_add(struct answer_reader *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
int answer_reader_begin(struct answer_reader *r, const char *kind);

/* Say that the value, of that name, is not what was expected; -1. */
int answer_reader_wrong(struct answer_reader *r,
                        const char *field,
                        const char *expected);

/* Whether the value is an integer from 'least' on. */
bool answer_reader_integer(lua_State *L, int least, int *value);

/* The value is to be the number of a rank that there is. */
int answer_reader_rank(struct answer_reader *r, const char *field, int *rank);

/* Push a field of the table, without asking metatables, and return its type.
 */
int answer_reader_push(lua_State *L, const char *name);

/* The table may have no fields but those in 'names', which end with a NULL. */
int answer_reader_fields(struct answer_reader *r,
                         const char *where,
                         const char *const names[]);

/* How many fields the table has, and whether it is a list of tables. */
int answer_reader_count(lua_State *L);
bool answer_reader_is_list(lua_State *L);

/* Read the value with 'read' or, when it is a list, each value in it; these
 * are called "field[1]".
 */
int answer_reader_each(struct answer_reader *r,
                       const char *field,
                       bool list,
                       int (*read)(struct answer_reader *r,
                                   const char *field));

#endif /* !MITOSIS_POLICY_ANSWER_READER_H */

/* iteration_model.h - a user's Lua function that says how long iterations
 * compute
 *
 * Its file returns a table with a function, model(iteration, n), which returns
 * the seconds that ranks compute in that iteration, counted from 0, when there
 * are n of them: a number, or a table of numbers by rank.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_ITERATION_MODEL_H
#define MITOSIS_POLICY_LUA_ITERATION_MODEL_H

#include <stddef.h>

#include "base/error.h"

typedef struct iteration_model iteration_model_t;

/* Load the file 'path'.  Returns what is given back with
 * iteration_model_destroy(), or NULL with the reason in 'err'.
 */
iteration_model_t *iteration_model_load(const char *path, struct error *err);

/* Free it.  NULL is fine. */
void iteration_model_destroy(iteration_model_t *m);

/* Ask for the first 'iterations' with so many ranks: 'seconds' has those of
 * all ranks in iteration 0, then 1, and so on.  Returns -1 with the reason in
 * 'err', which names the file and where that can be told the line.
 */
int iteration_model_ask(iteration_model_t *m,
                        size_t ranks,
                        size_t iterations,
                        double *seconds,
                        struct error *err);

#endif /* !MITOSIS_POLICY_LUA_ITERATION_MODEL_H */

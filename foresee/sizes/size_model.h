/* size_model.h - a run at other numbers of ranks, as several runs tell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIZES_SIZE_MODEL_H
#define MITOSIS_FORESEE_SIZES_SIZE_MODEL_H

#include "foresee/platform/platform.h"
#include "foresee/sizes/rank_grid.h"
#include "policy/lua/iteration_model.h"
#include "report/model/scaling_fit.h"

typedef struct size_model size_model_t;

/* Begin with a run, which is kept, as is the platform on which it computed.
 * Returns what is given back with size_model_destroy() before them, or NULL
 * with the reason in 'err'.
 */
size_model_t *size_model_create(const struct recording *run,
                                const struct platform *platform,
                                struct error *err);

/* Free it.  NULL is fine. */
void size_model_destroy(size_model_t *s);

/* Learn from another run of the same program.  Returns -1 with the reason in
 * 'err'.
 */
int size_model_learn(size_model_t *s,
                     const struct recording *run,
                     struct error *err);

/* Have this model of the user's say from now on how long ranks compute in each
 * iteration, in seconds of a whole core of speed 1; it stays the caller's.
 */
void size_model_use(size_model_t *s, iteration_model_t *user);

/* The run with so many ranks, which is kept until size_model_destroy().
 * Returns NULL with the reason in 'err'.
 */
const struct recording *size_model_get(size_model_t *s,
                                       size_t ranks,
                                       struct error *err);

/* Whether the user's model is why there was none. */
bool size_model_user_fails(const size_model_t *s);

/* How that is known: "replayed", "interpolated", "extrapolated", or "modelled"
 * by the user.
 */
const char *size_model_how(const size_model_t *s, size_t ranks);

/* The grid that so many ranks are, as rows and columns of some are
 * communicators; of no rows where there is none, or it is not known.
 */
struct rank_grid size_model_grid(const size_model_t *s, size_t ranks);

/* The model by which computing goes with the number of ranks, of the 'which'
 * site with the most, and what it comes to with 'ranks': a sentence without
 * its end, or "" when there are no more, or less than two sizes.  Seconds are
 * those of a whole core of speed 1.
 */
enum { SIZE_MODEL_TEXT = 400 };
void size_model_tell(const size_model_t *s,
                     size_t which,
                     size_t ranks,
                     char text[SIZE_MODEL_TEXT]);

#endif /* !MITOSIS_FORESEE_SIZES_SIZE_MODEL_H */

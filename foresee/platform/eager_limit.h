/* eager_limit.h - from which size on a run's messages waited for their
 * receiver
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_EAGER_LIMIT_H
#define MITOSIS_FORESEE_PLATFORM_EAGER_LIMIT_H

#include "foresee/record/recording.h"

/* The most bytes of a message that did not wait, by the moments 'm' that were
 * recorded; PLATFORM_EAGER where the run does not tell.
 */
uint64_t eager_limit_find(const struct recording *r, const struct moments *m);

#endif /* !MITOSIS_FORESEE_PLATFORM_EAGER_LIMIT_H */

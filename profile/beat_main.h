/* beat_main.h - which of a program's loops is its iteration
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_BEAT_MAIN_H
#define MITOSIS_PROFILE_BEAT_MAIN_H

#include "profile/beat.h"

/* The loop whose rounds are the iterations, or -1 when there is none. */
int beat_main(const struct beat *b);

#endif /* !MITOSIS_PROFILE_BEAT_MAIN_H */

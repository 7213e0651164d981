/* iteration_main.h - which of a program's loops is its iteration
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_ITERATION_MAIN_H
#define MITOSIS_PROFILE_ITERATION_MAIN_H

#include "profile/iteration_search.h"

/* The loop whose rounds are the iterations, or -1 when there is none. */
int iteration_main(const struct iteration_search *b);

#endif /* !MITOSIS_PROFILE_ITERATION_MAIN_H */

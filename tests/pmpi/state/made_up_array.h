/* made_up_array.h - an array as a program registers it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_PMPI_STATE_MADE_UP_ARRAY_H
#define MITOSIS_TESTS_PMPI_STATE_MADE_UP_ARRAY_H

#include "pmpi/state/registered.h"

/* 'count' doubles in blocks, in memory of malloc() that 'rows' points to. */
struct registered made_up_array(const char *name, double **rows, long *count);

/* A function of the program: a part gets every so many'th row.  It fails as
 * long as that is set.
 */
int made_up_split(void **rows, size_t *n, int part, int parts, void *arg);
extern bool made_up_fails;

#endif /* !MITOSIS_TESTS_PMPI_STATE_MADE_UP_ARRAY_H */

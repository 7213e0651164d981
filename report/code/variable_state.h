/* variable_state.h - the registers and memory of a program that stands still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_VARIABLE_STATE_H
#define MITOSIS_REPORT_CODE_VARIABLE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VARIABLES_REGISTERS = 17 };

/* Read memory of the process.  Returns false when it is not known. */
typedef bool variables_read(uint64_t address,
                            void *to,
                            size_t bytes,
                            void *arg);

/* How many bytes from 'address' to the end of what was allocated, 0 when that
 * is not known.
 */
typedef uint64_t variables_extent(uint64_t address, void *arg);

struct variables_state {
    uint64_t base; /* where the program is loaded */
    uint64_t registers[VARIABLES_REGISTERS];
    variables_read *read;
    variables_extent *extent;
    void *arg;
};

#endif /* !MITOSIS_REPORT_CODE_VARIABLE_STATE_H */

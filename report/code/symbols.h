/* symbols.h - which function, file and line an address in a program is
 *
 * The one door to libdw.  Looks into the file itself and into debug files
 * that are installed on this machine, and never asks the network.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_SYMBOLS_H
#define MITOSIS_REPORT_CODE_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "report/model/arena.h"

enum { SYMBOLS_INLINED = 8 }; /* functions told that were inlined at a place */

/* A function that an address is in. */
struct symbols_frame {
    const char *function;
    const char *file; /* NULL when only the symbol is known, or "" */
    int line;
    int column; /* of the address, 0 when not known or inlined into this */
    uint64_t offset; /* from the symbol, when there is no line */
};

/* The innermost function, and those it was inlined into. */
struct symbols_place {
    unsigned count;
    bool program; /* the outermost one is the main program */
    struct symbols_frame frame[SYMBOLS_INLINED];
};

typedef struct symbols symbols_t;

/* Open the program or library in the file 'path', which must have the build
 * id given, unless that is empty.  Returns NULL with the reason in 'err'
 * when it is not there or is another one; '*changed' tells the latter.
 */
symbols_t *symbols_open(const char *path,
                        const uint8_t *build_id,
                        unsigned build_id_bytes,
                        bool *changed,
                        struct error *err);

/* Close it.  NULL is fine. */
void symbols_close(symbols_t *s);

/* Find what is at 'address' of the file, with texts in 'a'.  A place of no
 * frames is one that nothing is known about.  Returns -1 when there is no
 * memory.
 */
int symbols_find(symbols_t *s,
                 uint64_t address,
                 arena_t *a,
                 struct symbols_place *place);

#endif /* !MITOSIS_REPORT_CODE_SYMBOLS_H */

/* memory_dump.h - what the watcher of memory wrote about a rank
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_MEMORY_DUMP_H
#define MITOSIS_COMMAND_SUGGEST_MEMORY_DUMP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "report/model/list.h"
#include "suggest/memory_dump_format.h"

/* A piece of memory at a moment. */
struct memory_dump_piece {
    uint64_t address;
    uint64_t bytes;
    const unsigned char *content; /* or NULL */
};

/* What the program allocated. */
struct memory_dump_block {
    uint64_t address;
    uint64_t bytes;
    bool early; /* it was there at the first moment, as it is */
    uint64_t frames[DUMP_FRAMES]; /* 0 behind the last one */
};

struct memory_dump {
    struct memory_dump_head head;
    uint64_t place; /* its 'at', or that of another rank in the same loop */
    int moments;
    uint64_t registers[DUMP_MOMENTS][DUMP_REGISTERS];
    struct list piece[DUMP_MOMENTS]; /* of struct memory_dump_piece */
    struct list change;              /* the same: written in larger regions */
    struct list block[DUMP_MOMENTS]; /* of struct memory_dump_block */
    bool unseen;                     /* something could not be looked at */
    char *text;                      /* the whole file */
};                                   /* all lists are by address */

/* Read the file 'path'.  Returns -1 with the reason in 'err', and 'd' to be
 * cleared.
 */
int memory_dump_read(struct memory_dump *d,
                     const char *path,
                     struct error *err);

/* Free it. */
void memory_dump_clear(struct memory_dump *d);

/* Copy memory as it was at a moment.  Returns false when it is not known. */
bool memory_dump_copy(const struct memory_dump *d,
                      int moment,
                      uint64_t address,
                      void *to,
                      size_t bytes);

/* The memory itself, where it was written down; else NULL. */
const unsigned char *memory_dump_find(const struct memory_dump *d,
                                      int moment,
                                      uint64_t address,
                                      size_t bytes);

/* The block that 'address' was in at a moment, or NULL. */
const struct memory_dump_block *memory_dump_block_of(
    const struct memory_dump *d, int moment, uint64_t address);

/* Whether a part of it was other at one of the moments. */
bool memory_dump_has_changed(const struct memory_dump *d,
                             uint64_t address,
                             uint64_t bytes);

#endif /* !MITOSIS_COMMAND_SUGGEST_MEMORY_DUMP_H */

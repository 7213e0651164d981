/* memory_dump_format.h - what the watcher of memory writes for 'mitosis
 * suggest'
 *
 * One file for each rank, DUMP_NAME in the folder of DUMP_VARIABLE: a head,
 * then records.  Three moments are written down, each when the program comes
 * back to the same place of its main loop, so two iterations lie between them.
 * Who reads it was built together with who writes it, on the same machine.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SUGGEST_MEMORY_DUMP_FORMAT_H
#define MITOSIS_SUGGEST_MEMORY_DUMP_FORMAT_H

#include <stdint.h>

/* Names the folder in which the watcher finds its plan, and writes. */
#define DUMP_VARIABLE "_MITOSIS_SUGGEST"
#define DUMP_PLAN "plan"
#define DUMP_NAME "rank-%d"
#define DUMP_LIBRARY "mitosis-suggest.so"

enum {
    DUMP_MAGIC = 0x4d534d31,
    DUMP_MOMENTS = 3,
    DUMP_FRAMES = 12,    /* of the program, of who allocated a block */
    DUMP_REGISTERS = 17, /* as DWARF numbers them on x86-64 */
    DUMP_SMALL = 16384,  /* bytes of a block that is written down in full */
    DUMP_PAGE = 4096,    /* what is larger is compared by pieces of this */
};

enum memory_dump_kind {
    DUMP_STATE,   /* the registers */
    DUMP_MEMORY,  /* what is at 'address' */
    DUMP_BLOCK,   /* the program allocated this: struct memory_dump_origin */
    DUMP_CHANGED, /* a part of a larger region: it was written */
    DUMP_UNSEEN,  /* a text: what could not be looked at */
    DUMP_FAILED,  /* it could not be written: 'bytes' is the errno, and this
                     is all there is */
};

struct memory_dump_head {
    uint32_t magic;
    int32_t rank;
    uint64_t base; /* where the program is loaded */
    uint64_t at;   /* in its file: where the loop was stopped */
    uint64_t step; /* how often it comes there in an iteration */
    uint64_t sync; /* whether the program calls mito_sync() there */
};

/* 'payload' bytes follow. */
struct memory_dump_record {
    uint32_t kind;
    uint32_t moment;
    uint64_t address;
    uint64_t bytes;
    uint64_t payload;
};

struct memory_dump_origin {
    uint64_t early;               /* it was there at the first moment */
    uint64_t frames[DUMP_FRAMES]; /* its callers' addresses, then 0 */
};

#endif /* !MITOSIS_SUGGEST_MEMORY_DUMP_FORMAT_H */

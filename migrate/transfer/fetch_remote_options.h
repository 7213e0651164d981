/* fetch_remote_options.h - how rows are to be fetched from other hosts, and
 * what is counted on the way
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_REMOTE_OPTIONS_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_REMOTE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct fetch_remote_options {
    const uint8_t *secret; /* SEAL_KEY bytes, copied */
    bool hide;             /* what is said is to be hidden */
    const char *compress;  /* see compress.h; "off": have it as it is */
    bool ahead;            /* the old ranks still compute */
    int streams;           /* from each old rank; 0: as the distance says */
    int stall_ms;          /* time for any byte to come; 0: twenty seconds */
};

/* Bytes of rows, and of what came in for them. */
struct fetch_remote_count {
    uint64_t plain, received;
    unsigned connections; /* that were made, those that failed too */
};

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_REMOTE_OPTIONS_H */

/* compress_check.h - whether packing is as good as it promised
 *
 * What compress_choice.h promises is worked out from parts: how fast it packs,
 * sends and unpacks.  Where these get in each other's way, as on a host whose
 * cores are busy, the whole takes longer.  So what was chosen is kept for a
 * run of chunks, and what that took is compared with what sending as it is
 * takes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_COMPRESS_CHECK_H
#define MITOSIS_MIGRATE_TRANSFER_COMPRESS_CHECK_H

#include <stdint.h>

#include "migrate/transfer/compress_choice.h"

/* What was seen of a connection; all 0 at first. */
struct compress_check {
    int way;           /* of this run */
    uint64_t start_ns; /* of it; 0: there is none */
    uint64_t bytes;
    unsigned chunks;
    double raw;    /* seconds for each byte as it is; 0: not known */
    double packed; /* seconds since some were sent as they are */
    bool tried;    /* some were packed */
    struct {
        unsigned wait; /* runs before packing is tried again */
        unsigned last; /* what that was the last time */
        bool once;     /* it was bad in the last run */
    } bad;
};

/* The way to pack the next chunk, of 'bytes', now that 'best' promises most;
 * 'raw' is what sending as it is takes for each byte as far as is known.
 */
int compress_check_take(struct compress_check *v,
                        uint64_t now_ns,
                        int best,
                        double raw,
                        size_t bytes);

/* There is nothing to send for a while: that is not to count. */
void compress_check_pause(struct compress_check *v);

#endif /* !MITOSIS_MIGRATE_TRANSFER_COMPRESS_CHECK_H */

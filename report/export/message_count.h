/* message_count.h - count messages by peer, tag and communicator
 *
 * Messages of the same sender, receiver, tag and communicator do not overtake:
 * the k-th that one sends is the k-th that the other gets.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_MESSAGE_COUNT_H
#define MITOSIS_REPORT_EXPORT_MESSAGE_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What messages of a rank have in common that do not overtake. */
struct message_channel {
    bool sent; /* by the rank, or else received */
    int32_t peer;
    int32_t tag;
    uint32_t comm;
    uint64_t instance; /* among those of the same members */
};

/* All zero when there was no message yet. */
struct message_count {
    size_t room; /* a power of two */
    size_t used;
    struct counted_channel *of;
};

/* How many there were before on this channel, or -1 without memory. */
int64_t message_count_one(struct message_count *all,
                          const struct message_channel *channel);

/* Forget all of them. */
void message_count_clear(struct message_count *all);

#endif /* !MITOSIS_REPORT_EXPORT_MESSAGE_COUNT_H */

/* compress_choice.h - whether packing pays, and how hard to pack
 *
 * For one kind of data, chunk by chunk, from what was seen: how fast the link
 * takes bytes, how fast each way of packing is and how small it makes them,
 * and how fast the other side unpacks.  Nothing here packs or measures.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_COMPRESS_CHOICE_H
#define MITOSIS_MIGRATE_TRANSFER_COMPRESS_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    COMPRESS_CHOICE_RAW = -1,
    COMPRESS_CHOICE_WAYS = 4,
    COMPRESS_CHOICE_SAMPLE = 32 * 1024, /* bytes enough to judge a way by */
};

/* A way of packing. */
struct compress_choice_way {
    int level; /* of zstd */
    bool shuffled;
    double slowest, fastest; /* bytes/s that it may be expected to do */
};

extern const struct compress_choice_way
    compress_choice_way[COMPRESS_CHOICE_WAYS];

/* What was seen of one kind of data; all 0 at first. */
struct compress_choice {
    struct {
        bool known;
        unsigned age;  /* chunks since it was tried */
        double ratio;  /* packed bytes for each plain one */
        double second; /* seconds for each plain byte */
    } way[COMPRESS_CHOICE_WAYS];
    double allowance; /* seconds that trials may still take */
};

/* What is known of the other end, in bytes/s. */
struct compress_choice_link {
    double speed; /* of the link; 0: not known yet */
    double undo;  /* of unpacking; 0: it cannot */
};

/* The way to pack the next chunk, or COMPRESS_CHOICE_RAW. */
int compress_choice_best(const struct compress_choice *c,
                         const struct compress_choice_link *link);

/* A chunk of 'bytes' is next.  Returns the way that should be tried on
 * COMPRESS_CHOICE_SAMPLE bytes of it, as it may be better and trying it costs
 * little of the time that all took so far; or COMPRESS_CHOICE_RAW.
 */
int compress_choice_try(struct compress_choice *c,
                        const struct compress_choice_link *link,
                        size_t bytes);

/* Seconds that each byte takes as it is, as far as is known. */
double compress_choice_raw(const struct compress_choice_link *link);

/* Remember that 'way' made 'packed' of 'plain' bytes in so many seconds. */
void compress_choice_note(struct compress_choice *c,
                          int way,
                          size_t plain,
                          size_t packed,
                          double seconds);

/* Bytes/s at which packed bytes would go out if the link took any number, as
 * packing and unpacking bound them; of COMPRESS_CHOICE_RAW, what a core can
 * move.
 */
double compress_choice_flow(const struct compress_choice *c,
                            const struct compress_choice_link *link,
                            int way);

#endif /* !MITOSIS_MIGRATE_TRANSFER_COMPRESS_CHOICE_H */

/* message_count.c - count messages by peer, tag and communicator
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "base/checksum.h"
#include "report/export/message_count.h"

struct counted_channel {
    struct message_channel channel;
    bool used;
    uint64_t count;
};

static size_t hash(const struct message_channel *c)
{
    uint64_t sum = checksum_word(c->sent, (uint64_t)(uint32_t)c->peer << 32
                                              | (uint32_t)c->tag);

    return (size_t)checksum_word(checksum_word(sum, c->comm), c->instance);
}

static bool is_same(const struct message_channel *a,
                    const struct message_channel *b)
{
    return a->sent == b->sent && a->peer == b->peer && a->tag == b->tag
           && a->comm == b->comm && a->instance == b->instance;
}

static struct counted_channel *place_of(struct message_count *all,
                                        const struct message_channel *wanted)
{
    size_t at = hash(wanted) & (all->room - 1);

    while (all->of[at].used && !is_same(&all->of[at].channel, wanted))
        at = (at + 1) & (all->room - 1);
    return &all->of[at];
}

static int grow(struct message_count *all)
{
    struct message_count larger = { .room = all->room ? 2 * all->room : 64 };

    if (!(larger.of = calloc(larger.room, sizeof(*larger.of))))
        return -1;
    for (size_t i = 0; i < all->room; i++)
        if (all->of[i].used)
            *place_of(&larger, &all->of[i].channel) = all->of[i];
    larger.used = all->used;
    free(all->of);
    *all = larger;
    return 0;
}

int64_t message_count_one(struct message_count *all,
                          const struct message_channel *channel)
{
    struct counted_channel *c;

    if (2 * all->used >= all->room && grow(all) < 0)
        return -1;
    c = place_of(all, channel);
    if (!c->used) {
        *c = (struct counted_channel){ .channel = *channel, .used = true };
        all->used++;
    }
    return (int64_t)c->count++;
}

void message_count_clear(struct message_count *all)
{
    free(all->of);
    *all = (struct message_count){ 0 };
}

/* box_overlap.c - whether boxes have cells in common
 *
 * Only those are compared of which one begins before the other ends: with
 * 4,096 ranks all pairs would take most of a second.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "migrate/layout/box_overlap.h"

static int by_low(const void *a, const void *b)
{
    const struct box_of_rank *one = a, *other = b;

    return (one->low > other->low) - (one->low < other->low);
}

/* The dimension in which fewest boxes lie beside each other: where they take
 * the smallest share of what they reach over.
 */
static int thinnest(const struct box_of_rank *boxes, size_t count)
{
    double least = 0;
    int best = 0;

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        double sum = 0, end = 1;

        for (size_t i = 0; i < count; i++) {
            const struct box *b = &boxes[i].box;

            sum += (double)(b->high[d] - b->low[d]);
            end = end > (double)b->high[d] ? end : (double)b->high[d];
        }
        if (d == 0 || sum / end < least) {
            least = sum / end;
            best = d;
        }
    }
    return best;
}

bool box_overlap_find(struct box_of_rank *boxes, size_t count, size_t ranks[2])
{
    int d = thinnest(boxes, count);

    for (size_t i = 0; i < count; i++)
        boxes[i].low = boxes[i].box.low[d];
    qsort(boxes, count, sizeof(boxes[0]), by_low);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1;
             j < count && boxes[j].low < boxes[i].box.high[d]; j++) {
            struct box common = box_common(&boxes[i].box, &boxes[j].box);
            bool in_order = boxes[i].rank < boxes[j].rank;

            if (box_empty(&common))
                continue;
            ranks[0] = boxes[in_order ? i : j].rank;
            ranks[1] = boxes[in_order ? j : i].rank;
            return true;
        }
    return false;
}

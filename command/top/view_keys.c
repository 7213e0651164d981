/* view_keys.c - keys that change how a job is shown, but not the job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>

#include "command/top/screen.h"
#include "command/top/view_keys.h"

/* So many lines on, or back where that is less than none. */
static size_t moved(size_t from, int64_t by)
{
    if (by < 0)
        return (size_t)-by > from ? 0 : from - (size_t)-by;
    return from > SIZE_MAX - (size_t)by ? from : from + (size_t)by;
}

/* Ranks that are drawn all at once become a list by the first step down, and
 * are drawn so again by a step up from its top.
 */
static void scroll(struct view *v, int64_t by)
{
    bool top = v->first_rank == 0;

    if (by > 0 && v->listed)
        v->first_rank = moved(v->first_rank, by);
    if (by < 0)
        v->first_rank = moved(v->first_rank, by);
    v->listed =
        by > 0 || (v->listed && !top) || v->order >= RANK_ORDER_COMPUTING;
}

static bool set_order(struct view *v, int key)
{
    static const struct {
        int key;
        enum rank_order order;
    } orders[] = { { 'h', RANK_ORDER_HOST },
                   { 'n', RANK_ORDER_NUMBER },
                   { 'c', RANK_ORDER_COMPUTING },
                   { 'w', RANK_ORDER_WAITING } };

    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
        if (orders[i].key == key) {
            v->order = orders[i].order;
            v->first_rank = v->first_host = 0;
            v->listed = v->order >= RANK_ORDER_COMPUTING;
            return true;
        }
    return false;
}

static bool go(struct view *v, int key)
{
    int64_t page = v->rows > 1 ? (int64_t)v->rows - 1 : 1;

    switch (key) {
    case SCREEN_UP:
        scroll(v, -1);
        break;
    case SCREEN_DOWN:
        scroll(v, 1);
        break;
    case SCREEN_PAGE_UP:
        scroll(v, -page);
        break;
    case SCREEN_PAGE_DOWN:
        scroll(v, page);
        break;
    case SCREEN_HOME:
        v->first_rank = 0;
        break;
    case SCREEN_END:
        v->listed = true;
        v->first_rank = SIZE_MAX; /* drawing brings it into bounds */
        break;
    case SCREEN_LEFT:
        v->first_host = moved(v->first_host, -1);
        break;
    case SCREEN_RIGHT:
        v->first_host = moved(v->first_host, 1);
        break;
    default:
        return false;
    }
    return true;
}

bool view_keys_press(struct view *v, int key)
{
    if (v->help || key == '?') {
        v->help = !v->help;
        return true;
    }
    return set_order(v, key) || go(v, key);
}

/* hooks.c - the program's functions that are called before and after a change
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "base/grow.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/hooks.h"
#include "pmpi/watch/watch.h"

struct hook {
    void (*function)(void *arg);
    void *arg;
};

static struct hooks {
    struct hook *list;
    size_t count, room;
} hooks[HOOKS_KINDS];

int hooks_add(enum hooks_kind kind,
              void (*function)(void *arg),
              void *arg,
              struct error *err)
{
    struct hooks *h = &hooks[kind];

    for (size_t i = 0; i < h->count; i++)
        if (h->list[i].function == function && h->list[i].arg == arg)
            return 0;
    if (!grow(&h->list, sizeof(*h->list), h->count, &h->room))
        return error_set(err, "out of memory");
    h->list[h->count++] = (struct hook){ function, arg };
    return 0;
}

int hooks_add_inner(enum hooks_kind kind,
                    void (*function)(void *arg),
                    struct error *err)
{
    struct hooks *h = &hooks[kind];
    size_t before = h->count;
    struct hook added;

    if (hooks_add(kind, function, NULL, err) < 0)
        return -1;
    if (h->count == before)
        return 0;
    added = h->list[before];
    memmove(h->list + 1, h->list, before * sizeof(added));
    h->list[0] = added;
    return 0;
}

bool hooks_has(enum hooks_kind kind)
{
    return hooks[kind].count > 0;
}

/* Meanwhile the rank counts its syncs elsewhere, where no horizon is near. */
void hooks_call(enum hooks_kind kind)
{
    static struct control_slot aside = { .horizon = CONTROL_NEVER };
    const struct hooks *h = &hooks[kind];
    struct control_slot *slot = member.slot;
    enum watch_where where = watch_thread.where;
    uint64_t calls = malleable_calls;

    member.slot = &aside;
    malleable_calls = UINT64_MAX;
    watch_thread.where = where == WATCH_INSIDE ? WATCH_OUTSIDE : where;
    for (size_t i = 0; i < h->count; i++) {
        const struct hook *hook =
            &h->list[kind == HOOKS_BEFORE ? h->count - 1 - i : i];

        hook->function(hook->arg);
    }
    watch_thread.where = where;
    malleable_calls = calls == UINT64_MAX ? calls : watch.page->calls;
    member.slot = slot;
}

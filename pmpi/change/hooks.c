/* hooks.c - the program's functions that are called before and after a change
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/append_text.h"
#include "base/grow.h"
#include "base/system/masked_thread.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/hooks.h"
#include "pmpi/mpi/calls.h"
#include "pmpi/watch/complain.h"
#include "pmpi/watch/watch.h"

enum { TOLD_MS_LEAST = 1000 };

struct hook {
    void (*function)(void *arg);
    void *arg;
    char place[64]; /* "heat.c:40: ", or empty */
};

static struct hooks {
    struct hook *list;
    size_t count, room;
} hooks[HOOKS_KINDS];

int hooks_add(enum hooks_kind kind,
              const char *file,
              int line,
              void (*function)(void *arg),
              void *arg,
              struct error *err)
{
    struct hooks *h = &hooks[kind];
    struct hook *added;

    for (size_t i = 0; i < h->count; i++)
        if (h->list[i].function == function && h->list[i].arg == arg)
            return 0;
    if (!grow(&h->list, sizeof(*h->list), h->count, &h->room))
        return error_set(err, "out of memory");
    added = &h->list[h->count++];
    *added = (struct hook){ .function = function, .arg = arg };
    if (file && line > 0)
        snprintf(added->place, sizeof(added->place),
                 "%.40s:%d: ", basename(file), line);
    return 0;
}

int hooks_add_inner(enum hooks_kind kind,
                    void (*function)(void *arg),
                    struct error *err)
{
    struct hooks *h = &hooks[kind];
    size_t before = h->count;
    struct hook added;

    if (hooks_add(kind, NULL, 0, function, NULL, err) < 0)
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

/* ---- one that takes long ---- */

struct late {
    const struct hook *hook;
    enum hooks_kind kind;
    int ended; /* readable when it has */
};

static void tell(const struct late *l, int ms)
{
    const struct page *page = watch.page;
    struct error text;

    error_set(&text, "%sa function of %s() has not returned for %g s",
              l->hook->place,
              l->kind == HOOKS_BEFORE ? "mito_before" : "mito_after",
              ms * 1e-3);
    if (page->inside_since && page->inside_call < CALL_COUNT)
        append_text(text.text, sizeof(text.text), ", in %s",
                    call_info[page->inside_call].name);
    complain_warn(&text);
}

/* After a tenth of what the agent waits for those of mito_before(). */
static void *look(void *arg)
{
    const struct late *l = arg;
    struct pollfd p = { .fd = l->ended, .events = POLLIN };
    int ms = agent_link_patience_ms() / 10;

    if (ms < TOLD_MS_LEAST)
        ms = TOLD_MS_LEAST;
    if (poll(&p, 1, ms) == 0)
        tell(l, ms);
    return NULL;
}

static void call(enum hooks_kind kind, const struct hook *hook)
{
    struct late l = { hook, kind, eventfd(0, EFD_CLOEXEC) };
    pthread_t thread;
    bool looked = l.ended >= 0 && masked_thread_start(&thread, look, &l) == 0;

    hook->function(hook->arg);
    if (looked) {
        eventfd_write(l.ended, 1);
        pthread_join(thread, NULL);
    }
    if (l.ended >= 0)
        close(l.ended);
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
    for (size_t i = 0; i < h->count; i++)
        call(kind, &h->list[kind == HOOKS_BEFORE ? h->count - 1 - i : i]);
    watch_thread.where = where;
    malleable_calls = calls == UINT64_MAX ? calls : watch.page->calls;
    member.slot = slot;
}

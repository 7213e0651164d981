/* pending_requests.c - what keeps a rank from standing still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/change/pending_requests.h"
#include "pmpi/handles/request.h"
#include "pmpi/watch/watch.h"

/* The line of code is for those to find who can read debug information: they
 * get it as file and offset.
 */
static void name_place(uint64_t address, struct error *place)
{
    const struct page *page = watch.page;

    place->text[0] = '\0';
    for (uint32_t i = 0; i < page->objects_used; i++) {
        const struct object_record *o = &page->object[i];

        if (address >= o->base && address < o->end)
            error_set(place, "\n%s\n%llx", o->path,
                      (unsigned long long)(address - o->bias));
    }
}

bool pending_requests_any(struct error *err)
{
    const struct request *r;
    struct error place = { "" };

    watch_lock();
    r = request_pending();
    if (r && r->site && r->site->depth > 0)
        name_place(r->site->frames[0], &place);
    if (r)
        error_set(err, "%s%s", call_info[r->call].name, place.text);
    watch_unlock();
    return r != NULL;
}

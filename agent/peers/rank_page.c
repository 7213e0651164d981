/* rank_page.c - the page of a rank of this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/peers/rank_page.h"
#include "base/append_text.h"
#include "job/files.h"
#include "job/job.h"

struct page *rank_page_open(const char *folder, uint32_t generation, int rank)
{
    char path[JOB_PATH + FILES_NAME], name[FILES_NAME];

    files_page(name, generation, rank);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return page_open(path, NULL);
}

void rank_page_say_call(const struct page *p, struct error *text)
{
    if (p && p->inside_since && p->inside_call < PAGE_CALLS)
        append_text(text->text, sizeof(text->text), " (in %.*s)",
                    (int)sizeof(p->call[0].name),
                    p->call[p->inside_call].name);
}

/* site.h - the call paths on which a program calls MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SITE_H
#define MITOSIS_SITE_H

#include "pmpi/calls.h"
#include "profile/page.h"

/* Tell call paths apart by 'frames' return addresses from now on, 1 to
 * SITE_FRAMES.  Opens libunwind when there is more than one to find, and
 * notes in the page if it is there.
 */
void site_setup(struct page *page, unsigned frames);

/* From now on look at the nearest return address of new paths only. */
void site_shallow(void);

/* The record of the path on which a wrapper of 'call' was called, as span.h
 * has it; a new one when the path is new.  NULL when there is no room.
 */
struct site_record *site_find(enum call call, void *address, char *frame);

#endif /* !MITOSIS_SITE_H */

/* page_copy.h - a private copy of a rank's page that can be trusted
 *
 * The rank may be writing, may have been killed while it wrote, and its file
 * may be anything.  So the used parts are copied, without touching the holes
 * of the sparse file, and mended: texts end, counts and positions are within
 * their tables.  Numbers may still be nonsense.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_PAGE_COPY_H
#define MITOSIS_REPORT_MODEL_PAGE_COPY_H

#include <stdbool.h>

#include "base/error.h"
#include "profile/page.h"

typedef struct page_copy page_copy_t;

/* Copy the page in the file 'path'.  Returns NULL with the reason in 'err'
 * when it cannot be read or is not a page.
 */
page_copy_t *page_copy_open(const char *path, struct error *err);

/* Free the copy.  NULL is fine. */
void page_copy_close(page_copy_t *im);

/* The copy itself. */
const struct page *page_copy_page(const page_copy_t *im);

/* How much memory the rank's file takes. */
uint64_t page_copy_memory(const page_copy_t *im);

/* Whether the rank wrote anything near 'at', a place in the page.  What it
 * did not write near to is all zero, and better not looked at: there can be
 * a lot of it.
 */
bool page_copy_used(const page_copy_t *im, const void *at);

/* The text at a position of the page's text, maybe empty. */
const char *page_copy_text(const page_copy_t *im, uint32_t at);

/* Copy the record of one loop of the page in the file 'path', and of nothing
 * else.  Returns -1 when it cannot be read.
 */
int page_copy_loop(const char *path,
                   unsigned which,
                   struct iteration_loop *loop);

#endif /* !MITOSIS_REPORT_MODEL_PAGE_COPY_H */

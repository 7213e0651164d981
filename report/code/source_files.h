/* source_files.h - the source files of a program, by as much of their paths as
 * it takes to tell them apart
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_SOURCE_FILES_H
#define MITOSIS_REPORT_CODE_SOURCE_FILES_H

#include "report/model/run.h"

typedef struct source_files source_files_t;

/* The path of 'file' as seen from 'folder' (NULL when that is not known), in
 * 'a', without "." and ".." as far as they can be left out.  Returns NULL when
 * there is no memory.
 */
const char *source_files_path(const char *folder,
                              const char *file,
                              arena_t *a);

/* Begin with none.  Returns NULL when there is no memory. */
source_files_t *source_files_create(void);

/* Free them, but not their paths.  NULL is fine. */
void source_files_destroy(source_files_t *s);

/* There is one with this path, which stays where it is.  Returns -1 when
 * there is no memory.
 */
int source_files_note(source_files_t *s, const char *path);

/* All are noted: find what is shown of each. */
void source_files_shorten(source_files_t *s);

/* What is shown of one that was noted. */
const char *source_files_shown(source_files_t *s, const char *path);

/* Put those whose whole path is known into run->source.  Returns -1 when
 * there is no memory.
 */
int source_files_keep(source_files_t *s, struct run *run);

/* Put those of 'from' into 'to', too; what is shown of several is none.
 * Returns -1 when there is no memory.
 */
int source_files_join(struct run *to, const struct run *from);

#endif /* !MITOSIS_REPORT_CODE_SOURCE_FILES_H */

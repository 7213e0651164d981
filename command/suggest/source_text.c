/* source_text.c - the text of a source file, and the loops in it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>

#include "base/read_file.h"
#include "command/suggest/source_text.h"

enum { MOST_BYTES = 64 << 20 };

char *source_text_read(const char *path)
{
    size_t bytes;

    return read_file(path, MOST_BYTES, &bytes, NULL);
}

int source_text_loops(const char *text,
                      enum variables_language language,
                      int line,
                      struct source_loop loop[SOURCE_LOOP_DEEP])
{
    return language == VARIABLES_FORTRAN
               ? source_loop_find_fortran(text, line, loop)
               : source_loop_find(text, line, loop);
}

const char *source_text_head(const char *text,
                             enum variables_language language,
                             int line,
                             size_t *length)
{
    return language == VARIABLES_FORTRAN
               ? source_loop_head_fortran(text, line, length)
               : source_loop_head(text, line, length);
}

/* source_text.c - the text of a source file, and the loops in it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "command/suggest/source_text.h"

char *source_text_read(const char *path)
{
    FILE *in = fopen(path, "re");
    struct stat st;
    char *text = NULL;

    if (in && fstat(fileno(in), &st) == 0
        && (text = calloc(1, (size_t)st.st_size + 1))
        && fread(text, 1, (size_t)st.st_size, in) != (size_t)st.st_size) {
        free(text);
        text = NULL;
    }
    if (in)
        fclose(in);
    return text;
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

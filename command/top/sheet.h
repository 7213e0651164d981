/* sheet.h - what 'mitosis top' draws on: lines of a width, and how many are
 * left
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_SHEET_H
#define MITOSIS_COMMAND_TOP_SHEET_H

#include <stdbool.h>
#include <stdio.h>

#include "report/text/columns.h"

enum { SHEET_NAME = 14 }; /* columns of a host's name */

/* What is being drawn, and how much room is left. */
struct live;
struct view;
struct sheet {
    struct view *view;
    const struct live *live;
    struct columns paper;
    FILE *out;
    bool colour;
    int width;
    int left; /* lines */
};

/* Look like that from here on, as ECMA-48 has it, where there are colours. */
void sheet_look(const struct sheet *s, const char *code);

void sheet_end_line(struct sheet *s);

/* A share, "- %" when it is not known. */
const char *sheet_percent(double share, char text[16]);

/* How the time of a rank, or of several, is divided: computing in full, MPI
 * less so, waiting in it least.  'mpi' is -1 when it is not known.
 */
void sheet_put_bar(const struct sheet *s, double mpi, double wait, int width);

#endif /* !MITOSIS_COMMAND_TOP_SHEET_H */

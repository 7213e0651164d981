/* sheet.c - what 'mitosis top' draws on: lines of a width, and how many are
 * left
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "command/top/sheet.h"

void sheet_look(const struct sheet *s, const char *code)
{
    if (s->colour)
        fprintf(s->out, "\033[%sm", code);
}

void sheet_end_line(struct sheet *s)
{
    putc('\n', s->out);
    s->left--;
}

const char *sheet_percent(double share, char text[16])
{
    if (share < 0)
        return "- %";
    snprintf(text, 16, "%.0f %%", 100 * share);
    return text;
}

static void put_piece(const struct sheet *s,
                      int wide,
                      int shade,
                      const char *code)
{
    if (wide > 0)
        sheet_look(s, code);
    for (int i = 0; i < wide; i++)
        fputs(columns_shade(&s->paper, shade), s->out);
}

void sheet_put_bar(const struct sheet *s, double mpi, double wait, int width)
{
    int compute = mpi < 0 ? 0 : (int)lround((1 - mpi) * width);
    int busy = mpi < 0 ? 0 : (int)lround((1 - wait) * width);

    busy = busy < compute ? compute : busy;
    put_piece(s, compute, 4, "34");
    put_piece(s, busy - compute, 2, "36");
    put_piece(s, width - busy, mpi < 0 ? 0 : 1, "33");
    sheet_look(s, "0");
}

/* view_help.c - what keys and columns of 'mitosis top' are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/top/view_help.h"

/* What matters most comes first: a low terminal shows the beginning. */
static const struct {
    const char *key; /* NULL: a title */
    const char *text;
} lines[] = {
    { NULL, "Keys (any of them closes this)" },
    { "q", "quit" },
    { "Esc", "back to the list of jobs, if it was chosen there" },
    { "r s m g b",
      "ask for a change: resize, split, merge, migrate, rebalance" },
    { ":", "type any change, as 'mitosis ctl' takes it" },
    { "c w n h",
      "ranks and hosts by computing, by waiting, by number, by host" },
    { "Up Down",
      "scroll ranks where they do not fit; PgUp, PgDn, Home, End, too" },
    { "Left Right", "scroll hosts where they do not fit" },
    { NULL, "What is shown" },
    { "computing", "share of the time outside of MPI, since the look before" },
    { "in MPI", "the rest; 'waiting' is what of it a rank is there longer" },
    { "", "than the rank that is there the shortest" },
    { "others use",
      "cores of the host that something else than the job is on" },
    { "load", "what the host says itself, where that is not known" },
    { "iteration", "rounds of the main loop, of the job as it is now" },
    { "a rank", "number, host, bar, computing, and the call that it is in" },
    { "generation", "1 at the start; each change of the job makes the next" },
    { "n. resize 4", "a change: ranks before and after, why, and its pause" },
    { "PACE", "of a job in the list: iterations, or syncs, at which it" },
    { "", "can be changed" },
    { "policy", "what the job's policy said last" },
};

void view_help_draw(struct sheet *s)
{
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]) && s->left > 0;
         i++) {
        char text[160];

        if (!lines[i].key)
            sheet_look(s, "1");
        snprintf(text, sizeof(text), lines[i].key ? "  %-12s %s" : "%s%s",
                 lines[i].key ? lines[i].key : "", lines[i].text);
        fputs(columns_fit(&s->paper, text, (size_t)s->width, false), s->out);
        if (!lines[i].key)
            sheet_look(s, "0");
        sheet_end_line(s);
    }
}

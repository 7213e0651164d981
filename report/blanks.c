/* blanks.c - what a report need not tell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "report/blanks.h"

void blanks_fill_change(struct run_change *change)
{
    if (!change->why)
        change->why = "";
    if (!change->order)
        change->order = "";
}

void blanks_fill(struct run *run)
{
    for (size_t i = 0; i < run->ranks; i++)
        if (!run->rank[i].host)
            run->rank[i].host = "";
    for (size_t i = 0; i < run->calls; i++)
        if (!run->call[i].kind)
            run->call[i].kind = "other";
    for (size_t i = 0; i < run->comms; i++) {
        if (!run->comm[i].name)
            run->comm[i].name = "";
        if (!run->comm[i].members)
            run->comm[i].members = "";
    }
    for (size_t i = 0; i < run->changes; i++)
        blanks_fill_change(&run->change[i]);
    for (size_t i = 0; i < run->generations; i++)
        if (!run->generation[i].state)
            run->generation[i].state = "";
    for (size_t i = 0; i < run->iterations.loops; i++)
        if (!run->iterations.loop[i].mark)
            run->iterations.loop[i].mark = "";
}

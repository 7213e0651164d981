/* window_comm.c - the communicators that one-sided windows were made from
 *
 * A program has few windows, so they are a list, the last used one first.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/handles/window_comm.h"

struct window {
    MPI_Win win;
    comm_t *comm;
    struct window *next;
};

static struct window *windows;

static struct window *take_out(MPI_Win win)
{
    for (struct window **at = &windows; *at; at = &(*at)->next)
        if ((*at)->win == win) {
            struct window *w = *at;

            *at = w->next;
            return w;
        }
    return NULL;
}

void window_comm_add(MPI_Win win, comm_t *comm)
{
    struct window *w = malloc(sizeof(*w));

    if (!w)
        return;
    *w = (struct window){ win, comm_keep(comm), windows };
    windows = w;
}

void window_comm_remove(MPI_Win win)
{
    struct window *w = take_out(win);

    if (w)
        comm_drop(w->comm);
    free(w);
}

comm_t *window_comm_of(MPI_Win win)
{
    struct window *w = windows;

    if (!w || w->win == win)
        return w ? w->comm : NULL;
    w = take_out(win);
    if (!w)
        return NULL;
    w->next = windows;
    windows = w;
    return w->comm;
}

bool window_comm_any(void)
{
    return windows != NULL;
}

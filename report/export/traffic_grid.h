/* traffic_grid.h - who sent how much to whom, in as many cells as a picture
 * can use
 *
 * Up to some number of pairs each is a cell.  Of more, neighbouring ranks are
 * put together in blocks, so that a job of thousands of ranks in which all
 * talk to all makes no more cells than one of hundreds.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_TRAFFIC_GRID_H
#define MITOSIS_REPORT_EXPORT_TRAFFIC_GRID_H

#include "report/model/run.h"

struct traffic_grid_cell {
    unsigned from; /* ranks, blocks of ranks, or hosts */
    unsigned to;
    double count;
    double bytes;
};

struct traffic_grid {
    unsigned side; /* how many there are to be from and to */
    unsigned per;  /* ranks in each of them, but maybe the last */
    size_t cells;
    struct traffic_grid_cell
        *cell; /* those that are not empty, by from, then to */
};

enum traffic_grid_kind { TRAFFIC_GRID_MESSAGES, TRAFFIC_GRID_ONE_SIDED };

/* Fill in the grid of ranks.  Its cells belong to the caller, who gives them
 * back with free().  Returns -1 when there is no memory.
 */
int traffic_grid_ranks(const struct run *run,
                       enum traffic_grid_kind kind,
                       struct traffic_grid *g);

/* The same of hosts, whose numbers are their places in run->host. */
int traffic_grid_hosts(const struct run *run,
                       enum traffic_grid_kind kind,
                       struct traffic_grid *g);

/* The cell the other way round, or NULL. */
const struct traffic_grid_cell *traffic_grid_back(
    const struct traffic_grid *g, const struct traffic_grid_cell *cell);

/* The place in run->host of the host of each rank from 0 to run->size - 1,
 * run->hosts for those that left no page, to be given back with free().
 * Returns NULL when there is no memory.
 */
unsigned *traffic_grid_host_of(const struct run *run);

#endif /* !MITOSIS_REPORT_EXPORT_TRAFFIC_GRID_H */

/* rank_placement.h - which ranks to put on which hosts, to keep talkers
 * together
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_RANK_PLACEMENT_H
#define MITOSIS_REPORT_EXPORT_RANK_PLACEMENT_H

#include <stdio.h>

#include "report/model/run.h"

/* A suggestion, and what it is worth: the shares of bytes, 0 to 1, that stay
 * within a host.
 */
struct rank_placement {
    size_t hosts;
    char **name;
    unsigned *room; /* ranks that each takes */
    unsigned ranks;
    unsigned *host; /* of each rank */
    bool silent;    /* no rank sends another one anything: all is as good */
    double suggested;
    double in_order; /* with the ranks put there one after the other */
};

/* Think of one for the hosts in 'text', "a:16,b:16", each taking so many
 * ranks (1 when it does not say).  Returns what rank_placement_destroy()
 * takes, or NULL with the reason in 'err': the text is wrong, or too few take
 * place.
 */
struct rank_placement *rank_placement_create(const struct run *run,
                                             const char *text,
                                             struct error *err);

/* Free it.  NULL is fine. */
void rank_placement_destroy(struct rank_placement *s);

/* Print it as a machine file for mpiexec. */
void rank_placement_print(const struct rank_placement *s, FILE *out);

#endif /* !MITOSIS_REPORT_EXPORT_RANK_PLACEMENT_H */

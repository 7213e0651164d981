/* prove_run.h - one run of the program, and all that is known of it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_RUN_H
#define MITOSIS_COMMAND_PROVE_PROVE_RUN_H

#include "command/prove/prove_options.h"
#include "command/prove/prove_sums.h"

struct prove_run {
    bool ended;                /* by itself, and in time: */
    int status;                /* as a shell has it */
    double took;               /* seconds */
    struct prove_sums *table;  /* NULL when there is none: */
    struct error untold;       /* why */
    struct string_list output; /* its lines, in order */
    size_t done;               /* changes that were */
    uint64_t uneven;           /* sync from which shares are, 0 for none; the
                                  caller's to set */
    char *refused;             /* why one was not, or NULL */
    char *host;                /* of the first rank, or NULL */
    char *complaint;           /* the first line of its stderr, or NULL */
    char *ours;                /* the first that is Mitosis's, or NULL */
};

/* Run the program of 'l' with 'ranks' ranks, or 0 for as many as were said,
 * under 'script', or NULL, for at most so many seconds.  What it writes goes
 * to files in 'folder' whose names have 'number'.  Returns -1 with the reason
 * in 'err' where it could not be started or what it wrote not be read, and 'r'
 * to be cleared.
 */
int prove_run(struct prove_run *r,
              const struct prove_options *l,
              const char *folder,
              int number,
              int ranks,
              const char *script,
              double seconds,
              struct error *err);

/* Free what is in 'r', which may be zero. */
void prove_run_clear(struct prove_run *r);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_RUN_H */

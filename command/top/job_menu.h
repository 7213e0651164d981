/* job_menu.h - choose one of the jobs that run here
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_JOB_MENU_H
#define MITOSIS_COMMAND_TOP_JOB_MENU_H

#include <stdbool.h>

#include "job/job.h"

/* What is asked, and what came of it. */
struct job_menu {
    const char *pages;     /* where jobs are, as in jobs.h */
    int signals;           /* as signals_take() returned it */
    int interval;          /* ms from one look to the next */
    const char *note;      /* what is to be told first, or NULL */
    char folder[JOB_PATH]; /* where the choice begins, then the choice */
    int status;            /* to exit with when none was chosen */
};

/* Show them on the screen, which is open then and stays so, again and again
 * until one is chosen.  Returns whether one was.
 */
bool job_menu_choose(struct job_menu *m);

#endif /* !MITOSIS_COMMAND_TOP_JOB_MENU_H */

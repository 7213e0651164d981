/* jobs.c - list the jobs that run here, or ended without a report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/setup.h"

int command_jobs(char *argv[])
{
    static struct settings settings;

    if (argv[0])
        return commands_usage("jobs");
    setup_read(&settings);
    setup_apply(&settings);
    if (jobs_print(settings.text[SETTING_PAGES]) == 0)
        printf("There are no jobs: none runs, and none ended without a "
               "report.\n");
    else
        printf("\n'mitosis report JOB' reports on one, with --now on where "
               "its ranks are.\n");
    return EXIT_SUCCESS;
}

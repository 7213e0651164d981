/* start_collect.c - have the report made from the pages of a job
 *
 * Turning addresses into lines of code and all of it into JSON takes
 * libraries and memory that have no place in somebody else's process, so a
 * process of our own does it, when MPI is over.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/watch/start_collect.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch.h"

void start_collect_run(const char *folder)
{
    char command[START_COMMAND_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"collect",
                            (char *)folder, NULL };

    if (!start_command_find(command))
        watch_say("no report: the command 'mitosis' is not beside the"
                  " library; 'mitosis report %s' makes one",
                  folder);
    else if (start_command_and_wait(command, words) != 0)
        watch_say("no report: '%s collect %s' failed; 'mitosis report %s' may"
                  " make one",
                  command, folder, folder);
}

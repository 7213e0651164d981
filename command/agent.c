/* agent.c - the process that carries out the changes of a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "agent/agent.h"
#include "agent/outpost.h"
#include "command/commands.h"
#include "command/place.h"
#include "command/say.h"

enum { FIRST_RANK = 3 }; /* the descriptor that the library starts it with */

int command_agent(char *argv[])
{
    char helper[PLACE_PATH];
    struct stat st;

    if (argv[0] && strcmp(argv[0], "--outpost") == 0 && argv[1] && !argv[2])
        return outpost_main(argv[1]);
    if (!argv[0] || argv[1] || fstat(FIRST_RANK, &st) < 0
        || !S_ISSOCK(st.st_mode))
        return fail(EXIT_USAGE, "'mitosis agent' is started by the programs "
                                "that need it");
    if (place_slurm_launcher(helper, NULL) < 0)
        helper[0] = '\0';
    return agent_main(argv[0], FIRST_RANK, helper);
}

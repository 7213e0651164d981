/* agent.c - the process that carries out the changes of a job, or joins one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/core/head.h"
#include "agent/host/host_agent.h"
#include "agent/host/join.h"
#include "command/common/commands.h"
#include "command/common/place.h"
#include "command/common/say.h"

enum { GIVEN = 3 }; /* the descriptor that it is started with */

/* The secret in it is not for others. */
static int open_ticket(const char *file)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    struct stat st;

    if (fd < 0 || fstat(fd, &st) < 0) {
        fail(EXIT_FAILURE, "%s: %s", file, strerror(errno));
    } else if (S_ISREG(st.st_mode) && (st.st_mode & 077)) {
        fail(EXIT_FAILURE, "%s: it holds a job's secret and is open to others",
             file);
        close(fd);
        fd = -1;
    }
    return fd;
}

/* [--ticket FILE], else it comes from stdin. */
static int join(const char *address, char *argv[])
{
    int fd = STDIN_FILENO;

    if (!address)
        return fail(EXIT_USAGE, "--join needs the ADDRESS of the host that "
                                "the job's agent is on");
    if (argv[0] && (strcmp(argv[0], "--ticket") != 0 || !argv[1] || argv[2]))
        return fail(EXIT_USAGE, "mitosis agent --join ADDRESS [--ticket "
                                "FILE]");
    if (!argv[0] && isatty(STDIN_FILENO))
        return fail(EXIT_USAGE, "--ticket FILE or stdin is to have what "
                                "'mitosis ctl invite' wrote");
    if (argv[0])
        fd = open_ticket(argv[1]);
    return fd < 0 ? EXIT_FAILURE
                  : join_main(address, fd, argv[0] ? argv[1] : "stdin");
}

int command_agent(char *argv[])
{
    char helper[PLACE_PATH];
    struct stat st;

    if (argv[0] && strcmp(argv[0], "--outpost") == 0 && argv[1] && !argv[2])
        return host_agent_main(argv[1]);
    if (argv[0] && strcmp(argv[0], "--join") == 0)
        return join(argv[1], argv + (argv[1] ? 2 : 1));
    if (place_slurm_launcher(helper, NULL) < 0)
        helper[0] = '\0';
    if (argv[0] && strcmp(argv[0], "--again") == 0 && argv[1] && !argv[2])
        return head_again(argv[1], GIVEN, helper);
    if (!argv[0] || argv[1] || fstat(GIVEN, &st) < 0 || !S_ISSOCK(st.st_mode))
        return fail(EXIT_USAGE, "'mitosis agent' is started by the programs "
                                "that need it; 'mitosis agent --join ADDRESS' "
                                "offers this host to a job");
    return head_main(argv[0], GIVEN, helper);
}

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

#include "agent/head/main.h"
#include "agent/host/join.h"
#include "agent/host/outpost.h"
#include "command/common/commands.h"
#include "command/common/installed_paths.h"
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

/* The ticket comes from a file, or else from stdin. */
static int join(char *argv[])
{
    const char *address = NULL, *ticket = NULL;
    const struct command_option_place places[] = {
        { COMMAND_OPTION_JOIN, .text = &address },
        { COMMAND_OPTION_TICKET, .text = &ticket },
        { .id = COMMAND_OPTION_NONE },
    };
    struct error err;
    int fd = STDIN_FILENO;

    if (commands_read("agent", argv, places, NULL, NULL, NULL, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (!address)
        return commands_usage("agent");
    if (!ticket && isatty(STDIN_FILENO))
        return fail(EXIT_USAGE, "--ticket FILE or stdin is to have what "
                                "'mitosis ctl invite' wrote");
    if (ticket)
        fd = open_ticket(ticket);
    return fd < 0 ? EXIT_FAILURE
                  : join_main(address, fd, ticket ? ticket : "stdin");
}

int command_agent(char *argv[])
{
    char helper[INSTALLED_PATHS_PATH];
    struct stat st;

    if (argv[0] && strcmp(argv[0], "--outpost") == 0 && argv[1] && !argv[2])
        return outpost_main(argv[1]);
    if (argv[0]
        && command_option_find(commands_get("agent")->options, argv[0]))
        return join(argv);
    if (installed_paths_find(INSTALLED_PATHS_SLURM_LAUNCHER, helper, NULL) < 0)
        helper[0] = '\0';
    if (argv[0] && strcmp(argv[0], "--again") == 0 && argv[1] && !argv[2])
        return head_again(argv[1], GIVEN, helper);
    if (!argv[0] || argv[1] || fstat(GIVEN, &st) < 0 || !S_ISSOCK(st.st_mode))
        return fail(EXIT_USAGE, "'mitosis agent' is started by the programs "
                                "that need it; 'mitosis agent --join ADDRESS' "
                                "offers this host to a job");
    return head_main(argv[0], GIVEN, helper);
}

/* oom_score.c - which process the kernel ends first when memory runs out
 *
 * Anybody may offer himself, and take that back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/system/process.h"
#include "pmpi/watch/launcher_variables.h"
#include "pmpi/watch/oom_score.h"

static const char path[] = "/proc/self/oom_score_adj";
static const char first[] = "1000";

static char before[16]; /* what it was, "" while nothing is offered */

static int write_score(const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    ssize_t len = (ssize_t)strlen(text);
    int rc = fd >= 0 && write(fd, text, (size_t)len) == len ? 0 : -1;

    if (fd >= 0)
        close(fd);
    return rc;
}

void oom_score_offer(void)
{
    if (!*before && read_file_start(path, before, sizeof(before)) > 0
        && write_score(first) < 0)
        before[0] = '\0';
}

void oom_score_take_back(void)
{
    if (*before)
        write_score(before);
}

/* The program may take most of its memory before MPI_Init().  What it starts
 * itself has our library, too, and may be there for long: it is not started by
 * a launcher's process.
 */
__attribute__((constructor)) static void offer_at_load(void)
{
    if (launcher_variables_generation() > 1
        && (process_is(getppid(), "hydra_pmi_proxy")
            || process_is(getppid(), "slurmstepd")))
        oom_score_offer();
}

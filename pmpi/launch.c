/* launch.c - what the launcher tells a rank before MPI is started
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/launch.h"

enum { STAT_PARENT = 4, STAT_STARTED = 22 }; /* fields of /proc/PID/stat */

static const struct {
    const char *rank;
    const char *size;
    const char *local_size;
    const char *local_rank;
} launchers[] = {
    { "PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", "MPI_LOCALRANKID" },
    { "PMIX_RANK", "PMIX_SIZE", "PMIX_LOCAL_SIZE", "PMIX_LOCAL_RANK" },
    { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", NULL, "SLURM_LOCALID" },
};

static bool number_of(const char *name, int *number)
{
    const char *text = name ? getenv(name) : NULL;
    char *end;
    long value = text ? strtol(text, &end, 10) : 0;

    if (!text || end == text || *end || value < 0 || value > 1 << 30)
        return false;
    *number = value;
    return true;
}

/* A field of /proc/PID/stat after the command's name, which may hold
 * anything; 0 when there is none.
 */
static unsigned long stat_field(pid_t pid, int field)
{
    char path[64], text[1024], *at;
    FILE *file;
    size_t bytes;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    file = fopen(path, "re");
    if (!file)
        return 0;
    bytes = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[bytes] = '\0';
    at = strrchr(text, ')');
    for (int i = 2; at && i < field; i++)
        at = strchr(at + 1, ' ');
    return at ? strtoul(at + 1, NULL, 10) : 0;
}

/* Hydra makes each rank the leader of a session, however many shells are
 * between it and the program, so the parent of that leader is the launcher's
 * process on this host.  Process numbers come round again; with the time
 * when it was started the pair does not.
 */
static unsigned long key_of_job(bool launched)
{
    pid_t leader = getsid(0);
    pid_t parent = stat_field(leader, STAT_PARENT);

    if (!launched)
        parent = getpid();
    return stat_field(parent, STAT_STARTED) * 4194304UL + parent;
}

struct launch launch_find(void)
{
    struct launch l = { .size = 1 };

    for (size_t i = 0; i < sizeof(launchers) / sizeof(launchers[0]); i++)
        if (number_of(launchers[i].rank, &l.rank)
            && number_of(launchers[i].size, &l.size)) {
            l.known = true;
            number_of(launchers[i].local_size, &l.local_size);
            number_of(launchers[i].local_rank, &l.local_rank);
            break;
        }
    if (!l.known)
        l.rank = 0;
    l.key = key_of_job(l.known);
    return l;
}

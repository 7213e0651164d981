/* launch.c - what the launcher tells a rank before MPI is started
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "pmpi/launch.h"

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

/* Where Hydra's process on a host finds its mpiexec, which is the same on all
 * hosts and for no other job meanwhile; 0 when that is not said.
 */
static unsigned long key_of_launcher(pid_t parent)
{
    char path[64], words[4096];
    unsigned long key = 0;
    size_t bytes;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)parent);
    file = fopen(path, "re");
    bytes = file ? fread(words, 1, sizeof(words) - 1, file) : 0;
    if (file)
        fclose(file);
    words[bytes] = '\0';
    for (char *at = words; at < words + bytes; at += strlen(at) + 1)
        if (strcmp(at, "--control-port") == 0)
            for (at += strlen(at) + 1; *at; at++)
                key = key * 257 + (unsigned char)*at;
    return key;
}

/* Hydra makes each rank the leader of a session, however many shells are
 * between it and the program, so the parent of that leader is the launcher's
 * process on this host.  Process numbers come round again; with the time
 * when it was started the pair does not.
 */
static unsigned long key_of_job(bool launched, bool several_hosts)
{
    pid_t leader = getsid(0);
    pid_t parent = process_field(leader, PROCESS_PARENT);
    unsigned long key = several_hosts ? key_of_launcher(parent) : 0;

    if (key)
        return key;
    if (!launched)
        parent = getpid();
    return process_field(parent, PROCESS_STARTED) * 4194304UL + parent;
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
    l.key = key_of_job(l.known, l.known && l.local_size != l.size);
    return l;
}

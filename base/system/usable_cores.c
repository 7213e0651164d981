/* usable_cores.c - which of a host's cores what was started there may use
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/read_file.h"
#include "base/system/process.h"
#include "base/system/usable_cores.h"

bool usable_cores_of_launcher(pid_t pid, cpu_set_t *cores)
{
    static const char *const names[] = { "hydra_pmi_proxy", NULL };
    pid_t above = process_above(pid, names);

    CPU_ZERO(cores);
    return above > 0 && sched_getaffinity(above, sizeof(*cores), cores) == 0;
}

static bool read_text(const char *root,
                      const char *path,
                      char *text,
                      size_t size)
{
    char full[512];

    snprintf(full, sizeof(full), "%s%s", root, path);
    return read_file_start(full, text, size) > 0;
}

double usable_cores_quota(const char *root)
{
    char text[256];
    double quota, period;

    if (read_text(root, "/sys/fs/cgroup/cpu.max", text, sizeof(text))
        && sscanf(text, "%lf %lf", &quota, &period) == 2 && period > 0)
        return quota / period;
    if (!read_text(root, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", text,
                   sizeof(text)))
        return (double)INFINITY;
    quota = strtod(text, NULL);
    if (quota <= 0
        || !read_text(root, "/sys/fs/cgroup/cpu/cpu.cfs_period_us", text,
                      sizeof(text)))
        return (double)INFINITY;
    period = strtod(text, NULL);
    return period > 0 ? quota / period : (double)INFINITY;
}

int usable_cores_within(int cores, double quota)
{
    if (quota < cores)
        cores = (int)quota;
    return cores < 1 ? 1 : cores;
}

/* hardware_figures.c - instructions per cycle, and energy of hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <math.h>

#include "report/gather/hardware_figures.h"

static bool is_forbidden(int wrong)
{
    return wrong == EACCES || wrong == EPERM;
}

/* The sentences go behind "not counted: ". */
static const char *why_no_counters(int wrong)
{
    if (is_forbidden(wrong))
        return "the kernel lets this user read no counters; \"sysctl"
               " kernel.perf_event_paranoid=2\" as root would, or where it is"
               " a container that forbids it, its seccomp profile";
    return wrong == ENOSYS ? "the kernel knows no counters"
                           : "the processor, or the virtual machine, has no"
                             " counters that can be read";
}

static const char *why_no_energy(int wrong)
{
    if (is_forbidden(wrong))
        return "only root may read it; \"chmod a+r"
               " /sys/class/powercap/intel-rapl:*/energy_uj\" as root would "
               "let"
               " everybody";
    return "the host tells none below /sys/class/powercap";
}

void hardware_figures_add(struct run *run,
                          struct run_rank *rank,
                          struct clocked_host *host,
                          const struct page *p)
{
    if (p->counters_wrong)
        run->counters_missing = why_no_counters(p->counters_wrong);
    if (p->energy_wrong)
        run->energy_missing = why_no_energy(p->energy_wrong);
    if (p->instructions >= p->instructions_before
        && p->cycles > p->cycles_before) {
        rank->cycles = p->cycles - p->cycles_before;
        rank->instructions = p->instructions - p->instructions_before;
    }
    host->is.energy =
        fmax(host->is.energy, p->energy_joules - p->energy_before);
}

void hardware_figures_finish(struct run *run)
{
    double cycles = 0, instructions = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        cycles += (double)run->rank[i].cycles;
        instructions += (double)run->rank[i].instructions;
    }
    run->instructions_per_cycle = cycles > 0 ? instructions / cycles : 0;
}

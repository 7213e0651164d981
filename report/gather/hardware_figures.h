/* hardware_figures.h - instructions per cycle, and energy of hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_HARDWARE_FIGURES_H
#define MITOSIS_REPORT_GATHER_HARDWARE_FIGURES_H

#include "profile/page.h"
#include "report/gather/host_clocks.h"
#include "report/model/run.h"

/* Take in what the page of a rank on 'host' says; where it has no figures, the
 * run says why, and which setting would change that.
 */
void hardware_figures_add(struct run *run,
                          struct run_rank *rank,
                          struct clocked_host *host,
                          const struct page *p);

/* Put those of the ranks together, which must be there. */
void hardware_figures_finish(struct run *run);

#endif /* !MITOSIS_REPORT_GATHER_HARDWARE_FIGURES_H */

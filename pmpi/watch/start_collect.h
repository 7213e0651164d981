/* start_collect.h - have the report made from the pages of a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_START_COLLECT_H
#define MITOSIS_PMPI_WATCH_START_COLLECT_H

/* Run 'mitosis collect FOLDER' and wait for it.  Says so, once, when it
 * cannot be found or does not come back.
 */
void start_collect_run(const char *folder);

#endif /* !MITOSIS_PMPI_WATCH_START_COLLECT_H */

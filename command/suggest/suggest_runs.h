/* suggest_runs.h - the runs of the program that 'mitosis suggest' looks at
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SUGGEST_SUGGEST_RUNS_H
#define MITOSIS_COMMAND_SUGGEST_SUGGEST_RUNS_H

#include "command/prove/prove_options.h"
#include "command/suggest/memory_dump.h"
#include "command/suggest/suggest_marks.h"
#include "report/model/run.h"

/* Run the program and see where its iterations are, in files below 'folder'.
 * Returns what the ranks tell, to be given back with run_destroy(), or NULL
 * with the reason in 'err'.
 */
struct run *suggest_runs_profile(const struct prove_options *l,
                                 const char *folder,
                                 struct error *err);

/* Write the plan for the watcher of memory: where the iterations of each rank
 * in 'run' come by, of which 'mark' has one each.  Returns -1 with the reason
 * in 'err'.
 */
int suggest_runs_plan(const struct run *run,
                      const struct suggest_mark *mark,
                      int ranks,
                      const char *folder,
                      const char *program,
                      struct error *err);

/* The same for another run, from where the ranks of the first one, the 'count'
 * in 'dump', were found to have their loops; 'mark' has one for each of that
 * run.
 */
int suggest_runs_plan_again(const struct memory_dump *dump,
                            size_t count,
                            const struct suggest_mark *mark,
                            int ranks,
                            const char *folder,
                            const char *program,
                            struct error *err);

/* Run it again under the watcher, with 'ranks' ranks, or 0 for as many as were
 * said.  Its files are in 'folder' then, where the plan is.  Returns -1 with
 * the reason in 'err'.
 */
int suggest_runs_watch(const struct prove_options *l,
                       int ranks,
                       const char *folder,
                       struct error *err);

#endif /* !MITOSIS_COMMAND_SUGGEST_SUGGEST_RUNS_H */

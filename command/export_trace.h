/* export_trace.h - the traces of a run as Perfetto and Chrome read them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_EXPORT_TRACE_H
#define MITOSIS_COMMAND_EXPORT_TRACE_H

#include "report/model/run.h"

/* Write what lies beside the report 'file', which is of 'run', to 'to': all
 * generations.  Returns an exit status; failures are told, and generations
 * after the first that are not there.
 */
int export_trace(const struct run *run, const char *file, const char *to);

#endif /* !MITOSIS_COMMAND_EXPORT_TRACE_H */

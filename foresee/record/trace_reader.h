/* trace_reader.h - make a recording of a trace
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_TRACE_READER_H
#define MITOSIS_FORESEE_RECORD_TRACE_READER_H

#include <stdbool.h>

#include "foresee/record/recording.h"
#include "report/trace/bundle.h"

/* Read the events of all ranks.  'manual': the program marks its iterations
 * itself.  Returns the recording, to be given back with recording_destroy()
 * before the bundle, whose names it has; or NULL with the reason in 'err':
 * the trace is not whole, or has what cannot be replayed yet.
 */
struct recording *trace_reader_read(const struct bundle *b,
                                    bool manual,
                                    struct error *err);

#endif /* !MITOSIS_FORESEE_RECORD_TRACE_READER_H */

/* recorded_timeline.h - the timeline of a recording
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_RECORDED_TIMELINE_H
#define MITOSIS_FORESEE_RECORD_RECORDED_TIMELINE_H

#include "foresee/record/recording.h"
#include "report/export/timeline.h"

/* Add the recording as a part, whose time 0 is so many seconds after the start
 * of the run, as one of 'parts' that share what a page has room for.  Returns
 * 0, or -1 with the reason in 'err' and no part added.
 */
int recorded_timeline_add(struct timeline *t,
                          const struct recording *r,
                          unsigned generation,
                          double start,
                          size_t parts,
                          struct error *err);

#endif /* !MITOSIS_FORESEE_RECORD_RECORDED_TIMELINE_H */

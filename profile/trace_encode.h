/* trace_encode.h - a call as it stands in a trace, but for its times
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_TRACE_ENCODE_H
#define MITOSIS_PROFILE_TRACE_ENCODE_H

#include "profile/trace.h"

/* Write the call 'c' of the rank, with 'acts' of its acts, at 'at', where
 * there is room.  Requests are told by how far they are from the last one
 * that began, '*request', which moves on.  Returns the end.
 */
uint8_t *trace_encode(uint8_t *at,
                      const struct trace_call *c,
                      const struct trace_act *act,
                      size_t acts,
                      int rank,
                      uint64_t *request);

#endif /* !MITOSIS_PROFILE_TRACE_ENCODE_H */

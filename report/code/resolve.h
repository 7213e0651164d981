/* resolve.h - turn the addresses of a run into functions and lines
 *
 * A frame reads "exchange (heat.c:120)"; where the file has no lines
 * "exchange+0x42 (heat)"; where it has no names "heat+0x1234"; where another
 * file is in its place by now "heat+0x1234 (changed since)".  The number is
 * of the call instruction's last byte, as addr2line wants it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_RESOLVE_H
#define MITOSIS_REPORT_CODE_RESOLVE_H

#include "report/model/run.h"

/* Make run->site from run->path: frames of the MPI library's own are left
 * out, the rest is cut to run->depth frames and to the main program, and
 * what is the same then is added up.  Says where ranks are and what marks
 * the loops, too.  A run that is resolved is left as it is.  Returns -1 with
 * the reason in 'err' when there is no memory.
 */
int resolve(struct run *run, struct error *err);

#endif /* !MITOSIS_REPORT_CODE_RESOLVE_H */

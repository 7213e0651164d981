/* cxx_streams.h - the files that a C++ program has open as streams
 *
 * What a program writes to a std::ofstream stays in the stream's buffer until
 * that is full, and nothing in the language says which streams there are.  So
 * we stand between libstdc++ and the part of it that opens and closes files,
 * in the tables of addresses through which it is called, and keep a list.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_FILES_CXX_STREAMS_H
#define MITOSIS_PMPI_FILES_CXX_STREAMS_H

#include "base/error.h"

/* Write out what is in the buffers of all streams.  Returns -1 with the reason
 * in 'err' when that cannot be done for one of them; it stays where it is,
 * and the others are written out.
 */
int cxx_streams_flush(struct error *err);

/* Stand in the tables of all that is loaded by now.  May be called again, for
 * what was loaded since; does nothing to a program without libstdc++.
 */
void cxx_streams_follow(void);

#endif /* !MITOSIS_PMPI_FILES_CXX_STREAMS_H */

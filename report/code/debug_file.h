/* debug_file.h - where on this machine the debug file of a program is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_CODE_DEBUG_FILE_H
#define MITOSIS_REPORT_CODE_DEBUG_FILE_H

#include <elfutils/libdwfl.h>

/* What libdwfl calls to find it, see 'find_debuginfo' of Dwfl_Callbacks: by
 * the build id, and where the program says.  Never asks the network.
 */
int debug_file_find(Dwfl_Module *module,
                    void **data,
                    const char *name,
                    Dwarf_Addr base,
                    const char *path,
                    const char *link,
                    GElf_Word crc,
                    char **found);

#endif /* !MITOSIS_REPORT_CODE_DEBUG_FILE_H */

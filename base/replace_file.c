/* replace_file.c - put a file in the place of another one
 *
 * To rename one over the other, ext4 first waits until the disk has what comes
 * in the place of the old one, for the case that the machine fails.  To
 * exchange the two it does not; what we keep is of no use after that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/replace_file.h"

int replace_file(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) < 0)
        return rename(from, to);
    unlink(from);
    return 0;
}

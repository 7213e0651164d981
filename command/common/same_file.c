/* same_file.c - whether two names are of one file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "command/common/same_file.h"

/* Where a file that is not there would be made.  Returns its name in there, or
 * NULL when there is no such folder.
 */
static const char *place_of(const char *path, struct stat *folder)
{
    const char *slash = strrchr(path, '/');
    char before[PATH_MAX] = ".";
    size_t len = slash ? (size_t)(slash - path) + 1 : 0;

    if (len >= sizeof(before))
        return NULL;
    if (slash) {
        memcpy(before, path, len);
        before[len] = '\0';
    }
    return stat(before, folder) == 0 ? path + len : NULL;
}

bool same_file_is(const char *a, const char *b)
{
    struct stat x, y;
    bool there = stat(a, &x) == 0;
    const char *name, *other;

    if ((stat(b, &y) == 0) != there)
        return false;
    if (there)
        return S_ISREG(x.st_mode) && x.st_dev == y.st_dev
               && x.st_ino == y.st_ino;
    name = place_of(a, &x);
    other = place_of(b, &y);
    return name && other && x.st_dev == y.st_dev && x.st_ino == y.st_ino
           && strcmp(name, other) == 0;
}

int same_file_check(const char *const from[],
                    int inputs,
                    const char *const to[],
                    int outputs,
                    struct error *err)
{
    for (int i = 0; i < outputs; i++) {
        for (int k = 0; to[i] && k < inputs; k++)
            if (from[k] && same_file_is(from[k], to[i]))
                return error_set(err,
                                 "%s is read, so it is not written over; "
                                 "name another file",
                                 to[i]);
        for (int k = 0; to[i] && k < i; k++)
            if (to[k] && same_file_is(to[k], to[i]))
                return error_set(err, "%s would be written twice", to[i]);
    }
    return 0;
}

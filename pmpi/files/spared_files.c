/* spared_files.c - files that start-up would take from under the old ranks
 *
 * Start-up that removes its output of earlier runs, puts it aside or shortens
 * it to nothing, and then opens it, means to begin it anew.  In a process that
 * is to carry on the old ranks write to just that file, so it is left as it
 * is, and the program is told that it was done: what it opens next goes on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "pmpi/files/spared_files.h"
#include "pmpi/files/written_files.h"
#include "pmpi/mpi/got_patch.h"

static int (*real_unlink)(const char *name);
static int (*real_unlinkat)(int folder, const char *name, int flags);
static int (*real_remove)(const char *name);
static int (*real_rename)(const char *from, const char *to);
static int (*real_truncate)(const char *name, off_t size);
static int (*real_truncate64)(const char *name, off64_t size);
static int (*real_ftruncate)(int fd, off_t size);
static int (*real_ftruncate64)(int fd, off64_t size);

static bool is_spared(int folder, const char *name)
{
    int file;
    bool is;

    if (!written_files_matter() || !name)
        return false;
    file = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    is = file >= 0 && written_files_has_older(file);
    if (file >= 0)
        close(file);
    return is;
}

static int spare_unlink(const char *name)
{
    return is_spared(AT_FDCWD, name) ? 0 : real_unlink(name);
}

static int spare_unlinkat(int folder, const char *name, int flags)
{
    return is_spared(folder, name) ? 0 : real_unlinkat(folder, name, flags);
}

static int spare_remove(const char *name)
{
    return is_spared(AT_FDCWD, name) ? 0 : real_remove(name);
}

static int spare_rename(const char *from, const char *to)
{
    return is_spared(AT_FDCWD, from) ? 0 : real_rename(from, to);
}

static int spare_truncate(const char *name, off_t size)
{
    return is_spared(AT_FDCWD, name) ? 0 : real_truncate(name, size);
}

static int spare_truncate64(const char *name, off64_t size)
{
    return is_spared(AT_FDCWD, name) ? 0 : real_truncate64(name, size);
}

static int spare_ftruncate(int fd, off_t size)
{
    return written_files_matter() && written_files_has_older(fd)
               ? 0
               : real_ftruncate(fd, size);
}

static int spare_ftruncate64(int fd, off64_t size)
{
    return written_files_matter() && written_files_has_older(fd)
               ? 0
               : real_ftruncate64(fd, size);
}

static const struct got_patch_call calls[] = {
    { "unlink", (void *)spare_unlink, &real_unlink },
    { "unlinkat", (void *)spare_unlinkat, &real_unlinkat },
    { "remove", (void *)spare_remove, &real_remove },
    { "rename", (void *)spare_rename, &real_rename },
    { "truncate", (void *)spare_truncate, &real_truncate },
    { "truncate64", (void *)spare_truncate64, &real_truncate64 },
    { "ftruncate", (void *)spare_ftruncate, &real_ftruncate },
    { "ftruncate64", (void *)spare_ftruncate64, &real_ftruncate64 },
    { NULL, NULL, NULL },
};

void spared_files_follow(void)
{
    got_patch_find(NULL, calls);
    got_patch_redirect("", calls);
}

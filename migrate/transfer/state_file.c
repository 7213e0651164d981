/* state_file.c - an old rank's state as a file, where its memory cannot be
 * read
 *
 * 'share' is there when ranks are to write files, 'share-G-R' is that of rank
 * R of generation G: its items in their order, each from a page on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_write.h"
#include "migrate/transfer/state_file.h"

#define MB (1024.0 * 1024.0)

enum {
    PAGE = 4096,
    PATH_SIZE = 4096 + 64,
    WAIT_STEP_US = 200,
    WAIT_US = 100 * 1000 * 1000,
};

/* A rank forbids itself nothing at a stop, see state_manifest_write(): so does
 * the child.
 */
bool state_file_can_read(void)
{
    static volatile char there = 1;
    char here = 0;
    struct iovec local = { &here, 1 }, remote = { (void *)&there, 1 };
    pid_t child = _Fork();
    bool can;

    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    can = child < 0 || process_vm_readv(child, &local, 1, &remote, 1, 0) == 1;
    if (child > 0) {
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    return can;
}

static void compose_flag(const char *folder, char *path)
{
    snprintf(path, PATH_SIZE, "%s/share", folder);
}

static void compose(const char *folder,
                    uint32_t generation,
                    int rank,
                    char *path)
{
    snprintf(path, PATH_SIZE, "%s/share-%u-%d", folder, generation, rank);
}

int state_file_want(const char *folder, struct error *err)
{
    char path[PATH_SIZE];
    int fd;

    compose_flag(folder, path);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    close(fd);
    return 0;
}

bool state_file_wanted(const char *folder)
{
    char path[PATH_SIZE];

    compose_flag(folder, path);
    return access(path, F_OK) == 0;
}

uint64_t state_file_bytes(const struct manifest *m, size_t item)
{
    const struct item *i = &m->items[item];
    uint64_t count = i->count;

    if (i->index != ITEM_NONE) {
        const struct item *lengths = &m->items[i->index];

        if (lengths->starts)
            count = lengths->starts[lengths->count];
    }
    return item_bytes(i, count);
}

uint64_t state_file_place(const struct manifest *m, size_t item)
{
    uint64_t place = 0;

    for (size_t i = 0; i < item; i++)
        place += (state_file_bytes(m, i) + PAGE - 1) / PAGE * PAGE;
    return place;
}

int state_file_check(const char *folder,
                     const struct manifest *const *all,
                     int ranks,
                     struct error *err)
{
    uint64_t bytes = 0, left;
    struct statvfs place;

    for (int r = 0; r < ranks; r++)
        bytes += state_file_place(all[r], all[r]->count);
    if (statvfs(folder, &place) < 0)
        return 0; /* writing will tell */
    left = (uint64_t)place.f_bavail * place.f_frsize;
    if (bytes <= left)
        return 0;
    return error_set(err,
                     "%s has %.1f MB left, and %.1f MB of state are to be "
                     "written there",
                     folder, (double)left / MB, (double)bytes / MB);
}

int state_file_write(const char *folder,
                     const struct manifest *m,
                     struct error *err)
{
    char path[PATH_SIZE], other[PATH_SIZE + 4];
    int fd, rc = 0;

    compose(folder, (uint32_t)m->generation, (int)m->rank, path);
    snprintf(other, sizeof(other), "%s.new", path);
    fd = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(err, "%s: %s", other, strerror(errno));
    for (size_t i = 0; rc == 0 && i < m->count; i++)
        rc = file_write_all(fd, (const void *)(uintptr_t)m->items[i].address,
                            state_file_bytes(m, i),
                            (off_t)state_file_place(m, i));
    if (close(fd) < 0 || rc < 0 || rename(other, path) < 0) {
        error_set(err, "%s: %s", path, strerror(errno));
        unlink(other);
        return -1;
    }
    return 0;
}

int state_file_open(const char *folder,
                    const struct manifest *m,
                    struct error *err)
{
    char path[PATH_SIZE];
    int fd;

    compose(folder, (uint32_t)m->generation, (int)m->rank, path);
    for (int us = 0; us < WAIT_US; us += WAIT_STEP_US) {
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (fd >= 0)
            return fd;
        if (errno != ENOENT)
            return error_set(err, "%s: %s", path, strerror(errno));
        if (kill((pid_t)m->pid, 0) < 0 && errno == ESRCH)
            break;
        usleep(WAIT_STEP_US);
    }
    return error_set(err, "%s: old rank %d did not write it", path,
                     (int)m->rank);
}

void state_file_remove(const char *folder, uint32_t generation, int rank)
{
    char path[PATH_SIZE];

    compose(folder, generation, rank, path);
    unlink(path);
}

/* reopened.c - files that are written here and by ranks before or after us
 *
 * The kernel tells of each descriptor, ours and those of other processes of
 * the same user, which file it is and where it stands there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/grow.h"
#include "pmpi/files/reopened.h"

enum { PATH_SIZE = 80, FD_LEAST = 3 /* after stderr */ };

/* A file as a process has it open. */
struct opened {
    dev_t dev;
    ino_t ino;
    uint64_t at;
    bool named; /* or deleted */
};

static struct opened *known; /* since start-up */
static size_t known_count, known_room;

/* Whether process 'pid' has descriptor 'fd' to write to a file, with 'ends'
 * at its end as well.
 */
static bool look_at(int pid, int fd, bool ends, struct opened *o)
{
    char path[PATH_SIZE];
    unsigned long long at;
    unsigned flags;
    struct stat st;
    FILE *in;
    bool known;

    snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, fd);
    if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
        return false;
    snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", pid, fd);
    in = fopen(path, "re");
    known = in && fscanf(in, "pos: %llu flags: %o", &at, &flags) == 2;
    if (in)
        fclose(in);
    if (!known || (flags & O_ACCMODE) == O_RDONLY
        || ((flags & O_APPEND) && !ends))
        return false;
    *o = (struct opened){ st.st_dev, st.st_ino, at, st.st_nlink > 0 };
    return true;
}

/* Whether it has it to write somewhere in a file. */
static bool look(int pid, int fd, struct opened *o)
{
    return look_at(pid, fd, false, o);
}

/* The next descriptor in a folder of them, or -1. */
static int next_fd(DIR *dir)
{
    struct dirent *entry;

    while ((entry = readdir(dir)))
        if (entry->d_name[0] != '.')
            return atoi(entry->d_name);
    return -1;
}

/* How far that process is in the file, or -1. */
static int64_t position_of(int pid, dev_t dev, ino_t ino, bool ends)
{
    char path[PATH_SIZE];
    struct opened theirs;
    int64_t most = -1;
    DIR *dir;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/fd", pid);
    dir = opendir(path);
    while (dir && (fd = next_fd(dir)) >= 0)
        if (look_at(pid, fd, ends, &theirs) && theirs.dev == dev
            && theirs.ino == ino && (int64_t)theirs.at > most)
            most = (int64_t)theirs.at;
    if (dir)
        closedir(dir);
    return most;
}

static int64_t old_position(const struct control *old,
                            dev_t dev,
                            ino_t ino,
                            bool ends)
{
    int64_t most = -1;

    for (uint32_t r = 0; r < old->ranks; r++) {
        int pid = atomic_load(&old->slot[r].process.pid);
        int64_t at = pid > 1 ? position_of(pid, dev, ino, ends) : -1;

        if (at > most)
            most = at;
    }
    return most;
}

int64_t reopened_old_position(const struct control *old, int fd)
{
    struct stat st;

    return fstat(fd, &st) < 0 ? -1
                              : old_position(old, st.st_dev, st.st_ino, false);
}

bool reopened_old_has(const struct control *old, int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0
           && old_position(old, st.st_dev, st.st_ino, true) >= 0;
}

static bool is_behind(const struct control *old, const struct opened *ours)
{
    return old_position(old, ours->dev, ours->ino, false) > (int64_t)ours->at;
}

int reopened_next_own(int least)
{
    DIR *dir = opendir("/proc/self/fd");
    int found = -1;
    int fd;

    while (dir && (fd = next_fd(dir)) >= 0)
        if (fd >= least && fd != dirfd(dir) && (found < 0 || fd < found))
            found = fd;
    if (dir)
        closedir(dir);
    return found;
}

static void read_name(int fd, char name[REOPENED_NAME])
{
    char path[PATH_SIZE];
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    len = readlink(path, name, REOPENED_NAME - 1);
    name[len > 0 ? len : 0] = '\0';
}

/* The next of ours that is 'wanted', with what that needs to know. */
static bool find_next(bool (*wanted)(const struct control *old,
                                     const struct opened *o),
                      const struct control *old,
                      int *fd,
                      char name[REOPENED_NAME])
{
    int at = *fd < FD_LEAST ? FD_LEAST : *fd;

    for (; (at = reopened_next_own(at)) >= 0; at++) {
        struct opened ours;

        if (!look(getpid(), at, &ours) || !wanted(old, &ours))
            continue;
        read_name(at, name);
        *fd = at + 1;
        return true;
    }
    return false;
}

bool reopened_find(const struct control *old,
                   int *fd,
                   char name[REOPENED_NAME])
{
    return find_next(is_behind, old, fd, name);
}

static bool is_known(const struct opened *o)
{
    for (size_t i = 0; i < known_count; i++)
        if (known[i].dev == o->dev && known[i].ino == o->ino)
            return true;
    return false;
}

void reopened_end_start_up(void)
{
    struct opened o;

    known_count = 0;
    for (int at = FD_LEAST; (at = reopened_next_own(at)) >= 0; at++) {
        if (!look(getpid(), at, &o))
            continue;
        if (!grow(&known, sizeof(*known), known_count, &known_room))
            return;
        known[known_count++] = o;
    }
}

static bool is_late(const struct control *none, const struct opened *o)
{
    (void)none;
    return o->at > 0 && o->named && !is_known(o);
}

bool reopened_find_late(int *fd, char name[REOPENED_NAME])
{
    return find_next(is_late, NULL, fd, name);
}

static bool is_named(const struct control *none, const struct opened *o)
{
    (void)none;
    return o->named;
}

bool reopened_find_own(int *fd, char name[REOPENED_NAME])
{
    return find_next(is_named, NULL, fd, name);
}

/* written_files.c - which files the old ranks write to
 *
 * What has gone on once is remembered in the job's folder: at the next change
 * the old ranks may not have written to it yet.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "job/control.h"
#include "job/files.h"
#include "pmpi/files/reopened.h"
#include "pmpi/files/written_files.h"
#include "pmpi/watch/watch.h"

enum { PATH_SIZE = 4096 };

/* Files, one behind the other, as FILES_CARRIED has them. */
struct kept {
    uint64_t dev, ino;
};

static uint64_t changed_at(const struct stat *st)
{
    return (uint64_t)st->st_mtim.tv_sec * 1000000000
           + (uint64_t)st->st_mtim.tv_nsec;
}

/* When all old ranks here had come through their start-up, or 0.  Their loop
 * comes later, by more than the kernel's time of a file is coarse.
 */
static uint64_t end_of_start_up(const struct control *old)
{
    uint64_t end = 0;

    for (uint32_t r = 0; r < old->ranks; r++) {
        uint64_t its = atomic_load(&old->slot[r].first_sync);

        if (its > end)
            end = its;
    }
    return end;
}

/* clock_wall() when the first of the old ranks here began. */
static uint64_t begin_of(const struct control *old)
{
    uint64_t tick = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    uint64_t first = UINT64_MAX;
    struct timespec up;

    for (uint32_t r = 0; r < old->ranks; r++) {
        uint64_t its = atomic_load(&old->slot[r].process.started);

        if (its > 0 && its < first)
            first = its;
    }
    if (first == UINT64_MAX)
        return UINT64_MAX;
    clock_gettime(CLOCK_BOOTTIME, &up);
    return clock_wall() + first * tick
           - ((uint64_t)up.tv_sec * 1000000000 + (uint64_t)up.tv_nsec);
}

static int open_list(int flags)
{
    char path[PATH_SIZE];

    if (snprintf(path, sizeof(path), "%s/" FILES_CARRIED, watch_folder())
        >= (int)sizeof(path))
        return -1;
    return open(path, flags | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

static bool is_kept(const struct stat *st)
{
    int list = open_list(O_RDONLY);
    struct kept k;
    bool is = false;

    while (list >= 0 && !is && read(list, &k, sizeof(k)) == sizeof(k))
        is = k.dev == st->st_dev && k.ino == st->st_ino;
    if (list >= 0)
        close(list);
    return is;
}

static bool is_written(const struct control *old,
                       int file,
                       const struct stat *st,
                       bool written)
{
    uint64_t end = end_of_start_up(old);

    if ((end > 0 && changed_at(st) > end) || is_kept(st))
        return true;
    return reopened_old_position(old, file) >= 0
           && (!written || changed_at(st) > begin_of(old));
}

bool written_files_has(int file, bool written)
{
    struct control *old = control_find_job(watch_folder(), NULL);
    struct stat st;
    bool has =
        old && fstat(file, &st) == 0 && is_written(old, file, &st, written);

    control_close(old);
    return has;
}

void written_files_keep(int file)
{
    struct stat st;
    int list;

    if (fstat(file, &st) < 0 || is_kept(&st))
        return;
    list = open_list(O_WRONLY | O_APPEND | O_CREAT);
    if (list >= 0) {
        struct kept k = { st.st_dev, st.st_ino };
        ssize_t put = write(list, &k, sizeof(k));

        (void)put; /* the file is open, and written to before long */
        close(list);
    }
}

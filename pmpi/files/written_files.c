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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "include/mitosis.h"
#include "job/control.h"
#include "job/files.h"
#include "job/job.h"
#include "pmpi/files/reopened.h"
#include "pmpi/files/written_files.h"
#include "pmpi/watch/launcher_variables.h"
#include "pmpi/watch/watch.h"

enum { PATH_SIZE = 4096 };

static bool over; /* start-up is */

/* Files, one behind the other, as FILES_CARRIED has them. */
struct kept {
    uint64_t dev, ino, born; /* as numbers are given again */
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

/* clock_wall() when the first of these ranks began that are here. */
static uint64_t begin_of(const struct control_slot *slot, uint32_t ranks)
{
    uint64_t tick = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    uint64_t first = UINT64_MAX;

    for (uint32_t r = 0; r < ranks; r++) {
        uint64_t its = atomic_load(&slot[r].process.started);

        if (its > 0 && its < first)
            first = its;
    }
    return first == UINT64_MAX ? UINT64_MAX : clock_boot_wall() + first * tick;
}

/* That of the job which this process is or carries on; NULL if it is not here.
 */
static const char *job_folder(void)
{
    static char early[JOB_PATH];
    const char *folder = watch_folder(), *job = getenv("MITOSIS_JOB"),
               *pages = getenv("MITOSIS_PAGES");
    struct error err;

    if (folder && *folder)
        return folder;
    if (!*early
        && (!job || job_find(pages ? pages : "", job, early, &err) < 0))
        early[0] = '\0';
    return *early ? early : NULL;
}

static int open_list(int flags)
{
    const char *folder = job_folder();
    char path[PATH_SIZE];

    if (!folder
        || snprintf(path, sizeof(path), "%s/" FILES_CARRIED, folder)
               >= (int)sizeof(path))
        return -1;
    return open(path, flags | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

/* When the file was made, in nanoseconds; 0 where that is not told. */
static uint64_t born_at(int file)
{
    struct statx st;

    if (statx(file, "", AT_EMPTY_PATH, STATX_BTIME, &st) < 0
        || !(st.stx_mask & STATX_BTIME))
        return 0;
    return (uint64_t)st.stx_btime.tv_sec * 1000000000 + st.stx_btime.tv_nsec;
}

static bool is_kept(const struct kept *file)
{
    int list = open_list(O_RDONLY);
    struct kept k;
    bool is = false;

    while (list >= 0 && !is && read(list, &k, sizeof(k)) == sizeof(k))
        is = memcmp(&k, file, sizeof(k)) == 0;
    if (list >= 0)
        close(list);
    return is;
}

static bool is_written(const struct control *old,
                       int file,
                       const struct stat *st,
                       bool written)
{
    struct kept kept = { st->st_dev, st->st_ino, born_at(file) };
    uint64_t end = end_of_start_up(old);

    if ((end > 0 && changed_at(st) > end) || is_kept(&kept))
        return true;
    return reopened_old_has(old, file)
           && (!written || changed_at(st) > begin_of(old->slot, old->ranks));
}

/* Whether it carries on from those: a child that a rank starts in its loop has
 * the rank's environment, and is free to do with files as it likes.
 */
static bool is_older_than_ours(const struct control *job)
{
    return job->generation < launcher_variables_generation();
}

bool written_files_has(int file, bool written)
{
    const char *folder = job_folder();
    struct control *old = folder ? control_find_job(folder) : NULL;
    struct stat st;
    bool has = old && is_older_than_ours(old) && fstat(file, &st) == 0
               && is_written(old, file, &st, written);

    control_close(old);
    return has;
}

/* Whether it was made before this process began. */
static bool is_older(int file)
{
    struct control_slot own;
    uint64_t born = born_at(file);

    process_id_set(&own.process, getpid());
    return born > 0 && born < begin_of(&own, 1);
}

bool written_files_has_older(int file)
{
    struct stat st;

    return fstat(file, &st) == 0 && S_ISREG(st.st_mode) && is_older(file)
           && written_files_has(file, false);
}

bool written_files_matter(void)
{
    return !over && mito_resumed() && job_folder();
}

void written_files_end_start_up(void)
{
    over = true;
}

void written_files_keep(int file)
{
    struct stat st;
    struct kept k;
    int list;

    if (fstat(file, &st) < 0 || !S_ISREG(st.st_mode) || st.st_nlink == 0)
        return;
    k = (struct kept){ st.st_dev, st.st_ino, born_at(file) };
    if (is_kept(&k))
        return;
    list = open_list(O_WRONLY | O_APPEND | O_CREAT);
    if (list >= 0) {
        ssize_t put = write(list, &k, sizeof(k));

        (void)put; /* it may be open at the next change, too */
        close(list);
    }
}

void written_files_keep_own(void)
{
    for (int fd = 0; (fd = reopened_next_own(fd)) >= 0; fd++)
        if ((fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY)
            written_files_keep(fd);
}

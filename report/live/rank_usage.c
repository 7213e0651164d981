/* rank_usage.c - see from outside that ranks live, and what they use
 *
 * The page is mapped for reading only, and what was seen is written to its
 * file, which is the same memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/system/clock.h"
#include "base/system/process.h"
#include "job/files.h"
#include "profile/page.h"
#include "report/gather/alive.h"
#include "report/live/rank_usage.h"

/* A process that is about to end has no memory any more. */
static bool read_memory(int pid, struct page_look *look)
{
    char path[64], text[4096];
    const char *peak;
    uint64_t kib;

    snprintf(path, sizeof(path), "/proc/%d/status", pid);
    if (read_file_start(path, text, sizeof(text)) <= 0
        || !(peak = strstr(text, "\nVmHWM:"))
        || sscanf(peak, "\nVmHWM: %" SCNu64, &kib) != 1)
        return false;
    look->memory_peak_bytes = kib * 1024;
    return true;
}

static void note(const char *path, const struct page_look *look)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    if (pwrite(fd, look, sizeof(*look), offsetof(struct page, look)) < 0)
        look = NULL; /* there will be another one */
    close(fd);
}

/* Returns whether it lives. */
static bool look_at_rank(const char *path)
{
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    struct page *p = page_open(path, NULL);
    struct page_look look;
    bool lives;

    if (!p)
        return false;
    lives = p->state < PAGE_FINISHED && page_is_here(p)
            && alive_process(p->pid, p->birth_ns);
    if (lives && read_memory(p->pid, &look)) {
        look.user_seconds =
            (double)process_field(p->pid, PROCESS_USER_TICKS) * tick;
        look.system_seconds =
            (double)process_field(p->pid, PROCESS_SYSTEM_TICKS) * tick;
        look.at = clock_ticks();
        note(path, &look);
    }
    page_close(p);
    return lives;
}

int rank_usage_note(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    char path[PATH_MAX];
    int living = 0;

    clock_setup();
    while (dir && (entry = readdir(dir))) {
        unsigned generation;
        int rank;

        if (files_kind(entry->d_name, &generation, &rank) == FILES_PAGE
            && snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name)
                   < (int)sizeof(path))
            living += look_at_rank(path);
    }
    if (dir)
        closedir(dir);
    return living;
}

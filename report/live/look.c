/* look.c - see from outside that ranks live, and what they use
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

#include "base/clock.h"
#include "job/files.h"
#include "profile/page.h"
#include "report/gather/alive.h"
#include "report/live/look.h"

/* Read the beginning of a file of /proc. */
static bool read_proc(int pid, const char *name, char *text, size_t room)
{
    char path[64];
    ssize_t got;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
    if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return false;
    got = read(fd, text, room - 1);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

/* The name in parentheses may hold anything, so start behind it. */
static bool read_times(int pid, struct page_look *look)
{
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    unsigned long user, system;
    const char *rest;
    char text[1024];

    if (!read_proc(pid, "stat", text, sizeof(text))
        || !(rest = strrchr(text, ')'))
        || sscanf(rest,
                  ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                  &user, &system)
               != 2)
        return false;
    look->user_seconds = (double)user * tick;
    look->system_seconds = (double)system * tick;
    return true;
}

/* A process that is about to end has no memory any more. */
static bool read_memory(int pid, struct page_look *look)
{
    char text[4096];
    const char *peak;
    uint64_t kib;

    if (!read_proc(pid, "status", text, sizeof(text))
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
    struct page *p = page_open(path, NULL);
    struct page_look look;
    bool lives;

    if (!p)
        return false;
    lives = p->state < PAGE_FINISHED && alive_here(p->host)
            && alive_process(p->pid, p->birth_ns);
    if (lives && read_times(p->pid, &look) && read_memory(p->pid, &look)) {
        look.at = clock_ticks();
        note(path, &look);
    }
    page_close(p);
    return lives;
}

int look_at_ranks(const char *folder)
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

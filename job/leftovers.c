/* leftovers.c - clear away what a killed job has left on a host
 *
 * In doubt it stays: what is of another version or of another host (as a
 * container is that shares its memory with us, and no process numbers), whose
 * process number is in use again, or what an agent or outpost answers for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "job/files.h"
#include "job/job.h"
#include "job/job_host.h"
#include "job/leftovers.h"
#include "profile/page.h"

static const double hour_ns = 3600e9;

/* What the files in a job's folder tell. */
struct traces {
    int pages;
    bool living;   /* a rank, or one that we cannot tell of */
    bool whole;    /* rank 0 was here, or somebody awaits the pages */
    uint64_t last; /* when something was written down last */
};

/* Times are known from the first second on. */
static uint64_t last_written(const struct page *p)
{
    return p->birth_ns + (uint64_t)((double)(p->last - p->birth) * p->tick_ns);
}

static void look_at_page(const char *folder,
                         const char *name,
                         struct traces *t)
{
    char path[JOB_PATH + 256];
    struct page *page;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    page = page_open(path, NULL);
    t->pages++;
    if (!page || page->pid <= 0 || !page_is_here(page)
        || kill((pid_t)page->pid, 0) == 0 || errno != ESRCH)
        t->living = true;
    else if (last_written(page) > t->last)
        t->last = last_written(page);
    page_close(page);
}

static struct traces look_at_folder(const char *folder)
{
    DIR *list = opendir(folder);
    struct dirent *entry;
    struct traces t = { .pages = 0 };

    while (list && !t.living && (entry = readdir(list))) {
        unsigned generation;
        int rank;
        enum files_kind kind = files_kind(entry->d_name, &generation, &rank);

        if (kind == FILES_PAGE)
            look_at_page(folder, entry->d_name, &t);
        if (kind == FILES_PART || strcmp(entry->d_name, FILES_AWAITED) == 0
            || (kind == FILES_PAGE && rank == 0))
            t.whole = true;
    }
    if (list)
        closedir(list);
    return t;
}

/* Whether an agent or an outpost is there. */
static bool is_attended(const char *folder)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    bool answers = true;
    int fd;

    if (snprintf(address.sun_path, sizeof(address.sun_path), "%s/agent",
                 folder)
        >= (int)sizeof(address.sun_path))
        return true;
    fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd >= 0
        && connect(fd, (struct sockaddr *)&address, sizeof(address)) < 0)
        answers = errno != ENOENT && errno != ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return answers;
}

/* Nobody writes down when a job was killed, and one that hung may have been
 * silent for long before.  So the first who finds it dead puts down the time,
 * that of an empty file.
 */
static bool is_over_since(const char *folder, uint64_t until)
{
    char path[JOB_PATH + FILES_NAME];
    struct stat st;
    int fd;

    snprintf(path, sizeof(path), "%s/" FILES_OVER, folder);
    fd = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    if (fstat(fd, &st) < 0)
        st.st_mtime = INT32_MAX;
    close(fd);
    return (uint64_t)st.st_mtime * 1000000000 <= until;
}

static void look_at(const char *path, void *arg)
{
    const uint64_t *until = arg;
    struct traces t;

    if (job_is_elsewhere(path))
        return;
    t = look_at_folder(path);
    if (t.pages == 0 || t.living || is_attended(path))
        return;
    if (!t.whole || (t.last <= *until && is_over_since(path, *until)))
        job_remove(path);
}

void leftovers_clear(const char *pages, uint64_t hours)
{
    uint64_t kept = (uint64_t)((double)hours * hour_ns);
    uint64_t until = clock_wall() > kept ? clock_wall() - kept : 0;

    job_list(pages, look_at, &until);
}

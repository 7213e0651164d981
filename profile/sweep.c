/* sweep.c - clear away what a killed job has left on a host
 *
 * In doubt it stays: what is of another version or of another host (as a
 * container is that shares its memory with us, and no process numbers), whose
 * process number is in use again, or what an outpost still answers for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/host.h"
#include "profile/files.h"
#include "profile/job.h"
#include "profile/job_host.h"
#include "profile/page.h"
#include "profile/sweep.h"

static bool is_dead(const char *folder, const char *name)
{
    char path[JOB_PATH + 256];
    struct page *page;
    bool dead;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    page = page_open(path, NULL);
    dead = page && page->pid > 0 && host_is_own(page->host)
           && kill((pid_t)page->pid, 0) < 0 && errno == ESRCH;
    page_close(page);
    return dead;
}

/* Whether all that is there are pages of dead ranks other than rank 0, and
 * what goes with them.
 */
static bool is_fragment(const char *folder)
{
    DIR *list = opendir(folder);
    struct dirent *entry;
    bool fragment = true;
    int pages = 0;

    while (list && fragment && (entry = readdir(list))) {
        unsigned generation;
        int rank;
        enum files_kind kind = files_kind(entry->d_name, &generation, &rank);

        if (kind == FILES_PAGE)
            pages++;
        if (kind == FILES_PART || strcmp(entry->d_name, FILES_AWAITED) == 0
            || (kind == FILES_PAGE && rank == 0)
            || (kind == FILES_PAGE && !is_dead(folder, entry->d_name)))
            fragment = false;
    }
    if (list)
        closedir(list);
    return fragment && pages > 0;
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

static void look_at(const char *path, void *arg)
{
    (void)arg;
    if (job_is_elsewhere(path))
        return;
    if (is_fragment(path) && !is_attended(path))
        job_remove(path);
}

void sweep(const char *pages)
{
    job_list(pages, look_at, NULL);
}

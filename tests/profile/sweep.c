/* Tests of profile/sweep.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host.h"
#include "profile/job.h"
#include "profile/page.h"
#include "profile/sweep.h"
#include "tests/tap.h"

static char scratch[] = "/tmp/mitosis-sweep-XXXXXX";

/* A process number that nobody has. */
static int nobody(void)
{
    pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    return (int)pid;
}

static void add_page(const char *folder,
                     const char *name,
                     const char *host,
                     int pid)
{
    char path[JOB_PATH + 64];
    struct error err = { "" };
    struct page *page;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    page = page_create(path, 4, &err);
    if (!page) {
        diag("%s", err.text);
        return;
    }
    page->pid = pid;
    snprintf(page->host, sizeof(page->host), "%s", host);
    page_close(page);
}

static void add_file(const char *folder, const char *name)
{
    char path[JOB_PATH + 64];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file)
        fclose(file);
}

/* Have one listen as an outpost does. */
static int attend(const char *folder)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

    snprintf(address.sun_path, sizeof(address.sun_path), "%.90s/agent",
             folder);
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0
        || listen(fd, 1) < 0)
        diag("cannot listen in %s", folder);
    return fd;
}

/* One job, which is swept away or not. */
static void check(const char *name,
                  const char *const pages[],
                  const char *host,
                  bool dead,
                  const char *file,
                  bool attended,
                  bool stays)
{
    char path[JOB_PATH];
    struct stat st;
    int fd = -1;

    if (job_open(scratch, name, path, NULL) < 0) {
        ok(false, "%s has a folder", name);
        return;
    }
    for (; *pages; pages++)
        add_page(path, *pages, host, dead ? nobody() : getpid());
    if (file)
        add_file(path, file);
    if (attended)
        fd = attend(path);
    sweep(scratch);
    ok((stat(path, &st) == 0) == stays, "%s %s", name,
       stays ? "stays" : "is swept away");
    if (fd >= 0)
        close(fd);
    job_remove(path);
}

int main(void)
{
    static const char *const some[] = { "rank-1.page", "rank-3.page", NULL };
    static const char *const first[] = { "rank-0.page", "rank-1.page", NULL };
    static const char *const later[] = { "rank-1.page", "2.rank-0.page",
                                         NULL };
    static const char *const none[] = { NULL };

    if (!mkdtemp(scratch))
        return 1;
    check("piece", some, host_own(), true, NULL, false, false);
    check("piece-with-more", some, host_own(), true, "home", false, false);
    check("living", some, host_own(), false, NULL, false, true);
    check("main", first, host_own(), true, NULL, false, true);
    check("main-later", later, host_own(), true, NULL, false, true);
    check("attended", some, host_own(), true, NULL, true, true);
    check("left-by-an-outpost", some, host_own(), true, "agent", false, false);
    check("elsewhere", some, "another", true, NULL, false, true);
    check("awaited", some, host_own(), true, "awaited", false, true);
    check("about-to-begin", none, host_own(), true, NULL, false, true);
    ok(rmdir(scratch) == 0, "and nothing else is there");
    return tap_done();
}

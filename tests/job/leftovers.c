/* Tests of job/leftovers.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/host.h"
#include "job/job.h"
#include "job/leftovers.h"
#include "profile/page.h"
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

static uint64_t pid_namespace; /* of the pages that are added; 0: not told */

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
    page->pid_namespace = pid_namespace;
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
    leftovers_clear(scratch, 72);
    ok((stat(path, &st) == 0) == stays, "%s %s", name,
       stays ? "stays" : "is swept away");
    if (fd >= 0)
        close(fd);
    job_remove(path);
}

/* Have it known as over for so many hours, if it is. */
static bool grow_old(const char *folder, double hours)
{
    char path[JOB_PATH + 8];
    struct timespec times[2] = { { .tv_nsec = UTIME_OMIT },
                                 { .tv_sec =
                                       time(NULL) - (time_t)(hours * 3600) } };

    snprintf(path, sizeof(path), "%s/over", folder);
    return utimensat(AT_FDCWD, path, times, 0) == 0;
}

/* When a page was made, and written last. */
static void date_page(const char *folder, double hours, double later)
{
    char path[JOB_PATH + 32];
    int fd;
    struct page *page = MAP_FAILED;

    snprintf(path, sizeof(path), "%s/rank-0.page", folder);
    if ((fd = open(path, O_RDWR)) >= 0)
        page = mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED,
                    fd, 0);
    if (page == MAP_FAILED) {
        diag("cannot write %s", path);
        return;
    }
    page->tick_ns = 1;
    page->birth_ns = clock_wall() - (uint64_t)(hours * 3600e9);
    page->last = page->birth + (uint64_t)(later * 3600e9);
    munmap(page, sizeof(*page));
    close(fd);
}

/* A job that was killed: how long ago it was made, how much later it was last
 * heard of, and how long it has been known to be over, in hours.
 */
static void test_kept(void)
{
    static const struct {
        const char *what;
        double made, heard, over;
        const char *file;
        bool living, attended, elsewhere;
        uint64_t keep;
        bool stays;
    } cases[] = {
        { "one not known yet", 200, 0, -1, NULL, 0, 0, 0, 72, true },
        { "one known for less", 200, 0, 71, NULL, 0, 0, 0, 72, true },
        { "one known for long", 200, 0, 73, NULL, 0, 0, 0, 72, false },
        { "by mitosis run, too", 200, 0, 73, "awaited", 0, 0, 0, 72, false },
        { "one that had changed", 200, 0, 73, "generation-2.json", 0, 0, 0, 72,
          false },
        { "one heard of since", 200, 190, 73, NULL, 0, 0, 0, 72, true },
        { "a living one", 200, 0, 73, NULL, 1, 0, 0, 72, true },
        { "one with an agent", 200, 0, 73, NULL, 0, 1, 0, 72, true },
        { "one of another host", 200, 0, 73, NULL, 0, 0, 1, 72, true },
        { "any, where none are kept", 1, 0, -1, NULL, 0, 0, 0, 0, false },
    };
    char path[JOB_PATH], mark[JOB_PATH + 8];
    struct stat st;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int fd = -1;

        if (job_open(scratch, "kept", path, NULL) < 0)
            diag("no folder");
        add_page(path, "rank-0.page", host_own(),
                 cases[i].living ? getpid() : nobody());
        date_page(path, cases[i].made, cases[i].heard);
        snprintf(mark, sizeof(mark), "%s/host", path);
        if (cases[i].elsewhere
            && (unlink(mark) < 0 || symlink("another", mark) < 0))
            diag("cannot make it another host's");
        if (cases[i].file)
            add_file(path, cases[i].file);
        if (cases[i].attended)
            fd = attend(path);
        if (cases[i].over >= 0)
            add_file(path, "over");
        if (cases[i].over >= 0 && !grow_old(path, cases[i].over))
            diag("it does not grow old");
        leftovers_clear(scratch, cases[i].keep);
        ok((stat(path, &st) == 0) == cases[i].stays, "%s %s", cases[i].what,
           cases[i].stays ? "stays" : "is swept away");
        if (i == 0)
            ok(grow_old(path, 73), "and is known from then on");
        if (fd >= 0)
            close(fd);
        job_remove(path);
    }
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
    pid_namespace = host_pid_namespace();
    check("in-our-container", some, host_own(), true, NULL, false, false);
    pid_namespace++;
    check("in-another-container", some, host_own(), true, NULL, false, true);
    pid_namespace = 0;
    check("awaited", some, host_own(), true, "awaited", false, true);
    check("about-to-begin", none, host_own(), true, NULL, false, true);
    test_kept();
    ok(rmdir(scratch) == 0, "and nothing else is there");
    return tap_done();
}

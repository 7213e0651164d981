/* Tests of base/file_write.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file_write.h"
#include "tests/tap.h"

enum { LIMIT = 4096 };

static int signals;

static void on_signal(int number)
{
    (void)number;
    signals++;
}

/* What each answers beyond the limit. */
static int try_write(int fd)
{
    return lseek(fd, LIMIT, SEEK_SET) == LIMIT && file_write(fd, "x", 1) < 0
               ? errno
               : 0;
}

static int try_pwrite(int fd)
{
    return file_pwrite(fd, "x", 1, LIMIT) < 0 ? errno : 0;
}

static int try_truncate(int fd)
{
    return file_truncate(fd, LIMIT + 1) < 0 ? errno : 0;
}

static int try_allocate(int fd)
{
    return file_allocate(fd, 0, LIMIT + 1);
}

static int try_claim(int fd)
{
    return file_claim(fd, LIMIT + 1) < 0 ? errno : 0;
}

static const struct {
    const char *name;
    int (*try)(int fd);
} calls[] = {
    { "file_write()", try_write },       { "file_pwrite()", try_pwrite },
    { "file_truncate()", try_truncate }, { "file_allocate()", try_allocate },
    { "file_claim()", try_claim },
};

/* What is printed may go to a file, too: not while the limit holds. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static void test_limit(int fd)
{
    sigset_t mask;

    signal(SIGXFSZ, on_signal);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        int answer;

        limit_files(LIMIT);
        answer = calls[i].try(fd);
        limit_files(RLIM_INFINITY);
        ok(answer == EFBIG && signals == 0,
           "%s says that a file may not grow, without a signal",
           calls[i].name);
    }
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ok(!sigismember(&mask, SIGXFSZ), "and the signal is not blocked after it");
    limit_files(LIMIT);
    if (ftruncate(fd, LIMIT + 1) == 0)
        signals = 0;
    poll(NULL, 0, 0); /* where libtsan calls handlers */
    limit_files(RLIM_INFINITY);
    ok(signals == 1, "so that the program gets its own");
}

static void test_blocked(int fd)
{
    sigset_t set, mask, waiting;

    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    limit_files(LIMIT);
    try_truncate(fd);
    limit_files(RLIM_INFINITY);
    sigpending(&waiting);
    ok(!sigismember(&waiting, SIGXFSZ),
       "who blocks it does not find one of ours");
    raise(SIGXFSZ);
    limit_files(LIMIT);
    try_truncate(fd);
    limit_files(RLIM_INFINITY);
    sigpending(&waiting);
    ok(sigismember(&waiting, SIGXFSZ), "and one of its own stays");
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ok(sigismember(&mask, SIGXFSZ), "blocked, as before");
}

int main(void)
{
    char path[] = "file_write.XXXXXX";
    int fd = mkstemp(path);

    unlink(path);
    ok(file_write(fd, "abc", 3) == 3 && file_pwrite(fd, "x", 1, 1) == 1
           && file_truncate(fd, LIMIT) == 0 && file_allocate(fd, 0, LIMIT) == 0
           && file_claim(fd, LIMIT) == 0,
       "within the limit all of them do what they are named after");
    test_limit(fd);
    test_blocked(fd);
    close(fd);
    return tap_done();
}

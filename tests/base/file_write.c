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

static void test_limit(int fd)
{
    sigset_t mask;

    signal(SIGXFSZ, on_signal);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        int answer = calls[i].try(fd);

        ok(answer == EFBIG && signals == 0,
           "%s says that a file may not grow, without a signal",
           calls[i].name);
    }
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ok(!sigismember(&mask, SIGXFSZ), "and the signal is not blocked after it");
    if (ftruncate(fd, LIMIT + 1) == 0)
        signals = 0;
    poll(NULL, 0, 0); /* where libtsan calls handlers */
    ok(signals == 1, "so that the program gets its own");
}

static void test_blocked(int fd)
{
    sigset_t set, mask, waiting;

    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    try_truncate(fd);
    sigpending(&waiting);
    ok(!sigismember(&waiting, SIGXFSZ),
       "who blocks it does not find one of ours");
    raise(SIGXFSZ);
    try_truncate(fd);
    sigpending(&waiting);
    ok(sigismember(&waiting, SIGXFSZ), "and one of its own stays");
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ok(sigismember(&mask, SIGXFSZ), "blocked, as before");
}

int main(void)
{
    char path[] = "file_write.XXXXXX";
    int fd = mkstemp(path);
    struct rlimit limit;

    unlink(path);
    ok(file_write(fd, "abc", 3) == 3 && file_pwrite(fd, "x", 1, 1) == 1
           && file_truncate(fd, LIMIT) == 0 && file_allocate(fd, 0, LIMIT) == 0
           && file_claim(fd, LIMIT) == 0,
       "within the limit all of them do what they are named after");
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = LIMIT;
    setrlimit(RLIMIT_FSIZE, &limit);
    test_limit(fd);
    test_blocked(fd);
    close(fd);
    return tap_done();
}

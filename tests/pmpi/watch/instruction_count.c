/* Tests of pmpi/watch/instruction_count.c
 *
 * Many machines have no counters for us, so the kernel's own stand for them:
 * what it counts is of another kind, but it is read in the same way.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/watch/instruction_count.h"
#include "tests/tap.h"

static const struct instruction_count_kind clocks = {
    PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_CPU_CLOCK
};
static const struct instruction_count_kind unknown = { 1000000, 0, 0 };

static void work_a_while(void)
{
    struct timespec t;

    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while (t.tv_sec == 0 && t.tv_nsec < 50 * 1000 * 1000);
}

static void test_counts(void)
{
    uint64_t first = 7, second = 7, more, another;
    int fd, lowest = dup(0);
    bool counted;

    close(lowest);
    ok(!instruction_count_read(&first, &second) && first == 7 && second == 7,
       "before it begins nothing is counted");
    if (instruction_count_begin(&clocks) != 0) {
        ok(true, "counting # SKIP the kernel counts nothing for us");
        return;
    }
    ok(instruction_count_read(&first, &second), "both can be read");
    work_a_while();
    counted = instruction_count_read(&more, &another);
    ok(counted && more > first + 1000000 && another > second + 1000000,
       "and go on: %llu, %llu", (unsigned long long)(more - first),
       (unsigned long long)(another - second));
    fd = open("/dev/zero", O_RDONLY);
    ok(fd == lowest, "the program's files have the numbers that they had");
    for (int i = lowest; i < 250; i++)
        close(i);
    while ((fd = open("/proc/self/exe", O_RDONLY)) < 240 && fd >= 0)
        ;
    more = another = 7;
    ok(!instruction_count_read(&more, &another) && more == 7 && another == 7,
       "who closes all files and opens others has no counters any more");
    for (fd = lowest; fd < 240 && lseek(fd, 0, SEEK_CUR) == 0; fd++)
        ;
    ok(fd == 240, "and none of his files is read, %d", fd);
    instruction_count_end();
    for (fd = lowest; fd < 240 && fcntl(fd, F_GETFD) >= 0; fd++)
        ;
    ok(fd == 240, "nor closed, %d", fd);
}

static void test_refused(void)
{
    int wrong;

    errno = EDOM;
    wrong = instruction_count_begin(&unknown);
    ok(wrong != 0 && errno == EDOM,
       "what cannot be counted has a reason (%s), and errno stays",
       strerror(wrong));
}

int main(void)
{
    test_counts();
    test_refused();
    return tap_done();
}

/* instruction_count.c - instructions of the main thread, and cycles for them
 *
 * A program may close all files that it did not open, and open its own, which
 * then have our numbers.  So before a counter is read, or closed, what the
 * number stands for is looked up.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/watch/instruction_count.h"

const struct instruction_count_kind instruction_count_kind = {
    PERF_TYPE_HARDWARE,
    PERF_COUNT_HW_CPU_CYCLES,
    PERF_COUNT_HW_INSTRUCTIONS,
};

enum { OURS_FROM = 200 }; /* where there may be as many files */

static int cycles_fd = -1, instructions_fd = -1;

/* The program's own files keep the numbers that they have without us. */
static int out_of_the_way(int fd)
{
    int other = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, OURS_FROM);

    if (other < 0)
        return fd;
    close(fd);
    return other;
}

static int open_counter(uint32_t type, uint64_t what, int group)
{
    struct perf_event_attr attr = {
        .type = type,
        .size = sizeof(attr),
        .config = what,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED
                       | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };

    return out_of_the_way((int)syscall(SYS_perf_event_open, &attr, 0, -1,
                                       group, PERF_FLAG_FD_CLOEXEC));
}

static bool is_ours(int fd)
{
    static const char ours[] = "anon_inode:[perf_event]";
    char path[64], to[sizeof(ours) + 1];
    ssize_t bytes;

    if (fd < 0)
        return false;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    bytes = readlink(path, to, sizeof(to));
    return bytes == (ssize_t)sizeof(ours) - 1
           && memcmp(to, ours, sizeof(ours) - 1) == 0;
}

int instruction_count_begin(const struct instruction_count_kind *kind)
{
    int before = errno, wrong = 0;

    instruction_count_end();
    cycles_fd = open_counter(kind->type, kind->cycles, -1);
    if (cycles_fd >= 0)
        instructions_fd =
            open_counter(kind->type, kind->instructions, cycles_fd);
    if (cycles_fd < 0 || instructions_fd < 0) {
        wrong = errno;
        instruction_count_end();
    }
    errno = before;
    return wrong;
}

/* Where others count as well a group has its turns; what it did not see is as
 * much in proportion.
 */
bool instruction_count_read(uint64_t *cycles, uint64_t *instructions)
{
    struct {
        uint64_t counters, enabled, running, cycles, instructions;
    } came;
    int before = errno;
    bool read_all = is_ours(cycles_fd)
                    && read(cycles_fd, &came, sizeof(came)) == sizeof(came)
                    && came.counters == 2 && came.running > 0;

    if (read_all) {
        double factor = (double)came.enabled / (double)came.running;

        *cycles = (uint64_t)((double)came.cycles * factor);
        *instructions = (uint64_t)((double)came.instructions * factor);
    }
    errno = before;
    return read_all;
}

void instruction_count_end(void)
{
    int before = errno;

    if (is_ours(instructions_fd))
        close(instructions_fd);
    if (is_ours(cycles_fd))
        close(cycles_fd);
    instructions_fd = cycles_fd = -1;
    errno = before;
}

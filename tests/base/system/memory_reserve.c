/* Tests of base/system/memory_reserve.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/memory_reserve.h"
#include "tests/tap.h"

#define MB (UINT64_C(1) << 20)

static void test_host(void)
{
    struct error err = { .text = "" };

    ok(memory_check(MB, MB, &err) == 0, "a MB can be had: %s", err.text);
    ok(memory_check(UINT64_MAX / 2, 0, &err) < 0, "all of it cannot");
    has(err.text, "MB left", "and the numbers are told");
}

/* In a child, for limits do not go up again. */
static int in_child(int (*what)(void))
{
    int status = -1;
    pid_t child = fork();

    if (child == 0)
        _exit(what());
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Let there be this much more, than 'field' of /proc/self/status says. */
static int limit(int resource, const char *field, uint64_t more)
{
    FILE *in = fopen("/proc/self/status", "r");
    char line[256], form[32];
    struct rlimit limits;
    unsigned long kb = 0;

    snprintf(form, sizeof(form), "%s: %%lu", field);
    while (in && fgets(line, sizeof(line), in))
        if (sscanf(line, form, &kb) == 1)
            break;
    if (in)
        fclose(in);
    getrlimit((__rlimit_resource_t)resource, &limits);
    limits.rlim_cur = kb * 1024 + more;
    return kb ? setrlimit((__rlimit_resource_t)resource, &limits) : -1;
}

static int short_of_space(void)
{
    struct error err = { .text = "" };

    if (limit(RLIMIT_AS, "VmSize", 512 * MB) < 0
        || memory_check(0, 100 * MB, &err) < 0
        || memory_check(0, 600 * MB, &err) == 0)
        return 1;
    return strstr(err.text, "ulimit -v") ? 0 : 2;
}

/* Addresses that are only kept free are no data. */
static int short_of_data(void)
{
    struct error err = { .text = "" };
    const void *kept =
        mmap(NULL, 480 * MB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (kept == MAP_FAILED || limit(RLIMIT_DATA, "VmData", 512 * MB) < 0
        || memory_check(0, 100 * MB, &err) < 0
        || memory_check(0, 600 * MB, &err) == 0)
        return 1;
    return strstr(err.text, "ulimit -d") ? 0 : 2;
}

static int not_fresh(void)
{
    return limit(RLIMIT_AS, "VmSize", 512 * MB) < 0
           || memory_check(MB, 0, NULL) < 0;
}

static void test_limits(void)
{
    ok(in_child(short_of_space) == 0, "a limit of the address space is seen");
    ok(in_child(short_of_data) == 0, "and one of data");
    ok(in_child(not_fresh) == 0, "which what is promised already keeps");
}

static void test_touch(void)
{
    uint64_t bytes = 20 * MB + 4096 * 3;
    struct error err = { .text = "" };
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    madvise(memory, bytes, MADV_NOHUGEPAGE);
    ok(memory_resident(memory, bytes) == 0, "new memory is only promised");
    memory[5 * MB] = 'x';
    ok(memory_resident(memory, bytes) == 4096, "until it is written to");
    ok(memory_touch(memory + 4096 + 1, bytes - 2 * 4096 - 2, 2, &err) == 0,
       "it is touched: %s", err.text);
    ok(memory_resident(memory, bytes) == bytes - 4 * 4096,
       "all whole pages of it, and no others: %lu",
       (unsigned long)memory_resident(memory, bytes));
    ok(memory[5 * MB] == 'x', "what was there stays");
    munmap(memory, bytes);
    ok(memory_touch(NULL, 0, 1, &err) == 0, "nothing is fine");
}

int main(void)
{
    test_host();
    test_limits();
    test_touch();
    return tap_done();
}

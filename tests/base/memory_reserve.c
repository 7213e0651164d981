/* Tests of base/memory_reserve.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory_reserve.h"
#include "tests/tap.h"

#define MB (UINT64_C(1) << 20)

static char scratch[] = "/tmp/mitosis-memory-XXXXXX";

static void put(const char *name, const char *text)
{
    char path[256];
    FILE *out;

    snprintf(path, sizeof(path), "%s/%s", scratch, name);
    out = fopen(path, "w");
    if (out) {
        fputs(text, out);
        fclose(out);
    }
}

static void put_folder(const char *name)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", scratch, name);
    mkdir(path, 0700);
}

static uint64_t left(const char *groups)
{
    char path[256];

    put("groups", groups);
    snprintf(path, sizeof(path), "%s/groups", scratch);
    return memory_groups_left(path, scratch);
}

static void test_second_kind(void)
{
    put_folder("a");
    put_folder("a/b");
    put("a/memory.max", "1000\n");
    put("a/memory.current", "600\n");
    put("a/b/memory.max", "max\n");
    put("a/b/memory.current", "100\n");
    ok(left("0::/a/b\n") == 400, "the group around it counts: %lu left",
       (unsigned long)left("0::/a/b\n"));
    put("a/b/memory.max", "250\n");
    ok(left("0::/a/b\n") == 150, "and its own, the least of them");
    put("a/b/memory.stat", "anon 20\ninactive_file 50\nactive_file 10\n");
    ok(left("0::/a/b\n") == 210, "pages of files are given back");
    put("a/b/memory.current", "900\n");
    ok(left("0::/a/b\n") == 0, "beyond the limit nothing is left");
    ok(left("0::/\n") == UINT64_MAX, "the root has no limit");
    ok(left("0::/other\n") == UINT64_MAX, "nor one that is not there");
    ok(left("") == UINT64_MAX, "nor a process without groups");
}

static void test_first_kind(void)
{
    put_folder("memory");
    put_folder("memory/c");
    put("memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("memory/memory.usage_in_bytes", "5000\n");
    put("memory/c/memory.limit_in_bytes", "3000\n");
    put("memory/c/memory.usage_in_bytes", "1000\n");
    ok(left("7:cpu:/a\n4:memory:/c\n0::/\n") == 2000,
       "the older kind is found among others");
    put("memory/c/memory.stat",
        "inactive_file 5\ntotal_inactive_file 300\ntotal_active_file 100\n");
    ok(left("4:memory:/c\n") == 2400, "and the files of groups in it, once");
}

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

static int short_of_data(void)
{
    struct error err = { .text = "" };

    if (limit(RLIMIT_DATA, "VmData", 512 * MB) < 0
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

static void clean(void)
{
    char command[256];

    snprintf(command, sizeof(command), "rm -rf '%s'", scratch);
    ok(system(command) == 0, "nothing is left");
}

int main(void)
{
    if (!mkdtemp(scratch))
        return 1;
    test_second_kind();
    test_first_kind();
    test_host();
    test_limits();
    test_touch();
    clean();
    return tap_done();
}

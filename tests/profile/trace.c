/* Tests of profile/trace.c: the file, its limits and its failures
 *
 * What is in it is tested by tests/report/trace/events.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profile/trace.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-trace-XXXXXX";
static char path[64];
static uint64_t seed = 1;

static uint64_t chance(uint64_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (seed >> 33) % below;
}

/* Write a call unlike all others. */
static int write_one(trace_t *t, uint64_t *now, struct error *err)
{
    struct trace_act act = { .kind = TRACE_SEND,
                             .peer = (int32_t)chance(1 << 20),
                             .tag = (int32_t)chance(1 << 20),
                             .bytes = chance(1 << 30) };
    struct trace_call call = { .call = 1, .acts = 1, .act = &act };

    call.start = *now += chance(100000);
    call.end = *now += chance(100000);
    return trace_call(t, &call, err);
}

static uint64_t file_bytes(void)
{
    struct stat st;

    return stat(path, &st) == 0 ? (uint64_t)st.st_size : 0;
}

static struct trace_head read_head(void)
{
    struct trace_head head = { .version = 0 };
    int fd = open(path, O_RDONLY);

    if (fd >= 0 && read(fd, &head, sizeof(head)) != sizeof(head))
        head.version = 0;
    if (fd >= 0)
        close(fd);
    return head;
}

/* Write a call that takes as much room as one can. */
static void write_longest(trace_t *t, uint64_t *now)
{
    struct trace_act act[TRACE_ACTS];
    struct trace_call call = { .call = UINT32_MAX,
                               .site = UINT32_MAX - 1,
                               .acts = TRACE_ACTS,
                               .act = act };

    for (int i = 0; i < TRACE_ACTS; i++)
        act[i] = (struct trace_act){ .kind = TRACE_SEND,
                                     .comm = UINT64_MAX,
                                     .peer = INT32_MAX - (int)chance(100),
                                     .tag = INT32_MAX - (int)chance(100),
                                     .bytes = UINT64_MAX - chance(100) };
    call.start = *now += UINT64_C(1) << 40;
    call.end = *now += UINT64_C(1) << 40;
    trace_call(t, &call, NULL);
}

/* The block that is being filled never has more than there is room for. */
static void test_room(void)
{
    static const int longest_in[] = { 0, 10, 1 };

    for (size_t i = 0; i < sizeof(longest_in) / sizeof(longest_in[0]); i++) {
        trace_t *t = trace_open(path, 3, 1 << 16, 0.4, 1000, NULL, NULL);
        uint64_t now = 1000, most = 0, area = read_head().area;

        for (int k = 0; k < 1000; k++) {
            struct trace_head head;

            if (longest_in[i] > 0 && k % longest_in[i] == 0)
                write_longest(t, &now);
            else
                write_one(t, &now, NULL);
            head = read_head();
            if (head.open.raw > most)
                most = head.open.raw;
        }
        ok(most > area / 4 && most <= area,
           "with %s call of the longest, %ju of a block's %ju bytes are used",
           longest_in[i] == 0   ? "no"
           : longest_in[i] == 1 ? "each"
                                : "a tenth",
           (uintmax_t)most, (uintmax_t)area);
        trace_close(t);
        unlink(path);
    }
}

static void test_limit(void)
{
    static const uint64_t limits[] = { 4096, 10000, 100000, 1000000 };

    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        struct error err = { "" }, remark;
        uint64_t now = 1000, said = 0, seen;
        trace_t *t = trace_open(path, 3, limits[i], 0.4, now, &remark, &err);
        struct trace_head head;

        if (!ok(t != NULL, "a trace of %ju bytes", (uintmax_t)limits[i])) {
            diag("%s", err.text);
            continue;
        }
        for (int k = 0; k < 200000; k++)
            said += write_one(t, &now, &err) < 0;
        seen = file_bytes();
        head = read_head();
        ok(seen <= limits[i] && seen > limits[i] / 3, "takes %ju and no more",
           (uintmax_t)seen);
        ok(said == 1, "says so once");
        has(err.text, "limit", "in words");
        ok(head.events + trace_lost(t) == 200000 && trace_lost(t) > 0,
           "and counts what is lost");
        ok(head.state == TRACE_FULL && head.lost == trace_lost(t),
           "in the file, too");
        trace_close(t);
        unlink(path);
    }
}

static void test_file(void)
{
    struct error err = { "" }, remark = { "x" };
    trace_t *t = trace_open(path, 7, 1 << 20, 0.4, 12345, &remark, &err);
    uint64_t now = 12345;
    struct trace_head head;

    if (!ok(t != NULL, "a trace is opened"))
        return;
    ok(remark.text[0] == '\0', "and can be packed");
    ok(!trace_open(path, 7, 1 << 20, 0.4, 0, NULL, &err),
       "its file is not opened twice");
    has(err.text, path, "says which");
    write_one(t, &now, NULL);
    head = read_head();
    ok(head.events == 1 && head.open.raw > 0 && head.state == TRACE_OPEN,
       "a call is in the file at once");
    ok(head.rank == 7 && head.birth == 12345 && head.shift == 5
           && head.unit_ns > 12.7 && head.unit_ns < 12.9,
       "with what it takes to understand it");
    trace_close(t);
    head = read_head();
    ok(head.state == TRACE_CLOSED && head.open.raw == 0
           && head.end == file_bytes(),
       "when closed, all is in whole blocks");
    unlink(path);
    ok(!trace_open("/nowhere/trace", 0, 1 << 20, 1, 0, NULL, &err),
       "there must be a folder for it");
    has(err.text, "/nowhere/trace", "says which");
    trace_close(NULL);
    ok(true, "closing NULL is fine");
}

/* In a child, for the limit cannot be raised again. */
static void test_file_size(void)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        struct rlimit limit = { 300000, 300000 };
        struct error err = { "" };
        uint64_t now = 0;
        int said = 0;
        trace_t *t = trace_open(path, 0, 1 << 30, 0.4, 0, NULL, &err);

        setrlimit(RLIMIT_FSIZE, &limit);
        for (int k = 0; t && k < 200000; k++)
            said += write_one(t, &now, &err) < 0;
        trace_close(t);
        limit = (struct rlimit){ 1000, 1000 };
        setrlimit(RLIMIT_FSIZE, &limit);
        unlink(path);
        if (trace_open(path, 0, 1 << 30, 0.4, 0, NULL, NULL))
            said = 0;
        _exit(said == 1 && strstr(err.text, "may not grow") ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    ok(status == 0, "where files may not grow, tracing ends without a signal");
    unlink(path);
}

static void test_full_disk(void)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        struct error err = { "" };
        uint64_t now = 0;
        int said = 0;
        trace_t *t;

        if (unshare(CLONE_NEWNS) < 0
            || mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) < 0
            || mount("none", folder, "tmpfs", 0, "size=400k") < 0)
            _exit(77);
        if (!(t = trace_open(path, 0, 1 << 30, 0.4, 0, NULL, &err)))
            _exit(2);
        for (int k = 0; k < 200000; k++)
            said += write_one(t, &now, &err) < 0;
        if (trace_lost(t) == 0)
            _exit(3);
        trace_close(t);
        if (said != 1 || !strstr(err.text, strerror(ENOSPC)))
            _exit(4);
        _exit(read_head().state == TRACE_BROKEN ? 0 : 5);
    }
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        ok(true, "a full disk # SKIP file systems cannot be mounted here");
    else
        ok(status == 0, "on a full disk, tracing ends without a signal (%d)",
           status);
}

/* A program may close what it did not open, and then has our numbers. */
static void test_taken_number(void)
{
    static const char text[] = "the program's own";
    int number = dup(STDERR_FILENO), said = 0, fd;
    char own[80], found[80] = "";
    struct error err = { "" };
    uint64_t now = 1000;
    struct stat st = { .st_size = 0 };
    trace_t *t;

    close(number);
    t = trace_open(path, 3, 1 << 20, 0.4, now, NULL, NULL);
    close(number);
    snprintf(own, sizeof(own), "%s/own", folder);
    fd = open(own, O_RDWR | O_CREAT | O_EXCL, 0600);
    ok(fd == number && write(fd, text, sizeof(text)) == sizeof(text),
       "the program has a file of the number that the trace had");
    for (int k = 0; k < 20000; k++)
        said += write_one(t, &now, &err) < 0;
    fstat(fd, &st);
    ok(said == 1 && st.st_size == sizeof(text),
       "a file that has the trace's number is not written to: %d, %jd bytes",
       said, (intmax_t)st.st_size);
    has(err.text, "closed", "and why the trace ends is told");
    trace_close(t);
    ok(pread(fd, found, sizeof(found), 0) == sizeof(text)
           && strcmp(found, text) == 0,
       "nor is it closed");
    ok(read_head().state == TRACE_BROKEN, "the trace says so");
    close(fd);
    unlink(own);
    unlink(path);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/trace-0", folder);
    test_file();
    test_room();
    test_limit();
    test_taken_number();
    test_file_size();
    test_full_disk();
    rmdir(folder);
    return tap_done();
}

/* Tests of report/trace/bundler.c and report/trace/bundle.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "report/trace/bundle.h"
#include "report/trace/bundler.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

enum { SIZE = 3 };

static const char *folder;
static char file[4096];
static uint64_t seed = 1;

static uint64_t chance(uint64_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (seed >> 33) % below;
}

static const char *trace_path(int rank)
{
    static char path[4096];

    snprintf(path, sizeof(path), "%s/trace-%d", folder, rank);
    return path;
}

/* The one that is not closed while it is looked at. */
static trace_t *unfinished;

/* The trace of a rank that sends around a ring; rank 2 closes its too late. */
static void make_trace(int rank, int calls)
{
    uint64_t now = pages_ticks(1001);
    trace_t *t = trace_open(trace_path(rank), rank, 1 << 20, PAGES_TICK_NS,
                            now, NULL, NULL);

    for (int i = 0; t && i < calls; i++) {
        struct trace_act act = { .kind = TRACE_SEND,
                                 .comm = trace_comm(i % 2, i % 5),
                                 .peer = (rank + 1) % SIZE,
                                 .tag = i % 3,
                                 .bytes = 100 };
        struct trace_call call = { .call = PAGES_SEND,
                                   .site = i % 4,
                                   .start = now + 1000,
                                   .end = now + 1500,
                                   .acts = 1,
                                   .act = &act };

        trace_call(t, &call, NULL);
        now = call.end;
    }
    if (rank < 2)
        trace_close(t);
    else
        unfinished = t;
}

static void make_page(int rank)
{
    struct page *p = pages_make(folder, rank, SIZE);

    pages_call(p, PAGES_SEND, 1, 1, 1, 1);
    p->comms_used = 2;
    p->comm[0].size = SIZE;
    p->comm[0].members_at = page_text(p, "0-2");
    if (rank == 1)
        snprintf(p->comm[0].name, sizeof(p->comm[0].name), "everybody");
    p->comm[1].size = 1;
    p->comm[1].members_at = page_text(p, rank == 0   ? "0"
                                         : rank == 1 ? "1"
                                                     : "2");
    snprintf(p->comm[1].name, sizeof(p->comm[1].name), "a\tname\\of %d\n",
             rank);
    page_close(p);
}

static uint64_t count_events(const struct bundle *b, size_t which, bool *good)
{
    events_t *events = bundle_events(b, which, NULL);
    struct event e;
    uint64_t count = 0;

    while (events_next(events, &e)) {
        if (e.type != EVENT_CALL || e.call != PAGES_SEND || e.acts != 1
            || e.act[0].peer != (b->rank[which].rank + 1) % SIZE
            || e.number != count)
            *good = false;
        count++;
    }
    if (*events_damage(events)) {
        diag("%s", events_damage(events));
        *good = false;
    }
    events_close(events);
    return count;
}

static void test_bundle(void)
{
    static const int calls[SIZE] = { 50000, 0, 333 };
    struct error err = { "" }, remark = { "x" };
    bool good = true;
    struct bundle *b;
    char room[24];

    for (int i = 0; i < SIZE; i++) {
        make_page(i);
        make_trace(i, calls[i]);
    }
    ok(bundler_write(folder, 1, file, &remark, &err) == SIZE,
       "three traces become one: %s", err.text);
    ok(!remark.text[0], "with nothing to remark: %s", remark.text);
    b = bundle_open(file, &err);
    if (!ok(b != NULL, "it can be read: %s", err.text))
        return;
    ok(b->size == SIZE && b->ranks == SIZE && b->arguments > 0,
       "it knows the job");
    for (size_t i = 0; i < SIZE; i++)
        ok(b->rank[i].rank == (int)i && b->rank[i].events == (uint64_t)calls[i]
               && count_events(b, i, &good) == (uint64_t)calls[i],
           "all events of rank %zu are there", i);
    ok(good, "as they were");
    ok(strcmp(bundle_call(b, PAGES_SEND, room), "MPI_Send") == 0
           && strcmp(bundle_call(b, 777, room), "call 777") == 0,
       "calls have their names");
    ok(b->comms == 4, "%zu communicators are known", b->comms);
    ok(bundle_comm(&b->rank[0], 0) == bundle_comm(&b->rank[2], 0)
           && bundle_comm(&b->rank[0], 1) != bundle_comm(&b->rank[2], 1),
       "which are the same in several ranks");
    ok(bundle_comm(&b->rank[0], 0) == bundle_comm(&b->rank[1], 0)
           && strcmp(b->comm[0].name, "everybody") == 0,
       "also where one rank alone gave it a name");
    ok(bundle_comm(&b->rank[0], trace_comm(1, 5))
               == bundle_comm(&b->rank[0], 1)
           && trace_comm_instance(trace_comm(1, 5)) == 5,
       "all instances of one are one there");
    ok(bundle_comm(&b->rank[0], 2) == UINT32_MAX, "and which do not exist");
    ok(strcmp(b->comm[bundle_comm(&b->rank[2], 1)].name, "a\tname\\of 2\n")
               == 0
           && strcmp(b->comm[bundle_comm(&b->rank[2], 1)].members, "2") == 0,
       "whatever they are called");
    ok(b->rank[0].unit_ns == 16 && b->rank[0].start_ns > 0
           && b->rank[0].start_ns == b->rank[2].start_ns,
       "times can be compared");
    bundle_close(b);
}

static void test_single(void)
{
    struct error err;
    struct bundle *b = bundle_open(trace_path(2), &err);
    bool good = true;

    if (!ok(b && b->ranks == 1 && b->rank[0].rank == 2,
            "the trace of one rank is read as a bundle"))
        return;
    ok(count_events(b, 0, &good) == 333 && good, "with all its events");
    bundle_close(b);
}

/* Whether a trace says that it is of 'version', and is read nevertheless. */
static bool reads_version(const char *path, uint32_t version)
{
    int fd = open(path, O_WRONLY);
    struct error err = { "" };
    struct bundle *b;

    if (fd < 0 || pwrite(fd, &version, sizeof(version), 8) < 0)
        diag("%s cannot be written", path);
    close(fd);
    b = bundle_open(path, &err);
    if (!b)
        has(err.text, "of another version", "it is told why");
    bundle_close(b);
    return b != NULL;
}

static void test_versions(void)
{
    ok(reads_version(file, 1), "a trace of the first version is read");
    ok(!reads_version(file, 0) && !reads_version(file, BUNDLER_VERSION + 1),
       "one of a version to come is not");
    ok(reads_version(file, BUNDLER_VERSION), "the present one is");
    ok(reads_version(trace_path(2), 1),
       "so is a rank's, of the first version");
    ok(!reads_version(trace_path(2), TRACE_VERSION + 1),
       "and not of one to come");
    ok(reads_version(trace_path(2), TRACE_VERSION), "and of the present one");
}

static void test_left_out(void)
{
    struct error remark, err;
    struct bundle *b;
    char path[4096];

    if (truncate(trace_path(0), 300) < 0)
        return;
    ok(bundler_write(folder, 1, file, &remark, &err) == 2,
       "a trace that is none is left out");
    has(remark.text, "trace-0", "which is told");
    snprintf(path, sizeof(path), "%s/rank-2.page", folder);
    unlink(path);
    ok(bundler_write(folder, 1, file, &remark, &err) == 2,
       "one without a page is not");
    b = bundle_open(file, &err);
    ok(b && b->ranks == 2 && b->rank[1].rank == 2 && b->rank[1].events == 333
           && b->rank[1].unit_ns > 15 && b->rank[1].unit_ns < 17,
       "only less is known of it");
    bundle_close(b);
}

/* A later generation has a trace of its own. */
static void test_generation(void)
{
    struct error remark = { "" }, err = { "" };
    char from[4096], to[4096];
    struct bundle *b;
    bool good = true;

    snprintf(from, sizeof(from), "%s", trace_path(2));
    snprintf(to, sizeof(to), "%s/2.trace-2", folder);
    if (rename(from, to) < 0)
        diag("%s stays", from);
    page_close(pages_generation(folder, 2, 2, SIZE, 10, 20));
    ok(bundler_write(folder, 2, file, &remark, &err) == 1,
       "the second generation has one trace: %s", err.text);
    ok(!remark.text[0], "with its page: %s", remark.text);
    b = bundle_open(file, &err);
    ok(b && b->size == SIZE && b->ranks == 1 && b->rank[0].rank == 2
           && count_events(b, 0, &good) == 333,
       "and all its events");
    bundle_close(b);
    ok(bundler_write(folder, 3, file, NULL, &err) == 0, "the third has none");
    if (rename(to, from) < 0)
        diag("%s stays", to);
}

static void test_errors(void)
{
    static const char *const nowhere = "/nowhere";
    struct error err = { "" };
    char pipe_path[4096];

    snprintf(pipe_path, sizeof(pipe_path), "%s/pipe", folder);

    ok(bundler_write(nowhere, 1, file, NULL, &err) < 0, "no folder");
    has(err.text, "/nowhere", "is told");
    ok(bundler_write(folder, 1, "/nowhere/x.trace", NULL, &err) < 0,
       "no place to write");
    has(err.text, "/nowhere/x.trace", "is told");
    ok(!bundle_open("/nowhere/y.trace", &err), "no file");
    has(err.text, "/nowhere/y.trace", "is told");
    ok(!bundle_open("/dev/null", &err), "no trace");
    has(err.text, "/dev/null: this is a device, not a trace", "is told");
    ok(!bundle_open(folder, &err), "nor is a folder one");
    has(err.text, "this is a folder, not a trace", "as is told");
    ok(mkfifo(pipe_path, 0600) == 0 && !bundle_open(pipe_path, &err),
       "a pipe that nobody writes to is not waited for");
    has(err.text, "this is a pipe, not a trace", "but told");
    unlink(pipe_path);
    ok(!bundle_open("/proc/self/exe", &err), "something else");
    has(err.text, "not a trace", "is told");
    bundle_close(NULL);
    ok(true, "closing NULL is fine");
}

/* Any byte of the head or the index may be wrong. */
static void test_damage(void)
{
    uint64_t sum = 0;
    struct stat st;
    int fd = open(file, O_RDWR);

    stat(file, &st);
    for (int i = 0; i < 2000; i++) {
        off_t at = i < 64 ? i : (off_t)chance((uint64_t)st.st_size);
        uint8_t byte = 0, other = (uint8_t)chance(256);
        struct bundle *b;

        if (pread(fd, &byte, 1, at) != 1 || pwrite(fd, &other, 1, at) != 1)
            return;
        b = bundle_open(file, NULL);
        for (size_t k = 0; b && k < b->ranks; k++) {
            events_t *events = bundle_events(b, k, NULL);
            struct event e;

            while (events_next(events, &e))
                sum += e.start;
            events_close(events);
        }
        bundle_close(b);
        if (pwrite(fd, &byte, 1, at) != 1)
            return;
    }
    for (off_t size = st.st_size; size > 0; size -= 1 + size / 50) {
        struct bundle *b;

        if (ftruncate(fd, size) < 0)
            return;
        b = bundle_open(file, NULL);
        sum += b != NULL;
        bundle_close(b);
    }
    close(fd);
    ok(sum != 1, "damage does no harm");
}

/* An index that is whole but makes no sense. */
static void test_nonsense(void)
{
    static const char *const lines[] = {
        "rank",
        "rank\trank=-5",
        "rank\trank=1\toffset=99999999999999999999",
        "rank\trank=2\toffset=5\tbytes=1000000\tunit_ns=nan\tcomms=1,,x,-1",
        "call\tid=4000000000\tname=x",
        "call\tid=70\tname",
        "comm",
        "job",
        "job\tsize=-1",
        "argument",
        "what\tis=this",
        "\t\t\t",
        "=",
        "\\",
        "call\tid=1\tname=\\",
        "rank\tcomms=,,,,",
    };
    uint64_t sum = 0;

    for (int i = 0; i < 300; i++) {
        struct bundler_head head = { .magic = BUNDLER_MAGIC,
                                     .version = BUNDLER_VERSION,
                                     .index = sizeof(head) };
        char text[1000] = "";
        struct bundle *b;
        int fd = open(file, O_RDWR | O_CREAT | O_TRUNC, 0600);

        for (uint64_t k = chance(10); k > 0; k--) {
            strcat(text, lines[chance(sizeof(lines) / sizeof(lines[0]))]);
            strcat(text, chance(3) ? "\n" : "\t");
        }
        head.bytes = strlen(text);
        head.sum = checksum(0, text, strlen(text));
        if (write(fd, &head, sizeof(head)) < 0
            || write(fd, text, strlen(text)) < 0)
            return;
        close(fd);
        b = bundle_open(file, NULL);
        for (size_t k = 0; b && k < b->ranks; k++) {
            bool good = true;

            sum += b->rank[k].unit_ns > 0 ? 2 : 0;
            events_close(bundle_events(b, k, NULL));
            sum += bundle_comm(&b->rank[k], 2) + good;
        }
        bundle_close(b);
    }
    ok(sum != 1, "nor does an index without sense");
}

int main(void)
{
    folder = pages_folder();
    snprintf(file, sizeof(file), "%s/all.trace", folder);
    test_bundle();
    test_single();
    test_versions();
    test_generation();
    test_left_out();
    test_errors();
    test_damage();
    test_nonsense();
    pages_remove(folder);
    trace_close(unfinished);
    return tap_done();
}

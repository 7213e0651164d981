/* Tests of migrate/transfer/fetch_local.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "migrate/layout/digest.h"
#include "migrate/transfer/fetch_local.h"
#include "tests/programs/forbid.h"
#include "tests/tap.h"

enum { BYTES = 4 * 1024 * 1024, NOT = 0xa5 };

static uint8_t *source; /* what the other process has */
static pid_t other;
static int file;

static void start_other(void)
{
    FILE *made = tmpfile();

    source = malloc(BYTES);
    for (size_t i = 0; i < BYTES; i++)
        source[i] = (uint8_t)(i * 2654435761U >> 13);
    file = made ? fileno(made) : -1;
    if (write(file, source, BYTES) != BYTES)
        diag("no file");
    other = fork();
    if (other == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
}

struct shape {
    const char *what;
    struct stride to;
    uint64_t from_offset, from_step;
    uint64_t row_bytes;
};

#define MIB (UINT64_C(1) << 20)

static const struct shape shapes[] = {
    { "one short piece", { 5, 16, 24, 1, 0, 0 }, 8, 0, 8 },
    { "one long piece", { 1, 0, 3 * MIB + 8, 1, 0, 0 }, 1000, 0, 8 },
    { "rows of 12 bytes", { 7, 4, 12 * 100000, 1, 0, 0 }, 12, 0, 12 },
    { "rows of 3 bytes", { 7, 1, 3 * 500000, 1, 0, 0 }, 5, 0, 3 },
    { "long pieces", { 3, 0, 512 * 1024, 3, 65536, MIB }, 64, MIB + 640, 8 },
    { "a column", { 0, 0, 8, 20000, 100, 8 }, 40, 200, 8 },
    { "columns to columns", { 0, 8, 8, 20000, 100, 16 }, 40, 200, 8 },
    { "narrow stripes", { 0, 0, 40, 9000, 10, 48 }, 16, 400, 8 },
    { "stripes far apart", { 0, 0, 64, 1500, 8, 64 }, 0, 2776, 8 },
    { "small pieces side by side", { 0, 0, 8, 1000, 4, 8 }, 0, 8, 8 },
    { "items of a bag", { STRIDE_ANYWHERE, 0, 24 * 9000, 1, 0, 0 }, 0, 0, 24 },
    { "large items of a bag",
      { STRIDE_ANYWHERE, 8, 3 * 700000, 1, 0, 0 },
      16,
      0,
      700000 },
};

/* Whether 'to' has what is wanted, and nothing else was written to. */
static bool is_right(const struct shape *s, const uint8_t *to)
{
    uint8_t *expected = malloc(BYTES);
    bool same;

    memset(expected, NOT, BYTES);
    for (uint64_t i = 0; i < s->to.times; i++)
        memcpy(expected + s->to.offset + i * s->to.step,
               source + s->from_offset + i * s->from_step, s->to.bytes);
    same = memcmp(expected, to, BYTES) == 0;
    free(expected);
    return same;
}

static void test_shape(const struct shape *s, bool from_file, int threads)
{
    struct fetch_local_source from = { other, from_file ? file : -1,
                                       from_file ? 0 : (uintptr_t)source };
    struct copy c = { .to = s->to,
                      .owned = true,
                      .from_offset = s->from_offset,
                      .from_step = s->from_step };
    struct error err = { .text = "" };
    uint8_t *to = malloc(BYTES);
    uint64_t sum = 0;
    fetch_local_t *p = fetch_local_create();

    memset(to, NOT, BYTES);
    ok(fetch_local_add(p,
                       &(struct fetch_part_task){ c, s->row_bytes, to, &sum },
                       &from, &err)
               == 0
           && fetch_local_run(p, threads, &err) == 0,
       "%s, %s, %d threads: %s", s->what, from_file ? "file" : "memory",
       threads, err.text);
    ok(is_right(s, to), "all of it comes, to where it belongs");
    ok(sum == digest_run(to, &s->to, s->row_bytes),
       "and the digest is that of it");
    fetch_local_destroy(p);
    free(to);
}

static void test_halo(void)
{
    struct copy c = { .to = { 0, 0, 80, 1, 0, 0 } };
    struct fetch_local_source from = { other, -1, (uintptr_t)source };
    uint8_t to[80];
    uint64_t sum = 3;
    fetch_local_t *p = fetch_local_create();

    fetch_local_add(p, &(struct fetch_part_task){ c, 8, to, &sum }, &from,
                    NULL);
    ok(fetch_local_run(p, 1, NULL) == 0 && memcmp(to, source, 80) == 0
           && sum == 3,
       "a halo comes, and does not count");
    fetch_local_destroy(p);
}

static void test_nothing(void)
{
    struct copy c = { .to = { 0, 0, 0, 1, 0, 0 } };
    struct fetch_local_source from = { other, -1, 0 };
    uint64_t sum = 0;
    fetch_local_t *p = fetch_local_create();

    ok(fetch_local_run(p, 2, NULL) == 0, "nothing to do is done");
    ok(fetch_local_add(p, &(struct fetch_part_task){ c, 8, NULL, &sum }, &from,
                       NULL)
               == 0
           && fetch_local_run(p, 2, NULL) == 0,
       "a copy of nothing is none");
    fetch_local_destroy(p);
    fetch_local_destroy(NULL);
}

static void fails(const char *what,
                  struct fetch_local_source from,
                  const char *why)
{
    struct copy c = { .to = { 0, 0, 2 * MIB, 1, 0, 0 } };
    struct error err = { .text = "" };
    uint8_t *to = malloc(BYTES);
    uint64_t sum = 0;
    fetch_local_t *p = fetch_local_create();

    fetch_local_add(p, &(struct fetch_part_task){ c, 8, to, &sum }, &from,
                    NULL);
    ok(fetch_local_run(p, 2, &err) < 0, "%s cannot be had", what);
    has(err.text, why, "which is told");
    ok(!fetch_local_refused(p), "and is not the kernel's will");
    fetch_local_destroy(p);
    free(to);
}

static void test_failures(void)
{
    uint8_t *gone =
        mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    munmap(gone, 4096);
    fails("what is not there",
          (struct fetch_local_source){ other, -1, (uintptr_t)gone },
          "Bad address");
    fails("the end of a file that is cut off",
          (struct fetch_local_source){ other, file, BYTES - 100 },
          "nothing there");
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    fails("the memory of a process that is gone",
          (struct fetch_local_source){ other, -1, (uintptr_t)source },
          "No such process");
}

/* Signals that this thread takes are those that it took before. */
static void test_signals(void)
{
    struct copy c = { .to = { 0, 0, BYTES, 1, 0, 0 } };
    struct fetch_local_source from = { other, -1, (uintptr_t)source };
    uint8_t *to = malloc(BYTES);
    sigset_t before, after;
    int others = 0;
    uint64_t sum = 0;
    fetch_local_t *p = fetch_local_create();

    sigemptyset(&before);
    sigemptyset(&after);
    fetch_local_add(p, &(struct fetch_part_task){ c, 8, to, &sum }, &from,
                    NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    fetch_local_run(p, 3, NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    for (int i = 1; i <= SIGRTMAX; i++)
        others += sigismember(&before, i) != sigismember(&after, i);
    ok(others == 0, "but for %d signals the mask is as it was", others);
    fetch_local_destroy(p);
    free(to);
}

/* In a child, which could never read again: 0 if that is told as refused. */
static int is_refused(void)
{
    struct copy c = { .to = { 0, 0, 80, 1, 0, 0 } };
    struct fetch_local_source from = { other, -1, (uintptr_t)source };
    uint8_t to[80];
    uint64_t sum = 0;
    fetch_local_t *p = fetch_local_create();
    int status = 2;

    fetch_local_add(p, &(struct fetch_part_task){ c, 8, to, &sum }, &from,
                    NULL);
    if (forbid_reading() == 0)
        status = !(fetch_local_run(p, 1, NULL) < 0 && fetch_local_refused(p));
    fetch_local_destroy(p);
    return status;
}

static void test_forbidden(void)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0)
        _exit(is_refused());
    waitpid(child, &status, 0);
    ok(status == 0, "that reading is forbidden is told from other errors: %d",
       status);
}

int main(void)
{
    start_other();
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        for (int way = 0; way < 4; way++)
            test_shape(&shapes[i], way & 1, way & 2 ? 3 : 1);
    test_halo();
    test_signals();
    test_forbidden();
    test_nothing();
    test_failures();
    free(source);
    return tap_done();
}

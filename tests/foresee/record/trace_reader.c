/* Tests of foresee/record/trace_reader.c: which communicators are the same
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foresee/record/trace_reader.h"
#include "report/trace/bundler.h"
#include "tests/tap.h"

enum { RANKS = 2, CALLS = 4, TICKS = 1000, BEGIN = 1000 };

static char path[] = "/tmp/mitosis-trace-reader-XXXXXX";

/* What a rank does: a message with the other one, or a collective, on its
 * communicator of some record and instance.
 */
struct deed {
    uint32_t kind;
    uint32_t record;
    uint64_t instance;
    uint64_t bytes;
};

static const char *const names[] = { "MPI_Sendrecv", "MPI_Barrier" };

/* Write the trace of the rank.  Returns where it is, in a file that nobody
 * else can open any more.
 */
static struct events_place write_trace(int rank, const struct deed deed[CALLS])
{
    trace_t *t = trace_open(path, rank, 1 << 16, 1, BEGIN, NULL, NULL);
    struct trace_head head = { .rank = rank };
    struct stat st = { .st_size = 0 };
    int fd;

    for (int i = 0; t && i < CALLS && deed[i].kind; i++) {
        bool message = deed[i].kind != TRACE_COLL;
        struct trace_act act = {
            .kind = deed[i].kind,
            .comm = trace_comm(deed[i].record, deed[i].instance),
            .peer = message ? 1 - rank : TRACE_NONE,
            .tag = message ? 0 : TRACE_NONE,
            .bytes = deed[i].bytes,
        };
        struct trace_call call = { .call = !message,
                                   .start = BEGIN + TICKS * (2 * i + 1),
                                   .end = BEGIN + TICKS * (2 * i + 2),
                                   .acts = 1,
                                   .act = &act };

        trace_call(t, &call, NULL);
    }
    trace_close(t);
    fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &st) < 0 || read(fd, &head, sizeof(head)) < 0)
        diag("%s cannot be read", path);
    unlink(path);
    return bundler_place(fd, (uint64_t)st.st_size, &head);
}

/* Read what two ranks did.  Record 1 of the one is record 0 of the other. */
static struct recording *read_deeds(const struct deed deed[RANKS][CALLS],
                                    struct error *err)
{
    uint32_t first[] = { 0, 1 }, second[] = { 1, 0 };
    struct bundle_comm comm[] = { { 2, "0-1", "" }, { 2, "1,0", "" } };
    const char *call[] = { names[0], names[1] };
    struct bundle_rank rank[] = {
        { .rank = 0, .host = "a", .unit_ns = 16, .comms = 2, .comm = first },
        { .rank = 1, .host = "a", .unit_ns = 16, .comms = 2, .comm = second },
    };
    struct bundle b = { .size = RANKS,
                        .calls = 2,
                        .call = call,
                        .comms = 2,
                        .comm = comm,
                        .ranks = RANKS,
                        .rank = rank };
    struct recording *r;

    for (int i = 0; i < RANKS; i++) {
        rank[i].why = "";
        rank[i].place = write_trace(i, deed[i]);
    }
    r = trace_reader_read(&b, false, err);
    for (int i = 0; i < RANKS; i++)
        close(rank[i].place.fd);
    return r;
}

/* Whether the receives of rank 1 bring so many bytes, one after the other. */
static bool brings(const struct recording *r, const uint64_t bytes[CALLS])
{
    int n = 0;

    for (size_t i = 0; r && i < r->rank[1].steps; i++) {
        const struct step *s = &r->rank[1].step[i];

        if (s->kind == STEP_RECEIVE && r->message[s->item].bytes != bytes[n++])
            return false;
    }
    return n > 0;
}

static void test_messages(void)
{
    static const struct {
        const char *what;
        struct deed deed[RANKS][CALLS];
        uint64_t bytes[CALLS];
    } cases[] = {
        { "messages on communicators of other instances cross each other",
          { { { TRACE_SEND, 0, 7, 1 }, { TRACE_SEND, 0, 9, 2 } },
            { { TRACE_RECV, 1, 9, 2 }, { TRACE_RECV, 1, 7, 1 } } },
          { 2, 1 } },
        { "so do those on one that is given and another of its members",
          { { { TRACE_SEND, 0, 0, 1 }, { TRACE_SEND, 0, 9, 2 } },
            { { TRACE_RECV, 1, 9, 2 }, { TRACE_RECV, 1, 0, 1 } } },
          { 2, 1 } },
        { "the same number with other members is another communicator",
          { { { TRACE_SEND, 0, 7, 1 }, { TRACE_SEND, 1, 7, 2 } },
            { { TRACE_RECV, 0, 7, 2 }, { TRACE_RECV, 1, 7, 1 } } },
          { 2, 1 } },
        { "of one whose members are not known the number will do",
          { { { TRACE_SEND, 5, 7, 1 }, { TRACE_SEND, 5, 9, 2 } },
            { { TRACE_RECV, 6, 9, 2 }, { TRACE_RECV, 6, 7, 1 } } },
          { 2, 1 } },
        { "messages on one communicator keep their order",
          { { { TRACE_SEND, 0, 7, 1 }, { TRACE_SEND, 0, 7, 2 } },
            { { TRACE_RECV, 1, 7, 2 }, { TRACE_RECV, 1, 7, 1 } } },
          { 1, 2 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct recording *r = read_deeds(cases[i].deed, &err);

        ok(brings(r, cases[i].bytes), "%s%s%s", cases[i].what,
           *err.text ? ": " : "", err.text);
        recording_destroy(r);
    }
}

static void test_collectives(void)
{
    static const struct deed deed[RANKS][CALLS] = {
        { { TRACE_COLL, 0, 0, 0 },
          { TRACE_COLL, 0, 7, 1 },
          { TRACE_COLL, 0, 9, 2 } },
        { { TRACE_COLL, 1, 9, 2 },
          { TRACE_COLL, 1, 0, 0 },
          { TRACE_COLL, 1, 7, 1 } },
    };
    struct error err = { .text = "" };
    struct recording *r = read_deeds(deed, &err);
    bool alike = r && r->collectives == 3;

    for (size_t i = 0; alike && i < r->collectives; i++)
        alike = r->collective[i].sum == 2 * r->collective[i].most;
    ok(alike, "collectives on other instances are others: %s", err.text);
    recording_destroy(r);
}

/* Of the first burst nothing is known but how long it took. */
static void test_start(void)
{
    static const struct deed deed[RANKS][CALLS] = {
        { { TRACE_COLL, 0, 0, 0 }, { TRACE_COLL, 0, 0, 0 } },
        { { TRACE_COLL, 1, 0, 0 }, { TRACE_COLL, 1, 0, 0 } },
    };
    struct error err = { .text = "" };
    struct recording *r = read_deeds(deed, &err);
    size_t starts[RANKS] = { 0 }, works[RANKS] = { 0 };

    for (size_t i = 0; r && i < RANKS; i++)
        for (size_t k = 0; k < r->rank[i].steps; k++) {
            const struct step *s = &r->rank[i].step[k];

            starts[i] += s->kind == STEP_COMPUTE && !step_is_work(s);
            works[i] += step_is_work(s);
        }
    ok(starts[0] == 1 && starts[1] == 1 && r && !step_is_work(r->rank[0].step),
       "what comes before a rank's first call is its start: %s", err.text);
    ok(works[0] == 1 && works[1] == 1, "and what comes behind that is work");
    recording_destroy(r);
}

int main(void)
{
    int fd = mkstemp(path);

    close(fd);
    unlink(path);
    test_messages();
    test_collectives();
    test_start();
    return tap_done();
}

/* Tests of report/json/read.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/json/read.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static char path[8192];

static void write_file(const char *text, size_t bytes)
{
    FILE *file = fopen(path, "w");

    fwrite(text, 1, bytes, file);
    fclose(file);
}

/* A run in which everything there is occurs. */
static struct run *rich_run(void)
{
    const char *folder = pages_folder();

    for (int rank = 0; rank < 3; rank++) {
        struct page *p = pages_make(folder, rank, 4);

        pages_call(p, PAGES_INIT, 1, 0, 0, 0);
        pages_call(p, PAGES_SEND, 1000, 0.123456789, 1e-5, 1 << rank);
        pages_call(p, PAGES_ALLREDUCE, 50, 0.2, 1e-5, 8);
        pages_send(p, (rank + 1) % 4, 1000, UINT64_C(1) << 40);
        pages_send(p, 0, 3, 0);
        page_peer(p, 3)->put_count = 5;
        page_peer(p, 3)->put_bytes = INT64_MAX;
        pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, "0-3", 4), 50);
        pages_loop(p, 50, 10, 0.01, 1e-5);
        p->load_first = 0.5;
        p->load_samples = 3;
        p->load_sum = 3.1;
        p->memory_peak_bytes = 12345678;
        p->cost_samples = 7;
        p->cost_ticks = 1000;
        p->user_seconds = 1.0 / 3;
        strcpy(p->remarks, "one thing\nanother thing");
        if (rank == 2) {
            p->state = PAGE_RUNNING;
            p->pid = 0;
            p->finalize_enter = 0;
            p->inside_since = p->last;
            p->inside_call = PAGES_SEND;
        }
        page_close(p);
    }
    return pages_collect(folder);
}

static void test_round_trip(void)
{
    struct error err = { .text = "" };
    struct run *run = rich_run(), *again;
    char *before = strdup(pages_json(run));

    ok(run->iterations.found && !run->complete && run->onesided > 0,
       "a run with all there is");
    write_file(before, strlen(before));
    again = json_read(path, &err);
    if (!ok(again != NULL, "is read back"))
        diag("%s", err.text);
    ok(again && strcmp(before, pages_json(again)) == 0,
       "and comes out as it went in");
    run_destroy(again);

    for (size_t len = strlen(before) - 1, tried = 0; tried < 50; tried++) {
        size_t cut = len * tried / 50;

        write_file(before, cut);
        again = json_read(path, &err);
        if (again
            || (!strstr(err.text, "cut off") && !strstr(err.text, "empty")
                && !strstr(err.text, "not JSON"))) {
            ok(false, "cut after %zu bytes: %s", cut, err.text);
            run_destroy(again);
        }
    }
    ok(true, "what is cut off is refused, wherever");
    write_file(before, strlen(before) / 2);
    ok(!json_read(path, &err), "half a report is refused");
    has(err.text, "cut off in line", "and the reason is told");
    free(before);
}

/* The report of the issue, with nothing added. */
static const char least[] =
    "{\"mitosis\":1,\"program\":[\"a\"],\"mpi\":\"x\",\"size\":1,"
    "\"complete\":true,\"wall_seconds\":1,"
    "\"ranks\":[{\"rank\":0,\"host\":\"h\",\"wall\":1,\"mpi\":0,"
    "\"compute\":1,\"sent_bytes\":0,\"sent_count\":0}],"
    "\"messages\":[{\"from\":0,\"to\":0,\"count\":1,\"bytes\":1,"
    "\"sizes\":{\"1\":1}}],"
    "\"calls\":[{\"name\":\"MPI_Send\",\"count\":1,\"seconds\":0,"
    "\"bytes\":1,\"sizes\":{}}],"
    "\"callsites\":[{\"call\":\"MPI_Send\",\"frames\":[\"f\"],\"count\":1,"
    "\"seconds\":0,\"bytes\":1}],"
    "\"iterations\":{\"found\":false,\"count\":0,\"median_seconds\":0,"
    "\"calls_per_iteration\":0,\"seconds\":[]}}";

static void test_least(void)
{
    struct error err = { .text = "" };
    struct run *run;

    write_file(least, strlen(least));
    run = json_read(path, &err);
    if (!ok(run && run->messages == 1 && run->site[0].depth == 1,
            "the least report is one"))
        diag("%s", err.text);
    ok(run && run->iterations.stride == 1,
       "in which a sample is of one iteration");
    run_destroy(run);
}

static void test_refusals(void)
{
    static const struct {
        const char *what;
        const char *from; /* in the least report */
        const char *to;
        const char *message;
    } cases[] = {
        { "a newer one", "\"mitosis\":1", "\"mitosis\":2", "format 2" },
        { "another's", "\"mitosis\"", "\"other\"", "not a report of mitosis" },
        { "a text for a number", "\"size\":1", "\"size\":\"1\"",
          "'size' is not a whole number" },
        { "a fraction", "\"size\":1", "\"size\":1.5",
          "'size' is not a whole number" },
        { "too large a number", "\"size\":1", "\"size\":5000000000",
          "'size' is not a number that can be" },
        { "no ranks", "\"size\":1", "\"size\":0", "'size'" },
        { "a missing key", "\"wall_seconds\":1,", "",
          "'wall_seconds' is missing" },
        { "a missing key below", "\"compute\":1,", "",
          "'ranks[0].compute' is missing" },
        { "a number for a text", "\"host\":\"h\"", "\"host\":3",
          "'ranks[0].host' is not a text" },
        { "a negative count", "\"sent_count\":0", "\"sent_count\":-1",
          "'ranks[0].sent_count'" },
        { "a run that ended before it began", "\"wall_seconds\":1",
          "\"wall_seconds\":-1",
          "'wall_seconds' is not a number that can be" },
        { "a rank that computed less than nothing", "\"compute\":1",
          "\"compute\":-1", "'ranks[0].compute' is not a number that can" },
        { "an object for a list", "\"program\":[\"a\"]", "\"program\":{}",
          "'program' is not an array" },
        { "a list for an object", "\"sizes\":{}", "\"sizes\":[]",
          "'calls[0].sizes' is not an object" },
        { "no size class", "{\"1\":1}", "{\"3\":1}",
          "'messages[0].sizes.3' is not a size class" },
        { "no frames", "[\"f\"]", "[]", "'callsites[0].frames' is empty" },
        { "no frames at all", "\"frames\":[\"f\"],", "",
          "'callsites[0].frames' is empty" },
        { "a message from nobody", "\"from\":0", "\"from\":-1",
          "'messages[0]'" },
        { "a state that is none", "\"rank\":0", "\"rank\":0,\"state\":\"odd\"",
          "'ranks[0].state'" },
        { "a moment that is none", "\"size\":1",
          "\"size\":1,\"started\":\"now\"", "'started' is not a moment" },
        { "a key twice", "\"size\":1", "\"size\":1,\"size\":1", "not JSON" },
        { "something behind", "[]}}", "[]}} x", "not JSON" },
        { "no seconds", "\"seconds\":[]", "\"seconds\":[null]",
          "'iterations.seconds[0]' is not a number" },
        { "no JSON", "{\"mitosis\"", "mitosis", "not JSON: line 1" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        const char *at = strstr(least, cases[i].from);
        char text[4096];
        int len = snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - least),
                           least, cases[i].to, at + strlen(cases[i].from));
        struct run *run;

        write_file(text, len);
        run = json_read(path, &err);
        ok(!run, "%s: refused", cases[i].what);
        has(err.text, cases[i].message, "with the reason");
        has(err.text, path, "and the file's name");
        run_destroy(run);
    }
}

static void test_files(void)
{
    struct error err = { .text = "" };

    ok(!json_read(".", &err), "a folder is refused");
    has(err.text, ".: it is a folder and no report", "with the reason");
    ok(!json_read("/dev/zero", &err), "so is a device that has no end");
    has(err.text, "/dev/zero: it is a device and no report", "and says so");
    unlink(path);
    ok(!json_read(path, &err), "a file that is not there is refused");
    has(err.text, "No such file", "with the reason");
    ok(!json_read("/", &err), "so is a folder");
    has(err.text, "/: ", "with the reason: %s", err.text);
    write_file("", 0);
    ok(!json_read(path, &err), "and an empty file");
    has(err.text, "empty", "with the reason");
    ok(!json_read(path, NULL), "err may be NULL");
}

/* As a file system leaves them that lost power. */
static void test_zeroes(void)
{
    static const char zeroes[] =
        "\0\0\n"
        "{\"what\":\"resize\",\"from\":1,\"to\":2,\"outcome\":\"done\"}\n";
    struct error err = { .text = "" };
    struct run *run = run_create();

    write_file(zeroes, sizeof(zeroes) - 1);
    ok(json_read_changes(path, run, &err) == 0 && run->changes == 1
           && run->unseens == 1,
       "a line of zeroes before a change is told: %zu changes, %zu remarks",
       run->changes, run->unseens);
    run_destroy(run);
}

/* Lines of changes, of which the last may be cut off, as a job goes on. */
static void test_changes(void)
{
    static const char whole[] =
        "{\"what\":\"resize\",\"from\":1,\"to\":2,\"outcome\":\"done\"}\n";
    static const struct {
        const char *behind; /* the whole one */
        size_t changes, remarks;
    } cases[] = {
        { "", 1, 0 },
        { "{\"what\":\"res", 1, 0 },
        { "{\"what\":\"res\n", 1, 1 },
        { "{\"what\":\"res\n{\"wh", 1, 1 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct run *run = run_create();
        char text[256];
        int len = snprintf(text, sizeof(text), "%s%s", whole, cases[i].behind);

        write_file(text, (size_t)len);
        ok(json_read_changes(path, run, &err) == 0
               && run->changes == cases[i].changes
               && run->unseens == cases[i].remarks,
           "behind a change \"%.13s\": %zu changes, %zu remarks %s",
           cases[i].behind, run->changes, run->unseens, err.text);
        run_destroy(run);
    }
}

int main(void)
{
    char *folder = strdup(pages_folder());

    snprintf(path, sizeof(path), "%s/report.json", folder);
    test_round_trip();
    test_least();
    test_refusals();
    test_files();
    test_zeroes();
    test_changes();
    pages_remove(folder);
    free(folder);
    return tap_done();
}

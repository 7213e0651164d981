/* Tests of foresee/cluster/job_log.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "foresee/cluster/job_log.h"
#include "tests/tap.h"

static char file[] = "/tmp/job-log-XXXXXX";
static struct applications all;
static struct workload workload;
static struct job_log_notes notes;

static int read_text(const char *text, struct error *err)
{
    FILE *out = fopen(file, "w");

    fputs(text, out);
    fclose(out);
    workload_clear(&workload);
    return job_log_read(&workload, file, &all, &notes, err);
}

static void test_good(void)
{
    struct error err = { .text = "" };
    const struct workload_job *j;

    all.count = 2;
    application_init(&all.one[0], 0);
    application_init(&all.one[1], 0);
    all.one[1].executable = 7;
    ok(read_text("; Version: 2.2\n"
                 ";   MaxNodes: 64\n"
                 "; MaxProcs: 128\n"
                 "\n"
                 "  1 10 5 100 8 -1 -1 16 300 -1 1 3 1 7 1 1 -1 -1\n"
                 "2\t20 0 50 -1 -1 -1 4 -1 -1 1 3 1 2 1 1 -1 -1\r\n"
                 "3 30 0 -1 8 -1 -1 8 10 -1 5 3 1 7 1 1 -1 -1\n"
                 "4 40 0 9 1",
                 &err)
           == 0,
       "a log is read: %s", err.text);
    j = workload.job;
    ok(workload.jobs == 3 && workload.nodes == 128,
       "its jobs, and how large the machine is");
    ok(j->id == 1 && j->submit == 10 && j->seconds == 100 && j->size == 8
           && j->estimate == 3,
       "a job has its moment, time, nodes, and what its user said");
    ok(j->application == &all.one[1], "its application goes by its number");
    ok(j[1].size == 4 && j[1].estimate == 1 && j[1].application == &all.one[0],
       "what was asked for stands for what is not known");
    ok(j[2].size == 1, "a short last line without an end is a job");
    ok(notes.never_ran == 1 && notes.wrong == 0,
       "a job that never ran is left out and counted");
}

static void test_spoilt(void)
{
    struct error err = { .text = "" };

    ok(read_text("1 10 5 100 8\nx y z\n2 3\n3 -10 5 100 8\n4 1 1 1e999 1\n",
                 &err)
               == 0
           && workload.jobs == 1 && notes.wrong == 4,
       "lines that are spoilt are passed over and counted");
    has(notes.first.text, ":2: \"x\" is not a number",
        "the first one is told");
    ok(read_text("7 10 5 100 8\n1e30 10 5 100 8\n", &err) == 0
           && workload.jobs == 2 && workload.job[0].id == 7
           && workload.job[1].id == 2,
       "a number of a job that is none is its place in the log");
}

static void test_bad(void)
{
    static const struct {
        const char *text;
        const char *why;
    } bad[] = {
        { "", "it is empty" },
        { "; only a comment\n", "there is no job in it that ran" },
        { "1 10 5 -1 8\n", "there is no job in it that ran" },
        { "{ \"jobs\": [] }\n", "no other line is a job either" },
        { "\x1f\x8b...", "it is compressed; gunzip it first" },
    };
    struct error err;

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        err.text[0] = '\0';
        ok(read_text(bad[i].text, &err) < 0, "a file without jobs is refused");
        has(err.text, bad[i].why, "with the reason");
        has(err.text, file, "and its name");
    }
    ok(job_log_read(&workload, "/nowhere", &all, &notes, &err) < 0,
       "so is one that is not there");
    has(err.text, "/nowhere: No such file", "by its name");
    ok(job_log_read(&workload, "/dev/zero", &all, &notes, &err) < 0,
       "and one that has no end");
    has(err.text, "/dev/zero: it is a device and no log of jobs", "at once");
}

int main(void)
{
    int fd = mkstemp(file);

    test_good();
    test_spoilt();
    test_bad();
    workload_clear(&workload);
    close(fd);
    unlink(file);
    return tap_done();
}

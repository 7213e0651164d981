/* Tests of agent/batch/slurm_queue.c: what squeue says of our jobs
 *
 * The lines are of Slurm 22.05, but for those that are made up to be wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/batch/slurm_queue.h"
#include "tests/tap.h"

static void test_seconds(void)
{
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {
        { "29:58", 1798 },
        { "5:00", 300 },
        { "0:07", 7 },
        { "2:03:04", 7384 },
        { "1-02:03:04", 93784 },
        { "365-00:00:00", 31536000 },
        { "-0:12", 0 }, /* it is over, and Slurm has not ended it yet */
        { "UNLIMITED", SLURM_QUEUE_UNLIMITED },
        { "NOT_SET", SLURM_QUEUE_UNKNOWN },
        { "INVALID", SLURM_QUEUE_UNKNOWN },
        { "", SLURM_QUEUE_UNKNOWN },
        { "5:", SLURM_QUEUE_UNKNOWN },
        { "1:2:3:4", SLURM_QUEUE_UNKNOWN },
        { "1-", SLURM_QUEUE_UNKNOWN },
        { "x-1:00", SLURM_QUEUE_UNKNOWN },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double came = slurm_queue_seconds(cases[i].text);

        ok(came == cases[i].seconds, "\"%s\" are %g s, came %g", cases[i].text,
           cases[i].seconds, came);
    }
}

static void test_jobs(void)
{
    char text[] =
        "slurm_load_jobs: warning: something|that is no job\n"
        "\n"
        "26_2|26|PENDING|5:00|N/A||1|main|(null)|normal|(null)|(null)|a "
        "b|(null)\n"
        "25|25|RUNNING|1-02:03:58|1764093838|h1|4|main|physics|(null)|night|"
        "fast&new|"
        "a|b|odd | one\n"
        "9_1|31|COMPLETING|28:59|1764001739|h2|4|main|(null)|(null)|(null)|("
        "null)|"
        "mitosis-8-heat-k3x9a1|mitosis request 1\n"
        "30|30|CONFIGURING|28:59|x|h2|x|main|(null)|(null)|(null)|(null)|n|c\n"
        "31|31|SUSPENDED|28:59|1764000020|h2|4|main|(null)|(null)|(null)|("
        "null)|n|c\n"
        "34|34|SIGNALING|28:59|1764000100|h2|4|main|(null)|(null)|(null)|("
        "null)|n|c\n"
        "32|32|SOMETHING_NEW|28:59|2026-11-25T08:26:51|h2|4|main|(null)|(null)"
        "|(null)|(null)|n|\n"
        "33|33|RUNNING|28:59|0|h2|4|main|(null)|(null)|cut off";
    static const struct {
        const char *id, *raw;
        enum slurm_queue_state state;
        double left;
        const char *nodes;
        int cores;
        const char *account, *qos, *reservation, *features, *name, *comment;
    } expected[] = {
        { "26_2", "26", SLURM_QUEUE_WAITS, 300, "", 1, "", "normal", "", "",
          "a b", "" },
        { "25", "25", SLURM_QUEUE_RUNS, 93838, "h1", 4, "physics", "", "night",
          "fast&new", "a", "b|odd | one" },
        { "9_1", "31", SLURM_QUEUE_ENDS, 1739, "h2", 4, "", "", "", "",
          "mitosis-8-heat-k3x9a1", "mitosis request 1" },
        { "30", "30", SLURM_QUEUE_WAITS, 1739, "h2", 0, "", "", "", "", "n",
          "c" },
        { "31", "31", SLURM_QUEUE_RUNS, 20, "h2", 4, "", "", "", "", "n",
          "c" },
        { "34", "34", SLURM_QUEUE_RUNS, 100, "h2", 4, "", "", "", "", "n",
          "c" },
        { "32", "32", SLURM_QUEUE_ENDS, 1739, "h2", 4, "", "", "", "", "n",
          "" },
    };
    static const double now = 1764000000;
    struct slurm_queue_job j;
    char *at = text;

    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        bool read = slurm_queue_next(&at, now, &j);

        if (!ok(read && strcmp(j.id, expected[i].id) == 0
                    && strcmp(j.raw, expected[i].raw) == 0
                    && j.state == expected[i].state
                    && j.left == expected[i].left
                    && strcmp(j.nodes, expected[i].nodes) == 0
                    && j.cores == expected[i].cores
                    && strcmp(j.has[SLURM_OPTION_PARTITION], "main") == 0
                    && strcmp(j.has[SLURM_OPTION_ACCOUNT], expected[i].account)
                           == 0
                    && strcmp(j.has[SLURM_OPTION_QOS], expected[i].qos) == 0
                    && strcmp(j.has[SLURM_OPTION_RESERVATION],
                              expected[i].reservation)
                           == 0
                    && strcmp(j.has[SLURM_OPTION_CONSTRAINT],
                              expected[i].features)
                           == 0
                    && strcmp(j.name, expected[i].name) == 0
                    && strcmp(j.comment, expected[i].comment) == 0,
                "job %s is read", expected[i].id)
            && read)
            diag("%s, %.0f s, \"%s\", \"%s\"", j.id, j.left, j.name,
                 j.comment);
    }
    ok(!slurm_queue_next(&at, now, &j), "and a line that is cut off is none");
}

/* Who is preempted has the time limit that it had, and another end. */
static void test_cut(void)
{
    static const struct {
        const char *left, *ends;
        double seconds;
        bool cut;
    } cases[] = {
        { "29:58", "1764001798", 1798, false },
        { "29:58", "1764001797", 1797, false },
        { "29:58", "1764000020", 20, true },
        { "29:58", "1763999990", 0, true },
        { "29:58", "NONE", 1798, false },
        { "29:58", "2025-11-24T16:00:20", 1798, false },
        { "0:20", "1764000010", 10, false },
        { "UNLIMITED", "1795536000", SLURM_QUEUE_UNLIMITED, false },
        { "UNLIMITED", "1764000020", 20, true },
        { "INVALID", "1764000020", SLURM_QUEUE_UNKNOWN, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[200], *at = text;
        struct slurm_queue_job j;
        bool read;

        snprintf(text, sizeof(text), "8|8|RUNNING|%s|%s|h2|4|main|||||n|c\n",
                 cases[i].left, cases[i].ends);
        read = slurm_queue_next(&at, 1764000000, &j);
        ok(read && j.left == cases[i].seconds && j.cut == cases[i].cut,
           "with %s left and the end at %s there are %g s%s", cases[i].left,
           cases[i].ends, j.left, j.cut ? ", fewer than its time limit" : "");
    }
}

int main(void)
{
    test_seconds();
    test_jobs();
    test_cut();
    return tap_done();
}

/* Tests of agent/batch/slurm_pending.c: which jobs of others wait
 *
 * The lines are of Slurm 22.05, but for those that are made up to be wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "agent/batch/slurm_pending.h"
#include "tests/tap.h"

static const struct {
    const char *text;
    int pending;
    double least; /* 0: none */
    const char *what;
} waiting[] = {
    { "", 0, 0, "nobody waits" },
    { "cpu=8,mem=4M,node=4,billing=8|Resources|heat|(null)\n", 1, 4,
      "one lacks nodes" },
    { "node=4|Resources|a|(null)\nnode=2|Priority|b|(null)\n"
      "node=1|Priority|c|x\n",
      3, 4, "others wait for their turn" },
    { "node=4|Resources|a|(null)\nnode=2|None|b|(null)\n", 2, 2,
      "Slurm has not looked at one yet" },
    { "node=2|Priority|b|(null)\n", 1, 0, "the first was started just now" },
    { "cpu=1,node=2K|Resources|a|(null)\n", 1, 2048, "one takes thousands" },
    { "node=2|Dependency|a|(null)\nnode=2|JobHeldUser|a|(null)\n"
      "node=1|BeginTime|a|\nnode=1|QOSMaxJobsPerUserLimit|a|\n",
      0, 0, "some wait for something else" },
    { "node=1|Resources|mitosis-8-heat-k3x9a1|mitosis request 1\n"
      "node=1|Priority|mitosis-9-other|mitosis request 2\n",
      0, 0, "companions are none" },
    { "node=1|Resources|mitosis-8-heat|(null)\n"
      "node=1|Resources|a|mitosis request 1\n",
      2, 1, "who is called or says the same is one" },
    { "node=1|Resources|a b|b|c\n", 1, 1,
      "a comment may have anything in it" },
    { "squeue: error: no|thing\nnode=1|Resources\n|Resources|a|\n"
      "node=x|Resources|a|b\ncpu=1|Resources|a|b\n",
      0, 0, "lines that are wrong are none" },
};

static void test_waiting(void)
{
    for (size_t i = 0; i < sizeof(waiting) / sizeof(waiting[0]); i++) {
        struct batch_queue q = { 7, 7, 7 };
        char text[400];
        double least;

        strcpy(text, waiting[i].text);
        slurm_pending_take(&q, text);
        least = isnan(q.least_nodes) ? 0 : q.least_nodes;
        if (!ok(q.pending == waiting[i].pending && least == waiting[i].least
                    && q.idle_nodes == 7,
                "%s", waiting[i].what))
            diag("%d wait, for %g", q.pending, q.least_nodes);
    }
}

static const struct {
    const char *text;
    int idle;
    const char *what;
} idle[] = {
    { "", 0, "nothing is idle" },
    { "3|idle\n", 3, "three are idle" },
    { "2|idle\n1|idle*\n4|idle~\n1K|idle", 1026,
      "who does not answer or sleeps is not" },
    { "2|mixed\n1|draining\n", 0, "nor is who has something to do" },
    { "sinfo: error\n3|idle\n", 0, "what is wrong is none" },
};

static void test_idle(void)
{
    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++) {
        struct batch_queue q = { 7, 7, 7 };

        slurm_pending_idle_take(&q, idle[i].text);
        if (!ok(q.idle_nodes == idle[i].idle && q.pending == 7, "%s",
                idle[i].what))
            diag("%d are idle", q.idle_nodes);
    }
}

static void test_words(void)
{
    struct string_list words = { 0 };

    slurm_pending_words("main", &words);
    slurm_pending_idle_words("main", &words);
    ok(!words.failed && strcmp(words.text[0], "squeue") == 0
           && strcmp(words.text[3], "--partition=main") == 0
           && strcmp(words.text[5], "sinfo") == 0
           && strcmp(words.text[8], "--partition=main") == 0,
       "squeue and sinfo are asked of the partition alone");
    string_list_clear(&words);
}

int main(void)
{
    test_waiting();
    test_idle();
    test_words();
    return tap_done();
}

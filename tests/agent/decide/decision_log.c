/* Tests of agent/decide/decision_log.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/decide/decision_log.h"
#include "policy/synthetic_job.h"
#include "tests/tap.h"

static struct decision_log decisions;
static char text[4096];

static void test_pages(void)
{
    struct policy_job *job = synthetic_job("loaded-here");

    ok(!decision_log_read(&decisions, 0, text, sizeof(text)),
       "at first it is empty");
    decision_log_outcome(&decisions, "lost");
    decision_log_enter(&decisions, 1, NULL, "nothing: early");
    ok(decision_log_read(&decisions, 0, text, sizeof(text))
           && strcmp(text, "1.0 s\n    nothing: early\n") == 0,
       "what was decided is there");
    decision_log_enter(&decisions, 2, NULL, "nothing: early");
    decision_log_enter(&decisions, 3, NULL, "nothing: early");
    decision_log_read(&decisions, 0, text, sizeof(text));
    has(text, "1.0 to 3.0 s, 3 times\n", "the same again is told once");
    decision_log_enter(&decisions, 4, job, "resize 2");
    decision_log_outcome(&decisions, "not done: %d", 1);
    decision_log_enter(&decisions, 5, job, "resize 2");
    decision_log_outcome(&decisions, "not done: %d", 2);
    decision_log_read(&decisions, 1, text, sizeof(text));
    has(text, "4.0 to 5.0 s, 2 times: sync 1000, 4 ranks, ",
        "with what was seen");
    has(text, "2.0 cores wanted by others", "of others, too");
    has(text, "    resize 2\n    not done: 2\n", "and what came of it");
    decision_log_enter(&decisions, 6, job, "resize 2");
    decision_log_begin(&decisions);
    decision_log_enter(&decisions, 7, job, "resize 2");
    ok(decisions.count == 3, "one that was begun is a page of its own");
    decision_log_result(&decisions, "iterations take 9 %% less time");
    decision_log_read(&decisions, 1, text, sizeof(text));
    has(text, "9 % less", "what came of it is told there");
    ok(decision_log_read(&decisions, 2, text, sizeof(text))
           && !strstr(text, "9 %"),
       "and not of what was decided since");
    decision_log_pass(&decisions);
    decision_log_result(&decisions, "iterations take 7 %% less time");
    decision_log_read(&decisions, 1, text, sizeof(text));
    ok(!strstr(text, "7 %"), "what a user's change brought is not");
    policy_job_destroy(job);
}

static void test_end(void)
{
    char decision[32];
    int late = 0;

    decision_log_begin(&decisions);
    for (int i = 0; i < 100; i++) {
        snprintf(decision, sizeof(decision), "resize %d", i);
        decision_log_enter(&decisions, 10 + i, NULL, decision);
    }
    decision_log_read(&decisions, 0, text, sizeof(text));
    has(text, "resize 68\n", "the oldest are forgotten");
    ok(decision_log_read(&decisions, DECISION_LOG_PAGES - 1, text,
                         sizeof(text)),
       "the last ones are there");
    has(text, "resize 99\n", "in order");
    ok(!decision_log_read(&decisions, DECISION_LOG_PAGES, text, sizeof(text)),
       "to the end");
    decision_log_result(&decisions, "too late");
    for (int i = 0; i < DECISION_LOG_PAGES; i++) {
        decision_log_read(&decisions, i, text, sizeof(text));
        late += strstr(text, "too late") != NULL;
    }
    ok(late == 0, "what came of one that is forgotten is told of no other");
}

int main(void)
{
    test_pages();
    test_end();
    return tap_done();
}

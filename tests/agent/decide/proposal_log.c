/* Tests of agent/decide/proposal_log.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/decide/proposal_log.h"
#include "tests/tap.h"

/* Whether the same was said before a change says nothing of it afterwards. */
static void test_again(void)
{
    static struct proposal_log m;
    char text[2048];

    proposal_log_enter(&m, 1, "h1", "resize 2", "", "not done: too late");
    proposal_log_enter(&m, 2, "h2", "resize 3", "", NULL);
    proposal_log_enter(&m, 3, "h1", "resize 2", "", "not done: too late");
    ok(proposal_log_read(&m, 2, text, sizeof(text)),
       "what is proposed again after a change is told again");
    has(text, "3.0 s: h1 proposes", "with its own time");
}

/* One was begun, and is not kept any more when it is known what came of it. */
static void test_forgotten(void)
{
    static struct proposal_log m;
    char text[2048], change[32];
    int late = 0;

    proposal_log_enter(&m, 1, "h1", "resize 2", "", NULL);
    for (int i = 0; i < PROPOSAL_LOG_ITEMS; i++) {
        snprintf(change, sizeof(change), "resize %d", i + 3);
        proposal_log_enter(&m, 2, "h1", change, "", "not done: too late");
    }
    proposal_log_outcome(&m, "done long ago");
    for (int i = 0; proposal_log_read(&m, i, text, sizeof(text)); i++)
        late += strstr(text, "done long ago") != NULL;
    ok(late == 0, "what came of one that is forgotten is told of no other");
}

int main(void)
{
    static struct proposal_log m;
    char text[2048], change[32];

    ok(!proposal_log_read(&m, 0, text, sizeof(text)), "they begin empty");
    proposal_log_enter(&m, 1.5, "h2", "migrate 1 h2", "it is idle", NULL);
    proposal_log_enter(&m, 1.6, "h2", "migrate 1 h2", "",
                       "not done: under way");
    proposal_log_enter(&m, 2, "h3", "migrate 1 h3", "", "not done: too late");
    proposal_log_enter(&m, 3, "h3", "migrate 1 h3", "", "not done: too late");
    proposal_log_outcome(&m, "done in 0.2 s");
    proposal_log_add(&m, "it paid");
    ok(proposal_log_read(&m, 0, text, sizeof(text)), "a proposal is kept");
    has(text, "1.5 s: h2 proposes migrate 1 h2: it is idle\n",
        "with who made it, when and why");
    has(text, "done in 0.2 s; it paid\n", "and what came of it in the end");
    proposal_log_read(&m, 1, text, sizeof(text));
    has(text, "not done: under way", "which is that one's alone");
    proposal_log_read(&m, 2, text, sizeof(text));
    has(text, "2.0 s to 3.0 s, 2 times: h3 proposes migrate 1 h3\n",
        "what is repeated is told once");
    for (int i = 0; i < 2 * PROPOSAL_LOG_ITEMS; i++)
        proposal_log_enter(&m, 3, i % 2 ? "h3" : "h4", "migrate 1 h3", "",
                           "not done: too late");
    proposal_log_read(&m, 0, text, sizeof(text));
    has(text, "h2 proposes migrate 1 h2",
        "nor does one that two repeat in turns drive out others");
    proposal_log_read(&m, 3, text, sizeof(text));
    has(text, "32 times: h4 proposes", "it is told once for each");
    ok(!proposal_log_read(&m, 4, text, sizeof(text)), "that is all");
    for (int i = 0; i < 2 * PROPOSAL_LOG_ITEMS; i++) {
        snprintf(change, sizeof(change), "resize %d", i);
        proposal_log_enter(&m, 4 + i, "h1", change, "", NULL);
    }
    proposal_log_outcome(&m, "long ago");
    proposal_log_read(&m, 0, text, sizeof(text));
    snprintf(change, sizeof(change), "resize %d", PROPOSAL_LOG_ITEMS);
    has(text, change, "the oldest ones are forgotten");
    ok(!proposal_log_read(&m, PROPOSAL_LOG_ITEMS, text, sizeof(text)),
       "there is room for %d", PROPOSAL_LOG_ITEMS);
    test_again();
    test_forgotten();
    return tap_done();
}

/* optional_fields.c - what a report need not tell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/json/optional_fields.h"

void optional_fields_fill_change(struct run_change *change)
{
    if (!change->why)
        change->why = "";
    if (!change->order)
        change->order = "";
    change->done = strcmp(change->outcome, "done") == 0;
}

static const char *text_or_blank(const char *text)
{
    return text ? text : "";
}

void optional_fields_fill_policy(struct run_policy *policy)
{
    policy->options = text_or_blank(policy->options);
    policy->limits = text_or_blank(policy->limits);
    policy->figures = text_or_blank(policy->figures);
    policy->fault = text_or_blank(policy->fault);
    for (size_t i = 0; i < policy->answers; i++) {
        struct run_answer *a = &policy->answer[i];

        a->who = text_or_blank(a->who);
        a->outcome = text_or_blank(a->outcome);
    }
}

static void fill_verdict(struct run_verdict *verdict)
{
    verdict->line = text_or_blank(verdict->line);
    verdict->advice = text_or_blank(verdict->advice);
    verdict->call = text_or_blank(verdict->call);
    verdict->because = text_or_blank(verdict->because);
}

void optional_fields_fill(struct run *run)
{
    fill_verdict(&run->verdict);
    fill_verdict(&run->second);
    for (size_t i = 0; i < run->ranks; i++)
        if (!run->rank[i].host)
            run->rank[i].host = "";
    for (size_t i = 0; i < run->calls; i++)
        if (!run->call[i].kind)
            run->call[i].kind = "other";
    for (size_t i = 0; i < run->comms; i++) {
        if (!run->comm[i].name)
            run->comm[i].name = "";
        if (!run->comm[i].members)
            run->comm[i].members = "";
    }
    for (size_t i = 0; i < run->changes; i++)
        optional_fields_fill_change(&run->change[i]);
    for (size_t i = 0; i < run->policies; i++)
        optional_fields_fill_policy(&run->policy[i]);
    for (size_t i = 0; i < run->generations; i++)
        if (!run->generation[i].state)
            run->generation[i].state = "";
    if (run->iterations.stride == 0)
        run->iterations.stride = 1;
    for (size_t i = 0; i < run->iterations.loops; i++)
        if (!run->iterations.loop[i].mark)
            run->iterations.loop[i].mark = "";
}

/* policies.c - what had a say in when a job was changed, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/append_text.h"
#include "report/model/units.h"
#include "report/text/policies.h"

enum { ANSWERS = 8, NOTES = 16, SENTENCE = 1024 };

#define say(text, ...) append_text(text, SENTENCE, __VA_ARGS__)

static void print_head(const struct run_policy *policy, struct columns *p)
{
    char text[SENTENCE] = "";

    say(text, "The %s %.100s", policy->kind, policy->name);
    if (*policy->options)
        say(text, " (%.300s)", policy->options);
    if (*policy->limits)
        say(text, ", with the limits %.40s,", policy->limits);
    if (policy->asked > 0)
        say(text, " was asked %" PRIu64 " time%s, every %s", policy->asked,
            unit_plural(policy->asked), unit_time(policy->every).text);
    else
        say(text, " was never asked");
    if (*policy->figures)
        say(text, ", shown the figures of %.100s", policy->figures);
    if (policy->off)
        say(text, "; it failed and was switched off");
    say(text, ".");
    if (*policy->fault)
        say(text, "  Wrong with it: %.300s.", policy->fault);
    putc('\n', p->out);
    columns_wrap(p, 2, "%s", text);
}

/* How it saw the job. */
static void say_sight(const struct run_answer *a, char text[SENTENCE])
{
    if (a->ranks == 0)
        return;
    say(text, " (%d rank%s", a->ranks, unit_plural((uint64_t)a->ranks));
    if (a->iteration_time > 0)
        say(text, ", %s an iteration", unit_time(a->iteration_time).text);
    if (a->efficiency > 0)
        say(text, ", efficiency %.0f %%", 100 * a->efficiency);
    say(text, ", %.1f cores free)", a->free_cores);
}

static void print_answer(const struct run_answer *a, struct columns *p)
{
    char text[SENTENCE] = "";

    say(text, "at %s", unit_time(a->since).text);
    if (a->times > 1)
        say(text, " to %s, %" PRIu64 " times", unit_time(a->until).text,
            a->times);
    if (*a->who)
        say(text, ", %.60s proposed", a->who);
    say(text, ": %.300s", a->answer);
    if (*a->outcome)
        say(text, "; %.300s", a->outcome);
    say_sight(a, text);
    columns_wrap(p, 4, "%s", text);
}

static void print_policy(const struct run_policy *policy, struct columns *p)
{
    size_t first = policy->answers > ANSWERS ? policy->answers - ANSWERS : 0;

    print_head(policy, p);
    if (first > 0)
        columns_wrap(p, 4, "%zu earlier answer%s, then", first,
                     unit_plural(first));
    for (size_t i = first; i < policy->answers; i++)
        print_answer(&policy->answer[i], p);
    for (size_t i = 0; i < policy->notes && i < NOTES; i++)
        columns_wrap(p, 4, "last, %s", policy->note[i]);
}

void policies_print(const struct run *run, struct columns *p)
{
    for (size_t i = 0; i < run->policies; i++)
        print_policy(&run->policy[i], p);
}

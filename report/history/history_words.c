/* history_words.c - what became of a program, in sentences
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/append_text.h"
#include "report/history/history_change.h"
#include "report/history/history_words.h"
#include "report/model/units.h"

#define say(text, ...) append_text(text, HISTORY_WORDS, __VA_ARGS__)

void history_words_moment(uint64_t ns, char text[HISTORY_MOMENT])
{
    time_t seconds = ns / 1000000000;
    struct tm tm;

    snprintf(text, HISTORY_MOMENT, "-");
    if (ns > 0 && gmtime_r(&seconds, &tm))
        strftime(text, HISTORY_MOMENT, "%Y-%m-%d %H:%M", &tm);
}

/* What the series goes by. */
static const char *unit_of(const struct history_series *s)
{
    return s->iterations ? "an iteration" : "the run";
}

static void say_cause(const struct history_cause *cause,
                      const char *intro,
                      char text[HISTORY_WORDS])
{
    say(text, " %s is in %.200s: %s a rank instead of %s.", intro, cause->name,
        unit_time(cause->after).text, unit_time(cause->before).text);
}

void history_words_change(const struct history_series *s,
                          const struct history_change *c,
                          char text[HISTORY_WORDS])
{
    double share = history_change_share(c);
    struct history_cause cause;
    char when[HISTORY_MOMENT];

    text[0] = '\0';
    history_words_moment(s->run[c->at].started_ns, when);
    say(text, "Since %.200s (%s UTC) %s takes %.0f %% %s: %s instead of %s",
        s->run[c->at].name, when, unit_of(s), 100 * fabs(share),
        share > 0 ? "longer" : "less", unit_time(c->after).text,
        unit_time(c->before).text);
    if (c->runs > 1)
        say(text, ", in %zu runs.", c->runs);
    else
        say(text, ", in one run.");
    if (history_change_part(s, c, &cause))
        say_cause(&cause, "The largest difference", text);
    if (history_change_place(s, c, &cause))
        say_cause(&cause, "Of places, the largest", text);
    if (!history_change_same_hosts(s, c))
        say(text, " It ran on other hosts.");
}

void history_words_steady(const struct history_series *s,
                          char text[HISTORY_WORDS])
{
    size_t n = history_change_runs(s, 0, s->count);

    text[0] = '\0';
    if (s->other_loops > 0 && s->iterations)
        say(text,
            "In %zu of these runs an iteration is another loop, so %s not "
            "compared. ",
            s->other_loops, s->other_loops == 1 ? "it is" : "they are");
    else if (s->other_loops > 0)
        say(text,
            "What was found to be an iteration is not the same loop in most "
            "of these runs, so the whole runs are compared. ");
    if (s->changes > 0)
        return;
    if (n == 0)
        say(text, "None of these runs completed.");
    else if (n == 1)
        say(text, "One run alone tells no change.");
    else if (!s->iterations && s->noise <= 0)
        say(text, "%s%zu of them are too few to tell a change from noise.",
            s->other_loops > 0
                ? ""
                : "No iterations were found in these runs, and ",
            n);
    else if (s->noise > 0)
        say(text,
            "No run differs from the others by more than noise; runs differ "
            "by up to %s.",
            unit_time(s->noise).text);
    else
        say(text, "No run differs from the others by more than noise.");
}

void history_words_scaling(const struct history_scaling *s,
                           char text[HISTORY_WORDS])
{
    const struct history_run *run = s->run[0];
    size_t i = 0;

    text[0] = '\0';
    if (s->iterations)
        return;
    while (i < s->sizes && s->run[i]->iteration > 0)
        i++;
    if (i < s->sizes)
        say(text, "In the run with %d rank%s no iterations were found",
            s->run[i]->most, unit_plural((uint64_t)s->run[i]->most));
    else
        say(text,
            "What was found to be an iteration with %d rank%s is another loop "
            "with other numbers of ranks",
            run->most, unit_plural((uint64_t)run->most));
    say(text, ", so whole runs are compared, with their start and end.");
}

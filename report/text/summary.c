/* summary.c - what there is to say of a run, before all pictures
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/append_text.h"
#include "report/model/run_change.h"
#include "report/model/units.h"
#include "report/text/progress.h"
#include "report/text/summary.h"

enum { CHANGES = 3, INCIDENTS = 3 }; /* told one by one */

static const double ALIKE = 0.02; /* a change of pace that is none */

#define say(text, ...) append_text(text, SUMMARY_TEXT, __VA_ARGS__)

void summary_program(const struct run *run, char text[SUMMARY_TEXT])
{
    text[0] = '\0';
    if (run->arguments == 0)
        say(text, "an unknown program");
    for (size_t i = 0; i < run->arguments; i++) {
        if (strlen(text) + strlen(run->program[i]) > 200 && i > 0) {
            say(text, " ...");
            return;
        }
        say(text, "%s%.200s", i > 0 ? " " : "", run->program[i]);
    }
}

/* ---- how long ---- */

static void say_ranks(const struct run *run, char text[SUMMARY_TEXT])
{
    int least = run_fewest_ranks(run), most = run->size;

    if (least < most)
        say(text, " with %d to %d ranks", least, most);
    else
        say(text, " with %d rank%s", most, unit_plural((uint64_t)most));
    if (run->hosts == 1)
        say(text, " on the host %.100s", run->host[0].name);
    else
        say(text, " on %zu hosts", run->hosts);
}

void summary_length(const struct run *run, char text[SUMMARY_TEXT])
{
    const struct run_iterations *it = &run->iterations;
    char each[PROGRESS_TEXT];

    progress_iteration(it, each);
    text[0] = '\0';
    say(text, run->foreseen ? "It would run for %s" : "It ran for %s",
        unit_time(run->wall).text);
    say_ranks(run, text);
    say(text, run->complete ? ", to the end." : ", and did not complete: ");
    if (!run->complete)
        say(text, "%.1000s.", run->reason);
    if (it->found)
        say(text, " Of its %" PRIu64 " iteration%s, one %s %s.", it->count,
            unit_plural(it->count), run->foreseen ? "would take" : "took",
            each);
    if (run->foreseen)
        say(text, " All is foreseen by mitosis sim: %.500s.", run->foreseen);
}

/* ---- what was changed ---- */

static void say_pace(const struct run *run,
                     const struct run_change *c,
                     char text[SUMMARY_TEXT])
{
    double ratio;

    if (!(c->before > 0 && c->after > 0))
        return;
    ratio = c->after / c->before;
    say(text, "; an iteration %s %s before and %s after it",
        run->foreseen ? "would take" : "took", unit_time(c->before).text,
        unit_time(c->after).text);
    if (ratio < 1 - ALIKE)
        say(text, ", %.0f %% less", 100 * (1 - ratio));
    else if (ratio > 1 + ALIKE)
        say(text, ", %.0f %% more", 100 * (ratio - 1));
}

static void say_change(const struct run *run,
                       const struct run_change *c,
                       char text[SUMMARY_TEXT])
{
    say(text, " At %s a %.40s", unit_time(c->at).text,
        c->order && *c->order ? c->order : c->what);
    if (c->why[0])
        say(text, " (%.200s)", c->why);
    if (!c->done) {
        say(text, " was given up: %.200s.", c->outcome);
        return;
    }
    if (c->from != c->to)
        say(text, " %s it from %d to %d ranks",
            run->foreseen ? "would take" : "took", c->from, c->to);
    else
        say(text, " %s it at %d rank%s",
            run->foreseen ? "would leave" : "left", c->to,
            unit_plural((uint64_t)c->to));
    say_pace(run, c, text);
    say(text, ".");
}

/* Of many, where it began and where it came to. */
static void say_many(const struct run *run, char text[SUMMARY_TEXT])
{
    const struct run_change *first = NULL, *last = NULL;

    for (size_t i = 0; i < run->changes; i++)
        if (run->change[i].done) {
            first = first ? first : &run->change[i];
            last = &run->change[i];
        }
    if (!first)
        return;
    say(text, " From %d rank%s it %s to %d", first->from,
        unit_plural((uint64_t)first->from),
        run->foreseen ? "would come" : "came", last->to);
    if (first->before > 0 && last->after > 0)
        say(text,
            ", from %s an iteration before the first change to %s after the"
            " last",
            unit_time(first->before).text, unit_time(last->after).text);
    say(text, ".");
}

static void say_changes(const struct run *run, char text[SUMMARY_TEXT])
{
    double stopped = 0, waited = run_change_waited(run);
    size_t done = 0;

    for (size_t i = 0; i < run->changes; i++) {
        done += run->change[i].done;
        stopped += run->change[i].stopped;
    }
    if (run->changes == 0)
        return;
    say(text,
        run->foreseen ? "It would be changed %zu time%s"
                      : "It was changed %zu time%s while it ran",
        done, unit_plural(done));
    if (done < run->changes)
        say(text, ", and %zu change%s given up", run->changes - done,
            run->changes - done == 1 ? " was" : "s were");
    if (stopped > 0)
        say(text, ", and %s still for %s for that",
            run->foreseen ? "stand" : "stood", unit_time(stopped).text);
    if (waited > 0)
        say(text, ", after its first ranks had waited %s",
            unit_time(waited).text);
    say(text, ".");
    if (run->changes > CHANGES)
        say_many(run, text);
    else
        for (size_t i = 0; i < run->changes; i++)
            say_change(run, &run->change[i], text);
}

/* Of one that has changed nothing the last answer is what there is to say. */
static void say_unchanged(const struct run_policy *p, char text[SUMMARY_TEXT])
{
    const struct run_answer *last =
        p->answers > 0 ? &p->answer[p->answers - 1] : NULL;

    say(text,
        "%sThe %s %.60s was asked %" PRIu64 " time%s and changed nothing",
        *text ? " " : "", p->kind, p->name, p->asked, unit_plural(p->asked));
    if (*p->fault)
        say(text, ": %.200s", p->fault);
    else if (last)
        say(text, "; last it said %.150s%s%.100s", last->answer,
            *last->outcome ? ", " : "", last->outcome);
    say(text, ".");
}

void summary_changes(const struct run *run, char text[SUMMARY_TEXT])
{
    text[0] = '\0';
    say_changes(run, text);
    for (size_t i = 0; i < run->policies && run->changes == 0; i++)
        say_unchanged(&run->policy[i], text);
    for (size_t i = 0; i < run->incidents && i < INCIDENTS; i++)
        say(text, "%s%c%s.", *text ? " " : "",
            toupper((unsigned char)run->incident[i][0]), run->incident[i] + 1);
}

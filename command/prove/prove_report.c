/* prove_report.c - what was tried, what was found, and how it is told
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/emit.h"
#include "base/grow.h"
#include "command/common/say.h"
#include "command/prove/prove_report.h"

struct prove_finding *prove_report_find(struct prove_report *r)
{
    if (!grow(&r->finding, sizeof(r->finding[0]), r->findings,
              &r->findings_room))
        die(EXIT_USAGE, "out of memory");
    r->finding[r->findings] = (struct prove_finding){ .rank = -1 };
    return &r->finding[r->findings++];
}

struct prove_trial *prove_report_try(struct prove_report *r)
{
    if (!grow(&r->trial, sizeof(r->trial[0]), r->trials, &r->trials_room))
        die(EXIT_USAGE, "out of memory");
    r->trial[r->trials] = (struct prove_trial){ .done = false };
    return &r->trial[r->trials++];
}

void prove_report_name(struct prove_finding *f,
                       const struct sums_item *item,
                       const struct prove_difference *d)
{
    strcpy(f->name, item->name);
    strcpy(f->place, item->place);
    f->sync = d->sync;
    f->rank = d->rank;
}

/* ---- as text ---- */

static size_t count_done(const struct prove_report *r)
{
    size_t done = 0;

    for (size_t i = 0; i < r->trials; i++)
        done += r->trial[i].done;
    return done;
}

static bool is_any_compared(const struct prove_report *r)
{
    return r->items_compared > 0 || r->lines_compared > 0;
}

bool prove_report_proved(const struct prove_report *r)
{
    return r->findings == 0 && r->trials > 0 && count_done(r) == r->trials
           && is_any_compared(r);
}

/* The first one whose change was not made, or NULL. */
static const struct prove_trial *first_undone(const struct prove_report *r)
{
    for (size_t i = 0; i < r->trials; i++)
        if (!r->trial[i].done)
            return &r->trial[i];
    return NULL;
}

static void print_alike(const struct prove_report *r)
{
    const struct prove_trial *undone = first_undone(r);

    say_result("nothing differs after %zu of %zu trials", count_done(r),
               r->trials);
    if (r->items_compared < r->items || r->lines_compared < r->lines)
        say_result(", of what was compared: %zu of %zu registered, %zu of %zu "
                   "lines of output",
                   r->items_compared, r->items, r->lines_compared, r->lines);
    if (undone)
        say_result("; the changes of the others could not be made, so it is "
                   "not proved (%s: %s)%s",
                   undone->script, undone->outcome,
                   strstr(undone->script, "resize")
                       ? "; --sizes same leaves resizes out"
                       : "");
    say_result("\n");
}

/* What repeats the last trial alone, or all of them. */
static void print_repeat(const struct prove_report *r)
{
    const char *script = r->trials ? r->trial[r->trials - 1].script : NULL;

    if (script)
        say_result("once more: mitosis prove --script \"%s\" %s\n", script,
                   r->command);
    else
        say_result("once more: mitosis prove %s\n", r->command);
}

void prove_report_print(const struct prove_report *r)
{
    for (size_t i = 0; i < r->findings; i++)
        say_result("%s\n  %s\n", r->finding[i].text, r->finding[i].reason);
    for (size_t i = 0; i < r->notes.count; i++)
        say_result("note: %s\n", r->notes.text[i]);
    if (r->findings > 0)
        print_repeat(r);
    else if (count_done(r) > 0 && is_any_compared(r))
        print_alike(r);
    else if (count_done(r) > 0)
        say_result("nothing could be compared, so nothing is proved\n");
    else
        say_result("no change could be made, so nothing is proved\n");
}

/* ---- as JSON ---- */

static void emit_trials(struct emit *e, const struct prove_report *r)
{
    emit_array(e, "trials", true);
    for (size_t i = 0; i < r->trials; i++) {
        const struct prove_trial *t = &r->trial[i];

        emit_object(e, NULL, false);
        emit_text(e, "script", t->script);
        emit_bool(e, "done", t->done);
        emit_bool(e, "alike", t->alike);
        emit_text(e, "outcome", t->outcome);
        emit_end(e);
    }
    emit_end(e);
}

static void emit_findings(struct emit *e, const struct prove_report *r)
{
    emit_array(e, "findings", true);
    for (size_t i = 0; i < r->findings; i++) {
        const struct prove_finding *f = &r->finding[i];

        emit_object(e, NULL, false);
        if (*f->name) {
            emit_text(e, "name", f->name);
            emit_text(e, "registered", f->place);
        }
        if (f->sync > 0)
            emit_count(e, "sync", f->sync);
        if (f->rank >= 0)
            emit_integer(e, "rank", f->rank);
        emit_text(e, "text", f->text);
        emit_text(e, "reason", f->reason);
        emit_end(e);
    }
    emit_end(e);
}

void prove_report_json(const struct prove_report *r, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_text(&e, "command", r->command);
    emit_integer(&e, "ranks", r->ranks);
    emit_count(&e, "syncs", r->syncs);
    emit_count(&e, "registered", r->items);
    emit_count(&e, "registered_compared", r->items_compared);
    emit_count(&e, "lines", r->lines);
    emit_count(&e, "lines_compared", r->lines_compared);
    emit_count(&e, "seed", r->seed);
    emit_bool(&e, "proved", prove_report_proved(r));
    emit_trials(&e, r);
    emit_findings(&e, r);
    emit_array(&e, "notes", true);
    for (size_t i = 0; i < r->notes.count; i++)
        emit_text(&e, NULL, r->notes.text[i]);
    emit_end(&e);
    emit_finish(&e);
}

void prove_report_clear(struct prove_report *r)
{
    free(r->trial);
    free(r->finding);
    string_list_clear(&r->notes);
    memset(r, 0, sizeof(*r));
}

/* prove_judge.c - whether a run with changes is as one without
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "command/common/say.h"
#include "command/prove/prove_judge.h"
#include "command/prove/prove_output.h"

/* ---- what is not compared ---- */

/* Say it once, of several trials with the same number of ranks. */
__attribute__((format(printf, 2, 3))) static void note(struct prove_report *r,
                                                       const char *format,
                                                       ...)
{
    struct error text;
    va_list list;

    va_start(list, format);
    vsnprintf(text.text, sizeof(text.text), format, list);
    va_end(list);
    for (size_t i = 0; i < r->notes.count; i++)
        if (strcmp(r->notes.text[i], text.text) == 0)
            return;
    words_add(&r->notes, "%s", text.text);
}

void prove_judge_scope(const struct prove_scope *s,
                       const struct prove_scope *before,
                       const char *why,
                       struct prove_report *r)
{
    const struct prove_sums *t = s->first->table;

    if (!s->state && before->state) {
        note(r, "only what is printed is compared: %s", why);
        return;
    }
    for (size_t i = 0; s->state && i < t->items; i++)
        if (s->skip[i] && !before->skip[i])
            note(r, "\"%s\" is not compared: %s", t->item[i].name, why);
    if (s->lines.count < before->lines.count)
        note(r, "%zu of %zu lines of output are compared: %s", s->lines.count,
             s->first->output.count, why);
}

/* ---- without changes ---- */

bool prove_judge_first(const struct prove_scope *s, struct prove_report *r)
{
    const struct prove_sums *t = s->first->table;
    struct prove_difference d;
    struct prove_finding *f;

    for (size_t i = 0; i < t->items; i++)
        if (!s->skip[i] && prove_compare_ranks(t, i, &d))
            words_add(&r->notes,
                      "\"%s\" (%s) is registered as the same in all ranks, "
                      "but at sync %" PRIu64
                      " rank %d has something else than rank 0, and may get "
                      "that of another one",
                      t->item[i].name, t->item[i].place, d.sync, d.rank);
    for (size_t i = 0; i < t->rows; i++)
        if (t->row[i].wrong) {
            words_add(&r->notes, "at sync %" PRIu64 " no change can be: %s",
                      t->row[i].sync, t->row[i].wrong);
            break;
        }
    if (!prove_compare_constants(t, s->skip, &d))
        return true;
    f = prove_report_find(r);
    prove_report_name(f, &t->item[d.item], &d);
    snprintf(f->text, sizeof(f->text),
             "\"%s\" (%s) is registered as constant, but changes at sync "
             "%" PRIu64 ", without any change of the job",
             f->name, f->place, f->sync);
    snprintf(f->reason, sizeof(f->reason),
             "what is constant is moved once, while the program goes on: "
             "leave 'constant' out");
    return false;
}

/* ---- with changes ---- */

/* Whether a trial before the last one has found nothing. */
static bool has_passed(const struct prove_report *r)
{
    for (size_t i = 0; i + 1 < r->trials; i++)
        if (r->trial[i].done && r->trial[i].alike)
            return true;
    return false;
}

/* Uneven shares alone can be the cause once something has passed without. */
static const char *reason_uneven(const struct prove_report *r)
{
    if (has_passed(r))
        return "it passes with even shares, not with uneven ones: look at "
               "what takes other ranks to have as many rows as this one, or "
               "as they have in start-up (n / size); if it cannot have "
               "others, --shares even rules these out";
    return "something that it is computed from is not registered; or it goes "
           "wrong with uneven shares alone, which a migrate in place of this "
           "change would tell: look at what takes other ranks to have as many "
           "rows as this one, or as they have in start-up (n / size)";
}

static const char *reason_of(const struct sums_item *item,
                             const struct prove_difference *d)
{
    if (d->change == 0)
        return "it differs before any change: chance, or time, is in it";
    if (d->sync == d->change)
        return "it was another one before the program went on: a function "
               "of mito_before() or mito_after(), or one that its layout "
               "names, has made it so, or it is not the same in all ranks";
    if (d->halo)
        return "something that it is computed from is not registered, or its "
               "halo is wrong: after the change that held what the "
               "neighbours have, and before something else";
    if (item->structs)
        return "something that it is computed from is not registered, or only "
               "what is between the members of its structs differs, as they "
               "are registered as bytes: clear them with memset() before they "
               "are filled in, or leave this out by --ignore with its name";
    return "something that it is computed from is not registered, or it is "
           "registered with fewer rows, a smaller type (MPI_FLOAT for "
           "doubles), or a halo of fewer, than it has";
}

/* Whether there was another number of ranks up to that sync. */
static bool was_resized(const struct prove_scope *s,
                        const struct prove_run *t,
                        uint64_t sync)
{
    for (size_t i = 0; i < t->table->rows; i++)
        if (t->table->row[i].sync <= sync
            && t->table->row[i].ranks != s->first->table->ranks)
            return true;
    return false;
}

/* Another number of ranks has given some what others had of what is registered
 * as the same in all and is not.  Returns whether there is such.
 */
static bool tell_unlike(const struct prove_scope *s,
                        const struct prove_run *t,
                        const struct prove_difference *d,
                        struct prove_finding *f)
{
    const struct prove_sums *first = s->first->table;
    struct prove_difference other;

    if (d->change == 0 || !was_resized(s, t, d->sync))
        return false;
    for (size_t i = 0; i < first->items; i++)
        if (prove_compare_ranks(first, i, &other)) {
            snprintf(f->reason, sizeof(f->reason),
                     "\"%s\" (%s) is not the same in all ranks, as it is "
                     "registered, and ranks have got what others had: if each "
                     "has its own, let it be worked out anew after a change, "
                     "or be registered with a count",
                     first->item[i].name, first->item[i].place);
            return true;
        }
    return false;
}

static void tell_state(const struct prove_scope *s,
                       const struct prove_run *t,
                       const struct prove_difference *d,
                       struct prove_report *r)
{
    struct prove_finding *f = prove_report_find(r);
    char where[64] = "", more[64] = "", change[64] = "";

    prove_report_name(f, &s->first->table->item[d->item], d);
    if (d->rank >= 0)
        snprintf(where, sizeof(where), ", first in rank %d", d->rank);
    if (d->others > 0)
        snprintf(more, sizeof(more), "; so do %zu more", d->others);
    if (d->change > 0)
        snprintf(change, sizeof(change),
                 "; the change before it was at sync %" PRIu64, d->change);
    snprintf(f->text, sizeof(f->text),
             "\"%s\" (%s) differs from sync %" PRIu64 " on%s%s%s", f->name,
             f->place, f->sync, where, more, change);
    if (!tell_unlike(s, t, d, f))
        snprintf(f->reason, sizeof(f->reason), "%s",
                 t->uneven > 0 && d->change >= t->uneven
                     ? reason_uneven(r)
                     : reason_of(&s->first->table->item[d->item], d));
}

static bool judge_state(const struct prove_scope *s,
                        const struct prove_run *t,
                        struct prove_report *r)
{
    struct prove_difference d;

    if (!t->table || !s->state)
        return true;
    if (!t->table->in_step) {
        words_add(&r->notes, "only what is printed is compared in the last "
                             "trial: its ranks stopped at syncs of their own");
        return true;
    }
    if (!prove_compare(s->first->table, t->table, s->skip, &d))
        return true;
    tell_state(s, t, &d, r);
    return false;
}

static bool judge_end(const struct prove_scope *s,
                      const struct prove_run *t,
                      struct prove_report *r)
{
    struct prove_finding *f;

    if (!s->end || !t->table || t->table->last == s->first->table->last)
        return true;
    f = prove_report_find(r);
    f->sync = t->table->last;
    snprintf(f->text, sizeof(f->text),
             "the program came to sync %" PRIu64 ", not %" PRIu64,
             t->table->last, s->first->table->last);
    snprintf(f->reason, sizeof(f->reason), "%s",
             t->uneven > 0 ? reason_uneven(r)
                           : "what counts its steps, or says when to stop, "
                             "is not registered");
    return false;
}

static bool judge_status(const struct prove_scope *s,
                         const struct prove_run *t,
                         struct prove_report *r)
{
    struct prove_finding *f;

    if (t->ended && t->status == s->first->status)
        return true;
    f = prove_report_find(r);
    if (t->ended)
        snprintf(f->text, sizeof(f->text),
                 "the program ended with status %d, not %d%s%.400s", t->status,
                 s->first->status, t->complaint ? ": " : "",
                 t->complaint ? t->complaint : "");
    else
        snprintf(f->text, sizeof(f->text),
                 "the program did not end within %.0f s", t->took);
    snprintf(f->reason, sizeof(f->reason), "%s",
             t->uneven > 0 ? reason_uneven(r)
                           : "something that it needs to go on is not "
                             "registered: a size, a pointer, how many rows "
                             "an array has");
    return false;
}

static const char missing[] =
    "nothing registered differs, so something that is printed, or computed at "
    "the end, is not registered; lines that tell the time can be left out by "
    "--ignore";
static const char again[] =
    "new ranks print anew what stands before their first mito_sync(): let "
    "that "
    "be printed only if not mito_resumed(), or leave each such line out by "
    "--ignore with a part of it; else what says whether to print it is not "
    "registered";

static const char torn[] =
    "the lines that differ are together the same text, cut otherwise: it may "
    "be two ranks' output that ran together; print each line by one call, or "
    "leave such lines out by --ignore";

enum { NAMED = 16 /* lines, at most */ };

static size_t count_line(const struct string_list *lines, const char *line)
{
    size_t count = 0;

    for (size_t i = 0; i < lines->count; i++)
        count += strcmp(lines->text[i], line) == 0;
    return count;
}

/* How often a line is printed, and not without changes: "2 times, not 1". */
static void tell_times(const struct string_list *known,
                       const struct string_list *printed,
                       const char *line,
                       char text[64])
{
    size_t usual = count_line(known, line);

    snprintf(text, 64, "%zu times, not %zu", count_line(printed, line), usual);
}

/* Several lines, each by itself: what is to be ignored is seen at once. */
static void tell_lines(const struct string_list *known,
                       const struct string_list *printed,
                       const struct string_list *more,
                       struct prove_finding *f)
{
    size_t named = 0, used;

    used = (size_t)snprintf(f->text, sizeof(f->text),
                            "%zu lines are printed, not %zu; more often than "
                            "without changes are",
                            printed->count, known->count);
    for (size_t i = 0; i < more->count; i++) {
        const char *line = more->text[i];
        char times[64];

        if (i > 0 && strcmp(line, more->text[i - 1]) == 0)
            continue;
        if (named++ >= NAMED)
            continue;
        tell_times(known, printed, line, times);
        used += (size_t)snprintf(f->text + used, sizeof(f->text) - used,
                                 "\n    \"%.60s\" %s", line, times);
    }
    if (named > NAMED)
        snprintf(f->text + used, sizeof(f->text) - used, "\n    and %zu more",
                 named - NAMED);
}

/* There are more lines, or fewer.  Returns why that may be. */
static const char *tell_amount(const struct string_list *known,
                               const struct string_list *printed,
                               const struct string_list *gone,
                               const struct string_list *more,
                               struct prove_finding *f)
{
    const char *line;
    char times[64];

    if (printed->count < known->count) {
        snprintf(f->text, sizeof(f->text),
                 "%zu lines are printed, not %zu; missing is \"%.300s\", or "
                 "one like it",
                 printed->count, known->count, gone->text[0]);
        return missing;
    }
    line = more->text[0];
    if (strcmp(line, more->text[more->count - 1]) != 0) {
        tell_lines(known, printed, more, f);
    } else if (count_line(known, line) == 0) {
        snprintf(f->text, sizeof(f->text),
                 "%zu lines are printed, not %zu; one is \"%.300s\"",
                 printed->count, known->count, line);
    } else {
        tell_times(known, printed, line, times);
        snprintf(f->text, sizeof(f->text), "the line \"%.300s\" is printed %s",
                 line, times);
    }
    return again;
}

static bool judge_output(const struct prove_scope *s,
                         const struct prove_run *t,
                         bool alone,
                         struct prove_report *r)
{
    const struct string_list *known = &s->first->output;
    const char *line = prove_output_missing(&s->lines, &t->output);
    struct string_list gone = { 0 }, more = { 0 };
    const char *reason = missing;
    struct prove_finding *f;

    if (!line && (!s->amount || t->output.count == known->count))
        return true;
    prove_output_differ(&gone, &more, known, &t->output, &s->lines);
    if (gone.failed || more.failed)
        die(EXIT_USAGE, "out of memory");
    f = prove_report_find(r);
    if (line)
        snprintf(f->text, sizeof(f->text),
                 "the line \"%.300s\" is not printed", line);
    else
        reason = tell_amount(known, &t->output, &gone, &more, f);
    if (prove_output_is_torn(&gone, &more))
        reason = torn;
    else if (t->uneven > 0)
        reason = reason_uneven(r);
    snprintf(f->reason, sizeof(f->reason), "%s",
             alone ? reason : "that may come of it");
    string_list_clear(&gone);
    string_list_clear(&more);
    return false;
}

/* ---- how much was compared ---- */

static void note_least(const struct prove_scope *s,
                       const struct prove_run *t,
                       struct prove_report *r)
{
    size_t items = 0;

    for (size_t i = 0; t->table && t->table->in_step && s->state
                       && i < s->first->table->items;
         i++)
        items += !s->skip[i];
    if (items < r->items_compared)
        r->items_compared = items;
    if (s->lines.count < r->lines_compared)
        r->lines_compared = s->lines.count;
}

bool prove_judge(const struct prove_scope *s,
                 const struct prove_run *t,
                 struct prove_report *r)
{
    bool alike = judge_state(s, t, r);

    note_least(s, t, r);
    if (!judge_status(s, t, r))
        return false;
    alike = judge_end(s, t, r) && alike;
    return judge_output(s, t, alike, r) && alike;
}

/* prove.c - whether a program goes on after a change as if there had been none
 *
 * It is run twice undisturbed, which tells what comes out alike each time,
 * then with changes; and where another number of ranks makes a difference,
 * undisturbed with that number, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/doctor/try_program.h"
#include "command/prove/prove_judge.h"
#include "command/prove/prove_output.h"
#include "command/prove/prove_plan.h"
#include "job/change_script.h"
#include "report/model/units.h"

enum {
    CANNOT = 2,     /* exit status: it could not be tried */
    LONG = 1000000, /* seconds, for the first run */
    PATIENCE = 60,  /* for each other one, and so many times */
    AS_LONG = 20,   /* as long as the first one took */
    SEEDS = 1000000,
};

struct prove {
    struct prove_options line;
    struct settings settings;
    struct input_files files;
    struct sizes sizes; /* that can be had by these */
    char *folder;
    int runs;
    struct prove_run first, second;
    struct prove_scope scope;
    struct prove_run
        other[PROVE_OPTIONS_SIZES]; /* undisturbed, of other sizes */
    int other_size[PROVE_OPTIONS_SIZES];
    size_t others;
    struct prove_plan plan;
    struct prove_report report;
};

/* ---- undisturbed ---- */

static int run(struct prove *p,
               struct prove_run *r,
               int ranks,
               const char *script,
               struct error *err)
{
    double most = p->runs == 0 ? LONG : PATIENCE + AS_LONG * p->first.took;

    if (prove_run(r, &p->line, p->folder, ++p->runs, ranks, script, most, err)
        < 0)
        return -1;
    if (interrupt_came(err))
        return -1;
    prove_output_untangle(&r->output, &p->first.output);
    if (r != &p->first)
        prove_output_drop_empty(&r->output);
    return 0;
}

/* "File size limit exceeded (signal 25)", as mpiexec tells it, or NULL. */
static const char *exit_string(const struct prove_run *r)
{
    static const char told[] = "TERMINATED WITH THE EXIT STRING: ";

    for (size_t i = 0; i < r->output.count; i++) {
        const char *at = strstr(r->output.text[i], told);

        if (at)
            return at + strlen(told);
    }
    return NULL;
}

/* Whether the program can be looked at by this at all. */
static int check_first(const struct prove_run *r, struct error *err)
{
    const char *said = r->complaint ? r->complaint : "";
    const char *how = exit_string(r);

    if (r->status != 0)
        return error_set(err,
                         "without any change the program ends with status "
                         "%d%s%.80s%s%.600s",
                         r->status, how ? ", " : "", how ? how : "",
                         *said ? ": " : "", said);
    if (!r->table)
        return error_set(err,
                         "%.300s: it registers nothing, or never calls "
                         "mito_sync()%s%.600s",
                         r->untold.text, r->ours ? "; " : "",
                         r->ours ? r->ours : "");
    if (r->table->reached < 2)
        return error_set(err, "there is no second mito_sync(), so nothing "
                              "can be seen after a change; --every may be "
                              "too large");
    return 0;
}

static int run_undisturbed(struct prove *p, struct error *err)
{
    struct prove_scope all;

    if (run(p, &p->first, 0, NULL, err) < 0 || check_first(&p->first, err) < 0
        || run(p, &p->second, 0, NULL, err) < 0)
        return -1;
    prove_output_untangle(&p->first.output, &p->second.output);
    prove_output_drop_empty(&p->first.output);
    prove_scope_start(&p->scope, &p->first);
    for (size_t i = 0; i < p->first.table->items; i++)
        if (p->scope.skip[i])
            words_add(&p->report.notes,
                      "\"%s\" is not compared: a function of the program "
                      "packs it",
                      p->first.table->item[i].name);
    prove_scope_leave(&p->scope, &p->line.ignored);
    if (!p->scope.state)
        words_add(&p->report.notes,
                  "only what is printed is compared: its ranks do not sync "
                  "in step");
    prove_scope_copy(&all, &p->scope);
    prove_scope_narrow(&p->scope, &p->second);
    prove_scope_leave_unsteady(&p->scope, &p->second);
    prove_judge_scope(&p->scope, &all, "two undisturbed runs differ in it",
                      &p->report);
    prove_scope_clear(&all);
    p->report.ranks = p->first.table->ranks;
    p->report.syncs = p->first.table->last;
    p->report.items = p->report.items_compared = p->first.table->items;
    p->report.lines = p->report.lines_compared = p->first.output.count;
    return 0;
}

/* ---- with changes ---- */

/* The undisturbed run with so many ranks, or NULL with the reason in 'err'. */
static const struct prove_run *run_of_size(struct prove *p,
                                           int size,
                                           struct error *err)
{
    struct prove_run *r;

    for (size_t i = 0; i < p->others; i++)
        if (p->other_size[i] == size)
            return &p->other[i];
    if (p->others == PROVE_OPTIONS_SIZES
        || !prove_options_can_resize(&p->line))
        return error_null(err,
                          "it is not known how to start it with %d rank%s",
                          size, unit_plural((uint64_t)size));
    r = &p->other[p->others];
    p->other_size[p->others++] = size;
    return run(p, r, size, NULL, err) < 0 ? NULL : r;
}

/* Leave out what 'r', an undisturbed run with 'size' ranks, has otherwise. */
static void narrow_to(struct prove *p,
                      struct prove_scope *s,
                      const struct prove_run *r,
                      int size)
{
    struct prove_scope before;
    char why[128];

    snprintf(why, sizeof(why),
             "an undisturbed run with %d rank%s differs in it", size,
             unit_plural((uint64_t)size));
    prove_scope_copy(&before, s);
    prove_scope_narrow(s, r);
    prove_judge_scope(s, &before, why, &p->report);
    prove_scope_clear(&before);
}

/* Shares of other sizes sum up otherwise, as another number of ranks does: so
 * one that works is taken for these.
 */
static int narrow_to_any(struct prove *p,
                         struct prove_scope *s,
                         struct error *err)
{
    for (size_t i = 0; i < p->line.sizes; i++) {
        const struct prove_run *r = run_of_size(p, p->line.size[i], err);

        if (!r)
            return -1;
        if (!r->table || r->status != p->first.status)
            continue;
        narrow_to(p, s, r, p->line.size[i]);
        return 0;
    }
    return 0;
}

/* Leave out what comes out differently with the numbers of ranks that the
 * script leads to, in undisturbed runs, too.
 */
static int narrow_to_sizes(struct prove *p,
                           struct prove_scope *s,
                           const struct change_script *script,
                           struct error *err)
{
    int size = p->report.ranks;

    for (int i = 0; i < script->count; i++) {
        const struct prove_run *r;

        size = change_size(script->step[i].change, size, err);
        if (size < 0)
            return -1;
        if (size == p->report.ranks)
            continue;
        if (!(r = run_of_size(p, size, err)))
            return -1;
        narrow_to(p, s, r, size);
    }
    return 0;
}

/* Whether a number of ranks is another one meanwhile. */
static bool is_resized(const struct prove *p,
                       const struct change_script *script)
{
    int size = p->report.ranks;

    for (int i = 0; i < script->count; i++) {
        size = change_size(script->step[i].change, size, NULL);
        if (size != p->report.ranks)
            return true;
    }
    return false;
}

/* The sync of the first change that gives uneven shares, or 0. */
static uint64_t first_uneven(const struct prove *p,
                             const struct change_script *script)
{
    int size = p->report.ranks;

    for (int i = 0; i < script->count; i++) {
        size = change_size(script->step[i].change, size, NULL);
        if (!change_is_even(script->step[i].change, size))
            return script->step[i].sync;
    }
    return 0;
}

static int judge(struct prove *p,
                 const struct prove_run *r,
                 const struct change_script *script,
                 bool *alike,
                 struct error *err)
{
    bool resized = is_resized(p, script);
    size_t findings = p->report.findings;
    struct prove_scope s;
    int rc = 0;

    prove_scope_copy(&s, &p->scope);
    if (resized)
        prove_scope_leave_local(&s);
    *alike = prove_judge(&s, r, &p->report);
    if (!*alike && (resized || r->uneven > 0)) {
        p->report.findings = findings;
        rc = resized ? narrow_to_sizes(p, &s, script, err)
                     : narrow_to_any(p, &s, err);
        *alike = rc == 0 && prove_judge(&s, r, &p->report);
    }
    prove_scope_clear(&s);
    return rc;
}

/* What became of the changes. */
static void tell_outcome(struct prove_trial *t,
                         const struct prove_run *r,
                         const struct change_script *script)
{
    t->done = r->done == (size_t)script->count;
    snprintf(t->outcome, sizeof(t->outcome), "%.1000s",
             t->done      ? "done"
             : r->refused ? r->refused
             : r->ours    ? r->ours
                          : "not done");
}

static int try_script(struct prove *p, struct error *err)
{
    struct prove_trial *t = &p->report.trial[p->report.trials - 1];
    struct change_script script;
    struct prove_run r;
    int rc;

    if (change_script_parse(&script, t->script, err) < 0)
        return -1;
    rc = run(p, &r, 0, t->script, err);
    if (rc == 0) {
        tell_outcome(t, &r, &script);
        r.uneven = t->done ? first_uneven(p, &script) : 0;
        rc = judge(p, &r, &script, &t->alike, err);
    }
    if (rc == 0 && !p->line.json)
        say_result("%s: %s, %s\n", t->script, t->outcome,
                   t->alike ? "nothing differs" : "differs");
    prove_run_clear(&r);
    change_script_clear(&script);
    return rc;
}

/* Whether the ranks' shares of something may be other ones than start-up has:
 * boxes of a grid, cyclic rows and what has owners go where they belong.
 */
static bool can_be_uneven(const struct prove *p)
{
    const struct prove_sums *t = p->first.table;

    if (p->settings.number[SETTING_SHARES]
        || !prove_options_can_resize(&p->line))
        return false;
    for (size_t i = 0; i < t->items; i++)
        if (t->item[i].spread == ITEM_BLOCK
            || (t->item[i].spread == ITEM_BAG
                && !(t->item[i].flags & ITEM_OWNED)))
            return true;
    return false;
}

/* The first trial that finds something is the last one, and so is one whose
 * change was waited for as long as the user has patience: the next would be
 * waited for in vain, too.
 */
static int try_all(struct prove *p, struct error *err)
{
    const uint64_t patience =
        (uint64_t)p->settings.number[SETTING_PATIENCE] * 1000000000;

    p->plan = (struct prove_plan){ p->first.table->reached, p->report.ranks,
                                   p->first.host ? p->first.host : "localhost",
                                   can_be_uneven(p) };
    if (p->plan.uneven && p->line.sizes > 0 && !p->line.counted)
        p->line.trials++;
    for (uint64_t i = 0; i < p->line.trials && p->report.findings == 0; i++) {
        struct prove_trial *t = prove_report_try(&p->report);
        uint64_t begun = clock_monotonic();

        if (p->line.script)
            snprintf(t->script, sizeof(t->script), "%s", p->line.script);
        else
            prove_plan_script(&p->plan, &p->line, i, t->script);
        if (try_script(p, err) < 0)
            return -1;
        if (p->line.script
            || (!t->done && clock_monotonic() - begun > patience))
            break;
    }
    return 0;
}

/* ---- the whole ---- */

/* Of a run that tells of some syncs only, how many there are is not known. */
static void tell_first(const struct prove *p)
{
    say_result("%d rank%s, ", p->report.ranks,
               unit_plural((uint64_t)p->report.ranks));
    if (p->line.every > 1)
        say_result("compared at every %llu syncs up to sync %llu",
                   (unsigned long long)p->line.every,
                   (unsigned long long)p->report.syncs);
    else
        say_result("%llu syncs", (unsigned long long)p->report.syncs);
    say_result(", %zu registered, seed %llu\n", p->report.items,
               (unsigned long long)p->line.seed);
}

static int prove(struct prove *p, struct error *err)
{
    p->folder = trial_folder(p->line.folder, "prove", err);
    if (!p->folder || run_undisturbed(p, err) < 0
        || prove_plan_sizes(&p->line, &p->sizes, p->report.ranks, err) < 0)
        return -1;
    if (!p->line.json)
        tell_first(p);
    if (prove_judge_first(&p->scope, &p->report) && try_all(p, err) < 0)
        return -1;
    return 0;
}

/* The options and the program, as one types them again. */
static char *command_of(const struct prove_options *l)
{
    struct string_list words = { 0 };

    prove_options_repeat(l, &words);
    return words_type(&words);
}

static int tell(const struct prove *p)
{
    if (p->line.json)
        prove_report_json(&p->report, stdout);
    else
        prove_report_print(&p->report);
    if (p->report.findings > 0)
        return EXIT_FAILURE;
    return prove_report_proved(&p->report) ? EXIT_SUCCESS : CANNOT;
}

static void clear(struct prove *p)
{
    if (p->folder && !p->line.folder)
        trial_folder_remove(p->folder);
    free(p->folder);
    prove_scope_clear(&p->scope);
    prove_run_clear(&p->first);
    prove_run_clear(&p->second);
    for (size_t i = 0; i < p->others; i++)
        prove_run_clear(&p->other[i]);
    prove_report_clear(&p->report);
    prove_options_clear(&p->line);
    input_files_clear(&p->files);
}

static int read_sizes(struct prove *p, struct error *err)
{
    const struct settings *s = &p->settings;

    if (sizes_read(&p->sizes, s->text[SETTING_SIZES],
                   s->text[SETTING_ARGUMENTS], err)
            < 0
        || input_files_read(&p->files, s->text[SETTING_TEMPLATES], ".", err)
               < 0)
        return -1;
    p->sizes.files = &p->files;
    return 0;
}

int command_prove(char *argv[])
{
    static struct prove p;
    struct error err;
    char *command;
    int status;

    setup_read(&p.settings);
    if (prove_options_parse(&p.line, "prove", argv, &p.settings, &err) < 0
        || read_sizes(&p, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (p.line.help)
        status = command_explain("prove");
    else {
        if (!p.line.seeded)
            p.line.seed = clock_wall() / 1000 % SEEDS;
        command = command_of(&p.line);
        p.report.command = command;
        p.report.seed = p.line.seed;
        interrupt_catch();
        status = prove(&p, &err) < 0 ? fail(CANNOT, "%s", err.text) : tell(&p);
        free(command);
    }
    clear(&p);
    interrupt_end();
    return status;
}

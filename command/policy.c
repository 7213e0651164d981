/* policy.c - list, show, check and try policies
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/commands.h"
#include "command/rehearse.h"
#include "command/say.h"
#include "policy/made_up.h"
#include "policy/option.h"
#include "policy/policy.h"
#include "policy/recorded.h"
#include "policy/shipped.h"
#include "report/read.h"
#include "report/units.h"

/* What is asked for. */
struct request {
    const char *what;
    const char *file; /* a policy's name or file */
    const char *profile;
    char options[OPTION_VALUE];
};

/* The same answer to several questions in a row is told once. */
struct answers {
    struct decision first;
    double since;
    double last;
    int count;
    int decided;
    int failed;
};

static module_t *load(const struct request *r, char path[POLICY_PATH])
{
    struct error err;
    module_t *p = NULL;

    if (shipped_find(r->file, path, &err) == 0)
        p = module_load(path, r->options, &err);
    if (!p)
        fail(EXIT_FAILURE, "%s", err.text);
    return p;
}

/* ---- list and show ---- */

/* One that does not load is listed with the policies. */
static void print_name(const char *name, const char *path, void *arg)
{
    const enum module_kind *kind = arg;
    struct error err;
    module_t *m = module_load(path, "", &err);

    if ((m ? module_kind(m) : MODULE_DECIDE) == *kind)
        printf("%-20s %s\n", name, m ? module_help(m) : err.text);
    module_destroy(m);
}

static int list(const struct request *r)
{
    static const char *const titles[MODULE_KINDS] = {
        [MODULE_DECIDE] = "Policies, for --policy:",
        [MODULE_PROTOCOL] = "Protocols, by which agents talk to each other, "
                            "for --protocol:",
        [MODULE_PROFILE] = "Profiles, which make figures for protocols, for "
                           "--figures:",
    };
    struct error err;

    (void)r;
    for (enum module_kind kind = 0; kind < MODULE_KINDS; kind++) {
        printf("%s%s\n", kind ? "\n" : "", titles[kind]);
        if (shipped_list(print_name, &kind, &err) < 0)
            return fail(EXIT_FAILURE, "%s", err.text);
    }
    printf("\n'mitosis policy show NAME' prints one, 'mitosis run --policy "
           "NAME' uses it.\n");
    return EXIT_SUCCESS;
}

static void print_options(const struct options *options)
{
    for (int i = 0; i < options->count; i++) {
        const struct option *o = &options->option[i];

        printf("  %s=%s", o->name, option_type_name[o->type]);
        if (o->given)
            printf(", default %s", *o->text ? o->text : "empty");
        printf("%s%s\n", *o->help ? "\n      " : "", o->help);
    }
}

static int print_file(const char *path)
{
    char text[4096];
    FILE *file = fopen(path, "re");
    size_t bytes;

    if (!file)
        return fail(EXIT_FAILURE, "%s: %s", path, strerror(errno));
    while ((bytes = fread(text, 1, sizeof(text), file)) > 0)
        fwrite(text, 1, bytes, stdout);
    fclose(file);
    return EXIT_SUCCESS;
}

static int show(const struct request *r)
{
    char path[POLICY_PATH];
    module_t *m = load(r, path);

    if (!m)
        return EXIT_FAILURE;
    printf("%s\n%s\n", path, module_help(m));
    if (module_kind(m) != MODULE_DECIDE)
        printf("It is %s.\n", module_kind_word[module_kind(m)]);
    if (module_kind(m) != MODULE_PROFILE)
        printf("It is asked every %g s.\n", module_every(m));
    if (module_options(m)->count > 0)
        printf("Its options:\n");
    print_options(module_options(m));
    printf("\n");
    module_destroy(m);
    return print_file(path);
}

/* ---- check ---- */

static int check_policy(const char *path,
                        const char *options,
                        const struct made_up *m)
{
    static struct decision d;
    struct policy_job *job = made_up_job(m->name);
    struct error err = { "out of memory" };
    policy_t *p = policy_load(path, options, &err);
    int rc = job && p ? policy_decide(p, job, &d, &err) : -1;

    printf("%-13s %s\n", m->name, m->what);
    if (rc < 0)
        printf("  FAILS: %s\n", err.text);
    else if (*d.text)
        printf("  %s%s%s\n", d.text, *d.why ? ": " : "", d.why);
    else
        printf("  nothing%s%s\n", *d.why ? ": " : "", d.why);
    policy_destroy(p);
    policy_job_destroy(job);
    return rc;
}

/* Each made-up job gets a module of its own, so that one that fails on some
 * is not switched off before it has been asked about all.
 */
static int check(const struct request *r)
{
    static int (*const check_one[MODULE_KINDS])(
        const char *path, const char *options, const struct made_up *m) = {
        [MODULE_DECIDE] = check_policy,
        [MODULE_PROTOCOL] = rehearse_protocol,
        [MODULE_PROFILE] = rehearse_profile,
    };
    char path[POLICY_PATH];
    module_t *loaded = load(r, path);
    enum module_kind kind;
    int faults = 0;

    if (!loaded)
        return EXIT_FAILURE;
    kind = module_kind(loaded);
    module_destroy(loaded);
    for (const struct made_up *m = made_up; m->name; m++)
        faults += check_one[kind](path, r->options, m) < 0;
    if (faults > 0)
        return fail(EXIT_FAILURE, "%s fails on %d of these jobs", path,
                    faults);
    return EXIT_SUCCESS;
}

/* ---- try ---- */

static void tell(const struct answers *a)
{
    if (a->count == 0)
        return;
    printf("%9.3f s", a->since);
    if (a->count > 1)
        printf(" to %.3f s, %d times", a->last, a->count);
    printf(": %s%s%s\n", *a->first.text ? a->first.text : "nothing",
           *a->first.why ? ": " : "", a->first.why);
}

static void note(struct answers *a, const struct decision *d, double moment)
{
    if (a->count > 0 && strcmp(a->first.text, d->text) == 0
        && strcmp(a->first.why, d->why) == 0) {
        a->last = moment;
        a->count++;
    } else {
        tell(a);
        a->first = *d;
        a->since = a->last = moment;
        a->count = 1;
    }
    a->decided += *d->text != '\0';
}

/* What goes wrong is told as an answer. */
static void ask(policy_t *p,
                const struct run *run,
                double moment,
                struct answers *a)
{
    static struct decision d;
    struct error err;
    struct policy_job *job = recorded_job(run, moment, &err);

    if (!job)
        return;
    if (policy_decide(p, job, &d, &err) < 0) {
        snprintf(d.why, sizeof(d.why), "FAILS: %.*s",
                 (int)strcspn(err.text, "\n"), err.text);
        a->failed++;
    }
    note(a, &d, moment);
    policy_job_destroy(job);
}

static int sum_up(const struct answers *a, const module_t *m, double seconds)
{
    printf("%s%s would have decided %d time%s in %s.\n",
           a->count > 0 ? "\n" : "", module_name(m), a->decided,
           a->decided == 1 ? "" : "s", unit_time(seconds).text);
    if (a->decided > 0)
        printf("The record does not follow: it goes on as the job did.\n");
    return a->failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static struct answers answers;

static int try_policy(policy_t *p, const struct run *run)
{
    struct answers *a = &answers;
    double moment = policy_every(p);

    for (; moment < run->wall && !policy_off(p); moment += policy_every(p))
        ask(p, run, moment, a);
    tell(a);
    if (policy_off(p))
        return fail(EXIT_FAILURE,
                    "%s failed %d times in a row and would be "
                    "switched off",
                    policy_name(p), POLICY_PATIENCE);
    return sum_up(a, p, run->wall);
}

static void note_round(const struct decision *d, double moment)
{
    note(&answers, d, moment);
}

static int try_protocol(const struct request *r,
                        const char *path,
                        const module_t *m,
                        const struct run *run)
{
    struct error err;

    answers.failed = rehearse_run(path, r->options, run, note_round, &err);
    if (answers.failed < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    tell(&answers);
    return sum_up(&answers, m, run->wall);
}

static int try_on(const struct request *r,
                  const char *path,
                  module_t *m,
                  const struct run *run)
{
    switch (module_kind(m)) {
    case MODULE_DECIDE:
        return try_policy(m, run);
    case MODULE_PROTOCOL:
        return try_protocol(r, path, m, run);
    default:
        return fail(EXIT_FAILURE,
                    "%s is a profile and decides nothing; "
                    "'mitosis policy check' shows its figures",
                    module_name(m));
    }
}

static int try(const struct request *r)
{
    char path[POLICY_PATH];
    struct error err;
    struct run *run;
    module_t *m;
    int status;

    if (!r->profile)
        return fail(EXIT_USAGE, "try it on what?  --profile RUN.json names "
                                "the report of a run");
    m = load(r, path);
    if (!m)
        return EXIT_FAILURE;
    run = json_read(r->profile, &err);
    status =
        run ? try_on(r, path, m, run) : fail(EXIT_FAILURE, "%s", err.text);
    run_destroy(run);
    module_destroy(m);
    return status;
}

/* ---- the command line ---- */

static const struct {
    const char *name;
    int (*main)(const struct request *r);
    bool file; /* it is about one policy */
} actions[] = {
    { "list", list, false },
    { "show", show, true },
    { "check", check, true },
    { "try", try, true },
};

/* Take what begins at argv[0].  Returns how many words that are, or -1. */
static int take(struct request *r, char *argv[], struct error *err)
{
    static const char option[] = "--policy-option", profile[] = "--profile";
    const char *value = strchr(argv[0], '=');
    size_t len = value ? (size_t)(value - argv[0]) : strlen(argv[0]);
    bool is_option = len == strlen(option) && !strncmp(argv[0], option, len);
    bool is_profile =
        len == strlen(profile) && !strncmp(argv[0], profile, len);
    int words = value ? 1 : 2;

    if (is_option || is_profile) {
        value = value ? value + 1 : argv[1];
        if (!value)
            return error_set(err, "%s needs a value", argv[0]);
        if (is_profile)
            r->profile = value;
        else if (options_add(r->options, sizeof(r->options), value, err) < 0)
            return -1;
        return words;
    }
    if (*argv[0] == '-')
        return error_set(err, "%s is no option of mitosis policy", argv[0]);
    if (!r->what)
        r->what = argv[0];
    else if (!r->file)
        r->file = argv[0];
    else
        return error_set(err, "one at a time: %s or %s", r->file, argv[0]);
    return 1;
}

int command_policy(char *argv[])
{
    static struct request r;
    struct error err;
    int count;

    for (; *argv; argv += count)
        if ((count = take(&r, argv, &err)) < 0)
            return fail(EXIT_USAGE, "%s", err.text);
    for (size_t i = 0; r.what && i < sizeof(actions) / sizeof(actions[0]); i++)
        if (strcmp(actions[i].name, r.what) == 0) {
            if (actions[i].file && !r.file)
                return fail(EXIT_USAGE, "mitosis policy %s needs a policy",
                            r.what);
            return actions[i].main(&r);
        }
    return fail(EXIT_USAGE, "list, show, check or try a policy; 'mitosis help "
                            "policy' tells more");
}

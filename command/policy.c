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

static policy_t *load(const struct request *r, char path[POLICY_PATH])
{
    struct error err;
    policy_t *p = NULL;

    if (shipped_find(r->file, path, &err) == 0)
        p = policy_load(path, r->options, &err);
    if (!p)
        fail(EXIT_FAILURE, "%s", err.text);
    return p;
}

/* ---- list and show ---- */

static void print_name(const char *name, const char *path, void *arg)
{
    struct error err;
    policy_t *p = policy_load(path, "", &err);

    (void)arg;
    printf("%-16s %s\n", name, p ? policy_help(p) : err.text);
    policy_destroy(p);
}

static int list(const struct request *r)
{
    struct error err;

    (void)r;
    if (shipped_list(print_name, NULL, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
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
    policy_t *p = load(r, path);

    if (!p)
        return EXIT_FAILURE;
    printf("%s\n%s\nIt is asked every %g s.\n", path, policy_help(p),
           policy_every(p));
    if (policy_options(p)->count > 0)
        printf("Its options:\n");
    print_options(policy_options(p));
    printf("\n");
    policy_destroy(p);
    return print_file(path);
}

/* ---- check ---- */

static int check_one(policy_t *p, const struct made_up *m)
{
    static struct decision d;
    struct policy_job *job = made_up_job(m->name);
    struct error err = { "out of memory" };
    int rc = job ? policy_decide(p, job, &d, &err) : -1;

    printf("%-13s %s\n", m->name, m->what);
    if (rc < 0)
        printf("  FAILS: %s\n", err.text);
    else if (*d.text)
        printf("  %s%s%s\n", d.text, *d.why ? ": " : "", d.why);
    else
        printf("  nothing%s%s\n", *d.why ? ": " : "", d.why);
    policy_job_destroy(job);
    return rc;
}

/* Each made-up job gets a policy of its own, so that one that fails on some
 * is not switched off before it has been asked about all.
 */
static int check(const struct request *r)
{
    char path[POLICY_PATH];
    int faults = 0;

    for (const struct made_up *m = made_up; m->name; m++) {
        policy_t *p = load(r, path);

        if (!p)
            return EXIT_FAILURE;
        faults += check_one(p, m) < 0;
        policy_destroy(p);
    }
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

static int try_on(policy_t *p, const struct run *run)
{
    static struct answers a;
    double moment = policy_every(p);

    memset(&a, 0, sizeof(a));
    for (; moment < run->wall && !policy_off(p); moment += policy_every(p))
        ask(p, run, moment, &a);
    tell(&a);
    if (policy_off(p))
        return fail(EXIT_FAILURE,
                    "%s failed %d times in a row and would be "
                    "switched off",
                    policy_name(p), POLICY_PATIENCE);
    printf("%s%s would have decided %d time%s in %s.\n",
           a.count > 0 ? "\n" : "", policy_name(p), a.decided,
           a.decided == 1 ? "" : "s", unit_time(run->wall).text);
    if (a.decided > 0)
        printf("The record does not follow: it goes on as the job did.\n");
    return a.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int try(const struct request *r)
{
    char path[POLICY_PATH];
    struct error err;
    struct run *run;
    policy_t *p;
    int status;

    if (!r->profile)
        return fail(EXIT_USAGE, "try it on what?  --profile RUN.json names "
                                "the report of a run");
    p = load(r, path);
    if (!p)
        return EXIT_FAILURE;
    run = json_read(r->profile, &err);
    status = run ? try_on(p, run) : fail(EXIT_FAILURE, "%s", err.text);
    run_destroy(run);
    policy_destroy(p);
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

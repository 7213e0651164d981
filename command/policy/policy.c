/* policy.c - list, show, check and try policies
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/common/newest_report.h"
#include "command/common/say.h"
#include "command/policy/rehearse.h"
#include "command/policy/tryout.h"
#include "job/sizes.h"
#include "policy/figures.h"
#include "policy/lua/confine.h"
#include "policy/lua/option.h"
#include "policy/policy.h"
#include "policy/shipped.h"
#include "policy/synthetic_job.h"
#include "report/json/read.h"

/* What is asked for. */
struct request {
    const char *what;
    const char *file;             /* a module's name or file */
    enum module_kind kind;        /* what a name means that is two */
    struct newest_report profile; /* a report */
    const char *figures;          /* the name or file of a module */
    char options[OPTION_VALUE];
    char figures_options[OPTION_VALUE];
    struct sizes sizes; /* that jobs can have */
    bool even_shares;   /* are all that their ranks can have */
    uint64_t given;     /* a bit for each option */
};

static module_t *load_one(const struct request *r,
                          const char *options,
                          char path[POLICY_PATH])
{
    struct error err;
    module_t *m = NULL;

    if (shipped_find(r->kind, r->file, path, &err) == 0)
        m = module_load(path, options, &err);
    if (!m)
        fail(EXIT_FAILURE, "%s", err.text);
    return m;
}

/* The profile that goes with it must be one. */
static int find_figures(const struct request *r,
                        const module_t *m,
                        struct candidate *c)
{
    static char path[POLICY_PATH];
    struct error err;
    module_t *figures;

    if (!r->figures)
        return 0;
    if (module_kind(m) == MODULE_PROFILE) {
        fail(EXIT_FAILURE,
             "%s is a profile itself; --figures is for policies "
             "and protocols",
             module_name(m));
        return -1;
    }
    figures =
        shipped_find(MODULE_PROFILE, r->figures, path, &err) < 0
            ? NULL
            : module_load_kind(MODULE_PROFILE, path, r->figures_options, &err);
    if (!figures) {
        fail(EXIT_FAILURE, "%s", err.text);
        return -1;
    }
    module_destroy(figures);
    c->figures = path;
    c->figures_options = r->figures_options;
    return 0;
}

/* Load what is to be checked or tried, and see what goes with it. */
static module_t *load(const struct request *r, struct candidate *c)
{
    static char path[POLICY_PATH];
    module_t *m = load_one(r, r->options, path);

    *c = (struct candidate){ .path = path, .options = r->options };
    c->sizes = sizes_is_choosy(&r->sizes) ? &r->sizes : NULL;
    c->even_shares = r->even_shares;
    if (m && find_figures(r, m, c) < 0) {
        module_destroy(m);
        return NULL;
    }
    return m;
}

/* ---- list and show ---- */

static void print_name(const char *name, const char *path, void *arg)
{
    struct error err;
    module_t *m = module_load(path, NULL, &err);

    (void)arg;
    say_result("%-20s %s\n", name, m ? module_help(m) : err.text);
    module_destroy(m);
}

static int list(const struct request *r)
{
    static const char *const titles[MODULE_KINDS] = {
        [MODULE_DECIDE] = "Policies, for --policy:",
        [MODULE_PROTOCOL] = "Protocols, by which agents talk to each other, "
                            "for --protocol:",
        [MODULE_PROFILE] = "Profiles, which make figures for either, for "
                           "--figures:",
    };
    struct error err;

    (void)r;
    for (enum module_kind kind = 0; kind < MODULE_KINDS; kind++) {
        printf("%s%s\n", kind ? "\n" : "", titles[kind]);
        if (shipped_list(kind, print_name, NULL, &err) < 0)
            return fail(EXIT_FAILURE, "%s", err.text);
    }
    printf("\n'mitosis policy show NAME' prints one, 'mitosis run --policy "
           "NAME' uses it.\n");
    return EXIT_SUCCESS;
}

/* With values that the user gave, or the policy. */
static void print_options(const struct options *options, bool users)
{
    for (int i = 0; i < options->count; i++) {
        const struct option *o = &options->option[i];

        say_result("  %s=%s", o->name, option_type_name[o->type]);
        if (o->given)
            say_result(", %s %s", users ? "now" : "default",
                       *o->text ? o->text : "empty");
        say_result("%s%s\n", *o->help ? "\n      " : "", o->help);
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
    module_t *m = load_one(r, *r->options ? r->options : NULL, path);

    if (!m)
        return EXIT_FAILURE;
    say_result("%s\n%s\n", path, module_help(m));
    if (module_kind(m) != MODULE_DECIDE)
        printf("It is %s.\n", module_kind_word[module_kind(m)]);
    if (module_kind(m) != MODULE_PROFILE)
        printf("It is asked every %g s.\n", module_every(m));
    if (module_options(m)->count > 0)
        printf("Its options:\n");
    print_options(module_options(m), *r->options);
    printf("\n");
    module_destroy(m);
    return print_file(path);
}

/* ---- check ---- */

static int decide(policy_t *p,
                  figures_t *f,
                  struct policy_job *job,
                  struct error *err)
{
    struct decision d = { 0 };

    if ((f && figures_derive(f, job, err) < 0)
        || policy_decide(p, job, &d, err) < 0)
        return -1;
    say_result("  %s%s%s\n", decision_text(&d), *d.why ? ": " : "", d.why);
    decision_clear(&d);
    return 0;
}

static int check_policy(const struct candidate *c,
                        struct policy_job *job,
                        struct error *err)
{
    policy_t *p = module_load_kind(MODULE_DECIDE, c->path, c->options, err);
    figures_t *f = c->figures && p
                       ? figures_create(c->figures, c->figures_options, err)
                       : NULL;
    int rc = p && (f || !c->figures) ? decide(p, f, job, err) : -1;

    figures_destroy(f);
    module_destroy(p);
    return rc;
}

/* Check a module of a kind on a job; what it comes to is printed. */
typedef int check_t(const struct candidate *c,
                    struct policy_job *job,
                    struct error *err);

/* What travels through confine_run(). */
struct checking {
    check_t *check;
    const struct candidate *candidate;
    const char *job;
};

static int check_here(void *arg)
{
    const struct checking *c = arg;
    struct policy_job *job = synthetic_job(c->job);
    struct error err = { "out of memory" };
    int rc = -1;

    if (job) {
        candidate_restrict(c->candidate, job);
        rc = c->check(c->candidate, job, &err);
    }
    if (rc < 0)
        say_result("  FAILS: %s\n", err.text);
    policy_job_destroy(job);
    fflush(stdout);
    return rc;
}

/* All that a job has modules do is done in one process, as there may be many
 * agents; one that has to be ended fails on that job.
 */
static int check_confined(struct checking *c)
{
    struct error err;
    bool ended;
    int rc = -1;

    fflush(stdout);
    if (confine_run(check_here, c, NULL, &rc, &ended, &err) < 0)
        say_result("  FAILS: %s\n", err.text);
    return rc;
}

/* Each made-up job gets a module of its own, so that one that fails on some
 * is not switched off before it has been asked about all.
 */
static int check(const struct request *r)
{
    static check_t *const check_one[MODULE_KINDS] = {
        [MODULE_DECIDE] = check_policy,
        [MODULE_PROTOCOL] = rehearse_protocol,
        [MODULE_PROFILE] = rehearse_profile,
    };
    struct candidate c;
    module_t *loaded = load(r, &c);
    enum module_kind kind;
    int faults = 0;

    if (!loaded)
        return EXIT_FAILURE;
    kind = module_kind(loaded);
    module_destroy(loaded);
    for (const struct synthetic_job *m = made_up; m->name; m++) {
        struct checking one = { check_one[kind], &c, m->name };

        printf("%-13s %s\n", m->name, m->what);
        faults += check_confined(&one) < 0;
    }
    if (faults > 0)
        return fail(EXIT_FAILURE, "%s fails on %d of these jobs", c.path,
                    faults);
    return EXIT_SUCCESS;
}

/* ---- try ---- */

/* What is foreseen has no loads, calls and memory for a policy to see. */
static struct run *read_run(const char *path, struct error *err)
{
    struct run *run = json_read(path, err);

    if (!run || !run->foreseen)
        return run;
    run_destroy(run);
    return error_null(
        err,
        "%s was foreseen by mitosis sim, and is no run; 'mitosis sim "
        "--policy' has a policy decide on what is foreseen",
        path);
}

/* All of it is done in one process, as a run may be long. */
static int try_here(void *arg)
{
    const struct request *r = arg;
    struct candidate c;
    struct error err;
    struct run *run;
    module_t *m = load(r, &c);
    int status;

    if (!m)
        return EXIT_FAILURE;
    run = read_run(r->profile.path, &err);
    status = run ? tryout(&c, m, run) : fail(EXIT_FAILURE, "%s", err.text);
    run_destroy(run);
    module_destroy(m);
    fflush(stdout);
    return status;
}

static int try(const struct request *r)
{
    static struct request found;
    struct error err;
    bool ended;
    int status;

    if (!r->profile.path) {
        found = *r;
        if (newest_report_find(&found.profile, &err) < 0)
            return fail(EXIT_USAGE, "%s", err.text);
        r = &found;
    }
    newest_report_tell(&r->profile);
    if (confine_run(try_here, (void *)r, NULL, &status, &ended, &err) < 0)
        return fail(EXIT_FAILURE, "%s: %s", r->file, err.text);
    return status;
}

/* ---- the command line ---- */

#define BIT(id) (UINT64_C(1) << COMMAND_OPTION_##id)
#define OF_MODULE (BIT(PROTOCOL) | BIT(POLICY_OPTION) | BIT(PROTOCOL_OPTION))
#define OF_FIGURES (BIT(FIGURES) | BIT(FIGURES_OPTION))
#define OF_JOB (BIT(SIZES) | BIT(SHARES))

static const struct {
    const char *name;
    int (*main)(const struct request *r);
    bool file;      /* it is about one policy */
    uint64_t takes; /* a bit for each option that it knows */
} actions[] = {
    { "list", list, false, 0 },
    { "show", show, true, OF_MODULE },
    { "check", check, true, OF_MODULE | OF_FIGURES | OF_JOB },
    { "try", try, true, OF_MODULE | OF_FIGURES | OF_JOB | BIT(PROFILE) },
};

enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };

static int take_option(void *request,
                       enum command_option_id which,
                       const char *value,
                       struct error *err)
{
    struct request *r = request;
    struct error why;

    r->given |= UINT64_C(1) << which;
    switch (which) {
    case COMMAND_OPTION_PROTOCOL:
        if (r->file)
            return error_set(err, "one at a time: %s or %s", r->file, value);
        r->file = value;
        r->kind = MODULE_PROTOCOL;
        return 0;
    case COMMAND_OPTION_SIZES:
        if (sizes_read_list(&r->sizes, value, &why) < 0)
            return error_set(err, "--sizes: %.900s", why.text);
        return 0;
    case COMMAND_OPTION_SHARES:
        return command_option_shares(value, &r->even_shares, err);
    case COMMAND_OPTION_PROFILE:
        newest_report_offer(&r->profile, value);
        return 0;
    default:
        return 0;
    }
}

static int take_word(void *request, const char *word, struct error *err)
{
    struct request *r = request;

    if (r->profile.path && newest_report_is_report(word))
        newest_report_offer(&r->profile, word);
    else if (!r->what)
        r->what = word;
    else if (!r->file)
        r->file = word;
    else
        return newest_report_refuse(r->file, word, err);
    return 0;
}

/* Say what does not go with the action. */
static int check_words(const struct request *r, int action, struct error *err)
{
    const char *name = actions[action].name;

    if (actions[action].file && !r->file)
        return error_set(err, "mitosis policy %s needs a policy", name);
    if (!actions[action].file && r->file)
        return error_set(err, "mitosis policy %s takes no policy: %s", name,
                         r->file);
    for (const struct command_option *o = commands_get("policy")->options;
         o->name; o++)
        if ((r->given & ~actions[action].takes) >> o->id & 1)
            return error_set(err, "mitosis policy %s takes no %s", name,
                             o->name);
    if (*r->figures_options && !r->figures)
        return error_set(err, "--figures-option is for --figures, which is "
                              "not given");
    return 0;
}

int command_policy(char *argv[])
{
    static struct request r;
    const struct command_option_place places[] = {
        { COMMAND_OPTION_POLICY_OPTION, .pairs = r.options },
        { COMMAND_OPTION_PROTOCOL_OPTION, .pairs = r.options },
        { COMMAND_OPTION_FIGURES, .text = &r.figures },
        { COMMAND_OPTION_FIGURES_OPTION, .pairs = r.figures_options },
        { .id = COMMAND_OPTION_NONE },
    };
    struct error err;
    int i = 0;

    if (commands_read("policy", argv, places, take_option, take_word, &r, &err)
        < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    while (r.what && i < ACTIONS && strcmp(actions[i].name, r.what) != 0)
        i++;
    if (!r.what || i == ACTIONS)
        return fail(EXIT_USAGE, "list, show, check or try a policy; 'mitosis "
                                "help policy' tells more");
    if (check_words(&r, i, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    return actions[i].main(&r);
}

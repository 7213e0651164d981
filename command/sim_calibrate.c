/* sim_calibrate.c - measure hosts and links for 'mitosis sim --platform'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/common/installed_paths.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/common/words.h"
#include "command/doctor/mpiexec_words.h"
#include "command/sim_calibrate_read.h"
#include "foresee/platform/platform_file.h"
#include "report/json/save.h"
#include "report/model/units.h"

enum {
    PER_HOST = 2,
    NO_PROGRAM = 127,
    PATIENCE_SHARE = 12,
    LINE = 512,
    NAME = 64
};

static const double a_pair = 5; /* seconds at most, mostly a half */
static const double a_host = 5;
static const double grace = 0.3; /* MPI_Finalize() is not what is measured */

struct calibration {
    struct settings settings;
    struct string_list hosts; /* none: this one */
    struct string_list words; /* for mpiexec */
    const char *output;
    char probe[INSTALLED_PATHS_PATH];
    struct timed_command job;
    struct platform *platform;
};

/* ---- jobs ---- */

/* Run one of 'ranks' ranks that does 'what'.  'on' is its hosts, or NULL. */
static int run(struct calibration *c,
               const char *what,
               int ranks,
               const char *on,
               double seconds,
               struct error *err)
{
    struct string_list w = { 0 };
    char why[LINE];
    int rc;

    words_add(&w, "%s", installed_paths_mpiexec(&c->settings));
    mpiexec_words_add(&w, &c->words, on);
    words_add(&w, "-n");
    words_add(&w, "%d", ranks);
    words_add_all(&w, c->probe, what, NULL);
    rc = timed_command_run(w.text, seconds, grace, &c->job, err);
    if (rc == 0 && !c->job.done) {
        timed_command_excuse(&c->job, why, sizeof(why));
        rc = error_set(err, "%s: %s", w.text[0], why);
    }
    string_list_clear(&w);
    if (rc == 0 && ranks > 1)
        rc = mpiexec_words_check(&c->job, ranks, err);
    return rc;
}

static double patience(const struct calibration *c)
{
    return (double)c->settings.number[SETTING_PATIENCE] / PATIENCE_SHARE;
}

/* Name the first host on which no job starts, if there is one: 'err' has why
 * none starts on all of them.
 */
static int name_host(struct calibration *c, struct error *err)
{
    struct error why;

    for (size_t i = 0; i < c->hosts.count; i++)
        if (run(c, "start", 1, c->hosts.text[i], patience(c), &why) < 0)
            return error_set(err, "no job starts on the host %s: %s",
                             c->hosts.text[i], why.text);
    return -1;
}

static int measure(struct calibration *c, struct error *err)
{
    size_t hosts = c->hosts.count > 0 ? c->hosts.count : 1;
    double pairs = (double)(hosts * (hosts + 1)) / 2;
    char *on = mpiexec_words_list(&c->hosts, PER_HOST);
    int ranks = PER_HOST * (int)hosts;
    int rc = run(c, "start", ranks, on, patience(c) + (double)hosts, err);

    if (rc < 0 && on && c->job.status != NO_PROGRAM)
        rc = name_host(c, err);
    else if (rc == 0)
        rc = run(c, "measure", ranks, on,
                 patience(c) + pairs * a_pair + (double)hosts * a_host, err);
    free(on);
    if (rc == 0 && !(c->platform = sim_calibrate_read(&c->job, err)))
        rc = -1;
    return rc;
}

/* ---- what is told ---- */

static void tell_hosts(const struct calibration *c)
{
    for (size_t i = 0; i < c->platform->hosts; i++) {
        const struct platform_host *h = &c->platform->host[i];

        say_result(
            "%s: %u core%s, speed %.2f; a small message takes its "
            "sender %s and its receiver %s\n",
            h->name, h->cores, unit_plural(h->cores), h->speed,
            unit_time(sim_calibrate_figure(&c->job, "sends", h->name)).text,
            unit_time(h->delay).text);
    }
}

static double both_ways(const struct calibration *c, size_t a, size_t b)
{
    char from[NAME], to[NAME];

    for (const char *at = NULL;
         (at = timed_command_find(&c->job, "both", at));) {
        timed_command_word(at, 0, from, sizeof(from));
        timed_command_word(at, 1, to, sizeof(to));
        if (strcmp(from, c->platform->host[a].name) == 0
            && strcmp(to, c->platform->host[b].name) == 0)
            return timed_command_number(at, 2);
    }
    return 0;
}

/* The slowest link between hosts, or within one: it is what jobs feel. */
static void tell_slowest(const struct calibration *c, bool within)
{
    const struct platform *p = c->platform;
    const struct platform_link *slowest = NULL;
    size_t a = 0, b = 0;

    for (size_t i = 0; i < p->hosts; i++)
        for (size_t k = i; k < p->hosts; k++) {
            const struct platform_link *l = platform_link(p, i, k);

            if ((i == k) != within || !l->known
                || (slowest && l->per_byte <= slowest->per_byte))
                continue;
            slowest = l;
            a = i;
            b = k;
        }
    if (!slowest)
        return;
    if (within)
        say_result("Within a host (%s): ", p->host[a].name);
    else
        say_result("Between hosts (%s and %s, the slowest): ", p->host[a].name,
                   p->host[b].name);
    say_result("latency %s, %.4g MB/s, %.4g MB/s each way when both send\n",
               unit_time(slowest->latency).text,
               slowest->per_byte > 0 ? 1e-6 / slowest->per_byte : 0,
               both_ways(c, a, b) * 1e-6);
}

static void tell_shared(const struct calibration *c)
{
    for (size_t i = 0; i < c->platform->hosts; i++)
        if (c->platform->host[i].per_byte > 0)
            say_result("%s: all its messages to other hosts share %.4g MB/s\n",
                       c->platform->host[i].name,
                       1e-6 / c->platform->host[i].per_byte);
}

static int tell(const struct calibration *c)
{
    tell_hosts(c);
    tell_slowest(c, true);
    tell_slowest(c, false);
    tell_shared(c);
    say_result("Messages above %llu bytes wait for their receiver\n",
               (unsigned long long)c->platform->eager);
    say_result("Written to %s, in %.1f s\n", c->output, c->job.took);
    if (fflush(stdout) != 0)
        return fail(EXIT_FAILURE, "cannot write: %s", strerror(errno));
    return EXIT_SUCCESS;
}

/* A warning, so that it is seen where only the file is looked at later. */
static void tell_doubt(const struct calibration *c)
{
    if (platform_is_doubtful(c->platform))
        say(SAY_WARN,
            "these figures are not to be trusted: repeats of the same "
            "measurement took up to %.1f times as long, so something else "
            "runs there; measure again when nothing does",
            1 + c->platform->spread);
}

static int print(const void *what, FILE *out)
{
    platform_file_print(what, out);
    return 0;
}

int command_sim_calibrate(char *argv[])
{
    static struct calibration c = { .output = "platform.json" };
    const struct command_option_place places[] = {
        { COMMAND_OPTION_OUTPUT, .text = &c.output },
        { .id = COMMAND_OPTION_NONE },
    };
    struct error err;
    int status =
        mpiexec_words_read("sim calibrate", argv, places, &c.hosts, &c.words);

    if (status == 0) {
        setup_read(&c.settings);
        if (save_check(c.output, &err) < 0
            || installed_paths_find(INSTALLED_PATHS_PROBE, c.probe, &err) < 0
            || measure(&c, &err) < 0
            || save_print(c.output, print, c.platform, &err) < 0)
            status = fail(EXIT_FAILURE, "%s", err.text);
        else {
            tell_doubt(&c);
            status = strcmp(c.output, "-") == 0 ? EXIT_SUCCESS : tell(&c);
        }
    }
    platform_destroy(c.platform);
    string_list_clear(&c.hosts);
    string_list_clear(&c.words);
    return status;
}

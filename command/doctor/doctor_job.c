/* doctor_job.c - what jobs of ours tell about this host, or all of them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/system/host.h"
#include "command/common/jobs.h"
#include "command/doctor/doctor.h"
#include "command/doctor/mpiexec_words.h"

enum {
    LINE = 256,
    PER_HOST = 2,
    PATIENCE_SHARE = 12,
    FORGET_US = 4000 * 1000,
    FORGET_STEP_US = 50 * 1000,
};

static const double giga = 1e9;
static const double grace = 15; /* seconds that MPI_Finalize() may take */
static const double slow = 5;   /* that it does not take by itself */
static const double little_grace = .3; /* where that is not what is tried */

/* ---- running one ---- */

static void add_watched(struct string_list *w, const struct doctor *d)
{
    words_add_all(w, d->self, "run", "--profile", "counts", "--log", "warn",
                  "--summary", "off", "--policy", "", "--output", d->report,
                  NULL);
}

/* 'arg' counts those that still run. */
static void forget_job(const char *path, void *arg)
{
    int *running = arg;
    char host[HOST_NAME];
    enum jobs_life life;

    if (!strstr(path, "-mitosis-probe-"))
        return;
    life = jobs_life(path, host);
    if (life == JOBS_RUNNING)
        ++*running;
    else if (life == JOBS_ENDED)
        job_remove(path);
}

/* What was killed just now may be there for a moment. */
void doctor_forget(const struct settings *settings)
{
    int running = 1;

    for (int us = 0; running && us < FORGET_US; us += FORGET_STEP_US) {
        running = 0;
        job_list(settings->text[SETTING_PAGES], forget_job, &running);
        if (running)
            usleep(FORGET_STEP_US);
    }
}

/* The same on the job's hosts, one by one, as one of them may be why the job
 * did not end.
 */
static void forget_elsewhere(const struct doctor *d)
{
    static struct timed_command t;
    struct error err;

    for (size_t i = 0; i < d->hosts.count; i++) {
        struct string_list w = { 0 };

        words_add(&w, "%s", installed_paths_mpiexec(&d->settings));
        mpiexec_words_add(&w, &d->words, d->hosts.text[i]);
        words_add_all(&w, "-n", "1", d->self, "doctor", "--forget", NULL);
        timed_command_run(w.text, doctor_patience(d) / 2, 0, &t, &err);
        string_list_clear(&w);
    }
}

int doctor_try(struct doctor *d,
               const char *what,
               int ranks,
               const char *hosts,
               bool watched,
               double seconds,
               struct error *err)
{
    struct string_list w = { 0 };
    char why[LINE];
    int rc;

    unlink(d->report);
    if (watched)
        add_watched(&w, d);
    else
        words_add(&w, "%s", installed_paths_mpiexec(&d->settings));
    mpiexec_words_add(&w, &d->words, hosts);
    words_add(&w, "-n");
    words_add(&w, "%d", ranks);
    words_add_all(&w, d->probe, what, NULL);
    rc = timed_command_run(w.text, seconds, watched ? grace : little_grace,
                           &d->trial, err);
    string_list_clear(&w);
    if (watched && !d->trial.ended) {
        doctor_forget(&d->settings);
        forget_elsewhere(d);
    }
    if (rc == 0 && !d->trial.done) {
        timed_command_excuse(&d->trial, why, sizeof(why));
        rc = error_set(err, "%s", why);
    }
    return rc;
}

double doctor_patience(const struct doctor *d)
{
    return (double)d->settings.number[SETTING_PATIENCE] / PATIENCE_SHARE;
}

/* ---- the job that tells most ---- */

/* Whether the job had no rank on this host. */
static bool is_away(const struct timed_command *t)
{
    char name[LINE];

    for (const char *at = NULL; (at = timed_command_find(t, "rank", at));) {
        timed_command_word(at, 1, name, sizeof(name));
        if (strcmp(name, host_own()) == 0)
            return false;
    }
    return true;
}

/* First a job that leaves nothing anywhere when it has to be ended.  One that
 * is watched would leave its report elsewhere if it had no rank here.
 */
static bool start(struct doctor *d, const char *hosts, struct error *err)
{
    int ranks = PER_HOST * (hosts ? (int)d->hosts.count : 1);
    double seconds = doctor_patience(d) + DOCTOR_EACH * ranks;

    if (doctor_try(d, "start", ranks, hosts, false, seconds, err) < 0)
        return false;
    if (mpiexec_words_check(&d->trial, ranks, err) < 0) {
        d->apart = true;
        return false;
    }
    d->away = is_away(&d->trial);
    return doctor_try(d, "world", ranks, hosts, !d->away, seconds, err) == 0;
}

bool doctor_job(struct doctor *d)
{
    char *hosts = mpiexec_words_list(&d->hosts, PER_HOST);
    struct error err;
    bool works = start(d, hosts, &err);

    free(hosts);
    if (!works && d->hosts.count > 1 && !d->apart) {
        doctor_unreached(d, err.text);
        string_list_clear(&d->hosts);
        works = start(d, NULL, &err);
    }
    if (d->apart)
        finding_add(
            &d->found, FINDING_MISSING, "start",
            "Take an MPICH that was built for Hydra (that of Ubuntu 24.04 is "
            "built for PMIx; there mpich 4.2.0-5.1 or later), or name its "
            "own launcher by MITOSIS_MPIEXEC.",
            "%s", err.text);
    else if (!works)
        finding_add(
            &d->found, FINDING_MISSING, "start",
            "See whether mpiexec -n 2 hostname does; then mpiexec -n 2 "
            "and a program of MPI.",
            "no job starts: %s", err.text);
    return works;
}

/* ---- what it told ---- */

static void tell_start(struct doctor *d)
{
    const struct timed_command *t = &d->trial;
    const char *up = timed_command_find(t, "up", NULL);

    finding_add(&d->found, FINDING_OK, "start", NULL,
                "%.0f ranks are up after %.2f s, gone after %.2f s",
                up ? timed_command_number(up, 0) : 0, t->up, t->took);
}

static void tell_library(struct doctor *d)
{
    struct stat st;
    char why[LINE] = "";

    if (d->trial.complained > 0)
        timed_command_line(d->trial.complaint, why, sizeof(why));
    if (d->away)
        finding_add(&d->found, FINDING_WARNING, "library",
                    "Start jobs on the host that their rank 0 is on: its "
                    "mpiexec starts the ranks of a change, too.",
                    "not tried: this host is none of those of the job");
    else if (stat(d->report, &st) == 0 && st.st_size > 0)
        finding_add(&d->found, *why ? FINDING_WARNING : FINDING_OK, "library",
                    "The job ran, and was watched in spite of that.",
                    *why ? "%s"
                         : "preloaded into the ranks; they made a "
                           "report%s",
                    why);
    else
        finding_add(&d->found, FINDING_MISSING, "library",
                    "Try 'mitosis run --log debug' with a program of yours.",
                    "the job left no report%s%s", *why ? ": " : "", why);
}

static void tell_mpi(struct doctor *d)
{
    const struct timed_command *t = &d->trial;
    const char *version = timed_command_find(t, "version", NULL);
    const char *device = timed_command_find(t, "device", NULL);
    char name[LINE] = "unknown", way[LINE] = "unknown device";
    int skip = 0;

    if (version)
        timed_command_line(version, name, sizeof(name));
    if (device)
        timed_command_word(device, 0, way, sizeof(way));
    if (strncmp(name, "MPICH Version:", 14) == 0)
        skip = 14 + (int)strspn(name + 14, " \t");
    finding_add(&d->found, skip ? FINDING_OK : FINDING_MISSING, "MPI",
                "mitosis is made for MPICH 4.", "%s%s, %s",
                skip ? "MPICH " : "", name + skip, way);
}

static void tell_fault(struct doctor *d)
{
    const struct timed_command *t = &d->trial;

    if (!t->ended && !d->away)
        finding_add(&d->found, FINDING_MISSING, "faults",
                    "Use MPICH 4.1.2 or later.",
                    "MPI_Finalize() hangs, and the job had to be ended after "
                    "%.0f s",
                    t->leaving);
    else if (t->leaving > slow)
        finding_add(
            &d->found, FINDING_WARNING, "faults",
            "See what else this machine is busy with.",
            "MPI_Finalize() took %.1f s: it is slow, but does not hang",
            t->leaving);
    else if (timed_command_find(t, "hangs", NULL))
        finding_add(&d->found, FINDING_OK, "faults", NULL,
                    "MPI_Finalize() hangs over networks; mitosis prevents it");
    else
        finding_add(&d->found, FINDING_OK, "faults", NULL,
                    "none known of this version");
}

double doctor_least(const struct timed_command *t, const char *word)
{
    const char *at = timed_command_find(t, word, NULL);
    double found = at ? timed_command_number(at, 1) : 0;

    while (at && (at = timed_command_find(t, word, at)))
        found = fmin(found, timed_command_number(at, 1));
    return found;
}

/* Whom the kernel lets read the memory of others, or -1. */
static int scope(void)
{
    static const char path[] = "/proc/sys/kernel/yama/ptrace_scope";
    char text[16];

    return read_file_start(path, text, sizeof(text)) > 0 ? atoi(text) : -1;
}

static void tell_copies(struct doctor *d)
{
    const struct timed_command *t = &d->trial;
    const char *no = timed_command_find(t, "nocopy", NULL);
    double memory = doctor_least(t, "memcpy") / giga;
    double copy = doctor_least(t, "copy") / giga;
    char where[LINE], extra[64] = "";

    if (no) {
        timed_command_line(no, where, sizeof(where));
        if (scope() > 0)
            snprintf(extra, sizeof(extra), " (yama's ptrace_scope is %d)",
                     scope());
        finding_add(&d->found, FINDING_WARNING, "copies",
                    "Allow it (containers: --cap-add SYS_PTRACE; ptrace_scope "
                    "1 or 0), or state goes through files first.",
                    "process_vm_readv() is refused on %s%s; memcpy %.1f GB/s",
                    where, extra, memory);
    } else {
        finding_add(&d->found, copy > 0 ? FINDING_OK : FINDING_WARNING,
                    "copies", "There was no second rank on a host to try it.",
                    "%.1f GB/s between processes of a host; memcpy %.1f GB/s",
                    copy, memory);
    }
}

static void tell_ports(struct doctor *d)
{
    const char *ports = timed_command_find(&d->trial, "ports", NULL);
    double free = ports ? timed_command_number(ports, 0) : 0;
    double all = ports ? timed_command_number(ports, 1) : 0;

    finding_add(&d->found,
                free == 0          ? FINDING_MISSING
                : free < all / 2.0 ? FINDING_WARNING
                                   : FINDING_OK,
                "ports", "The agent listens on TCP ports 20000 to 31999.",
                "%.0f of %.0f of an agent are free here, from %.0f on", free,
                all, ports ? timed_command_number(ports, 2) : 0);
}

/* A line "zstd HOST 0 WHY" is of one where it does not work. */
static void tell_packing(struct doctor *d)
{
    const struct timed_command *t = &d->trial;
    double speed = doctor_least(t, "zstd") / giga;
    char why[LINE] = "", host[LINE] = "this host";

    for (const char *at = NULL;
         speed <= 0 && !*why && (at = timed_command_find(t, "zstd", at));) {
        if (timed_command_number(at, 1) > 0)
            continue;
        timed_command_word(at, 0, host, sizeof(host));
        timed_command_line(at + strlen(host) + strlen(" 0"), why, sizeof(why));
    }
    if (speed > 0)
        finding_add(&d->found, FINDING_OK, "zstd", NULL,
                    "packs %.1f GB/s on a core, for slow links", speed);
    else
        finding_add(&d->found, FINDING_WARNING, "zstd",
                    "Install libzstd (Debian: libzstd1), or state goes to "
                    "other hosts as it is.",
                    "not on %s:%.300s", host, *why ? why : " it told nothing");
}

/* A line "sodium HOST WHY" is of one where it does not work. */
static void tell_sodium(struct doctor *d)
{
    bool several = d->hosts.count > 1;
    char why[LINE] = "", host[LINE];

    for (const char *at = NULL;
         (at = timed_command_find(&d->trial, "sodium", at));) {
        timed_command_word(at, 0, host, sizeof(host));
        if (at[strlen(host)] == ' ')
            timed_command_line(at, why, sizeof(why));
    }
    finding_add(&d->found,
                !*why     ? FINDING_OK
                : several ? FINDING_MISSING
                          : FINDING_WARNING,
                "sodium",
                "Install libsodium (Debian: libsodium23): hosts talk to each "
                "other by it only.",
                "%s", *why ? why : "there, for proofs between hosts");
}

void doctor_told(struct doctor *d)
{
    tell_mpi(d);
    tell_start(d);
    tell_library(d);
    tell_fault(d);
    tell_copies(d);
    tell_ports(d);
    tell_sodium(d);
    tell_packing(d);
}

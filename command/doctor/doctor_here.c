/* doctor_here.c - what can be tried on this host without MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/append_text.h"
#include "base/system/host.h"
#include "base/system/process_id.h"
#include "command/common/settings_check.h"
#include "command/doctor/doctor.h"
#include "command/doctor/mpiexec_words.h"
#include "job/pages_space.h"

/* ---- the launcher ---- */

/* What Hydra will start its proxies on other hosts with.  In a job of Slurm it
 * gets what 'mitosis run' would give it.
 */
static const char *bootstrap(struct doctor *d)
{
    static const char *const variables[] = { "HYDRA_LAUNCHER",
                                             "HYDRA_BOOTSTRAP" };
    const char *name = mpiexec_words_launcher(&d->words);
    char helper[INSTALLED_PATHS_PATH];

    for (size_t i = 0; !name && i < 2; i++)
        name = getenv(variables[i]);
    if (name || !getenv("SLURM_JOB_ID"))
        return name ? name : "ssh";
    if (installed_paths_find(INSTALLED_PATHS_SLURM_LAUNCHER, helper, NULL) < 0)
        return "slurm";
    words_add_all(&d->words, "-launcher", "ssh", "-launcher-exec", helper,
                  NULL);
    return "srun, one by one,";
}

static const char *field(const struct timed_command *t,
                         const char *name,
                         char text[64])
{
    const char *at = strstr(t->text, name);

    text[0] = '\0';
    if (at) {
        at += strlen(name);
        at += strspn(at, " ");
        snprintf(text, 64, "%.*s", (int)strcspn(at, "\n"), at);
    }
    return text;
}

bool doctor_launcher(struct doctor *d)
{
    static const char install[] =
        "Install MPICH's (Debian: mpich), or name it by MITOSIS_MPIEXEC.";
    const char *path = installed_paths_mpiexec(&d->settings);
    char *words[] = { (char *)path, (char *)"--version", NULL };
    char version[64], why[256];
    struct error err;

    if (timed_command_run(words, DOCTOR_SECONDS, 0, &d->trial, &err) < 0) {
        finding_add(&d->found, FINDING_MISSING, "launcher", install, "%s",
                    err.text);
        return false;
    }
    if (!d->trial.ended || d->trial.status != 0) {
        timed_command_excuse(&d->trial, why, sizeof(why));
        finding_add(&d->found, FINDING_MISSING, "launcher", install, "%s: %s",
                    path, why);
        return false;
    }
    if (!strstr(d->trial.text, "HYDRA")) {
        finding_add(&d->found, FINDING_MISSING, "launcher", install,
                    "%s is not Hydra", path);
        return false;
    }
    finding_add(&d->found, FINDING_OK, "launcher", NULL,
                "Hydra %s, %s; by %s to other hosts",
                field(&d->trial, "Version:", version), path, bootstrap(d));
    return true;
}

/* ---- the kernel ---- */

void doctor_kernel(struct doctor *d)
{
    struct process_id self = { 0 };
    struct utsname name;
    int fd;

    process_id_set(&self, getpid());
    fd = process_id_open(&self);
    uname(&name);
    finding_add(
        &d->found, fd < 0 ? FINDING_MISSING : FINDING_OK, "kernel",
        "Jobs are watched; to be changed they need Linux 5.3 or later.",
        "%s %s: pidfd_open() is %s", name.sysname, name.release,
        fd < 0 ? "not there" : "there");
    if (fd >= 0)
        close(fd);
}

/* ---- the place for pages ---- */

static void tell_elsewhere(struct doctor *d)
{
    char host[HOST_NAME], why[256];

    for (const char *at = NULL;
         (at = timed_command_find(&d->trial, "noroom", at));) {
        timed_command_word(at, 0, host, sizeof(host));
        timed_command_line(at + strlen(host), why, sizeof(why));
        if (strcmp(host, host_own()) != 0)
            finding_add(&d->found, FINDING_MISSING, "pages",
                        "Make room there; MITOSIS_PAGES names another place.",
                        "%s:%s", host, why);
    }
}

void doctor_room(struct doctor *d)
{
    static const double tight = 64e6, mega = 1e6;
    struct pages_space room;
    struct error err;

    if (pages_space_try(d->settings.text[SETTING_PAGES], &room, &err) < 0)
        finding_add(&d->found, FINDING_MISSING, "pages",
                    "MITOSIS_PAGES must name a folder with room, in memory.",
                    "%s", err.text);
    else
        finding_add(&d->found,
                    (double)room.free < tight ? FINDING_WARNING : FINDING_OK,
                    "pages", "That is little: a rank takes a megabyte.",
                    "%.0f of %.0f MB free in %s", (double)room.free / mega,
                    (double)room.total / mega, room.path);
    tell_elsewhere(d);
}

/* ---- settings ---- */

/* The folder for pages is tried by itself. */
static void note_wrong(enum setting which, const char *text, void *arg)
{
    struct doctor *d = arg;

    if (which != SETTING_PAGES)
        finding_add(&d->found, FINDING_WARNING, "setting",
                    "It costs a job what it is for.", "%s", text);
}

void doctor_settings(struct doctor *d)
{
    static const struct {
        enum setting which;
        const char *value;
        const char *what;
    } limits[] = {
        { SETTING_PROFILE, "off", "jobs are not watched" },
        { SETTING_MALLEABLE, "off", "jobs are not changed" },
        { SETTING_YIELD, "off", "ranks that wait keep their cores" },
    };
    const struct settings *s = &d->settings;
    char text[FINDING_TEXT] = "";

    settings_check_all(s, note_wrong, d);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        if (strcmp(s->text[limits[i].which], limits[i].value) == 0)
            finding_add(&d->found, FINDING_WARNING, "setting",
                        "Leave that setting out unless it is meant.",
                        "%s = %s (%s): %s", setting_info[limits[i].which].env,
                        limits[i].value,
                        setting_source_name[s->source[limits[i].which]],
                        limits[i].what);
    for (int i = 0; i < SETTING_COUNT; i++)
        if (s->source[i] != FROM_PRESET)
            append_text(text, sizeof(text), "%s%s = %s", *text ? ", " : "",
                        setting_info[i].name, s->text[i]);
    finding_add(&d->found, FINDING_OK, "settings", NULL, "%s",
                *text ? text : "none but the defaults");
}

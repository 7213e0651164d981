/* doctor.c - what this machine's MPI allows, what it costs, what is missing
 *
 * Everything is tried, nothing guessed, and each trial has a bound.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/doctor/doctor.h"
#include "command/doctor/mpiexec_words.h"
#include "command/doctor/try_program.h"

struct asked {
    bool json;
    bool forget; /* only remove what a doctor on another host has left here */
};

/* ---- examining ---- */

/* Returns a folder of ours, or NULL with the reason in 'err'. */
static char *find_parts(struct doctor *d, struct error *err)
{
    char *folder = NULL;

    if (installed_paths_self(d->self, err) == 0
        && installed_paths_find(INSTALLED_PATHS_PROBE, d->probe, err) == 0)
        folder = trial_folder(NULL, "doctor", err);
    if (folder)
        snprintf(d->report, sizeof(d->report), "%s/doctor.json", folder);
    return folder;
}

static void examine(struct doctor *d)
{
    bool launcher = doctor_launcher(d);

    doctor_kernel(d);
    if (launcher && doctor_job(d)) {
        doctor_told(d);
        if (d->hosts.count > 1)
            doctor_hosts(d);
        doctor_room(d);
        doctor_local_jobs(d);
    } else {
        doctor_room(d);
    }
    doctor_slurm(d);
    doctor_settings(d);
}

static int tell(const struct doctor *d, const struct asked *asked)
{
    if (asked->json)
        findings_print_json(&d->found, stdout);
    else
        findings_print(&d->found, stdout);
    if (fflush(stdout) != 0)
        return fail(EXIT_FAILURE, "cannot write: %s", strerror(errno));
    return findings_are_good(&d->found) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int examine_and_tell(struct doctor *d, const struct asked *asked)
{
    struct error err;
    char *folder;

    interrupt_catch();
    if (!(folder = find_parts(d, &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    examine(d);
    trial_folder_remove(folder);
    free(folder);
    return interrupt_came(&err) ? EXIT_FAILURE : tell(d, asked);
}

int command_doctor(char *argv[])
{
    static struct doctor d;
    struct asked asked = { .json = false };
    const struct command_option_place places[] = {
        { COMMAND_OPTION_JSON, .flag = &asked.json },
        { COMMAND_OPTION_FORGET, .flag = &asked.forget },
        { .id = COMMAND_OPTION_NONE },
    };
    int status =
        mpiexec_words_read("doctor", argv, places, &d.hosts, &d.words);

    if (status == 0) {
        setup_read(&d.settings);
        if (asked.forget)
            doctor_forget(&d.settings);
        else
            status = examine_and_tell(&d, &asked);
    }
    string_list_clear(&d.hosts);
    string_list_clear(&d.words);
    interrupt_end();
    return status;
}

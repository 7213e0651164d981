/* stay_away.c - leave a program alone, with a word on why
 *
 * Where 'mitosis run' waits for pages, it finds a file instead, and does not
 * look for another reason.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/files.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/stay_away.h"
#include "pmpi/watch/watch_life.h"

/* Returns whether this process is the first one to say so. */
static bool excuse(const char *folder)
{
    char path[JOB_PATH + FILES_NAME];
    int fd;

    errno = ENOENT;
    if (!*folder)
        return false;
    snprintf(path, sizeof(path), "%s/" FILES_EXCUSED, folder);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Who reads the settings by itself says what is wrong with them. */
static void say_nothing(const char *text)
{
    (void)text;
}

void stay_away(const char *name)
{
    struct settings *s = &watch_life.settings;
    const char *job = getenv("MITOSIS_JOB");
    char folder[JOB_PATH];

    settings_init(s);
    settings_read_file(s, say_nothing, NULL);
    settings_read_environment(s, say_nothing);
    watch_life.prepared = true;
    watch_life.launch = launcher_variables_find();
    watch.level = LEVEL_OFF;
    if (watch_life.launch.rank > 0
        || strcmp(s->text[SETTING_PROFILE], "off") == 0)
        return;
    watch_say("the program has %s, and only MPICH's calls are watched; it "
              "runs as without mitosis",
              name);
    if (job && *job
        && job_find(s->text[SETTING_PAGES], job, folder, NULL) == 0)
        excuse(folder);
}

void stay_behind(void)
{
    if (excuse(watch_life.folder))
        watch_say("mpiexec started several processes, and each of them is an "
                  "MPI world of its own, rank 0 of 1, as nothing in its "
                  "environment tells it of the others; one is watched at "
                  "most");
}

void stay_apart(const struct launcher_variables *told)
{
    if (watch.page) {
        unlink(watch.page->path);
        watch.page = NULL;
        if (told->rank == 0)
            excuse(watch_life.folder);
        if (job_leave(watch_life.folder) && watch_life.reporting)
            job_remove(watch_life.folder);
    }
    watch.level = LEVEL_OFF;
    watch_life.launch.rank = told->rank;
    watch_life.launch.size = 1;
    watch_life.launch.local_size = 1;
    if (told->rank == 0)
        watch_say("%s started %d processes, and each of them is an MPI world "
                  "of its own, rank 0 of 1, so nothing is watched; %s",
                  told->launcher, told->started, told->way_out);
}

void stay_without_page(const char *why)
{
    bool first = excuse(watch_life.folder);

    if (watch_life.generation == 1 && *watch_life.folder)
        find_agent_note_none(watch_life.folder, FIND_AGENT_UNWATCHED);
    if (first || (errno != EEXIST && watch_life.launch.local_rank == 0))
        watch_say("%s; not watched", why);
}

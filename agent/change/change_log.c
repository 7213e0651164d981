/* change_log.c - what is left of a change, for the report
 *
 * A line of JSON in the job's file 'changes', written at once.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/changeover.h"
#include "base/emit.h"
#include "job/files.h"
#include "report/json/read.h"

enum { PATH_SIZE = JOB_PATH + FILES_NAME };

/* Seconds between two moments, 0 when one of them never came. */
static double between(double from, double to)
{
    return from > 0 && to > from ? to - from : 0;
}

static void put_forecast(struct emit *e, const struct change_forecast *f)
{
    if (!isnan(f->seconds))
        emit_fixed(e, "predicted_seconds", f->seconds, 6);
    if (!isnan(f->gain))
        emit_fixed(e, "predicted_gain", f->gain, 4);
}

/* One that was given up before that was agreed on, has the sync that it was
 * asked for, or else the one that was reached.
 */
static uint64_t sync_of(const struct changeover *s)
{
    if (s->stop > 0)
        return s->stop;
    return s->at > 0 ? s->at : generation_count(s->agent->now);
}

static void put_phases(struct emit *e, const struct changeover *s, double end)
{
    emit_object(e, "phases", false);
    emit_fixed(e, "stop", between(s->standing, s->stopped), 6);
    emit_fixed(e, "copy", between(s->stopped, s->moved), 6);
    emit_fixed(e, "resume", between(s->moved, end), 6);
    emit_end(e);
}

static void put(FILE *out, const struct changeover *s, const char *outcome)
{
    char what[CHANGE_NAME];
    double end = s->stopped > 0 ? s->ended : 0;
    struct emit e;

    change_tell(s->change, what, sizeof(what));
    emit_start(&e, out);
    emit_object(&e, NULL, false);
    emit_count(&e, "change", s->agent->changes + 1);
    emit_count(&e, "sync", sync_of(s));
    emit_text(&e, "what", what);
    emit_text(&e, "order", s->change->text);
    emit_text(&e, "why", s->why);
    emit_integer(&e, "from", s->old_ranks);
    emit_integer(&e, "to", s->new_ranks);
    emit_count(&e, "bytes", s->bytes);
    emit_count(&e, "wire_bytes", s->wire_bytes);
    emit_fixed(&e, "asked", s->asked_wall, 6);
    emit_fixed(&e, "ready_seconds", between(s->asked, s->ready), 6);
    emit_fixed(&e, "stopped_seconds", between(s->stopped, end), 9);
    put_phases(&e, s, end);
    emit_count(&e, "generation", s->next ? s->next->number : 0);
    emit_text(&e, "outcome", outcome);
    if (s->next)
        put_forecast(&e, &s->forecast);
    emit_finish(&e);
}

static void name(const char *folder, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/" FILES_CHANGES, folder);
}

bool changeover_is_recorded(const char *folder, uint32_t generation)
{
    struct run *run = run_create();
    char path[PATH_SIZE];
    bool found = false;

    name(folder, path);
    if (run && json_read_changes(path, run, NULL) == 0)
        for (size_t i = 0; !found && i < run->changes; i++)
            found = run->change[i].generation == generation;
    run_destroy(run);
    return found;
}

void changeover_record(const struct changeover *s, const char *failure)
{
    char path[PATH_SIZE], *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    int fd;

    if (!out)
        return;
    put(out, s, failure ? failure : "done");
    if (fclose(out) != 0) {
        free(text);
        return;
    }
    name(s->agent->folder, path);
    fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, bytes) != (ssize_t)bytes)
        agent_say("%s: what was changed cannot be written down", path);
    if (fd >= 0)
        close(fd);
    free(text);
}

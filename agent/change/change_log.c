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
#include "agent/decide/decide.h"
#include "base/escape.h"
#include "job/files.h"

enum { PATH_SIZE = JOB_PATH + FILES_NAME };

/* Seconds between two moments, 0 when one of them never came. */
static double between(double from, double to)
{
    return from > 0 && to > from ? to - from : 0;
}

static void put_forecast(FILE *out, const struct forecast *f)
{
    if (!isnan(f->seconds))
        fprintf(out, ",\"predicted_seconds\":%.6f", f->seconds);
    if (!isnan(f->gain))
        fprintf(out, ",\"predicted_gain\":%.4f", f->gain);
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

static void put(FILE *out, const struct changeover *s, const char *outcome)
{
    char what[CHANGE_NAME];
    double end = s->stopped > 0 ? s->ended : 0;
    struct forecast forecast = decide_forecast(s->agent);

    change_tell(&s->change, what, sizeof(what));
    fprintf(out, "{\"change\":%u,\"sync\":%llu,\"what\":\"%s\",\"order\":",
            s->agent->changes + 1, (unsigned long long)sync_of(s), what);
    escape_print(s->text, out);
    fprintf(out, ",\"why\":");
    escape_print(s->why, out);
    fprintf(out,
            ",\"from\":%d,\"to\":%d,\"bytes\":%llu,\"wire_bytes\":%llu,"
            "\"asked\":%.6f,\"ready_seconds\":%.6f,\"stopped_seconds\":%.9f,"
            "\"phases\":{\"stop\":%.6f,\"copy\":%.6f,\"resume\":%.6f},"
            "\"generation\":%u,\"outcome\":",
            s->old_ranks, s->new_ranks, (unsigned long long)s->bytes,
            (unsigned long long)s->wire_bytes, s->asked_wall,
            between(s->asked, s->ready), between(s->stopped, end),
            between(s->standing, s->stopped), between(s->stopped, s->moved),
            between(s->moved, end), s->next ? s->next->number : 0);
    escape_print(outcome, out);
    if (s->next)
        put_forecast(out, &forecast);
    fprintf(out, "}\n");
}

static void name(const char *folder, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/" FILES_CHANGES, folder);
}

bool changeover_is_recorded(const char *folder, uint32_t generation)
{
    char path[PATH_SIZE], key[64], *line = NULL;
    bool found = false;
    size_t room = 0;
    FILE *in;

    name(folder, path);
    snprintf(key, sizeof(key), ",\"generation\":%u,\"outcome\":", generation);
    in = fopen(path, "re");
    while (in && !found && getline(&line, &room, in) > 0)
        found = strstr(line, key);
    free(line);
    if (in)
        fclose(in);
    return found;
}

void changeover_record(const struct changeover *s, const char *outcome)
{
    char path[PATH_SIZE], *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    int fd;

    if (strcmp(outcome, "done") == 0 && s->stopped > 0)
        decide_learn(s->agent, (double)s->bytes, between(s->asked, s->ready),
                     between(s->stopped, s->ended));
    if (!out)
        return;
    put(out, s, outcome);
    if (fclose(out) != 0)
        return;
    name(s->agent->folder, path);
    fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, bytes) != (ssize_t)bytes)
        head_say("%s: what was changed cannot be written down", path);
    if (fd >= 0)
        close(fd);
    free(text);
}

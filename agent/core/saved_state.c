/* saved_state.c - what the head of a job's agents leaves to the one after it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/head.h"
#include "agent/core/saved_state.h"
#include "base/replace_file.h"

enum { PATH_SIZE = JOB_PATH + 16 };

static void name(const struct head *a, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/saved-state", a->folder);
}

/* ---- writing ---- */

void saved_state_put_text(FILE *out, const char *word, const char *text)
{
    fprintf(out, "%s ", word);
    for (; *text; text++)
        putc(*text == '\n' ? ' ' : *text, out);
    putc('\n', out);
}

static void put_hosts(FILE *out, const struct head *a)
{
    const struct host *h;

    for (h = NULL; (h = host_next_offered(&a->hosts, h));)
        fprintf(out, "host %d %d %d %s\n", h->cores, h->leaving, h->listed,
                h->name);
    for (h = NULL; (h = host_next_joined(&a->hosts, h));)
        fprintf(out, "post %s\n", h->name);
}

static void put(FILE *out, const struct head *a)
{
    char folder[PATH_SIZE];

    fprintf(out, "job %u %d\n", a->now->number, a->now->ranks);
    fprintf(out, "numbers %u %u %d %u\n", a->generations, a->changes,
            a->script.next, a->given_up);
    fprintf(out, "past %u %d %d %" PRIu64 "\n", a->retired, a->over,
            (int)a->folding.pid, (uint64_t)a->folding.started);
    if (getcwd(folder, sizeof(folder)))
        saved_state_put_text(out, "folder", folder);
    put_hosts(out, a);
    PARTS_TELL(a, save, a, out);
}

/* Without room for it the one after this one knows less. */
void saved_state_write(struct head *a)
{
    char path[PATH_SIZE], *text = NULL;
    size_t bytes = 0;
    FILE *out = a->settled ? open_memstream(&text, &bytes) : NULL;

    if (!out)
        return;
    put(out, a);
    name(a, path);
    if (fclose(out) != 0 || (a->written && strcmp(a->written, text) == 0)
        || replace_file_write(path, text, bytes) < 0) {
        free(text);
        return;
    }
    free(a->written);
    a->written = text;
}

/* ---- reading ---- */

static void take_job(struct head *a, const char *rest)
{
    if (sscanf(rest, "%u %d", &a->saved->job, &a->saved->ranks) != 2)
        a->saved->job = 0;
}

static void take_numbers(struct head *a, const char *rest)
{
    sscanf(rest, "%u %u %d %u", &a->generations, &a->changes, &a->script.next,
           &a->given_up);
}

static void take_past(struct head *a, const char *rest)
{
    uint64_t started = 0;
    int pid = 0;

    sscanf(rest, "%u %d %d %" SCNu64, &a->retired, &a->over, &pid, &started);
    atomic_store(&a->folding.started, started);
    atomic_store(&a->folding.pid, pid);
}

/* Modules that were named by where they are from here. */
static void take_folder(struct head *a, const char *rest)
{
    (void)a;
    if (chdir(rest) < 0)
        agent_say("%s is not there any more", rest);
}

static void take_host(struct head *a, const char *rest)
{
    int cores, leaving, listed, end = 0;
    struct host *host;

    if (sscanf(rest, "%d %d %d %n", &cores, &leaving, &listed, &end) != 3
        || !(host = host_offer(&a->hosts, rest + end, NULL)))
        return;
    host->cores = cores;
    host->leaving = leaving;
    host->listed = listed;
}

static void take_post(struct head *a, const char *rest)
{
    string_list_add(&a->saved->posts, "%s", rest);
}

static const struct saved_line lines[] = {
    { "job", take_job },
    { "numbers", take_numbers },
    { "past", take_past },
    { "folder", take_folder },
    { "host", take_host },
    { "post", take_post },
    { 0 },
};

static void take_line(struct head *a, char *line)
{
    char *rest = strchr(line, ' ');

    line[strcspn(line, "\n")] = '\0';
    if (!rest)
        return;
    *rest++ = '\0';
    parts_load(a, line, rest);
}

int saved_state_read(struct head *a, struct error *err)
{
    char path[PATH_SIZE], *line = NULL;
    size_t room = 0;
    FILE *in;

    a->saved = calloc(1, sizeof(*a->saved));
    if (!a->saved)
        return error_set(err, "out of memory");
    name(a, path);
    in = fopen(path, "re");
    while (in && getline(&line, &room, in) > 0)
        take_line(a, line);
    free(line);
    if (in)
        fclose(in);
    return 0;
}

void saved_state_free(struct head *a)
{
    if (a->saved)
        string_list_clear(&a->saved->posts);
    free(a->saved);
    a->saved = NULL;
    free(a->written);
    a->written = NULL;
}

/* ---- when it changes ---- */

static void changed(struct head *a, const struct change_outcome *outcome)
{
    (void)outcome;
    saved_state_write(a);
}

static void retired(struct head *a, const struct generation *g)
{
    (void)g;
    saved_state_write(a);
}

static void host_met(struct head *a, const char *host)
{
    (void)host;
    saved_state_write(a);
}

const struct part saved_state_part = {
    .name = "saved state",
    .changed = changed,
    .retired = retired,
    .host_met = host_met,
    .lines = lines,
};

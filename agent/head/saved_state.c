/* saved_state.c - what the head of a job's agents leaves to the one after it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"
#include "agent/head/learnt.h"
#include "agent/head/saved_state.h"
#include "base/replace_file.h"

enum { PATH_SIZE = JOB_PATH + 16 };

static void name(const struct head *a, const char *file, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", a->folder, file);
}

/* ---- writing ---- */

/* A text is the rest of its line. */
static void put_text(FILE *out, const char *word, const char *text)
{
    fprintf(out, "%s ", word);
    for (; *text; text++)
        putc(*text == '\n' ? ' ' : *text, out);
    putc('\n', out);
}

static void put_change(FILE *out, const struct changeover *s)
{
    fprintf(out, "change %u %d %d %.3f\n", s->next->number, s->new_ranks,
            s->agent->steps.begun, s->asked_wall);
    put_text(out, "text", s->text);
    put_text(out, "why", s->why);
}

static void put_hosts(FILE *out, const struct head *a)
{
    for (int i = 0; i < a->pool.count; i++)
        fprintf(out, "host %d %d %d %s\n", a->pool.host[i].cores,
                a->pool.host[i].leaving, a->pool.host[i].listed,
                a->pool.host[i].name);
    for (const char *host = NULL; (host = host_links_next_host(a->hub, host));)
        fprintf(out, "post %s\n", host);
}

static void put(FILE *out, const struct head *a)
{
    char folder[PATH_SIZE];

    fprintf(out, "job %u %d\n", a->now->number, a->now->ranks);
    fprintf(out, "numbers %u %u %d\n", a->generations, a->changes,
            a->steps.next);
    fprintf(out, "past %u %d %d %d\n", a->retired, a->retired_ranks, a->over,
            (int)a->folding);
    if (getcwd(folder, sizeof(folder)))
        put_text(out, "folder", folder);
    put_hosts(out, a);
    if (a->change)
        put_change(out, a->change);
    learnt_put(a, out);
}

static bool replace(const struct head *a, const char *text, size_t bytes)
{
    char path[PATH_SIZE], new[PATH_SIZE];
    bool fine;
    int fd;

    name(a, "heritage", path);
    name(a, "heritage.new", new);
    fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    fine = fd >= 0 && write(fd, text, bytes) == (ssize_t)bytes;
    if (fd >= 0)
        close(fd);
    if (fine && replace_file(new, path) == 0)
        return true;
    unlink(new);
    return false;
}

/* Without room for it the one after this one knows less. */
void saved_state_write(struct head *a)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = a->settled ? open_memstream(&text, &bytes) : NULL;

    if (!out)
        return;
    put(out, a);
    if (fclose(out) != 0 || (a->heritage && strcmp(a->heritage, text) == 0)
        || !replace(a, text, bytes)) {
        free(text);
        return;
    }
    free(a->heritage);
    a->heritage = text;
}

/* ---- reading ---- */

static void take_job(struct head *a, struct saved_state *h, const char *rest)
{
    (void)a;
    if (sscanf(rest, "%u %d", &h->job, &h->ranks) != 2)
        h->job = 0;
}

static void take_numbers(struct head *a,
                         struct saved_state *h,
                         const char *rest)
{
    (void)h;
    sscanf(rest, "%u %u %d", &a->generations, &a->changes, &a->steps.next);
}

static void take_past(struct head *a, struct saved_state *h, const char *rest)
{
    int folding = 0;

    (void)h;
    sscanf(rest, "%u %d %d %d", &a->retired, &a->retired_ranks, &a->over,
           &folding);
    a->folding = folding;
}

/* Modules that were named by where they are from here. */
static void take_folder(struct head *a,
                        struct saved_state *h,
                        const char *rest)
{
    (void)h;
    if (chdir(rest) < 0)
        head_say("%s is not there any more", rest);
    (void)a;
}

static void take_host(struct head *a, struct saved_state *h, const char *rest)
{
    int cores, leaving, listed, end = 0;
    struct host_pool_host *host;

    (void)h;
    if (sscanf(rest, "%d %d %d %n", &cores, &leaving, &listed, &end) != 3
        || !(host = host_pool_add(&a->pool, rest + end, NULL)))
        return;
    host->cores = cores;
    host->leaving = leaving;
    host->listed = listed;
}

static void take_post(struct head *a, struct saved_state *h, const char *rest)
{
    (void)a;
    texts_add(&h->posts, "%s", rest);
}

static void take_change(struct head *a,
                        struct saved_state *h,
                        const char *rest)
{
    int scripted = 0;

    (void)a;
    if (sscanf(rest, "%u %d %d %lf", &h->generation, &h->to, &scripted,
               &h->asked)
        != 4)
        h->generation = 0;
    h->scripted = scripted;
}

static void take_text(struct head *a, struct saved_state *h, const char *rest)
{
    (void)a;
    snprintf(h->text, sizeof(h->text), "%s", rest);
}

static void take_why(struct head *a, struct saved_state *h, const char *rest)
{
    (void)a;
    snprintf(h->why, sizeof(h->why), "%s", rest);
}

static const struct {
    const char *word;
    void (*take)(struct head *a, struct saved_state *h, const char *rest);
} lines[] = {
    { "job", take_job },       { "numbers", take_numbers },
    { "past", take_past },     { "folder", take_folder },
    { "host", take_host },     { "post", take_post },
    { "change", take_change }, { "text", take_text },
    { "why", take_why },
};

static void take_line(struct head *a, struct saved_state *h, char *line)
{
    char *rest = strchr(line, ' ');

    line[strcspn(line, "\n")] = '\0';
    if (!rest)
        return;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        if (strncmp(line, lines[i].word, (size_t)(rest - line)) == 0
            && !lines[i].word[rest - line]) {
            lines[i].take(a, h, rest + 1);
            return;
        }
    texts_add(&h->learnt, "%s", line);
}

void saved_state_read(struct head *a, struct saved_state *h)
{
    char path[PATH_SIZE], *line = NULL;
    size_t room = 0;
    FILE *in;

    name(a, "heritage", path);
    in = fopen(path, "re");
    while (in && getline(&line, &room, in) > 0)
        take_line(a, h, line);
    free(line);
    if (in)
        fclose(in);
}

void saved_state_clear(struct saved_state *h)
{
    texts_clear(&h->posts);
    texts_clear(&h->learnt);
}

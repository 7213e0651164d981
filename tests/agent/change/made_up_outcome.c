/* made_up_outcome.c - whether all is as it should be when a change is over
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "tests/agent/change/made_up_job.h"

static const char gave_up[] = " was given up: ";

static char wrong[1600];

static bool is_reached(const struct made_up_rank *r)
{
    return !r->gone && job.host[r->host].line;
}

/* Nobody waits for anything of the change any more. */
static const char *look_at_head(void)
{
    const struct head *a = &job.head;

    if (a->change || a->next)
        return "there still is a change";
    if (a->ending)
        return "a generation has not ended";
    if (a->links->on_claimed)
        return "a claim is waited for";
    for (const struct host *h = a->hosts.first; h; h = h->next)
        if (h->claiming)
            return "a host is to answer a claim";
    if (job.outcomes != 1) {
        snprintf(wrong, sizeof(wrong), "it ended %d times", job.outcomes);
        return wrong;
    }
    return NULL;
}

/* The words for all ranks of a side are what they are while there is no
 * change.
 */
static const char *look_at_words(enum made_up_side side)
{
    for (int i = 0; i < MADE_UP_HOSTS; i++) {
        const struct host_messages_control *w = &job.host[i].words[side];

        if (!job.host[i].line)
            continue;
        snprintf(wrong, sizeof(wrong),
                 "%s: horizon %llx, offer %llx, own pace %u, crowded %u",
                 job.host[i].name, (unsigned long long)w->horizon,
                 (unsigned long long)w->offer, w->own_pace, w->crowded);
        if (w->horizon != CONTROL_NEVER || w->offer > 0 || w->own_pace
            || w->crowded)
            return wrong;
    }
    return NULL;
}

static const char *count_old(bool done)
{
    for (int r = 0; r < job.ranks[OLD]; r++) {
        const struct made_up_rank *rank = &job.rank[OLD][r];

        snprintf(wrong, sizeof(wrong),
                 "old rank %d came to stand %d times, went on %d times, was "
                 "told to leave %d times",
                 r, rank->stood, rank->went, rank->left);
        if (!is_reached(rank))
            continue;
        if (rank->went != rank->stood - done || rank->left != done)
            return wrong;
    }
    return NULL;
}

static const char *count_new(bool done)
{
    for (int r = 0; r < job.ranks[NEW]; r++) {
        const struct made_up_rank *rank = &job.rank[NEW][r];

        snprintf(wrong, sizeof(wrong),
                 "new rank %d was told %d times to go on, %d times to end", r,
                 rank->committed, rank->ended);
        if (is_reached(rank)
            && (rank->committed != done || rank->ended != !done))
            return wrong;
    }
    return NULL;
}

/* The new ranks are killed and what they left is forgotten, everywhere. */
static const char *look_at_hosts(bool done)
{
    for (int i = 0; i < MADE_UP_HOSTS; i++) {
        const struct made_up_host *h = &job.host[i];

        snprintf(wrong, sizeof(wrong),
                 "%s was told %d times to kill, %d "
                 "times to forget",
                 h->name, h->killed, h->forgotten);
        if (h->line && (h->killed != !done || h->forgotten != !done))
            return wrong;
    }
    return NULL;
}

/* How many lines the file of changes has with this in it. */
static int count_lines(const char *text)
{
    char path[512], line[4096];
    FILE *file;
    int count = 0;

    snprintf(path, sizeof(path), "%s/changes", job.scratch);
    file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file))
        count += strstr(line, text) != NULL;
    if (file)
        fclose(file);
    return count;
}

/* It is JSON. */
static const char *look_at_file(const char *outcome)
{
    char text[1200] = "\"outcome\":\"";
    size_t used = strlen(text);

    for (const char *c = outcome; *c && used < sizeof(text) - 2; c++) {
        if (*c == '"')
            text[used++] = '\\';
        text[used++] = *c;
    }
    text[used] = '\0';
    return count_lines(text) == 1 ? NULL : "it is not written down once";
}

const char *made_up_given_up(const char *reason)
{
    char path[512];
    const char *what = look_at_head();

    snprintf(path, sizeof(path), "%s/control-%u", job.scratch,
             job.head.generations);
    if (what)
        return what;
    snprintf(wrong, sizeof(wrong), "%s", job.sentence);
    if (job.done || !strstr(job.sentence, gave_up)
        || !strstr(job.sentence, reason))
        return wrong;
    if (job.head.now->number != job.first
        || atomic_load(&job.head.record->successor) >= job.head.generations)
        return "the new generation is the job";
    if (access(path, F_OK) == 0)
        return "the next generation's file is there still";
    if (kill(job.runner, 0) == 0)
        return "the launcher is there still";
    if ((what = look_at_words(OLD)) || (what = count_old(false))
        || (what = count_new(false)) || (what = look_at_hosts(false)))
        return what;
    return look_at_file(strstr(job.sentence, gave_up) + strlen(gave_up));
}

const char *made_up_done(void)
{
    const char *what = look_at_head();

    if (what)
        return what;
    snprintf(wrong, sizeof(wrong), "%s", job.sentence);
    if (!job.done || !strstr(job.sentence, ": done at sync "))
        return wrong;
    if (job.bytes != MADE_UP_BYTES * job.ranks[NEW])
        return "it tells of other bytes than were moved";
    if (job.head.now->number != job.head.generations
        || atomic_load(&job.head.record->successor) != job.head.generations)
        return "the new generation is not the job";
    if ((what = look_at_words(NEW)) || (what = count_old(true))
        || (what = count_new(true)) || (what = look_at_hosts(true)))
        return what;
    return look_at_file("done");
}

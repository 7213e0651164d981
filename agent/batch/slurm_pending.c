/* slurm_pending.c - which jobs of others are pending, and which nodes
 * are idle
 *
 * Slurm says of each job why it waits.  Of those that are to be helped by
 * nodes the first lacks them ("Resources"), others wait for their turn
 * ("Priority"); who waits for a day, another job or an administrator is none
 * of them.
 *
 * The number of nodes that squeue has for a job that takes more or fewer is
 * what Slurm thinks it will give it; the resources that it asks for tell the
 * fewest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_job.h"
#include "agent/batch/slurm_pending.h"

void slurm_pending_words(const char *partition, struct string_list *words)
{
    string_list_add_all(words, "squeue", "--noheader", "--states=PENDING",
                        NULL);
    string_list_add(words, "--partition=%s", partition);
    string_list_add(words, "--Format=tres-alloc:0|,reason:0|,name:0|,"
                           "comment:0");
}

void slurm_pending_idle_words(const char *partition, struct string_list *words)
{
    string_list_add_all(words, "sinfo", "--noheader", "--states=IDLE", NULL);
    string_list_add(words, "--partition=%s", partition);
    string_list_add(words, "--format=%%D|%%T");
}

/* Read how many nodes, "4" or "2K".  Returns 0 when it is none. */
static int read_nodes(const char *text)
{
    char *end;
    double nodes = strtod(text, &end);

    if (*end == 'K' || *end == 'k')
        nodes *= 1024;
    return nodes >= 1 && nodes <= 1e6 ? (int)nodes : 0;
}

/* The same of resources, "cpu=8,mem=2M,node=2,billing=8". */
static int read_needed(const char *resources)
{
    const char *nodes = strstr(resources, "node=");

    return nodes ? read_nodes(nodes + strlen("node=")) : 0;
}

static bool is_companion(const char *name, const char *comment)
{
    unsigned request;

    return strncmp(name, "mitosis-", strlen("mitosis-")) == 0
           && sscanf(comment, SLURM_JOB_COMMENT, &request) == 1;
}

static void take_line(struct batch_queue *q, char *line)
{
    enum { RESOURCES, REASON, NAME, COMMENT, FIELDS };
    char *field[FIELDS];
    int nodes;
    bool first;

    for (int i = 0; i < FIELDS; i++) {
        field[i] = i < COMMENT ? strsep(&line, "|") : line;
        if (!field[i])
            return;
    }
    nodes = read_needed(field[RESOURCES]);
    first = strcmp(field[REASON], "Resources") == 0
            || strcmp(field[REASON], "None") == 0;
    if (nodes == 0 || is_companion(field[NAME], field[COMMENT])
        || (!first && strcmp(field[REASON], "Priority") != 0))
        return;
    q->pending++;
    if (first)
        q->least_nodes = fmin(q->least_nodes, nodes);
}

void slurm_pending_take(struct batch_queue *q, char *text)
{
    char *line;

    q->pending = 0;
    q->least_nodes = (double)NAN;
    while ((line = strsep(&text, "\n")))
        take_line(q, line);
}

/* A sign behind the state says that it is not quite so: "idle*" does not
 * answer, "idle~" is asleep.
 */
void slurm_pending_idle_take(struct batch_queue *q, const char *text)
{
    char nodes[32], state[32];
    int end = 0;

    q->idle_nodes = 0;
    for (; sscanf(text, "%31[^|\n]|%31[^\n] %n", nodes, state, &end) == 2;
         text += end)
        if (strcmp(state, "idle") == 0)
            q->idle_nodes += read_nodes(nodes);
}

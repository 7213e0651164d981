/* slurm_queue.c - what squeue says of our jobs, read tolerantly
 *
 * The fields that users can write at will come last but for the comment, which
 * has all that is left of the line.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_queue.h"

enum {
    FIELDS = 14,
    CORES_MOST = 1000 * 1000,
    CUT_S = 30, /* less before its limit a job's end is no other one */
    NEVER_S = 30 * 24 * 3600 /* and later it is none: without a limit Slurm
                                tells of a year */
};

void slurm_queue_words(struct string_list *words)
{
    string_list_add_all(words, "squeue", "--noheader", "--array", "--me",
                        NULL);
    string_list_add(words, "--format=%%i|%%A|%%T|%%L|%%e|%%N|%%C|%%P|%%a|%%q|"
                           "%%v|%%f|%%j|%%k");
}

double slurm_queue_seconds(const char *text)
{
    double days = 0, parts[3] = { 0 }, sum = 0;
    const char *at = text, *dash = strchr(text, '-');
    int count = 0;
    char *end;

    if (strcmp(text, "UNLIMITED") == 0)
        return SLURM_QUEUE_UNLIMITED;
    if (*text == '-') {
        at = text + 1;
    } else if (dash) {
        days = strtod(text, &end);
        if (end != dash)
            return SLURM_QUEUE_UNKNOWN;
        at = dash + 1;
    }
    for (; count < 3; at = end + 1) {
        parts[count++] = strtod(at, &end);
        if (end == at || *end != ':')
            break;
    }
    if (end == at || *end || days < 0)
        return SLURM_QUEUE_UNKNOWN;
    for (int i = 0; i < count; i++)
        sum = sum * 60 + parts[i];
    return *text == '-' ? 0 : days * 24 * 3600 + sum;
}

static enum slurm_queue_state state_of(const char *text)
{
    static const struct {
        const char *name;
        enum slurm_queue_state state;
    } states[] = {
        { "PENDING", SLURM_QUEUE_WAITS },
        { "CONFIGURING", SLURM_QUEUE_WAITS },
        { "REQUEUED", SLURM_QUEUE_WAITS },
        { "REQUEUE_HOLD", SLURM_QUEUE_WAITS },
        { "SPECIAL_EXIT", SLURM_QUEUE_WAITS },
        { "RESV_DEL_HOLD", SLURM_QUEUE_WAITS },
        { "RUNNING", SLURM_QUEUE_RUNS },
        { "SUSPENDED", SLURM_QUEUE_RUNS },
        { "STOPPED", SLURM_QUEUE_RUNS },
        { "SIGNALING", SLURM_QUEUE_RUNS }, /* until SIGCONT has reached it */
        { "RESIZING", SLURM_QUEUE_RUNS },
    };

    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
        if (strcmp(text, states[i].name) == 0)
            return states[i].state;
    return SLURM_QUEUE_ENDS;
}

/* What Slurm does not know it writes in several ways. */
static const char *known(const char *text)
{
    static const char *const nothing[] = { "(null)", "N/A", "n/a", "None" };

    for (size_t i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++)
        if (strcmp(text, nothing[i]) == 0)
            return "";
    return text;
}

/* The time limit is not all: who is preempted has an end that comes earlier,
 * in seconds since 1970 if slurm_command_start() has squeue tell it.
 */
static void take_end(const char *text, double now, struct slurm_queue_job *job)
{
    char *end;
    double ends = strtod(text, &end), left = fmax(0, ends - now);

    if (end == text || *end || ends <= 0 || left > NEVER_S
        || job->left == SLURM_QUEUE_UNKNOWN)
        return;
    job->cut = job->left == SLURM_QUEUE_UNLIMITED || left < job->left - CUT_S;
    if (job->cut || left < job->left)
        job->left = left;
}

static bool read_line(char *line, double now, struct slurm_queue_job *job)
{
    char *field[FIELDS], *bar;
    long cores;

    for (int i = 0; i < FIELDS; i++, line = bar + 1) {
        bar = strchr(line, '|');
        if (!bar && i < FIELDS - 1)
            return false;
        if (i < FIELDS - 1)
            *bar = '\0';
        field[i] = line;
    }
    cores = strtol(field[6], NULL, 10);
    *job = (struct slurm_queue_job){
        .id = field[0],
        .raw = field[1],
        .state = state_of(field[2]),
        .left = slurm_queue_seconds(field[3]),
        .nodes = known(field[5]),
        .cores = cores > 0 && cores <= CORES_MOST ? (int)cores : 0,
        .name = field[12],
        .comment = known(field[13]),
    };
    for (int i = 0; i < SLURM_OPTIONS; i++)
        job->has[i] = known(field[7 + i]);
    take_end(field[4], now, job);
    return *job->id >= '0' && *job->id <= '9';
}

bool slurm_queue_next(char **at, double now, struct slurm_queue_job *job)
{
    char *line;

    while ((line = strsep(at, "\n")))
        if (read_line(line, now, job))
            return true;
    return false;
}

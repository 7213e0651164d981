/* job_log.c - the jobs of a log in the Standard Workload Format
 *
 * A line for each job, with 18 numbers of which -1 is not known, and comments
 * that begin with a ';'.  Logs of real machines have lines that are cut off or
 * spoilt, so such a line is passed over and told, and only a file without any
 * job is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "foresee/cluster/job_log.h"
#include "report/json/parse_file.h"

/* Which number of a line is what. */
enum field {
    ID,
    SUBMIT,
    SECONDS = 3,
    NODES,
    NODES_ASKED = 7,
    SECONDS_ASKED,
    EXECUTABLE = 13,
    FIELDS = 18,
    LEAST_FIELDS = 5, /* a line without these tells nothing */
};

static const double most_seconds = 1e12, most_id = 1e15;

struct reading {
    struct workload *workload;
    const char *path;
    const struct applications *all;
    struct job_log_notes *notes;
    size_t line;
};

/* Note a line that is wrong. */
static void pass_over(struct reading *r, const char *why, const char *what)
{
    if (r->notes->wrong++ == 0)
        error_set(&r->notes->first, "%s:%zu: \"%.60s\" %s", r->path, r->line,
                  what, why);
}

static bool is_space(char c)
{
    return isspace((unsigned char)c);
}

/* Take the numbers of a line apart.  Returns how many there are, or -1. */
static int split(struct reading *r, char *line, double number[FIELDS])
{
    int count = 0;

    for (char *at = line; count < FIELDS;) {
        char *end;

        while (is_space(*at))
            at++;
        if (!*at)
            break;
        number[count] = strtod(at, &end);
        if (end == at || (*end && !is_space(*end))
            || !isfinite(number[count])) {
            at[strcspn(at, " \t\r\n")] = '\0';
            pass_over(r, "is not a number", at);
            return -1;
        }
        count++;
        at = end;
    }
    return count;
}

static const struct application *find_application(const struct reading *r,
                                                  double executable)
{
    for (size_t i = 0; i < r->all->count; i++)
        if (r->all->one[i].executable > 0
            && (double)r->all->one[i].executable == executable)
            return &r->all->one[i];
    return &r->all->one[0];
}

/* "; MaxNodes: 128": how large the machine was. */
static void take_comment(struct reading *r, const char *line)
{
    static const char *const keys[] = { "MaxProcs:", "MaxNodes:" };

    line += strspn(line, "; \t");
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        long count;

        if (strncasecmp(line, keys[i], strlen(keys[i])) != 0)
            continue;
        count = strtol(line + strlen(keys[i]), NULL, 10);
        if (count > r->workload->nodes && count <= APPLICATION_NODES)
            r->workload->nodes = (int)count;
    }
}

/* A job of the numbers of its line. */
static int take_job(struct reading *r,
                    const double number[FIELDS],
                    struct error *err)
{
    double nodes = number[NODES] > 0 ? number[NODES] : number[NODES_ASKED];
    struct workload_job job = {
        .id = number[ID] > 0 && number[ID] <= most_id ? (uint64_t)number[ID]
                                                      : r->workload->jobs + 1,
        .submit = number[SUBMIT],
        .seconds = number[SECONDS],
        .estimate = 1,
        .application = find_application(r, number[EXECUTABLE]),
    };

    if (number[SECONDS] <= 0 || nodes <= 0) {
        r->notes->never_ran++;
        return 0;
    }
    if (nodes > APPLICATION_NODES || job.submit < 0
        || job.submit > most_seconds || job.seconds > most_seconds) {
        char text[64];

        snprintf(text, sizeof(text), "%g %g %g", job.submit, job.seconds,
                 nodes);
        pass_over(r, "are no moment, time and nodes of a job", text);
        return 0;
    }
    job.size = (int)nodes;
    if (number[SECONDS_ASKED] > job.seconds)
        job.estimate = number[SECONDS_ASKED] / job.seconds;
    return workload_add(r->workload, &job, err);
}

static int take_line(struct reading *r, char *line, struct error *err)
{
    double number[FIELDS];
    int count;

    line += strspn(line, " \t\r\n");
    if (*line == ';') {
        take_comment(r, line);
        return 0;
    }
    if (!*line)
        return 0;
    for (int i = 0; i < FIELDS; i++)
        number[i] = -1;
    count = split(r, line, number);
    if (count >= LEAST_FIELDS)
        return take_job(r, number, err);
    if (count >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        pass_over(r, "has too few numbers for a job", line);
    }
    return 0;
}

/* A log as it is fetched, which is compressed. */
static bool is_compressed(FILE *file)
{
    int first = getc(file), second = getc(file);

    rewind(file);
    return first == 0x1f && second == 0x8b;
}

static int take_all(struct reading *r, FILE *file, struct error *err)
{
    size_t room = 0;
    char *line = NULL;
    int rc = 0;

    if (is_compressed(file))
        return error_set(err, "%s: it is compressed; gunzip it first",
                         r->path);
    while (rc == 0 && getline(&line, &room, file) >= 0) {
        r->line++;
        rc = take_line(r, line, err);
    }
    if (rc == 0 && !feof(file))
        rc = error_set(err, "%s: %s", r->path, strerror(errno));
    free(line);
    return rc;
}

int job_log_read(struct workload *w,
                 const char *path,
                 const struct applications *all,
                 struct job_log_notes *notes,
                 struct error *err)
{
    struct reading r = { w, path, all, notes, 0 };
    FILE *file;
    int rc;

    *notes = (struct job_log_notes){ 0 };
    if (parse_file_check(path, "log of jobs", err) < 0)
        return -1;
    file = fopen(path, "re");
    if (!file)
        return error_set(err, "%s: %s", path, strerror(errno));
    rc = take_all(&r, file, err);
    fclose(file);
    if (rc == 0 && w->jobs == 0 && notes->wrong > 0)
        return error_set(err, "%.900s; no other line is a job either",
                         notes->first.text);
    if (rc == 0 && w->jobs == 0)
        return error_set(err, "%s: there is no job in it that ran", path);
    return rc;
}

/* job_kind.c - whether a job's number of nodes is fixed, chosen or changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/cluster/job_kind.h"

enum { ALL = 100 /* percent */ };

const char *const job_kind_word[JOB_KINDS] = {
    [JOB_RIGID] = "rigid",
    [JOB_MOLDABLE] = "moldable",
    [JOB_MALLEABLE] = "malleable",
    [JOB_FLEXIBLE] = "flexible",
};

enum job_kind job_kind_find(const char *name)
{
    enum job_kind kind = 0;

    while (kind < JOB_KINDS && strcmp(job_kind_word[kind], name) != 0)
        kind++;
    return kind;
}

bool job_kind_chooses(enum job_kind kind)
{
    return kind == JOB_MOLDABLE || kind == JOB_FLEXIBLE;
}

bool job_kind_changes(enum job_kind kind)
{
    return kind == JOB_MALLEABLE || kind == JOB_FLEXIBLE;
}

/* Read one of "malleable=50", or "malleable" which is all that is left. */
static int read_one(struct job_kind_shares *shares,
                    bool given[JOB_KINDS],
                    char *item,
                    struct error *err)
{
    char *value = strchr(item, '='), *end = NULL;
    enum job_kind kind;
    double percent = ALL;

    if (value)
        *value++ = '\0';
    kind = job_kind_find(item);
    if (kind == JOB_KINDS)
        return error_set(err,
                         "\"%.100s\" is no kind of job; there are rigid, "
                         "moldable, malleable and flexible ones",
                         item);
    if (given[kind])
        return error_set(err, "%s is there twice", item);
    if (value)
        percent = strtod(value, &end);
    if (value && (end == value || *end || !(percent >= 0 && percent <= ALL)))
        return error_set(err, "%s: \"%.100s\" is not from 0 to 100 percent",
                         item, value);
    given[kind] = true;
    shares->percent[kind] = percent;
    return 0;
}

/* What is not given is rigid. */
static int fill_up(struct job_kind_shares *shares,
                   bool has_rigid,
                   struct error *err)
{
    double sum = 0;

    for (enum job_kind kind = 0; kind < JOB_KINDS; kind++)
        sum += shares->percent[kind];
    if (sum > ALL + 1e-9)
        return error_set(err, "these are %g percent of the jobs", sum);
    if (sum < ALL - 1e-9 && has_rigid)
        return error_set(err, "these are only %g percent of the jobs", sum);
    if (!has_rigid)
        shares->percent[JOB_RIGID] = sum < ALL ? ALL - sum : 0;
    return 0;
}

int job_kind_shares_read(struct job_kind_shares *shares,
                         const char *text,
                         struct error *err)
{
    struct job_kind_shares read = { { 0 } };
    bool given[JOB_KINDS] = { false };
    char copy[256], *rest = copy, *item;
    struct error why = { "no kind of job is named" };
    int rc = -1;

    if (strlen(text) < sizeof(copy)) {
        strcpy(copy, text);
        while ((item = strsep(&rest, ",")))
            if ((rc = read_one(&read, given, item, &why)) < 0)
                break;
    }
    if (rc == 0)
        rc = fill_up(&read, given[JOB_RIGID], &why);
    if (rc < 0)
        return error_set(err, "\"%.250s\": %.600s", text, why.text);
    *shares = read;
    return 0;
}

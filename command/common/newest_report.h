/* newest_report.h - of several reports the newest
 *
 * A pattern such as heat-*.mitosis.json stands for one report at first, and
 * for several once a program was run again; what is meant is the last run.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_NEWEST_REPORT_H
#define MITOSIS_COMMAND_COMMON_NEWEST_REPORT_H

#include <limits.h>
#include <stdbool.h>
#include <time.h>

#include "base/error.h"

/* Begin with all zero. */
struct newest_report {
    int count;        /* how many there were */
    const char *path; /* of the newest, or NULL; it is the caller's */
    struct timespec written;
    bool found;          /* and not named */
    char room[PATH_MAX]; /* for a path that was found */
};

/* One more.  What is not there is older than anything that is. */
void newest_report_offer(struct newest_report *n, const char *path);

/* Whether it is a file by the name of a report. */
bool newest_report_is_report(const char *path);

/* Offer all reports in this folder, NAME.mitosis.json.  Returns -1 with the
 * reason in 'err', as when there is none.
 */
int newest_report_find(struct newest_report *n, struct error *err);

/* Two words are given of which only reports may be several.  Returns -1, and
 * says in 'err' which report is missing, or that one is enough.
 */
int newest_report_refuse(const char *first,
                         const char *second,
                         struct error *err);

/* Tell which one was taken when there was a choice. */
void newest_report_tell(const struct newest_report *n);

#endif /* !MITOSIS_COMMAND_COMMON_NEWEST_REPORT_H */

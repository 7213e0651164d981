/* newest_report.c - of several reports the newest
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "command/common/newest_report.h"
#include "command/common/say.h"

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec > b->tv_sec;
    return a->tv_nsec > b->tv_nsec;
}

void newest_report_offer(struct newest_report *n, const char *path)
{
    struct stat st = { 0 };

    if (stat(path, &st) < 0)
        memset(&st, 0, sizeof(st));
    if (!n->path || is_later(&st.st_mtim, &n->written)) {
        n->path = path;
        n->written = st.st_mtim;
    }
    n->count++;
}

bool newest_report_is_report(const char *path)
{
    static const char ending[] = ".json";
    size_t len = strlen(path), end = sizeof(ending) - 1;
    struct stat st;

    return len > end && strcmp(path + len - end, ending) == 0
           && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

void newest_report_tell(const struct newest_report *n)
{
    if (n->count > 1)
        say(SAY_WARN, "%s is the newest of these %d reports", n->path,
            n->count);
}

/* newest_report.c - of several reports the newest
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
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

static bool has_name(const char *path)
{
    static const char ending[] = ".json";
    size_t len = strlen(path), end = sizeof(ending) - 1;

    return len > end && strcmp(path + len - end, ending) == 0;
}

bool newest_report_is_report(const char *path)
{
    struct stat st;

    return has_name(path) && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_named_by_us(const char *name)
{
    static const char ending[] = ".mitosis.json";
    size_t len = strlen(name), end = sizeof(ending) - 1;

    return name[0] != '.' && len > end
           && strcmp(name + len - end, ending) == 0;
}

int newest_report_find(struct newest_report *n, struct error *err)
{
    DIR *dir = opendir(".");
    struct dirent *entry;

    if (!dir)
        return error_set(err, "this folder: %s", strerror(errno));
    while ((entry = readdir(dir))) {
        if (!is_named_by_us(entry->d_name)
            || !newest_report_is_report(entry->d_name))
            continue;
        newest_report_offer(n, entry->d_name);
        if (n->path == entry->d_name) {
            strcpy(n->room, entry->d_name);
            n->path = n->room;
        }
    }
    closedir(dir);
    n->found = true;
    if (!n->path)
        return error_set(err,
                         "of which run?  No report, *.mitosis.json, is in this"
                         " folder; 'mitosis jobs' lists jobs without one");
    return 0;
}

int newest_report_refuse(const char *first,
                         const char *second,
                         struct error *err)
{
    const char *const both[] = { first, second };
    struct stat st;

    for (int i = 0; i < 2; i++)
        if (has_name(both[i]) && stat(both[i], &st) < 0)
            return error_set(err, "%s: %s", both[i], strerror(errno));
    return error_set(err, "one at a time: %s or %s", first, second);
}

void newest_report_tell(const struct newest_report *n)
{
    if (n->found)
        say(SAY_WARN, "%s is the newest report here", n->path);
    else if (n->count > 1)
        say(SAY_WARN, "%s is the newest of these %d reports", n->path,
            n->count);
}

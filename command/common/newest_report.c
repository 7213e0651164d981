/* newest_report.c - of several reports the newest
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
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

static void offer_found(struct newest_report *n,
                        const char *folder,
                        const char *name)
{
    char path[PATH_MAX];
    bool here = strcmp(folder, ".") == 0;

    if ((size_t)snprintf(path, sizeof(path), "%s%s%s", here ? "" : folder,
                         here ? "" : "/", name)
            >= sizeof(path)
        || !newest_report_is_report(path))
        return;
    newest_report_offer(n, path);
    if (n->path == path) {
        memcpy(n->room, path, sizeof(path));
        n->path = n->room;
    }
}

int newest_report_find(struct newest_report *n,
                       const char *folder,
                       struct error *err)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;

    if (!dir)
        return error_set(err, "%s: %s", folder, strerror(errno));
    while ((entry = readdir(dir)))
        if (is_named_by_us(entry->d_name))
            offer_found(n, folder, entry->d_name);
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

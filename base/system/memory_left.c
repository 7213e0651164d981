/* memory_left.c - how much more memory processes of a host may take
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/system/memory_left.h"

enum { PATH_SIZE = 1024, TEXT_SIZE = 8 * 1024 };

/* Version 1 says "no limit" by the largest number of pages that it can. */
static const double no_limit = 4e18;

/* What the files of a version are called. */
struct version {
    const char *limit;
    const char *usage;
    const char *files[2]; /* in memory.stat: pages of files */
    const char *swap_limit;
    const char *swap_usage;
    bool swap_with_memory; /* the last two are of both together */
};

static const struct version versions[] = {
    { .limit = "memory.limit_in_bytes",
      .usage = "memory.usage_in_bytes",
      .files = { "\ntotal_inactive_file ", "\ntotal_active_file " },
      .swap_limit = "memory.memsw.limit_in_bytes",
      .swap_usage = "memory.memsw.usage_in_bytes",
      .swap_with_memory = true },
    { .limit = "memory.max",
      .usage = "memory.current",
      .files = { "\ninactive_file ", "\nactive_file " },
      .swap_limit = "memory.swap.max",
      .swap_usage = "memory.swap.current" },
};

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double number_behind(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? strtod(at + strlen(key), NULL) : NAN;
}

/* The one number of a file; infinite for "max". */
static double read_number(const char *folder, const char *name)
{
    char path[PATH_SIZE + 64], text[TEXT_SIZE];
    double number;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (read_file_start(path, text, sizeof(text)) <= 0)
        return NAN;
    number = strncmp(text, "max", 3) == 0 ? INFINITY : strtod(text, NULL);
    return number > no_limit ? INFINITY : number;
}

/* ---- the host ---- */

static bool find_host(const char *root, struct memory_left *h)
{
    char path[PATH_SIZE], text[TEXT_SIZE];

    snprintf(path, sizeof(path), "%s/proc/meminfo", root);
    if (read_file_start(path, text, sizeof(text)) <= 0)
        return false;
    h->limit = number_behind(text, "MemTotal:") * 1024;
    h->free = number_behind(text, "MemAvailable:") * 1024;
    h->swap = number_behind(text, "SwapFree:") * 1024;
    if (isnan(h->swap))
        h->swap = 0;
    if (isnan(h->limit))
        h->limit = h->free;
    snprintf(h->where, sizeof(h->where), "the host");
    return !isnan(h->free);
}

/* ---- its control groups ---- */

/* What of swap the group leaves, of the host's. */
static double swap_of(const char *folder,
                      const struct version *v,
                      double limit,
                      double usage,
                      double swap)
{
    double allowed = read_number(folder, v->swap_limit);
    double used = read_number(folder, v->swap_usage);

    if (isnan(allowed) || isnan(used) || isinf(allowed))
        return swap;
    if (v->swap_with_memory) {
        allowed -= limit;
        used -= usage;
    }
    return most(0, least(swap, allowed - used));
}

/* Compare with one group, whose name is 'name'. */
static void look_at(const char *folder,
                    const char *name,
                    const struct version *v,
                    double swap,
                    struct memory_left *h)
{
    char path[PATH_SIZE + 64], text[TEXT_SIZE];
    double limit = read_number(folder, v->limit);
    double usage = read_number(folder, v->usage);
    double room;

    if (isnan(limit) || isinf(limit) || isnan(usage))
        return;
    room = limit - usage;
    snprintf(path, sizeof(path), "%s/memory.stat", folder);
    for (int i = 0; i < 2 && read_file_start(path, text, sizeof(text)) > 0;
         i++) {
        double pages = number_behind(text, v->files[i]);

        room += isnan(pages) ? 0 : pages;
    }
    room = most(0, least(room, limit));
    swap = swap_of(folder, v, limit, usage, swap);
    if (room + swap >= h->free + h->swap)
        return;
    h->free = room;
    h->swap = swap;
    h->limit = limit;
    snprintf(h->where, sizeof(h->where), "control group %s",
             *name ? name : "/");
}

/* Go up from the group 'name' to where the hierarchy is mounted, which may
 * show it from the group 'top' on only.
 */
static void climb(const char *root,
                  const char *mounted,
                  const char *top,
                  char *name,
                  const struct version *v,
                  double swap,
                  struct memory_left *h)
{
    size_t len = strcmp(top, "/") == 0 ? 0 : strlen(top);
    char folder[PATH_SIZE];
    char *end;

    if (strncmp(name, top, len) != 0 || strstr(name, "/.."))
        name[len = 0] = '\0';
    for (;;) {
        snprintf(folder, sizeof(folder), "%s%s%s", root, mounted, name + len);
        look_at(folder, name, v, swap, h);
        end = strrchr(name + len, '/');
        if (!end)
            return;
        *end = '\0';
    }
}

/* Whether "memory" is in a list. */
static bool has_memory(const char *list)
{
    static const char word[] = "memory";
    size_t len = sizeof(word) - 1;

    for (const char *at = list; (at = strstr(at, word)); at += len)
        if ((at == list || at[-1] == ',')
            && (at[len] == ',' || at[len] == '\0'))
            return true;
    return false;
}

/* The group that a process is in, from lines "4:memory:/jobs/7", "0::/jobs/7".
 */
static bool find_group(const char *root,
                       pid_t pid,
                       const struct version *v,
                       char name[PATH_SIZE])
{
    char path[PATH_SIZE], text[TEXT_SIZE], kinds[256], *rest;
    bool found = false;

    snprintf(path, sizeof(path), "%s/proc/%d/cgroup", root, (int)pid);
    if (read_file_start(path, text, sizeof(text)) <= 0)
        return false;
    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *first = strchr(line, ':');
        char *second = first ? strchr(first + 1, ':') : NULL;

        if (!second)
            continue;
        snprintf(kinds, sizeof(kinds), "%.*s", (int)(second - first - 1),
                 first + 1);
        if (v->swap_with_memory ? !has_memory(kinds) : *kinds != '\0')
            continue;
        snprintf(name, PATH_SIZE, "%s", second + 1);
        found = true;
    }
    if (found && strcmp(name, "/") == 0)
        name[0] = '\0';
    return found;
}

/* Where its hierarchy is mounted, from lines of /proc/self/mountinfo as
 * "31 24 0:27 TOP MOUNTED rw,relatime - cgroup cgroup rw,memory".  The last
 * one hides those before.
 */
static bool find_mount(const char *root,
                       const struct version *v,
                       char mounted[PATH_SIZE],
                       char top[PATH_SIZE])
{
    const char *kind = v->swap_with_memory ? "cgroup" : "cgroup2";
    char path[PATH_SIZE], *line = NULL;
    size_t size = 0;
    bool found = false;
    FILE *file;

    snprintf(path, sizeof(path), "%s/proc/self/mountinfo", root);
    file = fopen(path, "re");
    while (file && getline(&line, &size, file) > 0) {
        char at[PATH_SIZE], from[PATH_SIZE], type[32], options[512];
        char *end = strstr(line, " - ");

        if (!end || sscanf(line, "%*s %*s %*s %1023s %1023s", from, at) != 2
            || sscanf(end, " - %31s %*s %511s", type, options) != 2
            || strcmp(type, kind) != 0
            || (v->swap_with_memory && !has_memory(options)))
            continue;
        strcpy(mounted, at);
        strcpy(top, from);
        found = true;
    }
    free(line);
    if (file)
        fclose(file);
    return found;
}

bool memory_left_find(const char *root,
                      pid_t pid,
                      bool swaps,
                      struct memory_left *h)
{
    char name[PATH_SIZE], mounted[PATH_SIZE], top[PATH_SIZE];
    struct memory_left host;

    if (!find_host(root, &host))
        return false;
    if (!swaps)
        host.swap = 0;
    *h = host;
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
        if (find_group(root, pid, &versions[i], name)
            && find_mount(root, &versions[i], mounted, top))
            climb(root, mounted, top, name, &versions[i], host.swap, h);
    return true;
}

/* ---- processes ---- */

/* In kilobytes; a line that is not there counts nothing. */
static double field(const char *text, const char *name)
{
    double value = number_behind(text, name);

    return isnan(value) ? 0 : value * 1024;
}

bool memory_left_use(const char *root, pid_t pid, struct memory_left_use *use)
{
    char path[PATH_SIZE], text[TEXT_SIZE];

    snprintf(path, sizeof(path), "%s/proc/%d/status", root, (int)pid);
    if (pid <= 0 || read_file_start(path, text, sizeof(text)) <= 0
        || !strstr(text, "\nVmSize:"))
        return false;
    use->own = field(text, "\nRssAnon:") + field(text, "\nVmSwap:");
    use->address = field(text, "\nVmSize:");
    use->data = field(text, "\nVmData:");
    return true;
}

uint64_t memory_left_kills(const char *root)
{
    char path[PATH_SIZE], text[TEXT_SIZE];
    double kills;

    snprintf(path, sizeof(path), "%s/proc/vmstat", root);
    kills = read_file_start(path, text, sizeof(text)) > 0
                ? number_behind(text, "\noom_kill ")
                : NAN;
    return isnan(kills) ? 0 : (uint64_t)kills;
}

/* shipped.c - the policies that come with mitosis, and where they are
 *
 * They are in a folder 'lua': beside the program when that was not installed,
 * else where it was installed to, or moved to with all the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "policy/shipped.h"

static const char ending[] = ".lua";

int shipped_is_file(const char *name)
{
    size_t len = strlen(name), end = strlen(ending);

    return strchr(name, '/')
           || (len > end && strcmp(name + len - end, ending) == 0);
}

/* Where they are.  One that is known to be shipped tells that it is there. */
static int find_folder(char path[POLICY_PATH], struct error *err)
{
    static const char *const ways[] = { "lua", "../share/" PACKAGE "/lua" };
    char own[POLICY_PATH / 2], probe[POLICY_PATH + 32];
    ssize_t len = readlink("/proc/self/exe", own, sizeof(own) - 1);

    own[len > 0 ? len : 0] = '\0';
    if (strrchr(own, '/'))
        *strrchr(own, '/') = '\0';
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        snprintf(path, POLICY_PATH, "%s/%s", own, ways[i]);
        snprintf(probe, sizeof(probe), "%s/threshold.lua", path);
        if (access(probe, R_OK) == 0)
            return 0;
    }
    snprintf(path, POLICY_PATH, "%s", POLICIES);
    if (access(path, R_OK) == 0)
        return 0;
    return error_set(err, "the shipped policies are not in %s: %s", POLICIES,
                     strerror(errno));
}

static int is_policy(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && shipped_is_file(entry->d_name);
}

int shipped_list(void (*visit)(const char *name, const char *path, void *arg),
                 void *arg,
                 struct error *err)
{
    char folder[POLICY_PATH], path[2 * POLICY_PATH];
    struct dirent **entries;
    int count;

    if (find_folder(folder, err) < 0)
        return -1;
    count = scandir(folder, &entries, is_policy, alphasort);
    if (count < 0)
        return error_set(err, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *name = entries[i]->d_name;

        snprintf(path, sizeof(path), "%s/%s", folder, name);
        name[strlen(name) - strlen(ending)] = '\0';
        visit(name, path, arg);
        free(entries[i]);
    }
    free(entries);
    return count;
}

/* What shipped_find() looks for. */
struct search {
    struct nearest nearest;
    char best[256];
    char *path;
    bool found;
};

static void compare(const char *name, const char *path, void *arg)
{
    struct search *s = arg;
    unsigned distance = s->nearest.distance;

    if (strcmp(name, s->nearest.word) == 0) {
        snprintf(s->path, POLICY_PATH, "%s", path);
        s->found = true;
    }
    nearest_offer(&s->nearest, name);
    if (s->nearest.distance < distance) /* 'name' is gone after this call */
        snprintf(s->best, sizeof(s->best), "%s", name);
}

int shipped_find(const char *name, char path[POLICY_PATH], struct error *err)
{
    struct search s = { .nearest = nearest_start(name), .path = path };

    if (shipped_is_file(name)) {
        if (snprintf(path, POLICY_PATH, "%s", name) >= POLICY_PATH)
            return error_set(err, "%.100s...: the name is too long", name);
        return 0;
    }
    if (shipped_list(compare, &s, err) < 0)
        return -1;
    if (s.found)
        return 0;
    if (*s.best)
        return error_set(
            err,
            "there is no policy, protocol or profile '%s'; did you mean '%s'?",
            name, s.best);
    return error_set(err,
                     "there is no policy, protocol or profile '%s'; 'mitosis "
                     "policy list' lists them, a file's name ends in .lua",
                     name);
}

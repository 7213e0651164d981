/* shipped.c - the policies that come with mitosis, and where they are
 *
 * They are in a folder 'lua', a folder in it for each kind: beside the program
 * when that was not installed, else where it was installed to, or moved to
 * with all the rest.
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

#include "base/suggest_name.h"
#include "policy/shipped.h"

static const char ending[] = ".lua";

/* Where those of a kind are. */
static const char *const folders[MODULE_KINDS] = {
    [MODULE_DECIDE] = "policy",
    [MODULE_PROTOCOL] = "protocol",
    [MODULE_PROFILE] = "profile",
};

/* Names that users may still give. */
static const struct {
    const char *old, *name;
    enum module_kind kind;
} renamed[] = {
    { "random-stealing", "steal-random", MODULE_PROTOCOL },
    { "application-topology", "steal-topology", MODULE_PROTOCOL },
    { "network-topology", "steal-network", MODULE_PROTOCOL },
};

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
    char own[POLICY_PATH / 2], probe[POLICY_PATH + 64];
    ssize_t len = readlink("/proc/self/exe", own, sizeof(own) - 1);

    own[len > 0 ? len : 0] = '\0';
    if (strrchr(own, '/'))
        *strrchr(own, '/') = '\0';
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        snprintf(path, POLICY_PATH, "%s/%s", own, ways[i]);
        snprintf(probe, sizeof(probe), "%s/policy/threshold.lua", path);
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

int shipped_list(enum module_kind kind,
                 void (*visit)(const char *name, const char *path, void *arg),
                 void *arg,
                 struct error *err)
{
    char all[POLICY_PATH], folder[POLICY_PATH + 16], path[2 * POLICY_PATH];
    struct dirent **entries;
    int count;

    if (find_folder(all, err) < 0)
        return -1;
    snprintf(folder, sizeof(folder), "%s/%s", all, folders[kind]);
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
    struct suggest_name nearest;
    char best[256];
    char *path;
    bool found; /* the first one that is */
};

static void compare(const char *name, const char *path, void *arg)
{
    struct search *s = arg;
    unsigned distance = s->nearest.distance;

    if (!s->found && strcmp(name, s->nearest.word) == 0) {
        snprintf(s->path, POLICY_PATH, "%s", path);
        s->found = true;
    }
    suggest_name_offer(&s->nearest, name);
    if (s->nearest.distance < distance) /* 'name' is gone after this call */
        snprintf(s->best, sizeof(s->best), "%s", name);
}

/* Those of 'kind' are looked through before all others. */
static int search(struct search *s, enum module_kind kind, struct error *err)
{
    if (shipped_list(kind, compare, s, err) < 0)
        return -1;
    for (enum module_kind other = 0; other < MODULE_KINDS; other++)
        if (other != kind && shipped_list(other, compare, s, err) < 0)
            return -1;
    return 0;
}

int shipped_find(enum module_kind kind,
                 const char *name,
                 char path[POLICY_PATH],
                 struct error *err)
{
    struct search s = { .path = path };

    if (shipped_is_file(name)) {
        if (snprintf(path, POLICY_PATH, "%s", name) >= POLICY_PATH)
            return error_set(err, "%.100s...: the name is too long", name);
        return 0;
    }
    for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
        if (strcmp(name, renamed[i].old) == 0) {
            name = renamed[i].name;
            kind = renamed[i].kind;
        }
    s.nearest = suggest_name_start(name);
    if (search(&s, kind, err) < 0)
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

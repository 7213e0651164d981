/* installed_paths.c - where the parts of mitosis are, installed or not
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/common/installed_paths.h"

/* Where the part of 'folder' that both share ends: behind a '/', or at the
 * end of both.
 */
static size_t shared(const char *a, const char *b)
{
    size_t last = 0, i;

    for (i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            last = i + 1;
    if ((!a[i] || a[i] == '/') && (!b[i] || b[i] == '/'))
        return i + (a[i] && b[i]);
    return last;
}

void installed_paths_relative(const char *from,
                              const char *to,
                              char path[INSTALLED_PATHS_PATH])
{
    size_t skip = shared(from, to), len = 0;
    size_t from_len = strlen(from);

    path[0] = '\0';
    for (size_t at = skip; at < from_len; at += strcspn(from + at, "/") + 1)
        if (from[at] != '/' && len + 4 < INSTALLED_PATHS_PATH)
            len += (size_t)sprintf(path + len, "%s..", len ? "/" : "");
    to += skip < strlen(to) ? skip : strlen(to);
    to += strspn(to, "/");
    if (*to)
        snprintf(path + len, INSTALLED_PATHS_PATH - len, "%s%s",
                 len ? "/" : "", to);
    else if (len == 0)
        strcpy(path, ".");
}

int installed_paths_self(char path[INSTALLED_PATHS_PATH], struct error *err)
{
    ssize_t len = readlink("/proc/self/exe", path, INSTALLED_PATHS_PATH - 1);

    if (len < 0)
        return error_set(err, "/proc/self/exe: %s", strerror(errno));
    path[len] = '\0';
    return 0;
}

/* The folder that this program is in. */
static int own_folder(char path[INSTALLED_PATHS_PATH], struct error *err)
{
    if (installed_paths_self(path, err) < 0)
        return -1;
    *strrchr(path, '/') = '\0';
    return 0;
}

/* Look for the file 'name' in FOLDER/BETWEEN.  Its path, without detours, goes
 * to 'path' if it is there.
 */
static int look(const char *folder,
                const char *between,
                const char *name,
                char path[INSTALLED_PATHS_PATH])
{
    char place[2 * INSTALLED_PATHS_PATH + 2], real[INSTALLED_PATHS_PATH];

    snprintf(place, sizeof(place), "%s/%s", folder, between);
    if (!realpath(place, real)
        || snprintf(place, INSTALLED_PATHS_PATH, "%s/%s", real, name)
               >= INSTALLED_PATHS_PATH
        || access(place, R_OK) < 0)
        return -1;
    strcpy(path, place);
    return 0;
}

int installed_paths_find(enum installed_paths_part part,
                         char path[INSTALLED_PATHS_PATH],
                         struct error *err)
{
    static const struct {
        const char *name;
        const char *folder; /* that it is installed to */
        bool preloaded;
    } parts[] = {
        [INSTALLED_PATHS_LIBRARY] = { "libmitosis.so", LIBDIR, true },
        [INSTALLED_PATHS_PROBE] = { "mitosis-probe", PKGLIBEXECDIR, false },
        [INSTALLED_PATHS_WATCHER] = { "mitosis-suggest.so", PKGLIBEXECDIR,
                                      true },
        [INSTALLED_PATHS_SLURM_LAUNCHER] = { "mitosis-slurm-launcher",
                                             PKGLIBEXECDIR, false },
    };
    const char *name = parts[part].name, *folder = parts[part].folder;
    char here[INSTALLED_PATHS_PATH], between[INSTALLED_PATHS_PATH];

    if (own_folder(here, err) < 0)
        return -1;
    installed_paths_relative(BINDIR, folder, between);
    if (look(here, "", name, path) < 0 && look(here, between, name, path) < 0
        && look(folder, "", name, path) < 0)
        return error_set(err, "cannot find %s, neither in %s/%s nor in %s",
                         name, here, between, folder);
    if (parts[part].preloaded && path[strcspn(path, " :")])
        return error_set(err,
                         "%s: a path with a space or a colon cannot be "
                         "preloaded; move mitosis elsewhere",
                         path);
    return 0;
}

bool installed_paths_search(const char *name, char path[INSTALLED_PATHS_PATH])
{
    const char *at = getenv("PATH");
    char other[INSTALLED_PATHS_PATH] = "";

    while (*name && at && *at) {
        size_t len = strcspn(at, ":");

        /* An empty part is this folder. */
        snprintf(path, INSTALLED_PATHS_PATH, "%.*s/%s", len ? (int)len : 1,
                 len ? at : ".", name);
        if (access(path, X_OK) == 0)
            return true;
        if (!*other && access(path, F_OK) == 0)
            strcpy(other, path);
        at += len + (at[len] == ':');
    }
    strcpy(path, other);
    return *other;
}

bool installed_paths_is_openmpi(const char *launcher)
{
    static const char *const names[] = { "orterun", "prterun", "prte",
                                         "mpirun.openmpi", "mpiexec.openmpi" };
    char path[INSTALLED_PATHS_PATH], real[INSTALLED_PATHS_PATH];

    if (!strchr(launcher, '/'))
        launcher = installed_paths_search(launcher, path) ? path : "";
    if (access(launcher, X_OK) < 0 || !realpath(launcher, real))
        return false;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(strrchr(real, '/') + 1, names[i]) == 0)
            return true;
    return false;
}

const char *installed_paths_openmpi(void)
{
    static const char *const names[] = { "mpiexec.openmpi", "mpiexec",
                                         "orterun", "prterun" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (installed_paths_is_openmpi(names[i]))
            return names[i];
    return "the mpiexec of Open MPI";
}

/* On Debian a plain mpiexec is Open MPI's as soon as that is installed. */
const char *installed_paths_mpiexec(const struct settings *settings)
{
    if (*settings->text[SETTING_MPIEXEC])
        return settings->text[SETTING_MPIEXEC];
    return access(MPIEXEC, X_OK) == 0 && !installed_paths_is_openmpi(MPIEXEC)
               ? MPIEXEC
               : "mpiexec.hydra";
}

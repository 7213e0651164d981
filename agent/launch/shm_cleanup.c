/* shm_cleanup.c - what ranks leave in /dev/shm when they are ended by force
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/launch/shm_cleanup.h"
#include "base/system/process.h"

enum { DEEP = 16 /* mpiexec, its proxy, perhaps a script, a rank */ };

static bool is_below(pid_t pid, pid_t above)
{
    for (int i = 0; i < DEEP && pid > 1; i++) {
        pid = (pid_t)process_field(pid, PROCESS_PARENT);
        if (pid == above)
            return true;
    }
    return false;
}

/* One whose name was removed is followed by " (deleted)". */
static bool is_shared(const char *path)
{
    static const char *const names[] = { "/dev/shm/mpich_shar_tmp",
                                         "/dev/shm/ucx_shm_posix_" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strncmp(path, names[i], strlen(names[i])) == 0)
            return !strchr(path, ' ');
    return false;
}

static void note(struct shm_cleanup *l, unsigned long inode, const char *path)
{
    char text[256];

    snprintf(text, sizeof(text), "%lu %.200s", inode, path);
    for (size_t i = 0; i < l->files.count; i++)
        if (strcmp(l->files.text[i], text) == 0)
            return;
    string_list_add(&l->files, "%s", text);
}

/* Lines as "7f00-7f01 rw-s 00000000 00:19 42 /dev/shm/name". */
static void note_mapped(struct shm_cleanup *l, const char *pid)
{
    char path[64], *line = NULL;
    size_t room = 0;
    FILE *maps;

    snprintf(path, sizeof(path), "/proc/%.20s/maps", pid);
    maps = fopen(path, "re");
    while (maps && getline(&line, &room, maps) > 0) {
        unsigned long inode;
        int at = 0;

        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%*s %*s %*s %*s %lu %n", &inode, &at) == 1 && at > 0
            && is_shared(line + at))
            note(l, inode, line + at);
    }
    free(line);
    if (maps)
        fclose(maps);
}

void shm_cleanup_note(struct shm_cleanup *l, pid_t above)
{
    DIR *list = opendir("/proc");
    struct dirent *entry;

    while (list && (entry = readdir(list))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

        if (pid > 0 && is_below(pid, above))
            note_mapped(l, entry->d_name);
    }
    if (list)
        closedir(list);
}

void shm_cleanup_remove(struct shm_cleanup *l)
{
    for (size_t i = 0; i < l->files.count; i++) {
        char *path;
        unsigned long inode = strtoul(l->files.text[i], &path, 10);
        struct stat st;

        path++;
        if (lstat(path, &st) == 0 && (unsigned long)st.st_ino == inode)
            unlink(path);
    }
    string_list_clear(&l->files);
}

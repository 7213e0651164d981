/* port_owner.c - which process on this host listens on a port
 *
 * The kernel lists listening sockets by number, and the descriptors of a
 * process have these numbers in their names.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/launch/port_owner.h"

enum { LISTENING = 0x0a, LINE_MOST = 512, LINK_MOST = 64 };

/* The number of the socket that listens on 'port', or 0. */
static unsigned long find_socket(const char *list, unsigned port)
{
    FILE *file = fopen(list, "re");
    char line[LINE_MOST];
    unsigned long found = 0;

    while (file && !found && fgets(line, sizeof(line), file)) {
        unsigned its, state;
        unsigned long number;

        if (sscanf(line,
                   "%*d: %*[0-9A-Fa-f]:%x %*s %x %*s %*s %*s %*s %*s %lu",
                   &its, &state, &number)
                == 3
            && its == port && state == LISTENING)
            found = number;
    }
    if (file)
        fclose(file);
    return found;
}

static bool has_socket(pid_t pid, const char *name)
{
    char path[LINK_MOST], link[LINK_MOST];
    struct dirent *entry;
    bool has = false;
    DIR *folder;
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
    folder = opendir(path);
    while (folder && !has && (entry = readdir(folder))) {
        len = readlinkat(dirfd(folder), entry->d_name, link, sizeof(link) - 1);
        link[len < 0 ? 0 : len] = '\0';
        has = strcmp(link, name) == 0;
    }
    if (folder)
        closedir(folder);
    return has;
}

pid_t port_owner_find(unsigned port, bool (*is_it)(pid_t pid))
{
    unsigned long number = find_socket("/proc/self/net/tcp", port);
    char name[LINK_MOST];
    struct dirent *entry;
    pid_t found = 0;
    DIR *all;

    if (!number)
        number = find_socket("/proc/self/net/tcp6", port);
    if (!number)
        return 0;
    snprintf(name, sizeof(name), "socket:[%lu]", number);
    all = opendir("/proc");
    while (all && !found && (entry = readdir(all))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

        if (pid > 0 && is_it(pid) && has_socket(pid, name))
            found = pid;
    }
    if (all)
        closedir(all);
    return found;
}

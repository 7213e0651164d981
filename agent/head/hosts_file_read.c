/* hosts_file_read.c - a file that lists hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/head/hosts_file_read.h"
#include "agent/head/leave_notice.h"
#include "base/system/host.h"

enum { CORES_MOST = 1000 * 1000 };

static const char leaves[] = "leaves_in=";

/* Of the words behind a host that one is ours; the others are of mpiexec's. */
static int take_rest(char *rest, struct host *host, struct error *err)
{
    char *word;

    while ((word = strtok_r(NULL, " \t\r\n", &rest)))
        if (strncmp(word, leaves, strlen(leaves)) == 0
            && leave_notice_seconds(word + strlen(leaves), &host->leaves_in,
                                    err)
                   < 0)
            return -1;
    return 0;
}

/* "h1:4", which is cut into pieces. */
static int take(char *word,
                char *rest,
                struct host_list *to,
                struct error *err)
{
    char *colon = strchr(word, ':'), *end;
    struct host *host;
    long cores = 0;

    if (colon) {
        *colon = '\0';
        cores = strtol(colon + 1, &end, 10);
        if (end == colon + 1 || *end || cores < 1 || cores > CORES_MOST)
            return error_set(err, "\"%.40s\" is no number of cores",
                             colon + 1);
    }
    if (!*word || strlen(word) >= HOST_NAME)
        return error_set(err, "\"%.40s\" is no name of a host", word);
    host = host_offer(to, host_is_own(word) ? host_own() : word, err);
    if (!host)
        return -1;
    host->cores = (int)cores;
    host->listed = true;
    host->leaves_in = 0;
    return take_rest(rest, host, err);
}

static int read_lines(FILE *file,
                      const char *path,
                      struct host_list *to,
                      struct error *err)
{
    struct error reason;
    char *line = NULL;
    size_t room = 0;
    int rc = 0;

    for (int n = 1; rc == 0 && getline(&line, &room, file) > 0; n++) {
        char *rest, *word;

        line[strcspn(line, "#")] = '\0';
        word = strtok_r(line, " \t\r\n", &rest);
        if (word && take(word, rest, to, &reason) < 0)
            rc = error_set(err, "%s:%d: %s", path, n, reason.text);
    }
    free(line);
    if (rc == 0 && ferror(file))
        rc = error_set(err, "%s: %s", path, strerror(errno));
    return rc;
}

int hosts_file_read_read(const char *path,
                         struct host_list *to,
                         struct error *err)
{
    struct host_list hosts = { 0 };
    FILE *file = fopen(path, "re");
    int rc;

    if (!file)
        return error_set(err, "%s: %s", path, strerror(errno));
    rc = read_lines(file, path, &hosts, err);
    fclose(file);
    if (rc == 0 && !hosts.first)
        rc = error_set(err, "%s lists no host", path);
    if (rc == 0) {
        host_clear(to);
        *to = hosts;
    } else {
        host_clear(&hosts);
    }
    return rc;
}

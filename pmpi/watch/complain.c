/* complain.c - say what is wrong, once for all ranks
 *
 * Ranks make the same mistakes.  The first of them to make a file named after
 * its message in the job's folder has the word, and makes it a byte long
 * when what it said has been read.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "pmpi/watch/complain.h"
#include "pmpi/watch/launcher_variables.h"
#include "pmpi/watch/watch.h"

enum { PATH_SIZE = 4096 + 32 };
enum { OTHER_MS = 1000 /* for another rank to say it */ };

/* The file of the last message, of this rank or of one that had the word. */
static struct {
    char path[PATH_SIZE];
    bool is_ours;
} last;

/* Before MPI_Init() there is no folder: the first rank speaks for all. */
static bool is_first(const char *text)
{
    const char *folder = watch_folder();
    uint64_t sum;
    int fd;

    if (!folder || !*folder)
        return launcher_variables_find().rank == 0;
    sum = checksum(0, text, strlen(text));
    snprintf(last.path, sizeof(last.path), "%s/said-%u", folder,
             (unsigned)(sum % 1000000000)); /* not_carried.c reads 9 digits */
    fd = open(last.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    last.is_ours = fd >= 0;
    if (fd < 0)
        return errno != EEXIST;
    close(fd);
    return true;
}

void complain_warn(const struct error *what)
{
    if (is_first(what->text))
        watch_say("%s", what->text);
}

void complain_say(const struct error *why)
{
    struct error text;

    error_set(&text, "%.900s; the job cannot be changed", why->text);
    complain_warn(&text);
}

void complain_settle(void)
{
    struct stat st;

    /* Where it cannot be marked, the others wait until OTHER_MS. */
    if (last.is_ours && truncate(last.path, 1) == 0)
        return;
    if (!last.is_ours && *last.path)
        for (int ms = 0;
             ms < OTHER_MS && stat(last.path, &st) == 0 && st.st_size == 0;
             ms++)
            usleep(1000);
}

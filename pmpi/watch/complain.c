/* complain.c - say what is wrong, once for all ranks
 *
 * Ranks make the same mistakes.  The first of them to make a file named after
 * its message in the job's folder has the word.
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
#include <unistd.h>

#include "base/checksum.h"
#include "include/mitosis.h"
#include "pmpi/watch/complain.h"
#include "pmpi/watch/launcher_variables.h"
#include "pmpi/watch/watch.h"

enum { PATH_SIZE = 4096 + 32 };

/* Before MPI_Init() there is no folder: the first rank speaks for all. */
static bool is_first(const char *text)
{
    const char *folder = watch_folder();
    char path[PATH_SIZE];
    uint64_t sum;
    int fd;

    if (!folder || !*folder)
        return launcher_variables_find().rank == 0;
    sum = checksum(0, text, strlen(text));
    snprintf(path, sizeof(path), "%s/said-%u", folder,
             (unsigned)(sum % 1000000000)); /* not_carried.c reads 9 digits */
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
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

void complain_say(const struct mito_registration *r, const struct error *why)
{
    const char *slash = r && r->file ? strrchr(r->file, '/') : NULL;
    struct error text;

    if (r && r->line > 0 && r->file)
        error_set(&text, "%s:%d: %.900s; the job cannot be changed",
                  slash ? slash + 1 : r->file, r->line, why->text);
    else
        error_set(&text, "%.900s; the job cannot be changed", why->text);
    complain_warn(&text);
}

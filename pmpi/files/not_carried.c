/* not_carried.c - what of a program's files new ranks will not have
 *
 * A program that goes by offsets of its own (MPI_File_write_at) never moves
 * the position in the file, and loses nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/files/carried_files.h"
#include "pmpi/files/fortran_units.h"
#include "pmpi/files/not_carried.h"
#include "pmpi/files/reopened.h"
#include "pmpi/files/stdin_read.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/complain.h"
#include "pmpi/watch/watch.h"

struct file {
    MPI_File file;
    char *name;
    bool shared;
    struct file *next;
};

static struct file *files;

void not_carried_add(MPI_File file, const char *name)
{
    struct file *f = malloc(sizeof(*f));
    char *copy = strdup(name ? name : "");

    if (!f || !copy) {
        free(f);
        free(copy);
        return;
    }
    *f = (struct file){ file, copy, false, files };
    files = f;
}

void not_carried_remove(MPI_File file)
{
    for (struct file **at = &files; *at; at = &(*at)->next)
        if ((*at)->file == file) {
            struct file *f = *at;

            *at = f->next;
            free(f->name);
            free(f);
            return;
        }
}

void not_carried_share(MPI_File file)
{
    for (struct file *f = files; f; f = f->next)
        if (f->file == file)
            f->shared = true;
}

/* Whether new ranks would go on elsewhere in it. */
static bool has_moved(const struct file *f)
{
    MPI_Offset at = 0;

    return f->shared
           || (REAL(MPI_File_get_position)(f->file, &at) == MPI_SUCCESS
               && at != 0);
}

/* What is said, or refused with the setting that does. */
static int tell(const struct error *what, struct error *err)
{
    if (strcmp(watch_setting(SETTING_STRICT), "on") == 0)
        return error_set(err, "%.900s, which --strict refuses", what->text);
    complain_warn(what);
    return 0;
}

/* MPI-IO stands where it last wrote, which means nothing. */
static bool is_of_mpi(const char *name)
{
    struct stat one, other;

    for (const struct file *f = files; f; f = f->next)
        if (stat(f->name, &one) == 0 && stat(name, &other) == 0
            && one.st_dev == other.st_dev && one.st_ino == other.st_ino)
            return true;
    return false;
}

void not_carried_end_start_up(void)
{
    reopened_end_start_up();
}

/* Files of this library are none of the program's. */
static bool is_ours(const char *name)
{
    const char *folder = watch_folder();

    return folder && *folder && strncmp(name, folder, strlen(folder)) == 0;
}

static int tell_late(struct error *err)
{
    char name[REOPENED_NAME];
    struct error what;
    int fd = 0;

    while (reopened_find_late(&fd, name)) {
        error_set(&what,
                  "\"%.700s\" was opened after start-up, not to append: new "
                  "ranks that open it so write over what is in it",
                  name);
        if (!fortran_units_stays(fd - 1) && !is_of_mpi(name) && !is_ours(name)
            && tell(&what, err) < 0)
            return -1;
    }
    return 0;
}

int not_carried_tell(struct error *err)
{
    struct error what;

    for (const struct file *f = files; f; f = f->next) {
        error_set(&what,
                  "the position in \"%.800s\" is not carried over: new ranks "
                  "go on where they open it",
                  f->name);
        if (has_moved(f) && tell(&what, err) < 0)
            return -1;
    }
    error_set(&what, "what was read from stdin is not there for new ranks: "
                     "theirs is empty");
    if (stdin_read_was_read() && tell(&what, err) < 0)
        return -1;
    return tell_late(err);
}

/* MPICH keeps the shared position in a hidden file beside, as
 * ".out.shfp.123.45", and removes it when the file is closed.
 */
static bool has_position(const char *hidden)
{
    const char *slash = strrchr(hidden, '/');

    for (const struct file *f = files; slash && f; f = f->next) {
        struct error start;

        error_set(&start, "/.%.700s.shfp.", basename(f->name));
        if (f->shared && strncmp(slash, start.text, strlen(start.text)) == 0)
            return true;
    }
    return false;
}

void not_carried_remove_positions(void)
{
    char name[REOPENED_NAME];
    int fd = 0;

    while (files && reopened_find_own(&fd, name))
        if (has_position(name))
            unlink(name);
}

int not_carried_tell_reopened(const struct control *old, struct error *err)
{
    char name[REOPENED_NAME];
    struct error what;
    int fd = 0;

    while (reopened_find(old, &fd, name)) {
        error_set(&what,
                  "start-up opens \"%.700s\" for writing, not at its end: new "
                  "ranks write over what is in it",
                  name);
        if (!carried_files_keeps(fd - 1) && !fortran_units_stays(fd - 1)
            && !is_of_mpi(name) && tell(&what, err) < 0)
            return -1;
    }
    return 0;
}

/* fortran_units.c - the files that a Fortran program has open as units
 *
 * libgfortran's flush() of all units leaves out those of open(newunit=...),
 * whose numbers are below zero, and asked for each of these it fails at some
 * that it uses within itself.  So we stand between the program and the calls
 * that open and close, and keep a list of these numbers.
 *
 * To append (position='append') is for libgfortran to stand at the end when
 * the file is opened, and not, as elsewhere, to write at the end whoever else
 * has written meanwhile.
 *
 * What the calls are given is as libgfortran.so.5 has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/files/fortran_units.h"
#include "pmpi/files/stdin_read.h"
#include "pmpi/watch/got_patch.h"

enum { INPUT_UNIT = 5 };

enum parameter_flags { /* what there is, and what went wrong */
                       HAS_FAILED = 3,
                       HAS_ACCESS = 1 << 10,
                       HAS_POSITION = 1 << 13,
};

/* In turn the length comes before a text and after it. */
struct parameters {
    uint32_t flags;
    int32_t unit;
    const char *source;
    int32_t line;
    size_t message_len;
    char *message;
    int32_t *status_code;
    int32_t record;
    size_t file_len;
    const char *file;
    const char *status;
    size_t status_len;
    size_t access_len;
    const char *access;
    const char *form;
    size_t form_len;
    size_t blank_len;
    const char *blank;
    const char *position;
    size_t position_len;
};

struct unit {
    int32_t number;
    bool appends;
};

static void (*real_open)(struct parameters *p);
static void (*real_close)(struct parameters *p);
static void (*real_read_done)(struct parameters *p);
static void (*real_flush)(const int32_t *unit);
static int (*real_number)(const int32_t *unit);
static void (*real_seek)(const int32_t *unit,
                         const int64_t *offset,
                         const int32_t *whence,
                         int32_t *status);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct unit *units;
static size_t count, room;

static void forget(int32_t unit)
{
    for (size_t i = count; i-- > 0;)
        if (units[i].number == unit)
            units[i] = units[--count];
}

static void keep(int32_t unit, bool appends)
{
    forget(unit);
    if (count == room) {
        size_t wanted = room ? 2 * room : 16;
        struct unit *more = realloc(units, wanted * sizeof(*more));

        if (!more)
            return;
        units = more;
        room = wanted;
    }
    units[count++] = (struct unit){ unit, appends };
}

static bool is_append(const char *text, size_t len)
{
    return len >= 6 && strncasecmp(text, "append", 6) == 0;
}

static void open_unit(struct parameters *p)
{
    bool appends =
        ((p->flags & HAS_POSITION) && is_append(p->position, p->position_len))
        || ((p->flags & HAS_ACCESS) && is_append(p->access, p->access_len));

    real_open(p);
    if ((p->unit >= 0 && !appends) || (p->flags & HAS_FAILED))
        return;
    pthread_mutex_lock(&mutex);
    keep(p->unit, appends);
    pthread_mutex_unlock(&mutex);
}

/* Once it is closed, its number may be that of another one. */
static void close_unit(struct parameters *p)
{
    pthread_mutex_lock(&mutex);
    forget(p->unit);
    pthread_mutex_unlock(&mutex);
    real_close(p);
}

/* Unit 5 may have been opened as another file. */
static void end_read(struct parameters *p)
{
    real_read_done(p);
    if (p->unit == INPUT_UNIT && !(p->flags & HAS_FAILED)
        && real_number(&p->unit) == STDIN_FILENO)
        stdin_read_note();
}

static void *replacement(const char *name)
{
    if (strcmp(name, "_gfortran_st_open") == 0)
        return (void *)open_unit;
    if (strcmp(name, "_gfortran_st_close") == 0)
        return (void *)close_unit;
    if (strcmp(name, "_gfortran_st_read_done") == 0)
        return (void *)end_read;
    return NULL;
}

static bool find(void)
{
    void *library = dlopen("libgfortran.so.5", RTLD_LAZY | RTLD_NOLOAD);

    if (!library)
        return false;
    *(void **)&real_open = dlsym(library, "_gfortran_st_open");
    *(void **)&real_close = dlsym(library, "_gfortran_st_close");
    *(void **)&real_read_done = dlsym(library, "_gfortran_st_read_done");
    *(void **)&real_flush = dlsym(library, "_gfortran_flush_i4");
    *(void **)&real_seek = dlsym(library, "_gfortran_fseek_sub");
    *(void **)&real_number = dlsym(library, "_gfortran_fnum_i4");
    return real_open && real_close && real_read_done && real_flush
           && real_number && real_seek;
}

void fortran_units_follow(void)
{
    static bool found;

    found = found || find();
    if (found)
        got_patch_redirect("", replacement);
}

__attribute__((constructor)) static void follow_at_load(void)
{
    fortran_units_follow();
}

void fortran_units_flush(void)
{
    if (!real_flush)
        return;
    real_flush(NULL);
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++)
        if (units[i].number < 0)
            real_flush(&units[i].number);
    pthread_mutex_unlock(&mutex);
}

bool fortran_units_appends(int fd)
{
    bool any = false;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count && !any; i++)
        any = units[i].appends && real_number(&units[i].number) == fd;
    pthread_mutex_unlock(&mutex);
    return any;
}

/* By its size: the library knows only that of when it was opened. */
void fortran_units_go_to_end(void)
{
    const int32_t whence = SEEK_SET;
    int32_t status;
    struct stat st;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++)
        if (units[i].appends
            && fstat(real_number(&units[i].number), &st) == 0) {
            int64_t end = st.st_size;

            real_seek(&units[i].number, &end, &whence, &status);
        }
    pthread_mutex_unlock(&mutex);
}

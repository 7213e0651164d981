/* units.c - the files that a Fortran program has open as units
 *
 * libgfortran's flush() of all units leaves out those of open(newunit=...),
 * whose numbers are below zero, and asked for each of these it fails at some
 * that it uses within itself.  So we stand between the program and the calls
 * that open and close, and keep a list of these numbers.
 *
 * What the calls are given begins with flags, of which the lowest two are not
 * 0 once something went wrong, and the number of the unit.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/input.h"
#include "pmpi/slots.h"
#include "pmpi/units.h"

enum { FAILED_FLAGS = 3, INPUT_UNIT = 5 };

struct parameters {
    uint32_t flags;
    int32_t unit;
};

static void (*real_open)(struct parameters *p);
static void (*real_close)(struct parameters *p);
static void (*real_read_done)(struct parameters *p);
static void (*real_flush)(const int32_t *unit);
static int (*real_number)(const int32_t *unit);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int32_t *units;
static size_t count, room;

static void forget(int32_t unit)
{
    for (size_t i = count; i-- > 0;)
        if (units[i] == unit)
            units[i] = units[--count];
}

static void keep(int32_t unit)
{
    forget(unit);
    if (count == room) {
        size_t wanted = room ? 2 * room : 16;
        int32_t *more = realloc(units, wanted * sizeof(*more));

        if (!more)
            return;
        units = more;
        room = wanted;
    }
    units[count++] = unit;
}

static void open_unit(struct parameters *p)
{
    real_open(p);
    if (p->unit >= 0 || (p->flags & FAILED_FLAGS))
        return;
    pthread_mutex_lock(&mutex);
    keep(p->unit);
    pthread_mutex_unlock(&mutex);
}

/* Once it is closed, its number may be that of another one. */
static void close_unit(struct parameters *p)
{
    if (p->unit < 0) {
        pthread_mutex_lock(&mutex);
        forget(p->unit);
        pthread_mutex_unlock(&mutex);
    }
    real_close(p);
}

/* Unit 5 may have been opened as another file. */
static void end_read(struct parameters *p)
{
    real_read_done(p);
    if (p->unit == INPUT_UNIT && !(p->flags & FAILED_FLAGS)
        && real_number(&p->unit) == STDIN_FILENO)
        input_note();
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
    *(void **)&real_number = dlsym(library, "_gfortran_fnum_i4");
    return real_open && real_close && real_read_done && real_flush
           && real_number;
}

void units_follow(void)
{
    static bool found;

    found = found || find();
    if (found)
        slots_redirect("", replacement);
}

__attribute__((constructor)) static void follow_at_load(void)
{
    units_follow();
}

void units_flush(void)
{
    if (!real_flush)
        return;
    real_flush(NULL);
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++)
        real_flush(&units[i]);
    pthread_mutex_unlock(&mutex);
}

/* fortran_units.c - the files that a Fortran program has open as units
 *
 * libgfortran's flush() of all units leaves out those of open(newunit=...),
 * whose numbers are below zero, and asked for each of these it fails at some
 * that it uses within itself.  It leaves out, too, what of a formatted
 * stream's line is not ended, which the flush statement does not.  So we stand
 * between the program and the calls that open and close, and keep a list of
 * units.
 *
 * To append (position='append') is for libgfortran to stand at the end when
 * the file is opened, and not, as elsewhere, to write at the end whoever else
 * has written meanwhile.  Of a stream it counts the position besides, and cuts
 * the file off there at the end of a line; to seek leaves that count as it is.
 *
 * What the calls are given is as libgfortran.so.5 has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/grow.h"
#include "pmpi/files/fortran_units.h"
#include "pmpi/files/stdin_read.h"
#include "pmpi/mpi/got_patch.h"

enum { INPUT_UNIT = 5, PATH_SIZE = 64 };

enum parameter_flags { /* what there is, and what went wrong */
                       HAS_FAILED = 3,
                       HAS_STATUS = 1 << 9,
                       HAS_ACCESS = 1 << 10,
                       HAS_FORM = 1 << 11,
                       HAS_POSITION = 1 << 13,
};

enum statement_flags {
    WITH_STATUS_CODE = 1 << 5,
    WITH_FORMAT = 1 << 12,
    WITH_ADVANCE = 1 << 13,
    WITH_POS = 1 << 17,
};

/* What is said of every statement, and all of one that has nothing else. */
struct statement {
    uint32_t flags;
    int32_t unit;
    const char *source;
    int32_t line;
    size_t message_len;
    char *message;
    int32_t *status_code;
};

/* Of an open or a close; in turn the length comes before a text and after it.
 */
struct parameters {
    struct statement is;
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

/* Of a read or a write. */
struct transfer {
    struct statement is;
    int64_t record;
    void *size[3];
    const char *format;
    size_t format_len;
    size_t advance_len;
    const char *advance;
    void *internal[5];
    int64_t pos;
    char rest[2048]; /* options, and the library's own */
};

struct unit {
    int32_t number;
    bool appends;
    bool stays; /* what others write, while this is open */
    bool streams, formatted;
};

static void (*real_open)(struct parameters *p);
static void (*real_close)(struct parameters *p);
static void (*real_read_done)(struct parameters *p);
static void (*real_write)(struct transfer *p);
static void (*real_write_done)(struct transfer *p);
static void (*real_flush_statement)(struct statement *p);
static void (*real_rewind)(struct statement *p);
static void (*real_flush)(const int32_t *unit);
static int (*real_number)(const int32_t *unit);
static void (*real_seek)(const int32_t *unit,
                         const int64_t *offset,
                         const int32_t *whence,
                         int32_t *status);

/* What this thread opens is written one record after the other. */
static _Thread_local bool in_turn;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct unit *units;
static size_t count, room;

static void forget(int32_t unit)
{
    for (size_t i = count; i-- > 0;)
        if (units[i].number == unit)
            units[i] = units[--count];
}

static void keep(const struct unit *unit)
{
    forget(unit->number);
    if (grow(&units, sizeof(*units), count, &room))
        units[count++] = *unit;
}

static bool is(const char *word, const char *text, size_t len)
{
    return len >= strlen(word) && strncasecmp(text, word, strlen(word)) == 0;
}

static bool has_access(const struct parameters *p, const char *word)
{
    return (p->is.flags & HAS_ACCESS) && is(word, p->access, p->access_len);
}

static void open_unit(struct parameters *p)
{
    bool appends = ((p->is.flags & HAS_POSITION)
                    && is("append", p->position, p->position_len))
                   || has_access(p, "append");
    bool replaces =
        (p->is.flags & HAS_STATUS) && is("replace", p->status, p->status_len);
    struct unit unit = {
        .appends = appends,
        .stays = (appends || has_access(p, "direct")) && !replaces,
        .streams = has_access(p, "stream"),
        .formatted =
            (p->is.flags & HAS_FORM) && is("formatted", p->form, p->form_len),
    };

    in_turn = !appends
              && (!(p->is.flags & HAS_ACCESS) || has_access(p, "sequential"));
    real_open(p);
    in_turn = false;
    unit.number = p->is.unit;
    if (p->is.flags & HAS_FAILED)
        return;
    pthread_mutex_lock(&mutex);
    keep(&unit);
    pthread_mutex_unlock(&mutex);
}

bool fortran_units_opens_in_turn(void)
{
    return in_turn;
}

/* Once it is closed, its number may be that of another one. */
static void close_unit(struct parameters *p)
{
    pthread_mutex_lock(&mutex);
    forget(p->is.unit);
    pthread_mutex_unlock(&mutex);
    real_close(p);
}

/* Unit 5 may have been opened as another file. */
static void end_read(struct parameters *p)
{
    real_read_done(p);
    if (p->is.unit == INPUT_UNIT && !(p->is.flags & HAS_FAILED)
        && real_number(&p->is.unit) == STDIN_FILENO)
        stdin_read_note();
}

static const struct got_patch_call calls[] = {
    { "_gfortran_st_open", (void *)open_unit, &real_open },
    { "_gfortran_st_close", (void *)close_unit, &real_close },
    { "_gfortran_st_read_done", (void *)end_read, &real_read_done },
    { "_gfortran_flush_i4", NULL, &real_flush },
    { "_gfortran_st_write", NULL, &real_write },
    { "_gfortran_st_write_done", NULL, &real_write_done },
    { "_gfortran_st_flush", NULL, &real_flush_statement },
    { "_gfortran_st_rewind", NULL, &real_rewind },
    { "_gfortran_fseek_sub", NULL, &real_seek },
    { "_gfortran_fnum_i4", NULL, &real_number },
    { NULL, NULL, NULL },
};

void fortran_units_follow(void)
{
    static bool found;

    found = found || got_patch_find("libgfortran.so.5", calls);
    if (found)
        got_patch_redirect("", calls);
}

__attribute__((constructor)) static void follow_at_load(void)
{
    fortran_units_follow();
}

/* A statement of ours, which keeps to itself what goes wrong. */
static struct statement statement_of(const struct unit *unit, int32_t *status)
{
    return (struct statement){ .flags = WITH_STATUS_CODE,
                               .unit = unit->number,
                               .source = "mitosis",
                               .status_code = status };
}

static void flush(const struct unit *unit)
{
    int32_t status;
    struct statement p = statement_of(unit, &status);

    if (unit->streams && unit->formatted)
        real_flush_statement(&p);
    else if (unit->number < 0)
        real_flush(&unit->number);
}

void fortran_units_flush(void)
{
    if (!real_flush)
        return;
    real_flush(NULL);
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++)
        flush(&units[i]);
    pthread_mutex_unlock(&mutex);
}

void fortran_units_rewind(bool (*of)(int fd))
{
    int32_t status;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++) {
        struct statement p = statement_of(&units[i], &status);

        if (!units[i].streams && of(real_number(&units[i].number)))
            real_rewind(&p);
    }
    pthread_mutex_unlock(&mutex);
}

bool fortran_units_stays(int fd)
{
    bool any = false;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count && !any; i++)
        any = units[i].stays && real_number(&units[i].number) == fd;
    pthread_mutex_unlock(&mutex);
    return any;
}

/* Whether the file open as 'fd', which may be only for writing, has a line's
 * end before 'end'.
 */
static bool ends_line(int fd, int64_t end)
{
    char path[PATH_SIZE];
    char last = '\0';
    int in;

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return false;
    if (pread(in, &last, 1, end - 1) != 1)
        last = '\0';
    close(in);
    return last == '\n';
}

/* A write of nothing sets the position that is counted.  If it is formatted,
 * it ends a line, which is what is there already; or else it does not, and the
 * line goes on.
 */
static void go_in_stream(const struct unit *unit, int64_t end)
{
    int32_t status = 0;
    struct transfer nothing = { .is = statement_of(unit, &status),
                                .pos = end + 1 };

    if (end == 0)
        return;
    nothing.is.flags |= WITH_POS;
    if (unit->formatted) {
        nothing.is.flags |= WITH_FORMAT;
        nothing.format = "()";
        nothing.format_len = 2;
        if (ends_line(real_number(&unit->number), end)) {
            nothing.pos--;
        } else {
            nothing.is.flags |= WITH_ADVANCE;
            nothing.advance = "no";
            nothing.advance_len = 2;
        }
    }
    real_write(&nothing);
    real_write_done(&nothing);
}

/* By its size: the library knows only that of when it was opened. */
static void go_to_end(const struct unit *unit)
{
    const int32_t whence = SEEK_SET;
    int32_t status;
    struct stat st;
    int64_t end;

    if (fstat(real_number(&unit->number), &st) < 0)
        return;
    end = st.st_size;
    if (unit->streams)
        go_in_stream(unit, end);
    else
        real_seek(&unit->number, &end, &whence, &status);
}

void fortran_units_go_to_end(bool (*also)(int fd))
{
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++)
        if (units[i].appends || also(real_number(&units[i].number)))
            go_to_end(&units[i]);
    pthread_mutex_unlock(&mutex);
}

/* carried_files.c - output that start-up begins anew goes on where it was
 *
 * Start-up gets a file in memory instead of the one that it wants to empty,
 * or, as a Fortran unit that is opened as it is, to write over from its
 * beginning. Once this process is the job, that one takes its place under the
 * same descriptor, so that no stream or unit above it notices.  What start-up
 * has written, and has in buffers, goes away with the file in memory: the old
 * ranks' start-up has written the same.  So it is with a file that they have
 * open, and with one that was written to after their start-up, by steps that
 * open it to append and close it.  What start-up wrote and nobody since, a
 * list of who does what, is written anew as it should.
 *
 * Only what is opened to be written is treated so: who reads as well, as
 * libraries with formats of their own do, knows what should be there.  But the
 * streams of C, and Fortran's units, read what they have written at most, or
 * what was there before, of which they get a copy.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/grow.h"
#include "pmpi/files/carried_files.h"
#include "pmpi/files/fortran_units.h"
#include "pmpi/files/reopened.h"
#include "pmpi/files/spared_files.h"
#include "pmpi/files/written_files.h"
#include "pmpi/mpi/got_patch.h"

enum {
    PATH_SIZE = 64,
    WITH_MODE = O_CREAT | __O_TMPFILE,
    MOST_COPIED = 64 * 1024 * 1024,
};

enum call {
    OPEN,
    OPEN64,
    OPEN_2,
    OPEN64_2,
    OPENAT,
    OPENAT64,
    CREAT,
    CREAT64,
    FOPEN,
    FOPEN64,
    FREOPEN,
    FREOPEN64,
    CALLS
};

static void *real[CALLS];

typedef int open_function(const char *name, int flags, ...);
typedef int openat_function(int folder, const char *name, int flags, ...);
typedef int creat_function(const char *name, mode_t mode);
typedef FILE *fopen_function(const char *name, const char *mode);
typedef FILE *freopen_function(const char *name, const char *mode, FILE *f);

/* A file, and the one in memory that start-up has got for it. */
struct carried {
    int file; /* -1 once it has gone on */
    struct stat is, instead;
    int64_t at; /* -1 for its end */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct carried *carried;
static size_t count, room;

/* ---- what start-up opens ---- */

/* What it is, opened as 'flags' say but for making or emptying it, if it is
 * there and the old ranks write to it; else -1.
 */
static int open_if_written(int folder, const char *name, int flags)
{
    bool empties = flags & O_TRUNC;
    struct stat st;
    int file;

    if (fstatat(folder, name, &st, 0) < 0 || !S_ISREG(st.st_mode))
        return -1;
    flags &= ~(O_TRUNC | O_CREAT);
    file =
        ((openat_function *)real[OPENAT64])(folder, name, flags | O_CLOEXEC);
    if (file >= 0 && !written_files_has(file, !empties)) {
        close(file);
        file = -1;
    }
    return file;
}

/* Have start-up read what it would have.  Returns false if that is too much.
 */
static bool copy(int file, int fd)
{
    struct stat st;
    off_t from = 0;

    if (fstat(file, &st) < 0 || st.st_size > MOST_COPIED)
        return false;
    while (from < st.st_size)
        if (sendfile(fd, file, &from, (size_t)(st.st_size - from)) <= 0)
            return false;
    return lseek(fd, 0, SEEK_SET) == 0;
}

/* A file in memory in its place, or -1. */
static int open_instead(int file, int flags)
{
    struct carried c = { .file = file, .at = -1 };
    int fd = memfd_create("start-up", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    bool kept;

    if (fd < 0)
        return -1;
    kept =
        (flags & O_TRUNC) || (flags & O_ACCMODE) == O_WRONLY || copy(file, fd);
    fstat(file, &c.is);
    fstat(fd, &c.instead);
    pthread_mutex_lock(&mutex);
    kept = kept && grow(&carried, sizeof(*carried), count, &room);
    if (kept)
        carried[count++] = c;
    pthread_mutex_unlock(&mutex);
    if (!kept) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static bool is_awaited(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY
           && ((flags & O_TRUNC)
               || (fortran_units_opens_in_turn() && !(flags & O_APPEND)))
           && !(flags & O_EXCL) && written_files_matter();
}

/* What start-up gets instead of the file that it would empty or write over,
 * or -1 for that one.
 */
static int carry(int folder, const char *name, int flags)
{
    int file, fd;

    if (!name || !is_awaited(flags))
        return -1;
    file = open_if_written(folder, name, flags);
    if (file < 0)
        return -1;
    fd = open_instead(file, flags);
    if (fd < 0)
        close(file);
    return fd;
}

/* ---- in place of the C library's ---- */

static int carry_to_write(int folder, const char *name, int flags)
{
    return (flags & O_ACCMODE) == O_WRONLY ? carry(folder, name, flags) : -1;
}

#define MODE_OF(flags, mode)                                                  \
    do {                                                                      \
        va_list args;                                                         \
                                                                              \
        va_start(args, flags);                                                \
        mode = (flags)&WITH_MODE ? va_arg(args, mode_t) : 0;                  \
        va_end(args);                                                         \
    } while (0)

#define OPEN_FUNCTION(function, call, carry)                                  \
    static int function(const char *name, int flags, ...)                     \
    {                                                                         \
        int fd = carry(AT_FDCWD, name, flags);                                \
        mode_t mode;                                                          \
                                                                              \
        MODE_OF(flags, mode);                                                 \
        return fd >= 0 ? fd                                                   \
                       : ((open_function *)real[call])(name, flags, mode);    \
    }
#define OPENAT_FUNCTION(function, call)                                       \
    static int function(int folder, const char *name, int flags, ...)         \
    {                                                                         \
        int fd = carry_to_write(folder, name, flags);                         \
        mode_t mode;                                                          \
                                                                              \
        MODE_OF(flags, mode);                                                 \
        return fd >= 0 ? fd                                                   \
                       : ((openat_function *)real[call])(folder, name, flags, \
                                                         mode);               \
    }
#define CREAT_FUNCTION(function, call)                                        \
    static int function(const char *name, mode_t mode)                        \
    {                                                                         \
        int fd = carry(AT_FDCWD, name, O_WRONLY | O_TRUNC);                   \
                                                                              \
        return fd >= 0 ? fd : ((creat_function *)real[call])(name, mode);     \
    }

OPEN_FUNCTION(open_plain, OPEN, carry_to_write)
OPEN_FUNCTION(open_large, OPEN64, carry_to_write)
OPEN_FUNCTION(open_checked, OPEN_2, carry_to_write)
OPEN_FUNCTION(open_checked_large, OPEN64_2, carry_to_write)
OPEN_FUNCTION(open_unit, OPEN, carry)
OPEN_FUNCTION(open_unit_large, OPEN64, carry)
OPENAT_FUNCTION(openat_plain, OPENAT)
OPENAT_FUNCTION(openat_large, OPENAT64)
CREAT_FUNCTION(creat_plain, CREAT)
CREAT_FUNCTION(creat_large, CREAT64)

/* Of a stream that would empty its file; else -1. */
static int carry_stream(const char *name, const char *mode)
{
    if (!mode || *mode != 'w' || strchr(mode, 'x'))
        return -1;
    return carry(AT_FDCWD, name,
                 O_TRUNC | (strchr(mode, '+') ? O_RDWR : O_WRONLY)
                     | (strchr(mode, 'e') ? O_CLOEXEC : 0));
}

#define FOPEN_FUNCTION(function, call)                                        \
    static FILE *function(const char *name, const char *mode)                 \
    {                                                                         \
        int fd = carry_stream(name, mode);                                    \
                                                                              \
        return fd >= 0 ? fdopen(fd, mode)                                     \
                       : ((fopen_function *)real[call])(name, mode);          \
    }
FOPEN_FUNCTION(fopen_plain, FOPEN)
FOPEN_FUNCTION(fopen_large, FOPEN64)

static FILE *reopen(enum call call,
                    const char *name,
                    const char *mode,
                    FILE *f)
{
    int fd = carry_stream(name, mode);
    char path[PATH_SIZE];

    if (fd >= 0) {
        snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
        name = path;
    }
    f = ((freopen_function *)real[call])(name, mode, f);
    if (fd >= 0)
        close(fd);
    return f;
}

static FILE *freopen_plain(const char *name, const char *mode, FILE *f)
{
    return reopen(FREOPEN, name, mode, f);
}

static FILE *freopen_large(const char *name, const char *mode, FILE *f)
{
    return reopen(FREOPEN64, name, mode, f);
}

static const struct got_patch_call calls[] = {
    { "open", (void *)open_plain, &real[OPEN] },
    { "open64", (void *)open_large, &real[OPEN64] },
    { "__open_2", (void *)open_checked, &real[OPEN_2] },
    { "__open64_2", (void *)open_checked_large, &real[OPEN64_2] },
    { "openat", (void *)openat_plain, &real[OPENAT] },
    { "openat64", (void *)openat_large, &real[OPENAT64] },
    { "creat", (void *)creat_plain, &real[CREAT] },
    { "creat64", (void *)creat_large, &real[CREAT64] },
    { "fopen", (void *)fopen_plain, &real[FOPEN] },
    { "fopen64", (void *)fopen_large, &real[FOPEN64] },
    { "freopen", (void *)freopen_plain, &real[FREOPEN] },
    { "freopen64", (void *)freopen_large, &real[FREOPEN64] },
    { NULL, NULL, NULL },
};

/* It opens what it writes to be read as well. */
static const struct got_patch_call calls_of_units[] = {
    { "open", (void *)open_unit, &real[OPEN] },
    { "open64", (void *)open_unit_large, &real[OPEN64] },
    { NULL, NULL, NULL },
};

void carried_files_follow(void)
{
    if (!written_files_matter())
        return;
    got_patch_find(NULL, calls);
    if (!real[OPENAT64])
        return;
    got_patch_redirect("", calls);
    got_patch_redirect("libgfortran.", calls_of_units);
    spared_files_follow();
}

/* Objects of C++ open files before main().  A shell that opens one for the
 * program would pass the file in memory on to it.
 */
__attribute__((constructor)) static void follow_at_load(void)
{
    if (dlsym(RTLD_NEXT, "PMPI_Init"))
        carried_files_follow();
}

/* ---- this process becomes the job ---- */

void carried_files_note(const struct control *old)
{
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++)
        carried[i].at = reopened_old_position(old, carried[i].file);
    pthread_mutex_unlock(&mutex);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* What refers to the file in memory, refers to the real one. */
static void replace(const struct carried *c)
{
    struct stat st;

    lseek(c->file, c->at < 0 ? 0 : c->at, c->at < 0 ? SEEK_END : SEEK_SET);
    for (int fd = 0; (fd = reopened_next_own(fd)) >= 0; fd++)
        if (fstat(fd, &st) == 0 && is_same(&st, &c->instead))
            dup3(c->file, fd, fcntl(fd, F_GETFD) & FD_CLOEXEC ? O_CLOEXEC : 0);
}

bool carried_files_exist(void)
{
    return count > 0;
}

void carried_files_go_on(void)
{
    written_files_end_start_up();
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++) {
        replace(&carried[i]);
        written_files_keep(carried[i].file);
        close(carried[i].file);
        carried[i].file = -1;
    }
    pthread_mutex_unlock(&mutex);
}

/* Whether 'fd' is one of those files, or with 'instead' what is in its place.
 */
static bool is_any(int fd, bool instead)
{
    struct stat st;
    bool is = false;

    if (fstat(fd, &st) < 0)
        return false;
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count && !is; i++)
        is = is_same(&st, instead ? &carried[i].instead : &carried[i].is);
    pthread_mutex_unlock(&mutex);
    return is;
}

bool carried_files_awaits(int fd)
{
    return is_any(fd, true);
}

bool carried_files_has(int fd)
{
    return is_any(fd, false);
}

bool carried_files_keeps(int fd)
{
    bool keeps = false;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count && !keeps; i++)
        keeps = carried[i].file == fd;
    pthread_mutex_unlock(&mutex);
    return keeps;
}

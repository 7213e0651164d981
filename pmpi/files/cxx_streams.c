/* cxx_streams.c - the files that a C++ program has open as streams
 *
 * Each std::basic_filebuf, of whatever kind of letters, has within it a
 * std::__basic_file<char>, which no program makes itself: its open(),
 * sys_open() and close() are always those of libstdc++, called through a table
 * of addresses, by its destructor as well.  So every stream goes through there
 * when it opens its file and when it closes it.  Where it is moved its file
 * goes with it, without a call: so we are told of moves, too; and of reading,
 * for it may be from stdin.
 *
 * The names are those of the C++ ABI that libstdc++ has had since 2004.  Where
 * the file is within its buffer we measure, by the first one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "pmpi/files/cxx_streams.h"
#include "pmpi/files/stdin_read.h"
#include "pmpi/mpi/got_patch.h"

#define BUFFER_OF(letter)                                                     \
    "St13basic_filebufI" letter "St11char_traitsI" letter "EE"

enum {
    SCRATCH = 512, /* pointers: larger than any object that we make */
    SCRATCH_ALIGNMENT = 64,
};

/* The calls of libstdc++ that we stand in for, or make. */
enum name {
    OPEN,
    OPEN_FILE,
    OPEN_NUMBER,
    CLOSE,
    READ,
    MOVE_C1,
    MOVE_C2,
    MOVE_ASSIGN,
    MOVE_SWAP,
    WIDE_MOVE_C1,
    WIDE_MOVE_C2,
    WIDE_MOVE_ASSIGN,
    WIDE_MOVE_SWAP,
    IS_OPEN,
    NUMBER,
    MAKE_BUFFER,
    UNMAKE_BUFFER,
    MAKE_STREAM,
    FLUSH_STREAM,
    UNMAKE_STREAM,
    NAMES
};

static void *real[NAMES];

/* The open ones, by the address of the file within each.  A stream may open
 * or close another one while it is written out.
 */
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char **files;
static size_t count, room;
static bool overflown; /* there was no memory to keep one */
static size_t file_at; /* within its buffer */

static const char
    *measured; /* the buffer by which we find that out, or NULL */

/* ---- the list ---- */

static void forget(const char *file)
{
    for (size_t i = count; i-- > 0;)
        if (files[i] == file) {
            files[i] = files[--count];
            return;
        }
}

static void keep(char *file)
{
    forget(file);
    if (grow(&files, sizeof(*files), count, &room))
        files[count++] = file;
    else
        overflown = true;
}

/* Have it in the list if it is open. */
static void note(char *file)
{
    int saved = errno;

    pthread_mutex_lock(&mutex);
    if (((bool (*)(const void *))real[IS_OPEN])(file))
        keep(file);
    else
        forget(file);
    pthread_mutex_unlock(&mutex);
    errno = saved;
}

/* ---- in place of libstdc++'s ---- */

/* Make a buffer and see where its file is when it goes away. */
static void measure(void)
{
    alignas(SCRATCH_ALIGNMENT) void *scratch[SCRATCH];

    ((void (*)(void *))real[MAKE_BUFFER])(scratch);
    measured = (const char *)scratch;
    ((void (*)(void *))real[UNMAKE_BUFFER])(scratch);
    measured = NULL;
}

static void *opened(void *answer, char *file)
{
    int saved = errno;

    pthread_mutex_lock(&mutex);
    if (file_at == 0)
        measure();
    pthread_mutex_unlock(&mutex);
    errno = saved;
    note(file);
    return answer;
}

static void *open_by_name(char *file, const char *name, int mode, int how)
{
    return opened(((void *(*)(char *, const char *, int, int))real[OPEN])(
                      file, name, mode, how),
                  file);
}

static void *open_file(char *file, void *stdio, int mode)
{
    return opened(
        ((void *(*)(char *, void *, int))real[OPEN_FILE])(file, stdio, mode),
        file);
}

static void *open_number(char *file, int fd, int mode)
{
    return opened(
        ((void *(*)(char *, int, int))real[OPEN_NUMBER])(file, fd, mode),
        file);
}

static void *close_file(char *file)
{
    pthread_mutex_lock(&mutex);
    if (measured)
        file_at = (size_t)(file - measured);
    else
        forget(file);
    pthread_mutex_unlock(&mutex);
    return ((void *(*)(char *))real[CLOSE])(file);
}

static long read_file(char *file, char *to, long bytes)
{
    long got = ((long (*)(char *, char *, long))real[READ])(file, to, bytes);

    if (got > 0 && ((int (*)(char *))real[NUMBER])(file) == STDIN_FILENO)
        stdin_read_note();
    return got;
}

static void *move(enum name name, char *to, char *from)
{
    void *answer = ((void *(*)(char *, char *))real[name])(to, from);

    if (file_at > 0) { /* else none was opened yet */
        note(to + file_at);
        note(from + file_at);
    }
    return answer;
}

#define MOVE(name)                                                            \
    static void *move_##name(char *to, char *from)                            \
    {                                                                         \
        return move(name, to, from);                                          \
    }
MOVE(MOVE_C1)
MOVE(MOVE_C2)
MOVE(MOVE_ASSIGN)
MOVE(MOVE_SWAP)
MOVE(WIDE_MOVE_C1)
MOVE(WIDE_MOVE_C2)
MOVE(WIDE_MOVE_ASSIGN)
MOVE(WIDE_MOVE_SWAP)

/* All of them or none: then what is there is libstdc++ as we know it. */
static const struct got_patch_call calls[] = {
    { "_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei",
      (void *)open_by_name, &real[OPEN] },
    { "_ZNSt12__basic_fileIcE8sys_openEP8_IO_FILESt13_Ios_Openmode",
      (void *)open_file, &real[OPEN_FILE] },
    { "_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode",
      (void *)open_number, &real[OPEN_NUMBER] },
    { "_ZNSt12__basic_fileIcE5closeEv", (void *)close_file, &real[CLOSE] },
    { "_ZNSt12__basic_fileIcE6xsgetnEPcl", (void *)read_file, &real[READ] },
    { "_ZN" BUFFER_OF("c") "C1EOS2_", (void *)move_MOVE_C1, &real[MOVE_C1] },
    { "_ZN" BUFFER_OF("c") "C2EOS2_", (void *)move_MOVE_C2, &real[MOVE_C2] },
    { "_ZN" BUFFER_OF("c") "aSEOS2_", (void *)move_MOVE_ASSIGN,
      &real[MOVE_ASSIGN] },
    { "_ZN" BUFFER_OF("c") "4swapERS2_", (void *)move_MOVE_SWAP,
      &real[MOVE_SWAP] },
    { "_ZN" BUFFER_OF("w") "C1EOS2_", (void *)move_WIDE_MOVE_C1,
      &real[WIDE_MOVE_C1] },
    { "_ZN" BUFFER_OF("w") "C2EOS2_", (void *)move_WIDE_MOVE_C2,
      &real[WIDE_MOVE_C2] },
    { "_ZN" BUFFER_OF("w") "aSEOS2_", (void *)move_WIDE_MOVE_ASSIGN,
      &real[WIDE_MOVE_ASSIGN] },
    { "_ZN" BUFFER_OF("w") "4swapERS2_", (void *)move_WIDE_MOVE_SWAP,
      &real[WIDE_MOVE_SWAP] },
    { "_ZNKSt12__basic_fileIcE7is_openEv", NULL, &real[IS_OPEN] },
    { "_ZNSt12__basic_fileIcE2fdEv", NULL, &real[NUMBER] },
    { "_ZN" BUFFER_OF("c") "C1Ev", NULL, &real[MAKE_BUFFER] },
    { "_ZN" BUFFER_OF("c") "D1Ev", NULL, &real[UNMAKE_BUFFER] },
    { "_ZNSoC1EPSt15basic_streambufIcSt11char_traitsIcEE", NULL,
      &real[MAKE_STREAM] },
    { "_ZNSo5flushEv", NULL, &real[FLUSH_STREAM] },
    { "_ZNSoD1Ev", NULL, &real[UNMAKE_STREAM] },
    { NULL, NULL, NULL },
};

void cxx_streams_follow(void)
{
    static bool found;

    found = found || got_patch_find("libstdc++.so.6", calls);
    if (found)
        got_patch_redirect("", calls);
}

__attribute__((constructor)) static void follow_at_load(void)
{
    cxx_streams_follow();
}

/* ---- writing them out ---- */

/* A buffer begins with the address of its functions and six addresses within
 * its memory: of what is read, and where of what is written the beginning, the
 * place and the end are.
 */
static bool has_unwritten(const char *buffer)
{
    uintptr_t word[6];

    memcpy(word, buffer, sizeof(word));
    return word[5] > word[4];
}

/* By a stream of our own, whose flush() catches what the buffer throws. */
static void write_out(char *buffer)
{
    alignas(SCRATCH_ALIGNMENT) void *stream[SCRATCH];

    ((void (*)(void *, void *))real[MAKE_STREAM])(stream, buffer);
    ((void *(*)(void *))real[FLUSH_STREAM])(stream);
    ((void (*)(void *))real[UNMAKE_STREAM])(stream);
}

int cxx_streams_flush(struct error *err)
{
    int rc = 0;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < count; i++) {
        char *buffer = files[i] - file_at;

        if (!has_unwritten(buffer))
            continue;
        errno = 0;
        write_out(buffer);
        if (i < count && files[i] - file_at == buffer && has_unwritten(buffer))
            rc = error_set(err,
                           "what a C++ stream holds could not be written "
                           "to its file: %s",
                           errno ? strerror(errno) : "it refuses");
    }
    if (overflown)
        rc = error_set(err, "there was no memory to follow C++ streams");
    pthread_mutex_unlock(&mutex);
    return rc;
}

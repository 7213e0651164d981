/* Tests of job/packed_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/files.h"
#include "job/packed_file.h"
#include "tests/tap.h"

enum { HOLE = 1 << 20, PATH = 128 };

static char here[PATH], there[PATH];

static int open_in(const char *folder, const char *name, int flags)
{
    char path[2 * PATH];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return open(path, flags, 0600);
}

static int stat_in(const char *folder, const char *name, struct stat *st)
{
    char path[2 * PATH];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return stat(path, st);
}

static void remove_from(const char *folder, const char *name)
{
    char path[2 * PATH];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    unlink(path);
}

/* A file with a hole before, between and behind two words. */
static void make_file(const char *name)
{
    int fd = open_in(here, name, O_WRONLY | O_CREAT | O_TRUNC);

    ok(pwrite(fd, "first", 5, HOLE) == 5
           && pwrite(fd, "second", 6, 3L * HOLE) == 6
           && ftruncate(fd, 5L * HOLE) == 0,
       "a file with holes");
    close(fd);
}

static void test_there(const char *name)
{
    char text[8] = "";
    struct stat st = { 0 };
    int fd = open_in(there, name, O_RDONLY);

    fstat(fd, &st);
    ok(st.st_size == 5L * HOLE, "it is as long as it was");
    ok(st.st_blocks < HOLE / 512, "its holes are holes");
    ok(pread(fd, text, 5, HOLE) == 5 && strcmp(text, "first") == 0,
       "a stretch is where it was");
    ok(pread(fd, text, 6, 3L * HOLE) == 6 && strcmp(text, "second") == 0,
       "another one, too");
    close(fd);
}

static void test_way(void)
{
    size_t bytes = 0;
    struct error err = { "" };
    char *data;

    make_file("rank-3.page");
    data = packed_file_pack(here, "rank-3.page", &bytes, &err);
    ok(data && bytes < HOLE, "packed, the holes take nothing: %zu", bytes);
    ok(!packed_file_is_there(there, data, bytes), "it is not there");
    ok(packed_file_unpack(there, data, bytes, &err) == 0, "unpacked: %s",
       err.text);
    ok(packed_file_is_there(there, data, bytes), "it is there");
    test_there("rank-3.page");
    free(data);
    remove_from(here, "rank-3.page");
    remove_from(there, "rank-3.page");
    ok(!packed_file_pack(here, "rank-3.page", &bytes, &err)
           && strstr(err.text, "rank-3.page"),
       "what is not there: %s", err.text);
}

/* However it is cut off or changed, nothing comes of it but what may. */
static void test_strangers(void)
{
    static const char *const names[] = { "job", "control-2", "agent",
                                         "../state-1-1", "x" };
    size_t bytes = 0, refused = 0;
    char *data;

    make_file("state-1-1");
    data = packed_file_pack(here, "state-1-1", &bytes, NULL);
    for (size_t cut = 0; data && cut < bytes; cut += 7)
        refused += packed_file_unpack(there, data, cut, NULL) < 0;
    ok(refused == (bytes + 6) / 7, "cut off anywhere: refused");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct error err = { "" };

        strcpy(data + 8, names[i]);
        ok(packed_file_unpack(there, data, bytes, &err) < 0, "\"%s\": %s",
           names[i], err.text);
    }
    strcpy(data + 8, "state-1-1");
    srand(1);
    for (int i = 0; i < 20000; i++) {
        size_t at = (size_t)rand() % 200;
        char was = data[at];

        data[at] = (char)rand();
        packed_file_unpack(there, data, bytes, NULL);
        data[at] = was;
    }
    ok(packed_file_unpack(there, data, bytes, NULL) == 0,
       "20000 changed ones did no harm");
    free(data);
}

/* What the head and the stretches say is held against what came. */
static void test_bounds(void)
{
    enum { SIZE = 8 + FILES_NAME, STRETCHES = SIZE + 8, FROM = SIZE + 16 };
    static const struct {
        const char *what;
        size_t at;
        uint64_t value;
        size_t more; /* bytes behind it */
        const char *said;
    } cases[] = {
        { "as it is", SIZE, 5L * HOLE, 0, NULL },
        { "a byte behind it", SIZE, 5L * HOLE, 1, "more behind it" },
        { "a stretch less", STRETCHES, 1, 0, "more behind it" },
        { "more stretches than came", STRETCHES, 1 << 20, 0, "sizes" },
        { "a stretch over the end", FROM, 5L * HOLE - 1, 0, "sizes" },
        { "one behind the end", FROM, 5L * HOLE + 1, 0, "sizes" },
        { "a longer one than came", FROM + 8, HOLE, 0, "sizes" },
        { "a file without end", SIZE, UINT64_MAX, 0, "sizes" },
    };

    make_file("rank-3.page");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { "" };
        size_t bytes = 0;
        char *data = packed_file_pack(here, "rank-3.page", &bytes, NULL);

        data = realloc(data, bytes + 1);
        data[bytes] = '\0';
        memcpy(data + cases[i].at, &cases[i].value, 8);
        ok((packed_file_unpack(there, data, bytes + cases[i].more, &err) < 0)
               == (cases[i].said != NULL),
           "%s: %s", cases[i].what, err.text);
        if (cases[i].said)
            has(err.text, cases[i].said, "it is said why");
        free(data);
    }
    remove_from(here, "rank-3.page");
    remove_from(there, "rank-3.page");
}

/* A file without holes, to its last byte. */
static void test_whole(void)
{
    char text[8] = "";
    size_t bytes = 0;
    int fd = open_in(here, "trace-1", O_WRONLY | O_CREAT | O_TRUNC);
    char *data;

    ok(write(fd, "all", 3) == 3, "a file without holes");
    close(fd);
    data = packed_file_pack(here, "trace-1", &bytes, NULL);
    ok(data && packed_file_unpack(there, data, bytes, NULL) == 0, "comes");
    fd = open_in(there, "trace-1", O_RDONLY);
    ok(read(fd, text, sizeof(text)) == 3 && strcmp(text, "all") == 0,
       "as it was: \"%s\"", text);
    close(fd);
    free(data);
    remove_from(here, "trace-1");
    remove_from(there, "trace-1");
}

/* Files may become no larger than what is written last, as on a full disk. */
static void test_full(void)
{
    int before = dup(0), after;
    struct rlimit limit;
    struct stat st = { 0 };
    struct error err = { "" };
    size_t bytes = 0;
    rlim_t was;
    char *data;
    bool kept;

    make_file("rank-3.page");
    data = packed_file_pack(here, "rank-3.page", &bytes, &err);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    was = limit.rlim_cur;
    close(before);
    for (int full = 1; full >= 0; full--) {
        limit.rlim_cur = full ? 2 * HOLE : was;
        setrlimit(RLIMIT_FSIZE, &limit);
        for (int i = 0; i < 10; i++)
            if ((packed_file_unpack(there, data, bytes, &err) < 0) != full)
                ok(false, "time %d, full %d: %s", i, full, err.text);
    }
    has(err.text, "rank-3.page", "a disk that is full is told: %s", err.text);
    after = dup(0);
    ok(before == after, "and loses no descriptor: %d, %d", before, after);
    close(after);
    data[8 + 5] = '4';
    limit.rlim_cur = 2 * HOLE;
    setrlimit(RLIMIT_FSIZE, &limit);
    kept = packed_file_unpack(there, data, bytes, NULL) < 0
           && stat_in(there, "rank-4.page", &st) < 0;
    limit.rlim_cur = was;
    setrlimit(RLIMIT_FSIZE, &limit);
    ok(kept, "nothing of what did not fit is left");
    free(data);
    remove_from(here, "rank-3.page");
    remove_from(there, "rank-3.page");
}

/* Who has the old file open goes on with that. */
static void test_again(void)
{
    size_t bytes = 0;
    char *data, text[8] = "";
    struct stat old = { 0 }, new = { 0 };
    int fd;

    make_file("rank-3.page");
    data = packed_file_pack(here, "rank-3.page", &bytes, NULL);
    ok(packed_file_unpack(there, data, bytes, NULL) == 0, "a file comes");
    fd = open_in(there, "rank-3.page", O_RDONLY);
    memcpy(memmem(data, bytes, "second", 6), "SECOND", 6);
    ok(packed_file_unpack(there, data, bytes, NULL) == 0, "and comes again");
    fstat(fd, &old);
    stat_in(there, "rank-3.page", &new);
    ok(pread(fd, text, 6, 3L * HOLE) == 6 && strcmp(text, "second") == 0
           && old.st_ino != new.st_ino &&old.st_nlink == 0,
       "who has the one before open keeps it, and nobody else has it");
    close(fd);
    fd = open_in(there, "rank-3.page", O_RDONLY);
    ok(pread(fd, text, 6, 3L * HOLE) == 6 && strcmp(text, "SECOND") == 0,
       "the one that came last is in its place");
    close(fd);
    free(data);
    remove_from(here, "rank-3.page");
    remove_from(there, "rank-3.page");
}

int main(void)
{
    /* In memory, where a job's files are: a disk may take 4 ms for each of
     * the files that are put in place. */
    char command[3 * PATH], base[] = "/dev/shm/mitosis-parcel-XXXXXX";

    if (!mkdtemp(base))
        return 1;
    snprintf(here, sizeof(here), "%s/here", base);
    snprintf(there, sizeof(there), "%s/there", base);
    mkdir(here, 0700);
    mkdir(there, 0700);
    test_way();
    test_whole();
    test_bounds();
    test_full();
    test_again();
    test_strangers();
    snprintf(command, sizeof(command), "rm -r '%s'", base);
    ok(system(command) == 0, "nothing else came of it");
    return tap_done();
}

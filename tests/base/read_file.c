/* Tests of base/read_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"
#include "tests/tap.h"

static char path[] = "/tmp/mitosis-read-file-XXXXXX";

/* A file of 'bytes' bytes, none of which is like those near it. */
static bool make(size_t bytes)
{
    FILE *out = fopen(path, "we");

    for (size_t i = 0; out && i < bytes; i++)
        putc('a' + (int)(i % 23), out);
    return out && fclose(out) == 0;
}

static bool is_as_made(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (text[i] != 'a' + (int)(i % 23))
            return false;
    return text[bytes] == '\0';
}

static void test_start(void)
{
    char text[10];
    ssize_t got;

    make(20);
    memset(text, '~', sizeof(text));
    got = read_file_start(path, text, 8);
    ok(got == 7 && is_as_made(text, 7) && text[8] == '~',
       "of a long file there is what there is room for: %zd", got);
    make(3);
    got = read_file_start(path, text, sizeof(text));
    ok(got == 3 && is_as_made(text, 3), "a short one is there: %zd", got);
    make(0);
    got = read_file_start(path, text, sizeof(text));
    ok(got == 0 && !*text, "an empty one has an empty text: %zd", got);
    strcpy(text, "before");
    got = read_file_start("/nowhere/at/all", text, sizeof(text));
    ok(got == -1 && errno == ENOENT && !*text,
       "what is not there cannot be read, and errno tells why: %d", errno);
    got = read_file_start("/tmp", text, sizeof(text));
    ok(got == -1 && errno == EISDIR, "nor can a folder: %d", errno);
}

/* The sizes are those around the steps in which memory is taken. */
static void test_all(void)
{
    static const struct {
        size_t bytes;
        size_t most;
        bool fits;
    } cases[] = {
        { 0, 0, true },
        { 1, 0, false },
        { 5, 5, true },
        { 6, 5, false },
        { 4095, 100000, true },
        { 4096, 100000, true },
        { 4097, 100000, true },
        { 8192, 100000, true },
        { 50000, 100000, true },
        { 100000, 100000, true },
        { 4096, 4096, true },
        { 4097, 4096, false },
        { 100001, 100000, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { "" };
        size_t bytes = 12345;
        char *text;

        make(cases[i].bytes);
        errno = 0;
        text = read_file(path, cases[i].most, &bytes, &err);
        if (cases[i].fits)
            ok(text && bytes == cases[i].bytes && is_as_made(text, bytes)
                   && text[bytes + 1] == '\0',
               "%zu bytes of at most %zu are there: %zu %s", cases[i].bytes,
               cases[i].most, bytes, err.text);
        else
            ok(!text && errno == EFBIG && strstr(err.text, "larger than"),
               "%zu bytes are more than %zu: %s", cases[i].bytes,
               cases[i].most, err.text);
        free(text);
    }
}

static void test_others(void)
{
    struct error err = { "" };
    size_t bytes = 0;
    char *text = read_file("/proc/self/environ", 1 << 20, &bytes, &err);

    ok(text && bytes > 0, "what the kernel makes is read, too: %s", err.text);
    free(text);
    text = read_file("/nowhere/at/all", 100, &bytes, &err);
    ok(!text && errno == ENOENT
           && strcmp(err.text, "/nowhere/at/all: No such file or directory")
                  == 0,
       "what is not there is told: %s", err.text);
}

int main(void)
{
    close(mkstemp(path));
    test_start();
    test_all();
    test_others();
    unlink(path);
    return tap_done();
}

/* Tests of base/replace_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/replace_file.h"
#include "tests/tap.h"

static void make(const char *name, const char *text)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (write(fd, text, strlen(text)) < 0)
        diag("%s: %s", name, strerror(errno));
    close(fd);
}

static bool holds(int fd, const char *text)
{
    char came[16] = "";

    return pread(fd, came, sizeof(came) - 1, 0) >= 0
           && strcmp(came, text) == 0;
}

static bool has_text(const char *name, const char *text)
{
    int fd = open(name, O_RDONLY);
    bool has = fd >= 0 && holds(fd, text);

    close(fd);
    return has;
}

int main(void)
{
    char folder[] = "/tmp/mitosis-replace-XXXXXX";
    struct error err;
    int fd;

    if (!mkdtemp(folder) || chdir(folder) < 0)
        return 1;
    make("from", "first");
    ok(replace_file("from", "to") == 0 && has_text("to", "first")
           && access("from", F_OK) < 0,
       "a file gets a name that none has");
    fd = open("to", O_RDONLY);
    make("from", "second");
    ok(replace_file("from", "to") == 0 && has_text("to", "second")
           && access("from", F_OK) < 0,
       "and one that another has, which goes");
    ok(holds(fd, "first"), "but for those who have it open");
    close(fd);
    ok(replace_file("from", "to") < 0 && errno == ENOENT
           && has_text("to", "second"),
       "where there is nothing to put there, all stays");
    ok(replace_file("to", "nowhere/to") < 0 && has_text("to", "second"),
       "as it does where there is no folder");
    ok(replace_file_write("to", "third", 5) == 0 && has_text("to", "third")
           && access("to.new", F_OK) < 0,
       "bytes take the place of what a file had");
    ok(mkdir("to.new", 0700) == 0 && replace_file_write("to", "x", 1) < 0
           && errno == EISDIR && has_text("to", "third"),
       "where they cannot be written, it keeps that");
    rmdir("to.new");
    ok(replace_file_write("nowhere/to", "x", 1) < 0 && errno == ENOENT,
       "as it does where there is no folder for them");
    ok(replace_file_check("to", &err) == 0
           && replace_file_check("./new", &err) == 0,
       "it can be known before whether they can");
    ok(replace_file_check("nowhere/to", &err) < 0
           && strcmp(err.text, "nowhere/: No such file or directory") == 0,
       "and that they cannot where there is no folder");
    ok(replace_file_check("/tmp", &err) < 0
           && strcmp(err.text, "/tmp: Is a directory") == 0,
       "or in the place of one");
    unlink("to");
    ok(rmdir(folder) == 0, "nothing is left");
    return tap_done();
}

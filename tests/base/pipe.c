/* Tests of base/pipe.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pipe.h"
#include "tests/tap.h"

enum { LONG_MS = 20000 };

/* Read a byte when the other one has been told to. */
static pid_t read_later(int from, int start)
{
    pid_t child = fork();
    char byte;

    if (child != 0)
        return child;
    _exit(read(start, &byte, 1) == 1 && read(from, &byte, 1) == 1
              ? EXIT_SUCCESS
              : EXIT_FAILURE);
}

int main(void)
{
    int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int line[2], start[2];
    int status = -1;
    pid_t child;

    if (file < 0 || pipe(line) < 0 || pipe(start) < 0)
        return EXIT_FAILURE;
    ok(pipe_wait_until_read(line[1], 0), "an empty pipe has been read");
    ok(write(line[1], "a", 1) == 1 && !pipe_wait_until_read(line[1], 1),
       "one that holds something has not, and is not waited for for ever");
    child = read_later(line[0], start[0]);
    ok(write(start[1], "b", 1) == 1 && pipe_wait_until_read(line[1], LONG_MS),
       "it has when another process has read that");
    ok(waitpid(child, &status, 0) == child && status == 0, "as it did");
    ok(write(file, "c", 1) == 1 && pipe_wait_until_read(file, 0),
       "what is no pipe is not waited for");
    close(file);
    ok(pipe_wait_until_read(file, 0), "nor what is not open");
    return tap_done();
}

/* Tests of migrate/secret.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "migrate/secret.h"
#include "tests/tap.h"

enum { MAKERS = 8 };

static char folder[] = "/tmp/mitosis-secret-XXXXXX";
static char path[64];

/* Several make one at once; each tells what it got. */
static void test_race(void)
{
    uint8_t first[SECRET_BYTES], got[SECRET_BYTES];
    int ends[2], same = 0;

    if (pipe(ends) < 0)
        return;
    for (int i = 0; i < MAKERS; i++)
        if (fork() == 0) {
            if (secret_make(folder, got, NULL) == 0)
                _exit(write(ends[1], got, sizeof(got)) < 0);
            _exit(1);
        }
    close(ends[1]);
    ok(read(ends[0], first, sizeof(first)) == sizeof(first),
       "a secret can be made");
    while (read(ends[0], got, sizeof(got)) == sizeof(got))
        same += memcmp(first, got, sizeof(got)) == 0;
    ok(same == MAKERS - 1, "all who make one at once get the same");
    while (wait(NULL) > 0)
        ;
    close(ends[0]);
}

static void test_file(void)
{
    uint8_t secret[SECRET_BYTES], again[SECRET_BYTES];
    struct stat st;
    struct error err;

    secret_make(folder, secret, NULL);
    ok(stat(path, &st) == 0 && (st.st_mode & 07777) == 0600
           && st.st_size == SECRET_BYTES,
       "it is in a file for its owner only");
    ok(secret_read(folder, again, NULL) == 0
           && memcmp(secret, again, SECRET_BYTES) == 0,
       "from which it can be read");
    ok(secret_put(folder, secret, NULL) == 0, "it can be put there again");
    again[0] ^= 1;
    ok(secret_put(folder, again, &err) < 0, "another one cannot");
    has(err.text, "another one", "which is told");
    chmod(path, 0640);
    ok(secret_read(folder, again, &err) < 0, "what others may read is none");
    has(err.text, "not ours alone", "which is told");
    chmod(path, 0600);
    if (truncate(path, SECRET_BYTES - 1) == 0)
        ok(secret_read(folder, again, &err) < 0, "nor is half of one");
    unlink(path);
    ok(secret_read(folder, again, &err) < 0, "nor is none");
    has(err.text, "secret: No such file", "which is told");
    ok(symlink("/dev/zero", path) == 0 && secret_read(folder, again, &err) < 0,
       "nor is a link to elsewhere");
    unlink(path);
    secret[5] = 77;
    ok(secret_put(folder, secret, NULL) == 0
           && secret_make(folder, again, NULL) == 0
           && memcmp(secret, again, SECRET_BYTES) == 0,
       "one that was put there is not made anew");
    unlink(path);
    ok(secret_make("/nonexistent", again, &err) < 0,
       "without a folder there is none");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/secret", folder);
    test_race();
    test_file();
    ok(rmdir(folder) == 0, "nothing is left beside it");
    return tap_done();
}

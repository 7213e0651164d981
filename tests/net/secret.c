/* Tests of net/secret.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/secret.h"
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
    again[SECRET_BYTES - 1] ^= 1;
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

/* Use the key in this file of our folder. */
static void use_key(const char *name)
{
    static char file[100];

    snprintf(file, sizeof(file), "%s/%s", folder, name);
    setenv("MITOSIS_KEY", file, 1);
}

/* Whether any 'bytes' bytes of the secret stand in the text, as they are or in
 * hexadecimal digits.
 */
static bool shows(const char *text, const uint8_t *secret, size_t bytes)
{
    char digits[2 * SECRET_BYTES + 1];
    size_t len = strlen(text);

    for (size_t at = 0; at + bytes <= SECRET_BYTES; at++) {
        for (size_t i = 0; i < bytes; i++)
            sprintf(digits + 2 * i, "%02x", secret[at + i]);
        if (strstr(text, digits) || memmem(text, len, secret + at, bytes))
            return true;
    }
    return false;
}

static void test_sealing(void)
{
    uint8_t secret[SECRET_BYTES], opened[SECRET_BYTES] = { 0 };
    char text[SECRET_SEALED], again[SECRET_SEALED];
    struct error err = { "" };
    int refused = 0;

    for (int i = 0; i < SECRET_BYTES; i++)
        secret[i] = (uint8_t)(i * 7 + 1);
    use_key("one");
    ok(secret_seal(secret, text, &err) == 0
           && strlen(text) == SECRET_SEALED - 1,
       "a secret can be sealed %s", err.text);
    ok(!shows(text, secret, 4), "nothing of it is in the text");
    ok(secret_unseal(text, opened, &err) == 0
           && memcmp(opened, secret, SECRET_BYTES) == 0,
       "who has the key can open it");
    ok(secret_seal(secret, again, NULL) == 0 && strcmp(text, again) != 0,
       "it is sealed in another way each time");
    memset(opened, 0, sizeof(opened));
    for (size_t i = 0; i < SECRET_SEALED - 1; i++) {
        char was = text[i];

        text[i] = was == 'f' ? '0' : 'f';
        refused += secret_unseal(text, opened, &err) < 0;
        text[i] = was;
    }
    ok(refused == SECRET_SEALED - 1 && opened[0] == 0,
       "with any digit changed it cannot be opened");
    ok(secret_unseal("", opened, &err) < 0
           && secret_unseal(text + 1, opened, &err) < 0,
       "nor if it is cut off");
    text[3] = 'x';
    ok(secret_unseal(text, opened, &err) < 0, "nor garbage");
    has(err.text, "damaged", "which is told");
    use_key("other");
    ok(secret_unseal(again, opened, &err) < 0 && opened[0] == 0,
       "nor with another key");
    has(err.text, "/other is not the user's key of the host", "which is told");
    unlink(getenv("MITOSIS_KEY"));
    use_key("one");
    unlink(getenv("MITOSIS_KEY"));
    use_key("nowhere/deep/key");
    ok(secret_seal(secret, text, &err) < 0, "without a key there is no seal");
    has(err.text, "nowhere/deep/key", "and it is told where none can be made");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/secret", folder);
    test_race();
    test_file();
    test_sealing();
    ok(rmdir(folder) == 0, "nothing is left beside it");
    return tap_done();
}

/* Tests of net/user_key.c and net/private_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/private_file.h"
#include "net/user_key.h"
#include "tests/tap.h"

enum { MAKERS = 8 };

static char scratch[] = "/tmp/mitosis-key-XXXXXX";

/* PATH/NAME in a buffer that the next call but one uses again. */
static char *in(const char *name)
{
    static char buffers[2][200];
    static int next;
    char *buffer = buffers[next++ % 2];

    snprintf(buffer, sizeof(buffers[0]), "%s/%s", scratch, name);
    return buffer;
}

static int mac_of(const char *text, uint8_t mac[SEAL_MAC], struct error *err)
{
    struct iovec part = { (char *)text, strlen(text) };

    return user_key_mac(mac, &part, 1, err);
}

static void test_path(void)
{
    static const struct {
        const char *key, *config, *home, *path;
    } cases[] = {
        { "/a/key", "/config", "/home/me", "/a/key" },
        { NULL, "/config", "/home/me", "/config/mitosis.key" },
        { "", "config", "/home/me", "/home/me/.config/mitosis.key" },
        { NULL, NULL, "/home/me", "/home/me/.config/mitosis.key" },
        { NULL, NULL, "", NULL },
        { NULL, NULL, NULL, NULL },
    };
    static const char *const names[] = { "MITOSIS_KEY", "XDG_CONFIG_HOME",
                                         "HOME" };
    char path[USER_KEY_PATH];
    struct error err;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const set[] = { cases[i].key, cases[i].config,
                                    cases[i].home };
        int rc;

        for (int j = 0; j < 3; j++)
            if (set[j])
                setenv(names[j], set[j], 1);
            else
                unsetenv(names[j]);
        rc = user_key_path(path, &err);
        ok(cases[i].path ? rc == 0 && strcmp(path, cases[i].path) == 0
                         : rc < 0 && strstr(err.text, "no home folder"),
           "the key is %s", cases[i].path ? cases[i].path : "nowhere");
    }
}

static void test_making(void)
{
    uint8_t mac[SEAL_MAC], again[SEAL_MAC];
    struct error err = { "" };
    struct stat st;

    setenv("HOME", scratch, 1);
    unsetenv("MITOSIS_KEY");
    unsetenv("XDG_CONFIG_HOME");
    ok(mac_of("a", mac, &err) == 0, "a key is made when there is none %s",
       err.text);
    ok(stat(in(".config/mitosis.key"), &st) == 0
           && (st.st_mode & 07777) == 0600 && st.st_size == SEAL_KEY,
       "for its owner only");
    ok(mac_of("a", again, NULL) == 0 && memcmp(mac, again, SEAL_MAC) == 0,
       "it is the same from then on");
    ok(mac_of("b", again, NULL) == 0 && memcmp(mac, again, SEAL_MAC) != 0,
       "something else has another mac");
    chmod(in(".config/mitosis.key"), 0644);
    ok(mac_of("a", again, &err) < 0, "one that others may read is none");
    has(err.text, "not ours alone", "which is told");
    unlink(in(".config/mitosis.key"));
    ok(mac_of("a", again, NULL) == 0 && memcmp(mac, again, SEAL_MAC) != 0,
       "another key makes another mac");
    unlink(in(".config/mitosis.key"));
    ok(symlink("/dev/zero", in(".config/mitosis.key")) == 0
           && mac_of("a", again, NULL) < 0,
       "a link to elsewhere is none");
    unlink(in(".config/mitosis.key"));
    rmdir(in(".config"));
}

/* All who make one at once come to the same. */
static void test_race(void)
{
    uint8_t first[SEAL_MAC], got[SEAL_MAC];
    int ends[2], same = 0, failed = 0, status;

    setenv("MITOSIS_KEY", in("key"), 1);
    if (pipe(ends) < 0)
        return;
    for (int i = 0; i < MAKERS; i++)
        if (fork() == 0) {
            int rc = mac_of("a", got, NULL);

            _exit(rc < 0 || write(ends[1], got, sizeof(got)) != sizeof(got));
        }
    while (wait(&status) > 0)
        failed += status != 0;
    for (int i = 0; i < MAKERS && failed == 0; i++)
        if (read(ends[0], i == 0 ? first : got, sizeof(got)) == sizeof(got))
            same += i == 0 || memcmp(first, got, sizeof(got)) == 0;
    ok(same == MAKERS, "all who make one at once get the same");
    close(ends[0]);
    close(ends[1]);
    unlink(in("key"));
}

static void test_file(void)
{
    struct error err = { "" };
    char got[4] = "";

    ok(private_file_offer(in("file"), "abcd", 4, &err) == 0
           && private_file_offer(in("file"), "wxyz", 4, &err) == 0
           && private_file_read(in("file"), got, 4, &err) == 0
           && memcmp(got, "abcd", 4) == 0,
       "a file that is there stays as it is %s", err.text);
    ok(private_file_read(in("file"), got, 3, &err) < 0,
       "one with more bytes than it should have is none");
    has(err.text, "does not have 3 bytes", "which is told");
    unlink(in("file"));
    ok(private_file_offer(in("no/file"), "abcd", 4, &err) < 0,
       "without a folder none can be made");
    has(err.text, "no/file", "which is told");
}

int main(void)
{
    struct error err;

    if (!mkdtemp(scratch))
        return 1;
    if (!ok(seal_open(&err) == 0, "libsodium is there"))
        return tap_done();
    test_path();
    test_making();
    test_race();
    test_file();
    ok(rmdir(scratch) == 0, "nothing is left");
    return tap_done();
}

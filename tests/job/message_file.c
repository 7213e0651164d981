/* Tests of job/message_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/message_file.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mailbag-XXXXXX";
static char seen[256];

static void note(const struct message_file_head *head, void *data)
{
    size_t used = strlen(seen);

    snprintf(seen + used, sizeof(seen) - used, "%d>%d %d/%u %.*s;",
             head->source, head->to, head->tag, head->world, (int)head->bytes,
             (const char *)data);
    free(data);
}

static void test_order(void)
{
    struct message_file_owner owner = { folder, 3, 1, 70 }, later = owner;
    struct error err = { "" };
    message_file_t *b = message_file_open(&owner, &err);
    static const struct {
        struct message_file_head head;
        const char *data;
    } messages[] = {
        { { 0, 1, 7, 0, 5 }, "first" },
        { { 2, 1, 7, 0, 6 }, "second" },
        { { 0, 1, 8, 1, 0 }, "" },
        { { 0, 1, 7, 0, 4 }, "last" },
    };

    later.sync = 71;
    ok(b != NULL, "a bag is made (%s)", err.text);
    for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
        ok(message_file_reserve(b, messages[i].head.bytes, &err) == 0
               && message_file_add(b, &messages[i].head, messages[i].data,
                                   &err)
                      == 0,
           "message %zu goes in", i);
    ok(!message_file_is_closed(&owner), "others do not read it yet");
    ok(message_file_read(&owner, 0, note, &err) == 0 && !*seen,
       "to them it is empty");
    ok(message_file_close(b, &err) == 0, "it is closed");
    ok(message_file_is_closed(&owner), "now they do");
    ok(message_file_read(&owner, 0, note, &err) == 0, "it can be read");
    ok(strcmp(seen, "0>1 7/0 first;0>1 8/1 ;0>1 7/0 last;") == 0,
       "each sender finds what it sent, in order");
    seen[0] = '\0';
    ok(message_file_read(&later, 0, note, &err) == 0 && !*seen
           && !message_file_is_closed(&later),
       "at a later sync there is none");
    ok(message_file_read(&owner, 1, note, &err) == 0 && !*seen,
       "nor for one that sent nothing");
}

static uint64_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) < 0 ? 0 : (uint64_t)st.st_size;
}

static void test_cut(void)
{
    struct message_file_owner owner = { folder, 3, 2, 9 };
    struct message_file_head head = { 0, 2, 1, 0, 300 * 1000 };
    struct error err = { "" };
    message_file_t *b = message_file_open(&owner, &err);
    char *data = calloc(1, head.bytes), path[256];

    snprintf(path, sizeof(path), "%s/mail-3-2", folder);
    ok(b && data && message_file_reserve(b, head.bytes, &err) == 0
           && message_file_add(b, &head, data, &err) == 0
           && message_file_close(b, &err) == 0,
       "a long message goes in");
    ok(size_of(path) == 8 + sizeof(head) + head.bytes,
       "what was not needed is given back");
    ok(truncate(path, 1000) == 0
           && message_file_read(&owner, 0, note, &err) < 0 && !*seen,
       "one that is cut off is not read");
    has(err.text, "mail-3-2", "and the file is named");
    free(data);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, SIG_IGN);
}

static void test_errors(void)
{
    struct message_file_owner owner = { folder, 4, 0, 1 };
    struct error err = { "" };
    char path[256];
    struct stat st;
    message_file_t *b;
    int fd[2];

    snprintf(path, sizeof(path), "%s/mail-4-0", folder);
    ok(symlink("/proc/self/fd/0", path) == 0
           && (b = message_file_open(&owner, &err))
           && message_file_close(b, &err) == 0 && lstat(path, &st) == 0
           && S_ISREG(st.st_mode),
       "what an earlier change left is replaced");
    b = message_file_open(&owner, &err);
    limit_files(1000 * 1000);
    ok(b && message_file_reserve(b, 1000 * 1000, &err) < 0,
       "room for more than may be is not to be had");
    limit_files(RLIM_INFINITY);
    has(err.text, "mail-4-0: File too large", "and the file is named");
    ok(message_file_close(b, &err) < 0 && message_file_is_closed(&owner),
       "what there was can be read in memory, for now");
    ok((b = message_file_open(&owner, &err))
           && message_file_close(b, &err) == 0 && lstat(path, &st) == 0
           && S_ISREG(st.st_mode),
       "the next one is a file again");
    limit_files(0);
    b = message_file_open(&owner, &err);
    for (int i = 0; i < 2; i++) /* what was free is somebody else's now */
        fd[i] = open(folder, O_RDONLY);
    limit_files(RLIM_INFINITY);
    ok(!b && (b = message_file_open(&owner, &err))
           && message_file_close(b, &err) == 0 && fcntl(fd[0], F_GETFD) >= 0
           && fcntl(fd[1], F_GETFD) >= 0,
       "one that could not be made has closed nothing that is not its own");
    close(fd[0]);
    close(fd[1]);
    owner.folder = "/nowhere";
    ok(!message_file_open(&owner, &err), "without a folder there is none");
    has(err.text, "/nowhere/mail-4-0: No such file", "and that is told");
}

int main(void)
{
    char command[64];

    if (!mkdtemp(folder))
        return 1;
    test_order();
    test_cut();
    test_errors();
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command) != 0 || tap_done();
}

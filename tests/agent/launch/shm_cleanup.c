/* Tests of agent/launch/shm_cleanup.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/launch/shm_cleanup.h"
#include "tests/tap.h"

enum { BYTES = 4096 };

/* A file in /dev/shm that this process maps, or only makes. */
static void make(const char *path, bool map)
{
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    void *at = MAP_FAILED;

    if (fd >= 0 && ftruncate(fd, BYTES) == 0 && map)
        at = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, fd, 0);
    if (fd < 0 || (map && at == MAP_FAILED))
        diag("cannot make %s", path);
    close(fd);
}

static bool there(const char *path)
{
    return access(path, F_OK) == 0;
}

static char names[6][64];
enum { MPICH, UCX, OTHER, UNUSED, ANEW, ABOVE };

static void name_files(void)
{
    static const char *const patterns[] = {
        "mpich_shar_tmp%d",      "ucx_shm_posix_%d",
        "mitosis-test-%d",       "mpich_shar_tmp%d-unused",
        "mpich_shar_tmp%d-anew", "mpich_shar_tmp%d-above"
    };

    for (int i = 0; i <= ABOVE; i++) {
        int at = sprintf(names[i], "/dev/shm/");

        sprintf(names[i] + at, patterns[i], (int)getpid());
    }
}

/* Has the files, as a rank does, and one in between has nothing. */
static pid_t start(int said)
{
    pid_t between = fork();

    if (between > 0)
        return between;
    if (fork() > 0)
        for (;;)
            pause();
    make(names[MPICH], true);
    make(names[UCX], true);
    make(names[OTHER], true);
    make(names[ANEW], true);
    if (write(said, "", 1) == 1)
        for (;;)
            pause();
    _exit(1);
}

static void test_ended(void)
{
    struct shm_cleanup l = { 0 };
    int ends[2];
    pid_t ranks;
    char word;

    name_files();
    if (!ok(pipe(ends) == 0, "a pipe"))
        return;
    make(names[UNUSED], false);
    setpgid(0, 0);
    ranks = start(ends[1]);
    make(names[ABOVE], true);
    ok(read(ends[0], &word, 1) == 1, "ranks have files in /dev/shm");
    shm_cleanup_note(&l, getpid());
    shm_cleanup_note(&l, getpid());
    ok(l.files.count == 3, "those of MPICH and UCX are noted once");
    unlink(names[ANEW]);
    make(names[ANEW], false);
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    waitpid(ranks, NULL, 0);
    shm_cleanup_remove(&l);
    ok(!there(names[MPICH]) && !there(names[UCX]), "and removed");
    ok(there(names[OTHER]), "what is not theirs stays");
    ok(there(names[UNUSED]), "so does what the ranks did not have");
    ok(there(names[ANEW]), "and another one of the same name");
    ok(there(names[ABOVE]), "and what is of somebody else");
    ok(l.files.count == 0, "it is forgotten");
    shm_cleanup_remove(&l);
    ok(true, "to remove nothing is fine");
    for (int i = 0; i <= ABOVE; i++)
        unlink(names[i]);
}

int main(void)
{
    test_ended();
    return tap_done();
}

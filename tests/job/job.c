/* Tests of job/job.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/host.h"
#include "job/job.h"
#include "job/job_host.h"
#include "tests/tap.h"

enum { SEEN = 64 * 1024 };

static char scratch[] = "/tmp/mitosis-job-XXXXXX";

static bool there(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0;
}

/* PATH/NAME in a buffer that the next call but three uses again. */
static const char *in(const char *path, const char *name)
{
    static char buffers[4][JOB_PATH + 100];
    static int next;
    char *buffer = buffers[next++ % 4];

    snprintf(buffer, sizeof(buffers[0]), "%s/%s", path, name);
    return buffer;
}

static const char *folder_of(const char *name)
{
    char full[200];

    snprintf(full, sizeof(full), "mitosis-%u-%s", geteuid(), name);
    return in(scratch, full);
}

static void touch(const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file || fclose(file) != 0)
        diag("cannot make %s", path);
}

static void test_names(void)
{
    static const struct {
        const char *program;
        const char *start;
    } cases[] = {
        { "heat", "heat-" },
        { "/usr/bin/a.out", "a.out-" },
        { "./my program;1", "my_program_1-" },
        { ".hidden", "_hidden-" },
        { "./-dash", "_dash-" },
        { "p\xc3\xa9", "p__-" },
        { "/", "" },
        { "", "" },
        { "a-name-that-is-far-too-long-to-be-kept-in-full-in-the-name-of-a-"
          "job",
          "a-name-that-is-far-too-long-to-be-kept-in-full-in-the-na-" },
    };
    char name[JOB_NAME], other[JOB_NAME];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t len = strlen(cases[i].start);

        job_name(cases[i].program, 7, name);
        if (!ok(strncmp(name, cases[i].start, len) == 0
                    && strlen(name) == len + 6 && !strchr(name + len, '-'),
                "\"%s\" gives \"%s\" and six letters", cases[i].program,
                cases[i].start))
            diag("came %s", name);
    }
    job_name("heat", 7, name);
    job_name("heat", 7, other);
    ok(strcmp(name, other) == 0, "the same key gives the same name");
    job_name("heat", 8, other);
    ok(strcmp(name, other) != 0, "the next key another one");
}

static void test_open(void)
{
    char path[JOB_PATH] = "as it was", again[JOB_PATH];
    struct error err = { "" };
    struct stat st = { 0 };

    ok(job_open(scratch, "a", path, &err) == 0, "a folder is made");
    ok(strcmp(path, folder_of("a")) == 0, "its name has user and job");
    ok(lstat(path, &st) == 0 && (st.st_mode & 07777) == 0700,
       "it is open to its owner only");
    ok(job_open(scratch, "a", again, &err) == 0 && !strcmp(path, again),
       "those who come later find it");
    job_remove(path);
    ok(!there(path), "and it can be removed");

    if (chdir(scratch) == 0
        && ok(job_open(".", "b", path, &err) == 0 && *path == '/',
              "below a relative folder it has an absolute path"))
        job_remove(path);
    ok(!there(folder_of("b")), "which is the right one");

    strcpy(path, "as it was");
    ok(job_open("/nowhere", "a", path, &err) == -1,
       "below a folder that is not there nothing is made");
    has(err.text, "/nowhere: No such file", "and the reason told");
    ok(strcmp(path, "as it was") == 0, "and nothing else changed");
}

static void test_name_of_folder(void)
{
    ok(strcmp(job_of("/dev/shm/mitosis-1000-heat-2d-abcdef"), "heat-2d-abcdef")
           == 0,
       "a folder's name has the job's");
    ok(strcmp(job_of("mitosis-0-heat-abcdef"), "heat-abcdef") == 0,
       "without a path, too");
    ok(strcmp(job_of("/dev/shm/mitosis-7.01234567890abcde-heat-2d"), "heat-2d")
           == 0,
       "so has one with a part that cannot be guessed");
    ok(strcmp(job_of("mitosis-7.xyz-heat"), "mitosis-7.xyz-heat") == 0
           && strcmp(job_of("mitosis--heat"), "mitosis--heat") == 0
           && strcmp(job_of("mitosis-7"), "mitosis-7") == 0,
       "what only looks like one is taken as it is");
    ok(strcmp(job_of("/tmp/my-own-folder"), "my-own-folder") == 0,
       "another name is taken as it is");
}

static void test_find(void)
{
    char path[JOB_PATH] = "as it was";
    struct error err = { "" };

    ok(job_find(scratch, "gone", path, &err) == -1
           && !there(folder_of("gone")),
       "a folder that is to be found is not made");
    has(err.text, "-gone: No such file", "and it is told which is not there");
    ok(strcmp(path, "as it was") == 0, "and nothing else changed");
    job_open(scratch, "gone", path, &err);
    strcpy(path, "");
    ok(job_find(scratch, "gone", path, &err) == 0
           && strcmp(path, folder_of("gone")) == 0,
       "one that is there is found");
    chmod(path, 0755);
    ok(job_find(scratch, "gone", path, &err) == -1,
       "unless it is open to others");
    has(err.text, "is open to others", "which is told");
    chmod(path, 0700);
    job_remove(path);
}

static void test_usual_places(void)
{
    char path[JOB_PATH];
    struct error err = { "" };

    setenv("TMPDIR", scratch, 1);
    if (!ok(job_open("", "test-usual", path, &err) == 0,
            "without a place given, one is found"))
        diag("%s", err.text);
    ok(strncmp(path, "/dev/shm/", 9) == 0 || access("/dev/shm", W_OK) != 0,
       "in memory if possible");
    job_remove(path);
    unsetenv("TMPDIR");
}

static void test_refusals(void)
{
    char path[JOB_PATH];
    struct error err = { "" };

    mkdir(in(scratch, "elsewhere"), 0700);
    if (symlink(in(scratch, "elsewhere"), folder_of("link")) < 0)
        diag("no symlink: %s", strerror(errno));
    ok(job_open(scratch, "link", path, &err) == -1,
       "a planted symlink is refused");
    has(err.text, "not a folder", "and that is said");
    job_remove(folder_of("link"));
    ok(there(in(scratch, "elsewhere")) && there(folder_of("link")),
       "nor is anything removed through it");
    unlink(folder_of("link"));

    if (symlink("/nowhere/at/all", folder_of("link")) < 0)
        diag("no symlink: %s", strerror(errno));
    ok(job_open(scratch, "link", path, &err) == -1,
       "so is one that leads nowhere");
    unlink(folder_of("link"));

    touch(folder_of("file"));
    ok(job_open(scratch, "file", path, &err) == -1, "so is a planted file");
    has(err.text, "not a folder", "and that is said");
    unlink(folder_of("file"));

    mkdir(folder_of("open"), 0700);
    chmod(folder_of("open"), 0770);
    ok(job_open(scratch, "open", path, &err) == -1,
       "so is a folder that others can enter");
    has(err.text, "open to others", "and that is said");
    rmdir(folder_of("open"));

    mkdir(folder_of("other"), 0700);
    if (chown(folder_of("other"), 12345, 12345) == 0) {
        ok(job_open(scratch, "other", path, &err) == -1,
           "so is somebody else's folder");
        has(err.text, "somebody else", "and that is said");
    } else {
        ok(true, "somebody else's folder # SKIP needs root");
        ok(true, "and that is said # SKIP needs root");
    }
    rmdir(folder_of("other"));
    rmdir(in(scratch, "elsewhere"));
}

static void test_headcount(void)
{
    char path[JOB_PATH];
    struct error err = { "" };

    job_open(scratch, "count", path, &err);
    ok(!job_leave(path), "who leaves without having come is not the last");
    ok(job_arrive(path, &err) == 0 && job_arrive(path, &err) == 0,
       "two ranks come");
    ok(!job_leave(path), "the first to go is not the last");
    ok(job_leave(path), "the second is");
    job_remove(path);
    ok(job_arrive(path, &err) == -1, "into a removed folder nobody comes");
    has(err.text, "/job: No such file", "and the reason is told");
    ok(!job_leave(path), "nor does anybody leave");
}

/* Each of many processes comes, waits until all have come, and leaves;
 * the last ones are counted in shared memory.
 */
static void test_crowd(void)
{
    enum { CROWD = 16, ROUNDS = 6 };
    struct {
        _Atomic int arrived, last;
    } *seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int wrong = 0;
    char path[JOB_PATH];

    for (int round = 0; round < ROUNDS; round++) {
        seen->arrived = seen->last = 0;
        for (int i = 0; i < CROWD; i++) {
            if (fork() > 0)
                continue;
            if (job_open(scratch, "crowd", path, NULL) < 0
                || job_arrive(path, NULL) < 0)
                _exit(1);
            for (seen->arrived++; seen->arrived < CROWD;)
                usleep(1000);
            if (job_leave(path)) {
                seen->last++;
                job_remove(path);
            }
            _exit(0);
        }
        for (int status; wait(&status) > 0;)
            wrong += status != 0;
        wrong += seen->last != 1 || there(folder_of("crowd"));
    }
    ok(wrong == 0, "of %d that leave at once exactly one is the last", CROWD);
    munmap(seen, sizeof(*seen));
}

static void test_remove(void)
{
    static const char *const ours[] = { "rank-0.page",
                                        "rank-4095.page",
                                        "trace-17",
                                        "job",
                                        "2.rank-0.page",
                                        "12.trace-3",
                                        "changes",
                                        "agent",
                                        "log",
                                        "control-2",
                                        "state-2-0",
                                        "generation-7.json",
                                        "generation-7.json.4711-0" };
    static const char *const others[] = { "rank-.page", "rank-1.page.old",
                                          "trace-1x",   "notes",
                                          ".job",       "1.rank-0.page",
                                          "log.old",    "generation-.json" };
    char path[JOB_PATH];
    int wrong = 0;

    job_open(scratch, "remove", path, NULL);
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        touch(in(path, ours[i]));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        touch(in(path, others[i]));
    job_remove(path);
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        wrong += there(in(path, ours[i]));
    ok(wrong == 0, "removing takes what a job keeps");
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        wrong += unlink(in(path, others[i])) != 0;
    ok(wrong == 0, "and nothing else");
    job_remove(path);
    ok(!there(path), "the folder goes when it is empty");
    job_remove(path);
    ok(true, "removing it twice is fine");
}

/* Somebody makes pages for as long as there is a folder. */
static void test_remove_in_use(void)
{
    enum { ROUNDS = 50 };
    char path[JOB_PATH];
    int left = 0;
    pid_t maker;

    for (int round = 0; round < ROUNDS; round++) {
        job_open(scratch, "used", path, NULL);
        touch(in(path, "rank-0.page"));
        maker = fork();
        if (maker == 0) {
            int fd, rank = 1;
            char name[40];

            do {
                snprintf(name, sizeof(name), "2.rank-%d.page", rank++);
                fd = open(in(path, name), O_WRONLY | O_CREAT, 0600);
                close(fd);
                usleep(rank % 7);
            } while (fd >= 0);
            _exit(0);
        }
        while (!there(in(path, "2.rank-1.page")))
            usleep(100);
        job_remove(path);
        left += there(path);
        kill(maker, SIGKILL);
        waitpid(maker, NULL, 0);
        job_remove(path);
    }
    ok(left == 0, "a folder in which pages are being made is removed");
}

static void test_remove_generation(void)
{
    static const char *const names[] = { "rank-0.page",       "2.rank-0.page",
                                         "3.rank-0.page",     "3.trace-0",
                                         "generation-3.json", "changes",
                                         "state-3-0",         "mail-3-1",
                                         "state-2-0" };
    char path[JOB_PATH];
    int left = 0;

    job_open(scratch, "part", path, NULL);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        touch(in(path, names[i]));
    job_remove_generation(path, 3);
    ok(!there(in(path, "3.rank-0.page")) && !there(in(path, "3.trace-0")),
       "the pages and traces of a generation can be removed");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        left += there(in(path, names[i]));
    ok(left == 7, "and all else stays");
    job_remove_generation(path, 1);
    ok(!there(in(path, "rank-0.page")), "also those of the first");
    job_remove_state(path, 3);
    ok(!there(in(path, "state-3-0")) && !there(in(path, "mail-3-1"))
           && there(in(path, "state-2-0")) && there(in(path, "2.rank-0.page")),
       "the states and mail of a generation can be removed, and no others");
    job_remove_generation("/nowhere", 1);
    ok(true, "a folder that is not there is fine");
    job_remove(path);
}

static void test_remove_folded(void)
{
    static const struct {
        const char *name;
        bool stays;
    } files[] = {
        { "rank-0.page", false },      { "2.rank-0.page", false },
        { "3.rank-0.page", false },    { "4.rank-0.page", true },
        { "trace-0", true },           { "generation-2.json", false },
        { "generation-3.json", true }, { "changes", true },
    };
    char path[JOB_PATH];

    job_open(scratch, "folded", path, NULL);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        touch(in(path, files[i].name));
    job_remove_folded(path, 3);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        ok(there(in(path, files[i].name)) == files[i].stays,
           "when three generations were folded, %s %s", files[i].name,
           files[i].stays ? "stays" : "goes");
    job_remove(path);
}

/* In /dev/shm there may be those of any number of other jobs. */
static void note(const char *path, void *arg)
{
    const char *name = strrchr(path, '/') + 1;

    if (strlen(arg) + strlen(name) + 2 < SEEN) {
        strcat(arg, name);
        strcat(arg, "\n");
    }
}

/* Use another key, as another user would. */
static void use_key(const char *name)
{
    setenv("MITOSIS_KEY", in(scratch, name), 1);
}

/* Where others may write, as in /dev/shm. */
static void test_shared(void)
{
    static char seen[SEEN];
    char shared[JOB_PATH], path[JOB_PATH], again[JOB_PATH];
    char plain[100];
    struct error err = { "" };

    snprintf(shared, sizeof(shared), "%s", in(scratch, "shared"));
    snprintf(plain, sizeof(plain), "mitosis-%u-heat", geteuid());
    mkdir(shared, 0700);
    chmod(shared, 01777);
    use_key("key");
    mkdir(in(shared, plain), 0777);
    chmod(in(shared, plain), 0777);
    ok(job_open(shared, "heat", path, &err) == 0,
       "a folder of the job's name, made before, is in nobody's way %s",
       err.text);
    ok(strcmp(job_of(path), "heat") == 0 && strcmp(path, in(shared, plain)),
       "the name tells the job and more");
    ok(job_find(shared, "heat", again, &err) == 0 && strcmp(path, again) == 0,
       "those who come later find it");
    ok(job_list(shared, note, seen) == 1 && strstr(seen, ".")
           && strstr(seen, "-heat\n"),
       "it is listed, and the other one is not");
    job_open(shared, "other", again, &err);
    ok(strncmp(path, again, strlen(path) - strlen("-heat")) != 0,
       "another job's name does not tell it");
    job_remove(again);
    use_key("another-key");
    ok(job_find(shared, "heat", again, &err) < 0,
       "nor is it known to who has another key");
    use_key("nowhere/deep/key");
    ok(job_open(shared, "heat", again, &err) < 0,
       "without a key the name is the job's");
    has(err.text, "is open to others", "and one made before is in the way");
    chmod(shared, 0755);
    use_key("key");
    ok(job_open(shared, "own", again, &err) == 0 && !strchr(again + 5, '.'),
       "where only we may write, too");
    job_remove(again);
    job_remove(path);
    rmdir(in(shared, plain));
    ok(rmdir(shared) == 0, "and all can be removed");
    unlink(in(scratch, "key"));
    unlink(in(scratch, "another-key"));
}

static void test_list(void)
{
    static char seen[SEEN];
    char path[JOB_PATH], expected[100];

    ok(job_list(scratch, note, seen) == 0 && !*seen, "no job is listed");
    job_open(scratch, "first", path, NULL);
    job_open(scratch, "second", path, NULL);
    mkdir(in(scratch, "mitosis-4294967290-other"), 0700);
    mkdir(in(scratch, "something"), 0700);
    touch(folder_of("file"));
    ok(job_list(scratch, note, seen) == 2, "our jobs are counted");
    snprintf(expected, sizeof(expected), "mitosis-%u-first\n", geteuid());
    has(seen, expected, "and named");
    snprintf(expected, sizeof(expected), "mitosis-%u-second\n", geteuid());
    has(seen, expected, "each of them");
    ok(job_list("/nowhere", note, seen) == 0, "nowhere there are none");

    setenv("TMPDIR", "/dev/shm/.", 1);
    job_open("/dev/shm", "test-list", path, NULL);
    seen[0] = '\0';
    job_list("", note, seen);
    snprintf(expected, sizeof(expected), "%s\n", strrchr(path, '/') + 1);
    ok(strstr(seen, expected) && !strstr(strstr(seen, expected) + 1, expected),
       "a place with two names is visited once");
    job_remove(path);

    job_remove(folder_of("first"));
    job_remove(folder_of("second"));
    unlink(folder_of("file"));
    rmdir(in(scratch, "mitosis-4294967290-other"));
    rmdir(in(scratch, "something"));
    unlink(in(scratch, "key"));
}

static void test_hosts(void)
{
    char path[JOB_PATH], again[JOB_PATH], own[HOST_NAME + 16];
    struct error err = { "" };

    mkdir(folder_of("shared"), 0700);
    if (symlink("elsewhere", in(folder_of("shared"), "host")) < 0)
        diag("no link can be made");
    ok(job_find(scratch, "shared", path, &err) < 0,
       "another host's folder is not ours");
    snprintf(own, sizeof(own), "%s@shared", host_own());
    ok(job_open(scratch, "shared", path, &err) == 0
           && strcmp(path, folder_of(own)) == 0,
       "we get one of our own beside it: %s", path);
    ok(strcmp(job_of(path), "shared") == 0, "which is of the same job");
    ok(job_open(scratch, "shared", again, &err) == 0
           && strcmp(path, again) == 0
           && job_find(scratch, "shared", again, &err) == 0
           && strcmp(path, again) == 0,
       "and is the one from then on");
    ok(job_is_elsewhere(folder_of("shared")) && !job_is_elsewhere(path),
       "whose a folder is can be asked");
    job_remove(path);
    ok(!there(path) && there(folder_of("shared")), "each is removed alone");
    ok(job_open(scratch, "first", path, &err) == 0 && there(in(path, "host"))
           && !job_is_elsewhere(path),
       "who comes first has the name");
    job_remove(path);
    unlink(in(folder_of("shared"), "host"));
    rmdir(folder_of("shared"));
}

int main(void)
{
    if (!mkdtemp(scratch))
        diag("no temporary folder: %s", strerror(errno));
    test_names();
    test_open();
    test_name_of_folder();
    test_find();
    test_usual_places();
    test_refusals();
    test_headcount();
    test_crowd();
    test_remove();
    test_remove_in_use();
    test_remove_generation();
    test_remove_folded();
    test_shared();
    test_list();
    test_hosts();
    ok(chdir("/") == 0 && rmdir(scratch) == 0, "nothing is left behind");
    return tap_done();
}

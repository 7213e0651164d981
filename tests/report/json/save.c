/* Tests of report/json/save.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/json/read.h"
#include "report/json/save.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static char folder[4096];
static struct run *run;

static int files(void)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int count = 0;

    while ((entry = readdir(dir)))
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static bool is_report(const char *path)
{
    struct run *again = json_read(path, NULL);
    bool is = again && again->size == run->size;

    run_destroy(again);
    return is;
}

static void test_new(void)
{
    struct error err = { .text = "" };
    char path[SAVE_PATH], second[SAVE_PATH], third[SAVE_PATH];

    ok(save_new(run, folder, path, &err) == 0, "a report is written");
    has(path, "/heat-abc123.mitosis.json", "under the job's name");
    ok(is_report(path), "all of it");
    ok(save_new(run, folder, second, &err) == 0
           && save_new(run, folder, third, &err) == 0,
       "and once more, and again");
    has(second, "/heat-abc123.2.mitosis.json", "under the next name");
    has(third, "/heat-abc123.3.mitosis.json", "and the next");
    ok(files() == 3, "and nothing else is there");
    unlink(path);
    unlink(second);
    unlink(third);

    run->job = "../..//x";
    ok(save_new(run, folder, path, &err) == 0 && files() == 1,
       "a job's name does not lead elsewhere");
    unlink(path);
    run->job = "";
    ok(save_new(run, folder, path, &err) == 0, "nor need it have one");
    unlink(path);
    run->job = "heat-abc123";
}

static void test_over(void)
{
    struct error err = { .text = "" };
    char path[SAVE_PATH], link[SAVE_PATH];
    struct stat st;
    int pipes[2];
    char got[4] = "";

    snprintf(path, sizeof(path), "%.4000s/r.json", folder);
    snprintf(link, sizeof(link), "%.4000s/link.json", folder);
    close(open(path, O_WRONLY | O_CREAT, 0640));
    ok(save_over(run, path, &err) == 0 && is_report(path),
       "an old file is replaced");
    ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0640,
       "and its permissions kept");
    if (symlink(path, link) < 0)
        diag("no links here");
    ok(save_over(run, link, &err) == 0 && lstat(link, &st) == 0
           && S_ISLNK(st.st_mode),
       "a link stays one");
    ok(files() == 2, "and nothing else is there");
    unlink(path);
    unlink(link);

    ok(pipe(pipes) == 0, "a pipe is there");
    fcntl(pipes[1], F_SETPIPE_SZ, 1 << 20);
    snprintf(path, sizeof(path), "/dev/fd/%d", pipes[1]);
    ok(save_over(run, path, &err) == 0 && read(pipes[0], got, 2) == 2
           && strcmp(got, "{\n") == 0,
       "a pipe is written to");
    close(pipes[0]);
    close(pipes[1]);
}

/* Whether it could be written is known without writing. */
static void test_check(void)
{
    static const struct {
        const char *path;
        const char *why;
    } cases[] = {
        { "", "\"\": No such file" },
        { "/", "/: Is a directory" },
        { "/nowhere/r.json", "/nowhere/r.json: No such file" },
        { "/proc/r.json", "/proc/r.json: " },
    };
    struct error err;
    char path[SAVE_PATH];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        err.text[0] = '\0';
        ok(save_check(cases[i].path, &err) < 0,
           "\"%s\" is no place for a file", cases[i].path);
        has(err.text, cases[i].why, "and it is told why");
    }
    snprintf(path, sizeof(path), "%.4000s/r.json", folder);
    ok(save_check(path, &err) == 0 && files() == 0,
       "a new file can be written, and is not there yet");
    ok(save_over(run, path, &err) == 0 && save_check(path, &err) == 0
           && is_report(path) && files() == 1,
       "so can an old one, which is as it was");
    ok(save_check("/dev/null", &err) == 0, "and what is no plain file");
    unlink(path);
}

static void test_failures(void)
{
    struct error err = { .text = "" };
    struct rlimit limit, tight;
    char path[SAVE_PATH];
    int rc;

    ok(save_over(run, "/dev/full", &err) < 0, "a full disk is noticed");
    has(err.text, "/dev/full: No space left", "and told");
    ok(save_over(run, "/nowhere/r.json", &err) < 0, "no folder is noticed");
    has(err.text, "/nowhere/r.json: No such file", "and told");
    ok(save_new(run, "/nowhere", path, &err) < 0, "for a new name, too");
    has(err.text, "/nowhere/heat-abc123", "and told");
    ok(save_over(run, folder, &err) < 0, "a folder is no file");
    has(err.text, "Is a directory", "and that is told");
    ok(save_new(run, "/proc", path, &err) < 0, "nor is /proc a place");
    ok(save_over(run, "/dev/full", NULL) < 0, "err may be NULL");

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    tight = limit;
    tight.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &tight);
    rc = save_new(run, folder, path, &err);
    setrlimit(RLIMIT_FSIZE, &limit); /* what is printed may go to a file */
    ok(rc < 0, "a file that cannot grow");
    has(err.text, "File too large", "is told");
    ok(files() == 0, "and nothing half-written stays");

    snprintf(path, sizeof(path), "%.4000s/r.json", folder);
    ok(save_over(run, path, &err) == 0, "an old report");
    setrlimit(RLIMIT_FSIZE, &tight);
    rc = save_over(run, path, &err);
    setrlimit(RLIMIT_FSIZE, &limit);
    ok(rc < 0, "that cannot be replaced");
    ok(is_report(path) && files() == 1, "stays, and nothing else does");
    unlink(path);
}

int main(void)
{
    const char *pages = pages_folder();

    page_close(pages_make(pages, 0, 1));
    run = pages_run(pages);
    pages_remove(pages);
    snprintf(folder, sizeof(folder), "%s", pages_folder());
    test_new();
    test_over();
    test_check();
    test_failures();
    run_destroy(run);
    pages_remove(folder);
    return tap_done();
}

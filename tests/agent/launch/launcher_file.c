/* Tests of agent/launch/launcher_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/launch/launcher_kind.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-launcher-XXXXXX";
static char path[64];

static struct launcher launcher = { .kind = &launch_hydra,
                                    .path = "/usr/bin/mpiexec",
                                    .pid = 1234,
                                    .options = 3,
                                    .helper = "/lib/helper" };

enum { MOST = 8 };

/* Split a text at its commas into a list that ends with NULL. */
static char **split(const char *text, char *copy, char *list[MOST])
{
    int count = 0;
    char *rest = strcpy(copy, text);

    while (*text && rest && count < MOST - 1)
        list[count++] = strsep(&rest, ",");
    list[count] = NULL;
    return list;
}

static void set(const char *words, const char *variables)
{
    static char copies[2][100], *lists[2][MOST];

    launcher.origin.words = split(words, copies[0], lists[0]);
    launcher.origin.environment = split(variables, copies[1], lists[1]);
}

static bool same(char *const list[], char *const expected[])
{
    size_t i = 0;

    for (; list && list[i] && expected[i]; i++)
        if (strcmp(list[i], expected[i]) != 0)
            return false;
    return list && !list[i] && !expected[i];
}

static void test_whole(void)
{
    static const char *const words[] = { "mpiexec", "mpiexec,-n,./heat",
                                         "mpiexec,,two words," };
    static const char *const variables[] = { "", "ONE=1",
                                             "PATH=/bin,EMPTY=,LAST=value" };
    struct error err = { "" };

    for (int i = 0; i < 9; i++) {
        launcher_t *l;

        set(words[i / 3], variables[i % 3]);
        ok(launcher_write(&launcher, folder, &err) == 0,
           "'%s' with '%s' is written down", words[i / 3], variables[i % 3]);
        l = launcher_read(folder, &err);
        if (!ok(l && l->kind == &launch_hydra && l->pid == 1234
                    && l->options == 3
                    && strcmp(l->path, "/usr/bin/mpiexec") == 0
                    && strcmp(l->helper, "/lib/helper") == 0,
                "what has started the job is known again"))
            diag("%s", err.text);
        ok(l && same(l->origin.words, launcher.origin.words),
           "so are its words, to the last");
        ok(l && same(l->origin.environment, launcher.origin.environment),
           "and its variables, to the last");
        launcher_destroy(l);
    }
}

static bool read_fails(const char *reason)
{
    struct error err = { "" };
    launcher_t *l = launcher_read(folder, &err);

    launcher_destroy(l);
    return !l && strstr(err.text, reason) && strstr(err.text, path);
}

static void test_damaged(void)
{
    bool all = true;
    struct stat st;
    struct error err;
    FILE *file;

    set("mpiexec,-n,2,./heat", "A=1,B=2");
    launcher_write(&launcher, folder, &err);
    if (stat(path, &st) < 0)
        diag("there is no %s", path);
    for (off_t less = 1; less < 24; less++) {
        if (truncate(path, st.st_size - less) < 0)
            diag("%s cannot be cut off", path);
        all = read_fails("it is not whole") && all;
    }
    ok(all, "what was cut off anywhere is not read, and told");
    launcher_write(&launcher, folder, &err);
    file = fopen(path, "r+");
    fputc(1, file);
    fclose(file);
    ok(read_fails("it is not whole"),
       "what another version has written is not read");
    unlink(path);
    ok(read_fails("No such file"), "what is not there is told");
}

static void test_unwritable(void)
{
    struct error err = { "" };

    set("mpiexec", "");
    ok(launcher_write(&launcher, "/no/such/folder", &err) < 0,
       "a folder must be there to be written to");
    has(err.text, "/no/such/folder/launcher", "the reason names the file");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/launcher", folder);
    test_whole();
    test_damaged();
    test_unwritable();
    rmdir(folder);
    return tap_done();
}

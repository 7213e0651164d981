/* Tests of report/code/source_files.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/code/source_files.h"
#include "tests/tap.h"

static void test_paths(void)
{
    static const struct {
        const char *folder, *file, *path;
    } cases[] = {
        { "/home/a", "heat.c", "/home/a/heat.c" },
        { "/home/a", "/usr/heat.c", "/usr/heat.c" },
        { "/home/a/build", "../src/./heat.c", "/home/a/src/heat.c" },
        { "/home//a/", "b/../../heat.c", "/home/heat.c" },
        { "/", "../../heat.c", "/heat.c" },
        { "/home", "..heat/.b/...c", "/home/..heat/.b/...c" },
        { NULL, "../heat.c", "../heat.c" },
        { "/home", "", "" },
    };
    arena_t *a = arena_create();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *path =
            source_files_path(cases[i].folder, cases[i].file, a);

        ok(path && strcmp(path, cases[i].path) == 0, "%s: %s", cases[i].path,
           path);
    }
    arena_destroy(a);
}

static void test_names(void)
{
    static const char *const paths[] = {
        "/a/b/heat.c", "/a/c/heat.c", "/a/c/main.c", "x.c", "", "/d/my_main.c"
    };
    source_files_t *s = source_files_create();
    struct run *run = run_create();

    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        source_files_note(s, paths[i]);
    source_files_shorten(s);
    ok(strcmp(source_files_shown(s, paths[0]), "b/heat.c") == 0
           && strcmp(source_files_shown(s, paths[1]), "c/heat.c") == 0
           && strcmp(source_files_shown(s, paths[2]), "main.c") == 0,
       "as much is shown as tells them apart");
    ok(source_files_keep(s, run) == 0 && run->sources == 4
           && strcmp(run->source[0].name, "b/heat.c") == 0
           && strcmp(run->source[0].path, "/a/b/heat.c") == 0,
       "those whose path is known are kept");
    run_destroy(run);
    source_files_destroy(s);
    source_files_destroy(NULL);
}

static void test_join(void)
{
    struct run_source first[] = { { "heat.c", "/a/heat.c" },
                                  { "main.c", "/a/main.c" } };
    struct run_source second[] = { { "main.c", "/a/main.c" },
                                   { "heat.c", "/b/heat.c" },
                                   { "new.c", "/b/new.c" } };
    struct run from[2] = { { .sources = 2, .source = first },
                           { .sources = 3, .source = second } };
    struct run *to = run_create();

    ok(source_files_join(to, &from[0]) == 0
           && source_files_join(to, &from[1]) == 0 && to->sources == 3,
       "two lists are joined, %zu in all", to->sources);
    ok(strcmp(to->source[0].path, "") == 0,
       "a name that stands for two paths has none");
    ok(strcmp(to->source[1].path, "/a/main.c") == 0
           && strcmp(to->source[2].path, "/b/new.c") == 0,
       "others have theirs");
    run_destroy(to);
}

int main(void)
{
    test_paths();
    test_names();
    test_join();
    return tap_done();
}

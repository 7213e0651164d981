/* Tests of command/common/installed_paths.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/common/installed_paths.h"
#include "tests/tap.h"

static void test_relative(void)
{
    static const struct {
        const char *from, *to, *path;
    } cases[] = {
        { "/usr/bin", "/usr/lib", "../lib" },
        { "/usr/local/bin", "/usr/local/lib/x86_64-linux-gnu",
          "../lib/x86_64-linux-gnu" },
        { "/opt/mitosis/bin", "/usr/lib", "../../../usr/lib" },
        { "/a/b", "/a/b", "." },
        { "/a/b", "/a/b/c", "c" },
        { "/a/b/c", "/a/b", ".." },
        { "/a/bin", "/a/bind", "../bind" },
        { "/a/bind", "/a/bin", "../bin" },
        { "/", "/lib", "lib" },
        { "/bin", "/", ".." },
        { "/a/b/", "/a/c/", "../c/" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char path[INSTALLED_PATHS_PATH] = "";

        installed_paths_relative(cases[i].from, cases[i].to, path);
        if (!ok(strcmp(path, cases[i].path) == 0, "from %s to %s it is %s",
                cases[i].from, cases[i].to, cases[i].path))
            diag("came %s", path);
    }
}

static void test_library(void)
{
    char path[INSTALLED_PATHS_PATH] = "as it was";
    struct error err = { "" };

    if (installed_paths_find(INSTALLED_PATHS_LIBRARY, path, &err) == 0)
        has(path, "/libmitosis.so", "a library that is found is ours");
    else
        has(err.text, "cannot find libmitosis.so",
            "a library that is not found is told");
}

int main(void)
{
    test_relative();
    test_library();
    return tap_done();
}

/* late.c - a program that knows nothing of MPI until it loads a plug-in
 *
 * Usage: late PLUGIN, the path of late_plugin.c made into a shared library.
 * Only the plug-in is linked with MPI, and it is loaded for itself alone
 * (RTLD_LOCAL), as Python and Java do it.  For what it sends see there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *plugin;
    int (*run)(void);

    if (argc != 2) {
        fprintf(stderr, "usage: late PLUGIN\n");
        return 2;
    }
    plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!plugin) {
        fprintf(stderr, "late: %s\n", dlerror());
        return 2;
    }
    *(void **)&run = dlsym(plugin, "late_plugin_run");
    if (!run) {
        fprintf(stderr, "late: %s\n", dlerror());
        return 2;
    }
    return run();
}

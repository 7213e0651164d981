/* host.c - the name of this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/host.h"

const char *host_own(void)
{
    static char name[HOST_NAME];

    if (!*name)
        gethostname(name, sizeof(name) - 1);
    return name;
}

bool host_is_own(const char *name)
{
    return strcmp(name, host_own()) == 0 || strcmp(name, "localhost") == 0;
}

uint64_t host_pid_namespace(void)
{
    struct stat st;

    return stat("/proc/self/ns/pid", &st) == 0 ? st.st_ino : 0;
}

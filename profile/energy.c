/* energy.c - what the processors of this host consume
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "profile/energy.h"

/* Returns 0 or an errno. */
static int read_number(const char *path, uint64_t *number)
{
    char text[32];
    ssize_t bytes;
    int fd = open(path, O_RDONLY | O_CLOEXEC), wrong = 0;

    if (fd < 0)
        return errno;
    bytes = read(fd, text, sizeof(text) - 1);
    if (bytes < 0) {
        wrong = errno;
    } else {
        text[bytes] = '\0';
        *number = strtoull(text, NULL, 10);
    }
    close(fd);
    return wrong;
}

/* "intel-rapl:0" is a package, of any maker; "intel-rapl:0:0" is a part of it.
 */
static int add_package(struct energy *e, const char *folder, unsigned n)
{
    struct energy_package *p = &e->package[e->packages];
    char range[ENERGY_PATH];
    int wrong;

    if (snprintf(p->path, sizeof(p->path), "%s/intel-rapl:%u/energy_uj",
                 folder, n)
            >= (int)sizeof(p->path)
        || snprintf(range, sizeof(range),
                    "%s/intel-rapl:%u/max_energy_range_uj", folder, n)
               >= (int)sizeof(range))
        return ENAMETOOLONG;
    if ((wrong = read_number(p->path, &p->last)) != 0
        || (wrong = read_number(range, &p->range)) != 0)
        return wrong;
    e->packages++;
    return 0;
}

int energy_begin(struct energy *e, const char *folder)
{
    int before = errno, wrong = 0;

    *e = (struct energy){ .packages = 0 };
    while (wrong == 0 && e->packages < ENERGY_PACKAGES)
        wrong = add_package(e, folder, e->packages);
    if (e->packages > 0 && wrong == ENOENT)
        wrong = 0;
    if (wrong)
        e->packages = 0;
    errno = before;
    return wrong;
}

void energy_read(struct energy *e)
{
    int before = errno;

    for (unsigned i = 0; i < e->packages; i++) {
        struct energy_package *p = &e->package[i];
        uint64_t now, used;

        if (read_number(p->path, &now) != 0)
            continue;
        used = now >= p->last ? now - p->last : p->range - p->last + now;
        if (now >= p->last || p->range >= p->last)
            e->joules += (double)used * 1e-6;
        p->last = now;
    }
    errno = before;
}

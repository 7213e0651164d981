/* Tests of profile/energy.c, with files that are made up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/energy.h"
#include "tests/tap.h"

static char folder[] = "/tmp/energy-XXXXXX";

static void put(unsigned package, const char *name, unsigned long long number)
{
    char path[200];
    FILE *file;

    snprintf(path, sizeof(path), "%s/intel-rapl:%u", folder, package);
    mkdir(path, 0700);
    snprintf(path, sizeof(path), "%s/intel-rapl:%u/%s", folder, package, name);
    if ((file = fopen(path, "w"))) {
        fprintf(file, "%llu\n", number);
        fclose(file);
    }
}

static void test_packages(void)
{
    static const struct {
        const char *what;
        unsigned long long first, second; /* of two packages */
        double joules;                    /* of both, in all */
    } steps[] = {
        { "nothing yet", 5000000, 900, 0 },
        { "one of them", 7000000, 900, 2 },
        { "both of them", 8000000, 500900, 3.5 },
        { "one starts over", 1000000, 500900, 6.5 },
    };
    struct energy e;

    ok(energy_begin(&e, folder) == ENOENT, "a host that tells nothing");
    energy_read(&e);
    ok(e.joules == 0, "has no energy: %g", e.joules);
    for (unsigned n = 0; n < 2; n++) {
        put(n, "max_energy_range_uj", 10000000);
        put(n, "energy_uj", n == 0 ? 5000000 : 900);
    }
    ok(energy_begin(&e, folder) == 0 && e.packages == 2,
       "there are two packages, %u", e.packages);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        put(0, "energy_uj", steps[i].first);
        put(1, "energy_uj", steps[i].second);
        energy_read(&e);
        ok(fabs(e.joules - steps[i].joules) < 1e-9, "%s: %g J", steps[i].what,
           e.joules);
    }
}

static void test_forbidden(void)
{
    struct energy e;
    char path[200];

    snprintf(path, sizeof(path), "%s/intel-rapl:1/energy_uj", folder);
    chmod(path, 0);
    if (access(path, R_OK) == 0) {
        ok(true,
           "where one may not be read, none is # SKIP root may read all");
        return;
    }
    ok(energy_begin(&e, folder) == EACCES && e.packages == 0,
       "where one may not be read, none is");
}

int main(void)
{
    if (!mkdtemp(folder))
        return EXIT_FAILURE;
    test_packages();
    test_forbidden();
    for (int n = 0; n < 2; n++) {
        char path[200];

        snprintf(path, sizeof(path), "%s/intel-rapl:%d/energy_uj", folder, n);
        unlink(path);
        snprintf(path, sizeof(path), "%s/intel-rapl:%d/max_energy_range_uj",
                 folder, n);
        unlink(path);
        snprintf(path, sizeof(path), "%s/intel-rapl:%d", folder, n);
        rmdir(path);
    }
    rmdir(folder);
    return tap_done();
}

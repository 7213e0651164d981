/* text.c - policies from text, for tests
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/policy/text.h"

static void bail_out(const char *path)
{
    printf("Bail out! cannot write %s\n", path);
    exit(EXIT_FAILURE);
}

void text_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        bail_out(path);
}

policy_t *text_policy(const char *text, const char *options, struct error *err)
{
    char path[] = "/tmp/policy-XXXXXX";
    int fd = mkstemp(path);
    policy_t *p;

    if (fd < 0)
        bail_out(path);
    close(fd);
    text_write(path, text);
    p = module_load_kind(MODULE_DECIDE, path, options, err);
    unlink(path);
    return p;
}

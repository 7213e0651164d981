/* Tests of command/common/report_files.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/common/report_files.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-test-XXXXXX";

static const char *at(const char *name)
{
    static char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void make(const char *name)
{
    FILE *file = fopen(at(name), "w");

    if (file)
        fclose(file);
}

static void test_folder(void)
{
    struct report_files f = { 0 };
    struct error err = { .text = "" };

    ok(report_files_add(&f, folder, &err) < 0, "an empty folder is none");
    has(err.text, folder, "and the reason names it");
    make("a.json");
    make("b.txt");
    make(".c.json");
    mkdir(at("d.json"), 0700);
    ok(report_files_add(&f, folder, &err) == 0 && f.found.count == 1
           && strcmp(f.found.text[0], at("a.json")) == 0 && !f.found.text[1],
       "of a folder those are taken that have the name of a report");
    ok(report_files_add(&f, at("b.txt"), &err) == 0
           && report_files_add(&f, at("none"), &err) == 0 && f.named.count == 2
           && f.found.count == 1,
       "what is named is taken as it is");
    report_files_clear(&f);
    ok(f.named.count == 0 && f.found.count == 0, "all can be forgotten");
    unlink(at("a.json"));
    unlink(at("b.txt"));
    unlink(at(".c.json"));
    rmdir(at("d.json"));
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_folder();
    rmdir(folder);
    return tap_done();
}

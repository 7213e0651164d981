/* Tests of job/control.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/control.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-control-XXXXXX";

static const char *path(void)
{
    static char text[64];

    snprintf(text, sizeof(text), "%s/control-3", folder);
    return text;
}

static void test_sharing(void)
{
    struct error err = { .text = "" };
    struct control *one = control_open(folder, 3, 5, &err);
    struct control *two = control_open(folder, 3, 5, &err);
    struct control *found = control_find(folder, 3, &err);
    struct stat st;

    ok(one && two && found, "all map it, whoever is first: %s", err.text);
    ok(found->ranks == 5 && found->generation == 3,
       "who finds it learns how many ranks there are");
    ok(found->successor == 0 && found->slot[4].state == SLOT_EMPTY
           && found->slot[4].count == 0,
       "nothing has happened yet");
    atomic_store(&one->slot[4].horizon, 77);
    atomic_store(&two->successor, 4);
    ok(atomic_load(&found->slot[4].horizon) == 77
           && atomic_load(&one->successor) == 4,
       "what one writes the others see");
    ok(stat(path(), &st) == 0 && (st.st_mode & 07777) == 0600,
       "it is open to its owner only");
    control_close(one);
    one = control_open(folder, 3, 5, &err);
    ok(one->slot[4].horizon == 77 && one->successor == 4,
       "opening it again changes nothing");
    control_close(one);
    control_close(two);
    control_close(found);
    control_close(NULL);
}

/* What ranks see while their horizon is being set, and what stands then. */
static void test_horizon(void)
{
    static const struct {
        uint64_t horizon, offer;
        uint64_t seen, offered;
        const char *what;
    } steps[] = {
        { 70, 0, 70, 0, "a stop is set" },
        { 0, 5, 0, 5, "they are asked to serve what is constant" },
        { 90, 0, 90, 0, "a later stop asks for nothing else" },
        { 0, 6, 0, 6, "they are asked once more" },
        { UINT64_MAX, 0, UINT64_MAX, 0, "and go on" },
    };
    struct control *c = control_open(folder, 3, 2, NULL);

    for (size_t i = 0; c && i < sizeof(steps) / sizeof(steps[0]); i++) {
        control_set_horizon(c, steps[i].horizon, steps[i].offer);
        ok(atomic_load(&c->slot[0].horizon) == steps[i].seen
               && atomic_load(&c->slot[1].horizon) == steps[i].seen
               && atomic_load(&c->offer) == steps[i].offered,
           "%s", steps[i].what);
    }
    control_close(c);
}

static void test_absence(void)
{
    struct error err = { .text = "" };

    control_remove(folder, 3);
    ok(access(path(), F_OK) < 0, "it can be removed");
    ok(!control_find(folder, 3, &err), "then it is not found");
    has(err.text, "control-3: No such file", "and the reason is told");
    ok(!control_open("/nowhere", 1, 1, &err),
       "without a folder there is none");
    has(err.text, "/nowhere/control-1", "and the reason is told");
    ok(symlink("/tmp/elsewhere", path()) == 0
           && !control_open(folder, 3, 1, &err),
       "a link in its place is not followed");
    unlink(path());
}

static void test_strangers(void)
{
    static const char *const contents[] = { "", "MITOCTL", "something else" };
    struct error err;
    struct control *c;
    FILE *out;

    for (size_t i = 0; i < sizeof(contents) / sizeof(contents[0]); i++) {
        out = fopen(path(), "w");
        fputs(contents[i], out);
        fclose(out);
        err.text[0] = '\0';
        ok(!control_find(folder, 3, &err), "\"%s\" is none", contents[i]);
        has(err.text, "not made by this version", "and the reason is told");
    }
    control_remove(folder, 3);
    c = control_open(folder, 3, 1, &err);
    c->ranks = UINT32_MAX;
    ok(!control_find(folder, 3, &err), "nor one of four thousand millions");
    has(err.text, "not made by this version", "which is not tried");
    c->ranks = 1;
    control_close(c);
    control_remove(folder, 3);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_sharing();
    test_horizon();
    test_absence();
    test_strangers();
    ok(rmdir(folder) == 0, "nothing is left");
    return tap_done();
}

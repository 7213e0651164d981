/* Tests of agent/peers/membership.c: what is written is read, and nothing else
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/peers/membership.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { TRIES = 20 * 1000 };

#define START "generation 3\nchanges 2\nhead h1\n"
#define HOSTS                                                                 \
    "host h1 0 member 4000 10.0.0.1 fd00::1\n"                                \
    "host h2 4 leaving 4001 10.0.0.2\n"

static const char whole[] = START HOSTS "ranks 0 1 - 1\n";

static void test_round(void)
{
    struct error err = { "" };
    struct membership *r = membership_read(whole, &err);
    char *text = r ? membership_write(r) : NULL;

    ok(r && r->generation == 3 && r->changes == 2 && r->hosts == 2
           && r->ranks == 4,
       "a list of members is read");
    ok(r && membership_find(r, "h2") == 1 && membership_find(r, "h3") == -1
           && r->where[1] == 1 && r->where[2] == -1,
       "with who there is and where the ranks are");
    ok(r && r->host[0].cores == 0 && r->host[0].state == HOST_MEMBER
           && r->host[1].cores == 4 && r->host[1].state == HOST_LEAVING,
       "and how many cores there are, and who leaves");
    has(text ? text : "", whole, "and is written as it was");
    free(text);
    membership_destroy(r);
    r = membership_read(START "ranks\n", &err);
    ok(r && r->hosts == 0 && r->ranks == 0, "nobody may be there");
    membership_destroy(r);
}

static void test_sort(void)
{
    struct membership *r = membership_create(3, 0);

    strcpy(r->host[0].name, "h2");
    strcpy(r->host[1].name, "h10");
    strcpy(r->host[2].name, "a");
    r->hosts = 3;
    membership_sort(r);
    ok(!strcmp(r->host[0].name, "a") && !strcmp(r->host[1].name, "h10"),
       "hosts are put in the order of their names");
    membership_destroy(r);
}

static void test_wrong(void)
{
    static const char *const cases[] = {
        "",
        "generation 3\n",
        "generation x\nchanges 2\nhead h1\nranks\n",
        "generation -1\nchanges 2\nhead h1\nranks\n",
        "generation 99999999999\nchanges 2\nhead h1\nranks\n",
        "generation 3\nchanges 2\nhead \nranks\n",
        "generation 3\nchanges 2\nhead h 1\nranks\n",
        START,
        START "ranks",
        START "ranks 0\n",
        START HOSTS "ranks 2\n",
        START HOSTS "ranks -1\n",
        START HOSTS "ranks 0 1x\n",
        START HOSTS "ranks 0\nmore\n",
        START "host h1\nranks\n",
        START "host h1 0 member 4000\nranks\n",
        START "host h1 x member 4000 10.0.0.1\nranks\n",
        START "host h1 1000001 member 4000 10.0.0.1\nranks\n",
        START "host h1 1 here 4000 10.0.0.1\nranks\n",
        START "host h1 1\nranks\n",
        START "host h1 0 member 0 10.0.0.1\nranks\n",
        START "host h1 0 member 4000 nowhere\nranks\n",
        START "host h\0331 0 member 4000 10.0.0.1\nranks\n",
        START "host h2 0 member 4000 10.0.0.1\nhost h1 0 member 4000 "
              "10.0.0.1\nranks\n",
        START "host h1 0 member 4000 10.0.0.1\nhost h1 0 member 4000 "
              "10.0.0.1\nranks\n",
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };

        if (!ok(!membership_read(cases[i], &err), "text %zu is none", i))
            diag("%s", cases[i]);
        has(err.text, "makes no sense", "and that is told");
    }
}

static void test_fuzz(void)
{
    const char *seed = getenv("SEED");
    int taken = 0;

    srand(seed ? (unsigned)atoi(seed) : 1);
    for (int i = 0; i < TRIES; i++) {
        char text[sizeof(whole)];
        struct membership *r;

        strcpy(text, whole);
        for (int n = rand() % 4; n > 0; n--)
            text[(size_t)rand() % (sizeof(text) - 1)] =
                rand() % 2 ? (char)rand() : "0 \n-h"[rand() % 5];
        r = membership_read(text, NULL);
        taken += r != NULL;
        membership_destroy(r);
    }
    ok(taken > 0 && taken < TRIES,
       "of %d with changed bytes those that make sense are read", TRIES);
    diag("%d were", taken);
}

int main(void)
{
    test_round();
    test_sort();
    test_wrong();
    test_fuzz();
    return tap_done();
}

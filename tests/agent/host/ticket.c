/* Tests of agent/host/ticket.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/host/ticket.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SECRET                                                                \
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define START "mitosis ticket 1\n"
#define JOB "job heat-ab12cd\n"
#define PAGES "pages /dev/shm\n"
#define KEY "secret " SECRET "\n"
#define HOME "home h1 0 10.0.0.1 fd00::1\n"

enum { TRIES = 100 * 1000 };

static const char whole[] = START JOB PAGES KEY HOME;

static void test_round(void)
{
    struct agent_address home = { .host = "h1",
                                  .addresses = "0 10.0.0.1 fd00::1" };
    struct ticket made, read;
    struct error err = { "" };
    char text[TICKET_TEXT];

    for (int i = 0; i < SECRET_BYTES; i++)
        home.secret[i] = (uint8_t)i;
    ok(ticket_make(&made, "/dev/shm/mitosis-1000-heat-ab12cd", &home, &err)
           == 0,
       "a ticket is made for a folder");
    ticket_write(&made, text);
    has(text, whole, "and written");
    ok(ticket_read(&read, text, &err) == 0
           && memcmp(&read, &made, sizeof(read)) == 0,
       "and read as it was");
    ok(ticket_make(&made, "/dev/shm/heat", &home, &err) < 0,
       "there is none for another folder");
    has(err.text, "no folder of a job", "and the reason is told");
}

static void test_wrong(void)
{
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        { "", "no ticket" },
        { "hello\n", "no ticket" },
        { "mitosis ticket 2\n" JOB PAGES KEY HOME, "no ticket" },
        { START PAGES KEY HOME, "no name of a job" },
        { START "job ../x\n" PAGES KEY HOME, "no name of a job" },
        { START "job .x\n" PAGES KEY HOME, "no name of a job" },
        { START JOB "pages here\n" KEY HOME, "where pages are" },
        { START JOB PAGES HOME, "where the agent is" },
        { START JOB PAGES "secret 00\n" HOME, "where the agent is" },
        { START JOB PAGES KEY "home h1\n", "where the agent is" },
        { START JOB PAGES KEY "home h1 0\n", "has no address" },
        { START JOB PAGES KEY "home h1 0 nowhere\n", "is no address" },
        { START JOB PAGES KEY HOME "more\n", "more than it should" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ticket t;
        struct error err = { "" };

        ok(ticket_read(&t, cases[i].text, &err) < 0, "text %zu is none", i);
        has(err.text, cases[i].reason, "and the reason is told");
    }
}

static void test_fuzz(void)
{
    const char *seed = getenv("SEED");
    struct ticket t;
    int taken = 0;

    srand(seed ? (unsigned)atoi(seed) : 1);
    for (int i = 0; i < TRIES; i++) {
        char text[sizeof(whole)];

        strcpy(text, whole);
        for (int n = rand() % 4; n > 0; n--)
            text[(size_t)rand() % (sizeof(text) - 1)] =
                rand() % 2 ? (char)rand() : "0 \n/."[rand() % 5];
        taken += ticket_read(&t, text, NULL) == 0;
    }
    ok(taken > 0 && taken < TRIES,
       "of %d with changed bytes those that make sense are read", TRIES);
    diag("%d were", taken);
}

int main(void)
{
    test_round();
    test_wrong();
    test_fuzz();
    return tap_done();
}

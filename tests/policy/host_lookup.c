/* Tests of policy/host_lookup.c
 *
 * A name server that takes its time is made up: getaddrinfo() of this program
 * comes before the C library's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "policy/host_lookup.h"
#include "tests/tap.h"

enum { LATE_US = 3000 * 1000, ANSWER_MS = 20 * 1000 };

/* "host" is 10.0.0.7, what begins with "late" takes three seconds to be the
 * same, and others are none.
 */
int getaddrinfo(const char *name,
                const char *service,
                const struct addrinfo *hints,
                struct addrinfo **found)
{
    static struct sockaddr_in at = { .sin_family = AF_INET };
    static struct addrinfo one = { .ai_family = AF_INET,
                                   .ai_addr = (struct sockaddr *)&at };

    (void)service;
    (void)hints;
    inet_pton(AF_INET, "10.0.0.7", &at.sin_addr);
    *found = &one;
    if (strncmp(name, "late", 4) == 0)
        usleep(LATE_US);
    else if (strcmp(name, "host") != 0)
        return EAI_NONAME;
    return 0;
}

void freeaddrinfo(struct addrinfo *found)
{
    (void)found;
}

static bool is_seven(const struct host_lookup *answer)
{
    static const unsigned char seven[16] = {
        [10] = 0xff, [11] = 0xff, [12] = 10, [15] = 7
    };

    return answer->count == 1
           && memcmp(answer->address[0], seven, sizeof(seven)) == 0;
}

static void test_answers(void)
{
    struct host_lookup answer = { .count = 99 };

    ok(host_lookup_find("host", ANSWER_MS, &answer) && is_seven(&answer),
       "a host has its address");
    ok(host_lookup_find("nobody", ANSWER_MS, &answer) && answer.count == 0,
       "and one that is not there none");
}

/* Waits until the answer is there, as it may be told only once. */
static bool comes(const char *name, struct host_lookup *answer)
{
    for (int ms = 0; ms < ANSWER_MS; ms += 50) {
        if (host_lookup_find(name, 0, answer))
            return true;
        usleep(50 * 1000);
    }
    return false;
}

static void test_late(void)
{
    struct host_lookup answer = { .count = 99 };
    int64_t since = clock_ms();

    ok(!host_lookup_find("late", 10, &answer) && answer.count == 99,
       "what is not known in time is not told");
    ok(clock_ms() - since < LATE_US / 1000 || tap_is_slow(),
       "and not waited for");
    ok(comes("late", &answer) && is_seven(&answer),
       "who asks again hears it once it is there");
}

/* Of a list of names. */
static void test_many(void)
{
    struct host_lookup answer;
    int64_t since = clock_ms();
    int told = 0;

    for (int i = 0; i < 100; i++) {
        char name[16];

        snprintf(name, sizeof(name), "late%d", i);
        told += host_lookup_find(name, 500, &answer);
    }
    ok(told < 100 && (clock_ms() - since < 20 * 1000 || tap_is_slow()),
       "many that are late are not waited for one after the other: %d ms",
       (int)(clock_ms() - since));
    ok(comes("late0", &answer) && is_seven(&answer),
       "the first of them are known later on");
}

int main(void)
{
    test_answers();
    test_late();
    test_many();
    return tap_done();
}

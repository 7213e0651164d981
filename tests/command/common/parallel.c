/* Tests of command/common/parallel.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/common/parallel.h"
#include "tests/tap.h"

enum { CALLS = 200 };

/* What the calls share with us, as they are processes of their own. */
struct shared {
    int begun[CALLS];
    size_t fails;  /* the call that does, or CALLS */
    size_t killed; /* the one that is, or CALLS */
};

static int twice(void *arg, size_t number, void *result, struct error *err)
{
    struct shared *shared = arg;

    shared->begun[number] = 1;
    if (number == shared->killed)
        raise(SIGKILL);
    if (number == shared->fails)
        return error_set(err, "call %zu is wrong", number);
    *(size_t *)result = 2 * number;
    return 0;
}

/* How many calls are under way at once. */
struct together {
    atomic_int now, most;
};

static int overlap(void *arg, size_t number, void *result, struct error *err)
{
    struct together *t = arg;
    int now = atomic_fetch_add(&t->now, 1) + 1;

    (void)number, (void)result, (void)err;
    if (now > atomic_load(&t->most))
        atomic_store(&t->most, now);
    usleep(20 * 1000);
    atomic_fetch_sub(&t->now, 1);
    return 0;
}

/* As after "taskset -c 0". */
static void test_bound(void)
{
    struct together *t = mmap(NULL, sizeof(*t), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cpu_set_t all, one;
    char none[8];
    int first = 0, rc;

    sched_getaffinity(0, sizeof(all), &all);
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof(one), &one);
    rc = parallel_run(overlap, t, 8, none, 1, "calls", NULL);
    ok(rc == 0 && atomic_load(&t->most) == 1,
       "bound to one processor there is one call at a time (%d)",
       atomic_load(&t->most));
    sched_setaffinity(0, sizeof(all), &all);
    munmap(t, sizeof(*t));
}

static struct shared *share(size_t fails, size_t killed)
{
    struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED)
        abort();
    shared->fails = fails;
    shared->killed = killed;
    return shared;
}

static bool are_twice(const size_t *result)
{
    for (size_t i = 0; i < CALLS; i++)
        if (result[i] != 2 * i)
            return false;
    return true;
}

static bool has_no_children(void)
{
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void test_all(void)
{
    struct shared *shared = share(CALLS, CALLS);
    size_t result[CALLS];
    struct error err = { .text = "" };

    ok(parallel_run(twice, shared, CALLS, result, sizeof(result[0]), "calls",
                    &err)
           == 0,
       "many calls are made: %s", err.text);
    ok(are_twice(result), "each result is in its place");
    ok(has_no_children(), "and no process is left");
    ok(parallel_run(twice, shared, 0, result, sizeof(result[0]), "calls", &err)
           == 0,
       "there may be none to be made");
    munmap(shared, sizeof(*shared));
}

static void test_failure(void)
{
    static const struct {
        const char *name;
        size_t fails;
        size_t killed;
        const char *why;
    } cases[] = {
        { "a call fails", 3, CALLS, "call 3 is wrong" },
        { "a process is killed", CALLS, 3, "ended by signal 9" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct shared *shared = share(cases[i].fails, cases[i].killed);
        size_t result[CALLS] = { [3] = 99 };
        struct error err = { .text = "" };

        ok(parallel_run(twice, shared, CALLS, result, sizeof(result[0]),
                        "calls", &err)
               < 0,
           "%s, and all fails", cases[i].name);
        has(err.text, cases[i].why, "with the reason");
        ok(result[3] == 99, "the results are as they were");
        ok(!shared->begun[CALLS - 1] || sysconf(_SC_NPROCESSORS_ONLN) > 100,
           "no more are begun");
        ok(has_no_children(), "and no process is left");
        munmap(shared, sizeof(*shared));
    }
}

int main(void)
{
    test_all();
    test_failure();
    test_bound();
    return tap_done();
}

/* Tests of net/loop.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <unistd.h>

#include "net/loop.h"
#include "tests/tap.h"

static loop_t *loop;
static int calls;

/* What is ready stays so, as somebody who knocks and is not let in does. */
static void on_ready(int fd, void *arg)
{
    (void)arg;
    if (++calls % 2 == 0)
        loop_rest(loop, fd, 60);
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static bool called(void *arg)
{
    return calls >= *(int *)arg;
}

static void on_time(void *arg)
{
    ++*(int *)arg;
}

static void test_rest(void)
{
    int ends[2], twice = 2, often = 6;
    double since = loop_now();

    if (pipe(ends) < 0 || write(ends[1], "x", 1) != 1
        || loop_watch(loop, ends[0], on_ready, NULL, NULL) < 0) {
        ok(false, "there is a pipe to look at");
        return;
    }
    ok(loop_await(loop, called, &twice, 10000), "what is ready is called");
    ok(loop_await(loop, called, &often, 10000) && loop_now() - since >= 0.115,
       "and after a rest again");
    loop_forget(loop, ends[0]);
    calls = 0;
    loop_await(loop, never, NULL, 20);
    ok(calls == 0, "what is forgotten is not");
    close(ends[0]);
    close(ends[1]);
}

static void test_await(void)
{
    int times = 0;
    double since = loop_now();

    loop_after(loop, 30, on_time, &times);
    ok(!loop_await(loop, never, NULL, 100) && times == 1
           && loop_now() - since >= 0.1,
       "what never comes is waited for so long, and others are called");
    loop_after(loop, 0, on_time, &times);
    loop_cancel(loop, on_time, &times);
    loop_await(loop, never, NULL, 20);
    ok(times == 1, "but not who was cancelled");
    loop_after(loop, 0, on_time, &times);
    loop_after(loop, 60 * 1000, on_time, &times);
    loop_await(loop, never, NULL, 20);
    ok(times == 1, "nor at the first moment who was given another");
    loop_after(loop, 0, on_time, &times);
    loop_await(loop, never, NULL, 20);
    ok(times == 2, "which may be sooner");
}

static void on_either(void *arg)
{
    on_time(arg);
    loop_cancel(loop, on_time, arg);
}

/* Two that are due at once, of which the first cancels the other. */
static void test_cancel_meanwhile(void)
{
    int times = 0;

    loop_after(loop, 0, on_either, &times);
    loop_after(loop, 0, on_time, &times);
    loop_await(loop, never, NULL, 20);
    ok(times == 1, "nor who is cancelled by one that is due before it");
}

static void stop(int fd, void *arg)
{
    (void)fd, (void)arg;
    calls++;
    loop_stop(loop);
}

/* Two that are ready at once, of which each stops the loop. */
static void test_stop(void)
{
    int ends[2], other;

    if (pipe(ends) < 0 || write(ends[1], "x", 1) != 1
        || (other = dup(ends[0])) < 0
        || loop_watch(loop, ends[0], stop, NULL, NULL) < 0
        || loop_watch(loop, other, stop, NULL, NULL) < 0) {
        ok(false, "there is a pipe to look at twice");
        return;
    }
    calls = 0;
    loop_run(loop);
    ok(calls == 1, "one that was stopped calls nobody else");
    loop_forget(loop, ends[0]);
    loop_forget(loop, other);
    close(ends[0]);
    close(ends[1]);
    close(other);
}

int main(void)
{
    loop = loop_create();
    test_rest();
    test_await();
    test_cancel_meanwhile();
    test_stop();
    loop_destroy(loop);
    return tap_done();
}

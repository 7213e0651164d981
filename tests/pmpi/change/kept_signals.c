/* Tests of pmpi/change/kept_signals.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/change/kept_signals.h"
#include "tests/tap.h"

static volatile sig_atomic_t heard, sender;
static bool over;

static bool is_over(void)
{
    return over;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    heard++;
    sender = info->si_pid;
}

static void on_plain_signal(int number)
{
    (void)number;
    heard++;
}

static void hear(int number, bool with_info)
{
    struct sigaction action = { .sa_sigaction = on_signal,
                                .sa_flags = SA_SIGINFO };

    if (!with_info)
        action = (struct sigaction){ .sa_handler = on_plain_signal };
    sigaction(number, &action, NULL);
    heard = 0;
    sender = 0;
}

/* As others do, who wait for it to have come. */
static void send(int number)
{
    pid_t to = getpid(), child = fork();

    if (child == 0)
        _exit(kill(to, number) < 0);
    waitpid(child, NULL, 0);
}

static void test_kept(int number, bool with_info)
{
    const char *name = strsignal(number);

    hear(number, with_info);
    kept_signals_begin(is_over);
    send(number);
    send(number);
    ok(heard == 0 && kept_signals_came(number), "%s is kept", name);
    kept_signals_end();
    ok(heard == 1, "the program gets it, once, when it goes on");
    send(number);
    ok(heard == 2, "and again what comes then");
    kept_signals_begin(is_over);
    ok(!kept_signals_came(number), "what was kept before is forgotten");
    kept_signals_end();
    ok(heard == 2, "and not handed out twice");
}

static void test_own(void)
{
    hear(SIGALRM, true);
    kept_signals_begin(is_over);
    raise(SIGALRM);
    ok(heard == 1 && sender == getpid(),
       "what the program sends itself comes to it");
    hear(SIGUSR1, false);
    kept_signals_end();
    kept_signals_begin(is_over);
    raise(SIGUSR1);
    ok(heard == 1 && !kept_signals_came(SIGUSR1), "as it hears it");
    kept_signals_end();
}

/* Who does not catch it is ended at once, or goes on. */
static void test_not_caught(void)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        kept_signals_begin(is_over);
        kill(getpid(), SIGTERM);
        _exit(0);
    }
    waitpid(child, &status, 0);
    ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM,
       "what ends the program ends it");
    signal(SIGHUP, SIG_IGN);
    kept_signals_begin(is_over);
    send(SIGHUP);
    ok(!kept_signals_came(SIGHUP), "what it ignores is not kept");
    kept_signals_end();
}

static void test_others(void)
{
    hear(SIGURG, true);
    kept_signals_begin(is_over);
    send(SIGURG);
    ok(heard == 1 && !kept_signals_came(SIGURG),
       "what no launcher hands on is the program's");
    kept_signals_end();
}

/* What does not concern it any more is for those who have gone on. */
static void test_over(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    signal(SIGHUP, SIG_IGN);
    hear(SIGUSR1, false);
    kept_signals_begin(is_over);
    send(SIGUSR1);
    over = true;
    send(SIGINT);
    send(SIGHUP);
    raise(SIGALRM);
    ok(kept_signals_came(SIGINT),
       "once its turn is over what ends it is kept");
    ok(kept_signals_came(SIGUSR1), "beside what it catches");
    ok(!kept_signals_came(SIGHUP), "what it ignores is not");
    ok(!kept_signals_came(SIGALRM), "and what it sends itself is nobody's");
}

static void *block_nothing(void *arg)
{
    (void)arg;
    for (;;)
        pause();
    return NULL;
}

/* Whether it waits in the process soon, taken by no thread. */
static bool waits(int number)
{
    static const struct timespec moment = { 0, 1000000 };
    sigset_t pending;

    for (int ms = 0; ms < 10000; ms++) {
        sigpending(&pending);
        if (sigismember(&pending, number) == 1)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

static pid_t sender_of(int number)
{
    static const struct timespec now = { 0, 0 };
    siginfo_t info = { .si_pid = getpid() };
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, number);
    return sigtimedwait(&one, &info, &now) == number ? info.si_pid : -1;
}

/* What the process becomes takes what came in test_over() and what comes then,
 * though another thread would have it.
 */
static void test_left(void)
{
    static const int sent[] = { SIGUSR1, SIGINT, SIGTERM, SIGUSR2 };
    pthread_t other;

    pthread_create(&other, NULL, block_nothing, NULL);
    kept_signals_leave();
    for (int i = 2; i < 4; i++)
        send(sent[i]);
    for (int i = 0; i < 4; i++)
        ok(waits(sent[i]) && heard == 0,
           "%s waits for what the process becomes", strsignal(sent[i]));
    for (int i = 0; i < 4; i++) {
        pid_t by = sender_of(sent[i]);

        ok(by >= 0 && by != getpid(), "and is somebody else's");
    }
    send(SIGUSR2);
    ok(waits(SIGUSR2), "as often as it comes");
}

int main(void)
{
    test_kept(SIGTERM, true);
    test_kept(SIGUSR1, false);
    test_own();
    test_not_caught();
    test_others();
    test_over();
    test_left(); /* the last, as it is */
    return tap_done();
}

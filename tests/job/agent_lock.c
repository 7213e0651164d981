/* Tests of job/agent_lock.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "job/agent_lock.h"
#include "net/local_message.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-claim-XXXXXX";

static const char *path(const char *name)
{
    static char text[64];

    snprintf(text, sizeof(text), "%s/%s", folder, name);
    return text;
}

static int late = -1; /* where one listens as soon as it is looked for */

/* A head listens and resigns just before it is looked whether there is one. */
int access(const char *file, int mode)
{
    if (late == 0) {
        late = local_message_listen(folder, NULL);
        agent_lock_resign(folder, AGENT_LOCK_HEAD);
    }
    return faccessat(AT_FDCWD, file, mode, 0);
}

static void test_one(void)
{
    int first, second;
    struct stat st;

    ok(agent_lock_take(folder, AGENT_LOCK_HEAD, false) < 0
           && !agent_lock_stands(folder, AGENT_LOCK_HEAD),
       "where there never was a head nobody is to start one");
    first = agent_lock_take(folder, AGENT_LOCK_HEAD, true);
    ok(first >= 0 && agent_lock_is(folder, AGENT_LOCK_HEAD, first),
       "one can be it");
    ok(stat(path("head"), &st) == 0 && (st.st_mode & 077) == 0
           && st.st_nlink == 1,
       "which is between us, and leaves nothing else behind");
    ok(agent_lock_take(folder, AGENT_LOCK_HEAD, true) < 0
           && agent_lock_take(folder, AGENT_LOCK_HEAD, false) < 0,
       "and no other meanwhile");
    second = agent_lock_take(folder, AGENT_LOCK_OUTPOST, true);
    ok(second >= 0 && !agent_lock_is(folder, AGENT_LOCK_HEAD, second),
       "an outpost is something else");
    agent_lock_resign(folder, AGENT_LOCK_OUTPOST);
    close(second);
    close(first);
    first = agent_lock_take(folder, AGENT_LOCK_HEAD, false);
    ok(first >= 0, "once it is dead another one can be it");
    agent_lock_resign(folder, AGENT_LOCK_HEAD);
    ok(agent_lock_take(folder, AGENT_LOCK_HEAD, false) < 0,
       "and nobody when it has resigned, even if it still runs");
    close(first);
}

/* A child holds it as an agent would, and is killed. */
static void test_handed_on(void)
{
    int claim = agent_lock_take(folder, AGENT_LOCK_HEAD, true), ready[2];
    char word;
    pid_t agent;

    ok(pipe(ready) == 0, "a pipe");
    agent = fork();
    if (agent == 0) {
        if (write(ready[1], "", 1) == 1)
            pause();
        _exit(0);
    }
    ok(read(ready[0], &word, 1) == 1, "who is started has it, too");
    close(claim);
    ok(agent_lock_take(folder, AGENT_LOCK_HEAD, false) < 0,
       "and holds it when the one who started it does not");
    kill(agent, SIGKILL);
    waitpid(agent, NULL, 0);
    claim = agent_lock_take(folder, AGENT_LOCK_HEAD, false);
    ok(claim >= 0, "until it is killed");
    agent_lock_resign(folder, AGENT_LOCK_HEAD);
    close(claim);
    close(ready[0]);
    close(ready[1]);
}

static void test_deaths(void)
{
    struct error err;

    ok(agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err) < 0 && !*err.text,
       "where there is no head nothing is to be done");
    close(agent_lock_take(folder, AGENT_LOCK_HEAD, true));
    for (int i = 1; i < AGENT_LOCK_DEATHS; i++) {
        int claim = agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err);

        ok(claim >= 0, "another head comes after one that was killed, time %d",
           i);
        ok(agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err) < 0 && !*err.text,
           "and one only");
        close(claim);
    }
    ok(agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err) < 0,
       "not when that happens again and again");
    has(err.text, "killed 3 times within 10 s", "and the reason is told");
    ok(!agent_lock_stands(folder, AGENT_LOCK_HEAD)
           && agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err) < 0
           && !*err.text,
       "once");
}

static void test_long_ago(void)
{
    double start[AGENT_LOCK_DEATHS - 1] = { 1, 2 };
    struct error err;
    int claim = agent_lock_take(folder, AGENT_LOCK_HEAD, true);

    ok(write(claim, start, sizeof(start)) == sizeof(start), "deaths long ago");
    close(claim);
    claim = agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err);
    ok(claim >= 0, "do not count");
    close(claim);
    claim = agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err);
    ok(claim >= 0 && ftruncate(claim, 3) == 0, "nor those of which");
    close(claim);
    claim = agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err);
    ok(claim >= 0, "the file is cut off");
    agent_lock_resign(folder, AGENT_LOCK_HEAD);
    close(claim);
}

static void test_last_call(void)
{
    int listening, claim, fd;

    ok(agent_lock_call(folder) < 0, "at the end there may be no agent");
    close(agent_lock_take(folder, AGENT_LOCK_HEAD, true));
    ok(agent_lock_call(folder) < 0
           && !agent_lock_stands(folder, AGENT_LOCK_HEAD),
       "one that was killed is not started again from then on");
    claim = agent_lock_take(folder, AGENT_LOCK_HEAD, true);
    listening = local_message_listen(folder, NULL);
    fd = agent_lock_call(folder);
    ok(fd >= 0 && agent_lock_stands(folder, AGENT_LOCK_HEAD),
       "one that is there is called");
    agent_lock_resign(folder, AGENT_LOCK_HEAD);
    close(fd);
    close(listening);
    close(claim);
    unlink(path("agent"));
}

static void test_late_call(void)
{
    int claim = agent_lock_take(folder, AGENT_LOCK_HEAD, true), fd;

    late = 0;
    fd = agent_lock_call(folder);
    ok(fd >= 0 && late > 0, "so is one that listens and resigns meanwhile");
    close(fd);
    close(late);
    close(claim);
    unlink(path("agent"));
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_one();
    test_handed_on();
    test_deaths();
    test_long_ago();
    test_last_call();
    test_late_call();
    ok(rmdir(folder) == 0, "nothing else is left");
    return tap_done();
}

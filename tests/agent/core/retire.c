/* Tests of agent/core/retire.c: generations that do not end with their job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "agent/core/retire.h"
#include "base/system/host.h"
#include "base/system/process_id.h"
#include "tests/tap.h"

enum { OLD = 2, NEW = 3, RANKS = 1, GIVES_UP = 60 /* seconds */ };

static struct head head;
static int told_to_end; /* generation OLD, on a host */

static void on_heard(void *arg,
                     const struct local_message_head *message,
                     const char *payload)
{
    (void)arg;
    (void)payload;
    told_to_end +=
        message->type == HOST_MESSAGES_KILL && message->generation == OLD;
}

static const struct line_events events = { .heard = on_heard };

static bool has_heard(void *arg)
{
    (void)arg;
    return told_to_end > 0;
}

static struct generation *create(uint32_t number)
{
    struct error err;
    struct generation *g = generation_create(head.folder, &head.hosts,
                                             head.record, number, RANKS, &err);

    if (!g) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    return g;
}

/* Its runner goes on until it is killed. */
static pid_t start_runner(struct generation *g)
{
    struct process_id id;
    pid_t pid = fork();

    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    process_id_set(&id, pid);
    runner_adopt(&g->runner, &id);
    return pid;
}

static void test_hangs(line_t *agent)
{
    struct generation *old = create(OLD);
    pid_t runner = start_runner(old);

    retire(&head, old);
    ok(head.ending == old, "a generation that was the job ends beside it");
    retire_await(&head);
    ok(!head.ending && waitpid(runner, NULL, WNOHANG) == 0,
       "when the job ends one that hangs is not waited for");
    line_flush(agent);
    loop_await(head.loop, has_heard, NULL, 100);
    ok(told_to_end == 0,
       "nor are hosts told to end it, who would remove what it has counted");
    kill(runner, SIGKILL);
    waitpid(runner, NULL, 0);
}

int main(void)
{
    struct line_end ends[] = { { &events, NULL }, { &events, NULL } };
    struct error err;
    line_t *both[2];

    snprintf(head.folder, sizeof(head.folder), "/tmp/mitosis-retire-XXXXXX");
    if (!mkdtemp(head.folder) || !(head.loop = loop_create())
        || !(head.record = control_open(head.folder, 1, RANKS, &err))
        || line_pair(head.loop, ends, both) < 0
        || !host_add(&head.hosts, "h1"))
        return 1;
    head.hosts.first->joined = true;
    head.hosts.first->line = both[0];
    head.now = create(NEW);
    alarm(GIVES_UP);
    test_hangs(both[1]);
    generation_destroy(head.now, head.folder);
    line_destroy(both[0]);
    line_destroy(both[1]);
    host_clear(&head.hosts);
    control_close(head.record);
    loop_destroy(head.loop);
    job_remove(head.folder);
    return tap_done();
}

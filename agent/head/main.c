/* main.c - how the head of a job's agents begins its work, and ends it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/engine.h"
#include "agent/core/head.h"
#include "agent/decide/answers_file.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals.h"
#include "agent/head/ctl.h"
#include "agent/head/ctl_look.h"
#include "agent/head/fold_pages.h"
#include "agent/head/hosts_file.h"
#include "agent/head/postpone.h"
#include "agent/head/restart.h"
#include "agent/head/retire.h"
#include "base/settings.h"
#include "job/agent_lock.h"
#include "net/strangers.h"
#include "report/live/look.h"

enum {
    HOSTS_MS = 10000,  /* for what is on other hosts to come here */
    STARTER_MS = 5000, /* for mpiexec to end after the job */
    WORD_MS = 1000,    /* between signs of life while that is waited for */
};

static void complain(const char *text)
{
    (void)text; /* the ranks said so already */
}

/* ---- the start ---- */

static void read_settings(struct settings *settings)
{
    struct error err;

    settings_init(settings);
    settings_read_file(settings, complain, &err);
    settings_read_environment(settings, complain);
}

/* One that was killed has left its socket. */
static int listen_here(struct head *a, struct error *err)
{
    char path[JOB_PATH + 16];

    snprintf(path, sizeof(path), "%s/agent", a->folder);
    unlink(path);
    a->listening = local_message_listen(a->folder, err);
    return a->listening < 0
               ? -1
               : loop_watch(a->loop, a->listening, head_knock, a, err);
}

static int open_hub(struct head *a, struct error *err)
{
    struct agent_address home;

    if (agent_address_read(a->folder, &home, NULL) < 0)
        return 0;
    return host_links_need(a, err);
}

/* The first rank is 'mitosis hold' once there was a change. */
static void find_starter(struct head *a)
{
    a->starter = launcher_process_find(atomic_load(&a->record->slot[0].pid));
}

static void find_launcher(struct head *a, const char *helper)
{
    pid_t rank = atomic_load(&a->record->slot[0].pid);

    a->launcher = launcher_find(rank, helper, &a->unfit);
    if (a->launcher)
        launcher_write(a->launcher, a->folder, NULL);
}

/* The first rank, on the other end of 'fd'. */
static int meet_first(struct head *a, int fd, struct error *err)
{
    struct peer *p = head_add_peer(a, fd);

    if (!p)
        return error_set(err, "out of memory");
    p->kind = PEER_RANK;
    p->generation = 1;
    a->now->socket[0] = fd;
    return 0;
}

/* The first rank has made its generation's control file. */
static int start(struct head *a,
                 int first,
                 const char *helper,
                 struct error *err)
{
    a->claim = agent_lock_take(a->folder, AGENT_LOCK_HEAD, true);
    if (a->claim < 0)
        return error_set(err, "the job has an agent already");
    a->record = control_find(a->folder, 1, err);
    if (a->record)
        a->now = generation_create(a->folder, 1, (int)a->record->ranks, err);
    if (!a->now || open_hub(a, err) < 0)
        return -1;
    find_starter(a);
    find_launcher(a, helper);
    return meet_first(a, first, err);
}

/* The same in place of one that was killed. */
static int start_again(struct head *a,
                       struct saved_state *h,
                       const char *helper,
                       struct error *err)
{
    if (restart_find(a, h, err) < 0 || open_hub(a, err) < 0)
        return -1;
    find_starter(a);
    a->launcher = launcher_read(a->folder, NULL);
    if (!a->launcher)
        find_launcher(a, helper);
    restart_watch(a);
    return 0;
}

/* Where nothing can be changed, a script is not waited for. */
static void begin_script(struct head *a, const char *text)
{
    script_runner_read(a, text);
    if (a->launcher || !script_runner_next(a))
        return;
    head_say("%s; the job cannot be changed", a->unfit.text);
    script_runner_read(a, "");
    generation_set_horizon(a->now, CONTROL_NEVER);
}

static void on_stranger(void *arg, const char *text)
{
    (void)arg;
    head_say("%s", text);
}

/* Begin to work, as an heir if there is a heritage.  It hears of outposts
 * before it is asked for anything.
 */
static int begin(struct head *a,
                 const struct saved_state *h,
                 struct error *err)
{
    static struct settings settings;

    read_settings(&settings);
    a->patience = (double)settings.number[SETTING_PATIENCE];
    a->host_patience = (uint32_t)settings.number[SETTING_HOST_PATIENCE];
    answers_file_start(a);
    strangers_watch(on_stranger, NULL);
    proposals_start(a, &settings);
    if (h)
        restart_gather(a, h);
    if (listen_here(a, err) < 0)
        return -1;
    atomic_fetch_add(&a->record->heirs, h != NULL);
    atomic_store(&a->record->agent_pid, getpid());
    atomic_store(&a->record->agent, AGENT_THERE);
    begin_script(a, settings.text[SETTING_SCRIPT]);
    hosts_file_start(a, settings.text[SETTING_HOSTS_FILE]);
    decide_start(a, &settings);
    if (h)
        restart_settle(a, h);
    else
        a->now->horizon =
            script_runner_horizon(a, 0); /* as its ranks have set it */
    a->since = loop_now();
    a->settled = true;
    saved_state_write(a);
    script_runner_expect(a);
    return 0;
}

/* ---- the end ---- */

static void tell_end(struct head *a)
{
    for (struct peer *at = a->peers; at; at = at->next)
        if (at->kind == PEER_USER && (at->awaits_change || at->awaits_rest)) {
            head_answer(at, "the job has ended\n");
            head_finish(at, 1);
        }
}

/* Ranks and 'mitosis hold' wait for us to be gone, and then see to the
 * report.  They take one that says nothing for dead.
 */
static void on_word(void *arg)
{
    struct head *a = arg;

    for (struct peer *p = a->peers; p; p = p->next)
        if (p->kind != PEER_USER)
            head_reassure(p);
    loop_after(a->loop, WORD_MS, on_word, a);
}

/* Ranks that compute or hang for long note nothing of what they use. */
static void on_look(void *arg)
{
    struct head *a = arg;

    look_at_ranks(a->folder);
    loop_after(a->loop, LOOK_MS, on_look, a);
}

/* With a host that is lost, mpiexec would wait for the end of its part for
 * ever.
 */
static void end_starter(struct head *a, bool lacks_host)
{
    if (lacks_host && a->status != 0)
        launcher_process_end(&a->starter, STARTER_MS);
    launcher_process_close(&a->starter);
}

static void clean_up(struct head *a)
{
    bool lacks_host = host_links_lacks_host(a->hub);
    char path[JOB_PATH + 16];

    if (a->claim >= 0)
        agent_lock_resign(a->folder, AGENT_LOCK_HEAD);
    script_runner_stop(a);
    if (a->settled)
        answers_file_stop(a);
    decide_stop(a);
    hosts_file_stop(a);
    proposals_stop(a);
    on_word(a);
    retire_await(a);
    fold_pages_await(a);
    host_links_destroy(a->hub, HOSTS_MS);
    a->hub = NULL;
    loop_cancel(a->loop, on_word, a);
    snprintf(path, sizeof(path), "%s/agent", a->folder);
    unlink(path);
    if (a->record)
        atomic_store(&a->record->agent, AGENT_GONE);
    while (a->peers)
        head_drop_peer(a, a->peers);
    end_starter(a, lacks_host);
    ctl_look_stop(a);
    generation_destroy(a->now, a->folder);
    control_close(a->record);
    launcher_destroy(a->launcher);
    loop_destroy(a->loop);
    free(a->heritage);
    memset(a, 0, sizeof(*a)); /* so that what was forgotten is seen as lost */
}

static void set_up(struct head *a, const char *folder, int claim)
{
    snprintf(a->folder, sizeof(a->folder), "%s", folder);
    a->claim = claim;
    a->listening = -1;
    a->starter.fd = -1;
    a->generations = 1;
    a->engine = &engine_succession;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* the limit is the program's */
    a->loop = loop_create();
}

/* Having started, or not. */
static int work(struct head *a,
                int rc,
                const struct saved_state *h,
                struct error *err)
{
    if (rc == 0)
        rc = begin(a, h, err);
    if (rc < 0)
        head_say("%s; the job cannot be changed", err->text);
    if (rc == 0 && !a->ended) {
        on_look(a);
        loop_run(a->loop);
        loop_cancel(a->loop, on_look, a);
    }
    postpone_forget(a, NULL);
    tell_end(a);
    clean_up(a);
    return rc < 0;
}

int head_main(const char *folder, int first, const char *helper)
{
    static struct head a;
    struct error err = { "out of memory" };
    int rc = -1;

    set_up(&a, folder, -1);
    if (a.loop)
        rc = start(&a, first, helper, &err);
    return work(&a, rc, NULL, &err);
}

int head_again(const char *folder, int claim, const char *helper)
{
    static struct head a;
    static struct saved_state h;
    struct error err = { "out of memory" };
    int rc = -1;

    if (!agent_lock_is(folder, AGENT_LOCK_HEAD, claim)
        || fcntl(claim, F_SETFD, FD_CLOEXEC) < 0)
        return EXIT_FAILURE;
    set_up(&a, folder, claim);
    if (a.loop)
        rc = start_again(&a, &h, helper, &err);
    rc = work(&a, rc, &h, &err);
    saved_state_clear(&h);
    return rc;
}

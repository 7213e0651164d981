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

#include "agent/core/head.h"
#include "agent/core/host_links.h"
#include "agent/core/retire.h"
#include "agent/core/saved_state.h"
#include "agent/head/main.h"
#include "agent/head/parts_table.h"
#include "agent/head/requests.h"
#include "agent/head/restart.h"
#include "agent/head/script_runner.h"
#include "base/settings.h"
#include "job/agent_lock.h"
#include "net/refused_callers.h"
#include "report/live/rank_usage.h"

enum {
    HOSTS_MS = 10000,  /* for what is on other hosts to come here */
    STARTER_MS = 5000, /* for mpiexec to end after the job */
    WORD_MS = 1000,    /* between signs of life while that is waited for */
    USERS_MS = 1000,   /* for users to hear what was said last */
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

/* Settings that mean nothing without another one, or either of two: who has
 * them waits for what will not come.
 */
static void tell_idle(const struct settings *settings)
{
    static const struct {
        enum setting which, needed, or_needed;
    } idle[] = {
        { SETTING_POLICY_OPTIONS, SETTING_POLICY, SETTING_POLICY },
        { SETTING_PROTOCOL_OPTIONS, SETTING_PROTOCOL, SETTING_PROTOCOL },
        { SETTING_FIGURES, SETTING_POLICY, SETTING_PROTOCOL },
        { SETTING_FIGURES_OPTIONS, SETTING_FIGURES, SETTING_FIGURES },
        { SETTING_GIVE_BACK, SETTING_BATCH, SETTING_BATCH },
    };

    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++) {
        enum setting which = idle[i].which, needed = idle[i].needed;
        bool other = idle[i].or_needed != needed;

        if (strcmp(settings->text[which], setting_info[which].preset) != 0
            && !*settings->text[needed] && !*settings->text[idle[i].or_needed])
            agent_say("%s is of no use without %s%s%s",
                      setting_info[which].env, setting_info[needed].env,
                      other ? " or " : "",
                      other ? setting_info[idle[i].or_needed].env : "");
    }
}

static int open_hub(struct head *a, struct error *err)
{
    struct agent_address home;

    if (agent_address_read(a->folder, &home, NULL) < 0)
        return 0;
    return host_links_need(a->links, err);
}

/* The first rank is 'mitosis hold' once there was a change. */
static void find_starter(struct head *a)
{
    a->starter =
        launcher_process_find(atomic_load(&a->record->slot[0].process.pid));
}

static void find_launcher(struct head *a, const char *helper)
{
    pid_t rank = atomic_load(&a->record->slot[0].process.pid);

    a->launcher = launcher_find(rank, helper, &a->unfit);
    if (a->launcher)
        launcher_write(a->launcher, a->folder, NULL);
}

/* Files are where 'mitosis run' has looked for them. */
static int read_files(struct head *a,
                      const struct settings *settings,
                      struct error *err)
{
    struct error why;

    if (input_files_read(&a->files, settings->text[SETTING_TEMPLATES],
                         launcher_folder(a->launcher), &why)
        < 0)
        return error_set(err, "MITOSIS_TEMPLATES: %.900s", why.text);
    a->sizes.files = &a->files;
    return 0;
}

/* Which numbers of ranks it can have, and with which arguments it is started
 * with them.  What is wrong with that is told, and it cannot be changed then.
 */
static void read_sizes(struct head *a, const struct settings *settings)
{
    const char *list = settings->text[SETTING_SIZES];
    const char *arguments = settings->text[SETTING_ARGUMENTS];
    int ranks = (int)a->record->ranks;
    struct error err;

    if (!a->launcher
        || (sizes_read(&a->sizes, list, arguments, &err) == 0
            && read_files(a, settings, &err) == 0
            && (!*arguments
                || launcher_set_arguments(a->launcher, arguments, ranks, &err)
                       == 0)))
        return;
    agent_say("%s; the job cannot be changed", err.text);
    launcher_destroy(a->launcher);
    a->launcher = NULL;
    a->unfit = err;
}

/* Look after the ranks beside us; users who connect to the same socket are
 * ours.
 */
static int start_own(struct head *a, struct error *err)
{
    a->users = (struct local_ranks_users){ head_meet_user, a };
    return host_links_start(a->links, &a->users, err);
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
        a->now = generation_create(a->folder, &a->hosts, a->record, 1,
                                   (int)a->record->ranks, err);
    if (!a->now)
        return -1;
    if (start_own(a, err) < 0 || open_hub(a, err) < 0)
        return -1;
    find_starter(a);
    find_launcher(a, helper);
    if (head_host_take(a->own, first, 1, 0) < 0)
        return error_set(err, "out of memory");
    return 0;
}

/* The same in place of one that was killed. */
static int start_again(struct head *a, const char *helper, struct error *err)
{
    if (restart_find(a, err) < 0 || start_own(a, err) < 0
        || open_hub(a, err) < 0)
        return -1;
    find_starter(a);
    a->launcher = launcher_read(a->folder, NULL);
    if (!a->launcher)
        find_launcher(a, helper);
    restart_watch(a);
    return 0;
}

static void on_stranger(void *arg, const char *text)
{
    (void)arg;
    agent_say("%s", text);
}

/* Begin to work, in place of a head before this one if there is what that has
 * saved.  Other hosts are heard of before anything is asked for.
 */
static int begin(struct head *a, struct error *err)
{
    static struct settings settings;

    read_settings(&settings);
    if (!a->saved)
        tell_idle(&settings); /* else the head before has */
    read_sizes(a, &settings);
    a->even_shares = settings.number[SETTING_SHARES];
    a->patience = (double)settings.number[SETTING_PATIENCE];
    a->hosts.patience = (uint32_t)settings.number[SETTING_HOST_PATIENCE];
    refused_callers_watch(on_stranger, NULL);
    PARTS_TELL(a, start, a, &settings);
    if (head_host_listen(a->own, err) < 0)
        return -1;
    atomic_fetch_add(&a->record->restarts, a->saved != NULL);
    process_id_set(&a->record->agent_process, getpid());
    atomic_store(&a->record->agent, AGENT_THERE);
    if (a->saved) {
        a->synced = generation_count(a->now);
        restart_settle(a);
    } else {
        a->now->horizon = change_schedule_horizon(
            &a->script, 0); /* as its ranks have set it */
    }
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
        if (at->awaits_change || at->awaits_rest) {
            head_answer(at, "the job has ended\n");
            head_finish(at, 1);
        }
    if (a->loop)
        head_await_users(a, USERS_MS);
}

/* Ranks and 'mitosis hold' wait for us to be gone, and then see to the
 * report.  They take one that says nothing for dead.
 */
static void on_word(void *arg)
{
    struct head *a = arg;

    head_host_reassure(a->own);
    loop_after(a->loop, WORD_MS, on_word, a);
}

/* Ranks that compute or hang for long note nothing of what they use; and what
 * nobody wanted to read they may by now.
 */
static void on_look(void *arg)
{
    struct head *a = arg;

    agent_say_rest(0);
    rank_usage_note(a->folder);
    loop_after(a->loop, RANK_USAGE_MS, on_look, a);
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
    bool lacks_host = a->links && host_links_lacks_host(a->links);

    if (a->claim >= 0)
        agent_lock_resign(a->folder, AGENT_LOCK_HEAD);
    if (a->own)
        on_word(a);
    PARTS_TELL(a, stop, a);
    retire_await(a);
    host_links_destroy(a->links, HOSTS_MS);
    requests_end(a);
    host_clear(&a->hosts);
    a->links = NULL;
    loop_cancel(a->loop, on_word, a);
    if (a->record)
        atomic_store(&a->record->agent, AGENT_GONE);
    head_host_stop(a->own);
    while (a->peers)
        head_drop_peer(a, a->peers);
    agent_say_rest(USERS_MS);
    end_starter(a, lacks_host);
    job_view_destroy(a->overview);
    generation_destroy(a->now, a->folder);
    control_close(a->record);
    launcher_destroy(a->launcher);
    input_files_clear(&a->files);
    loop_destroy(a->loop);
    saved_state_free(a);
    memset(a, 0, sizeof(*a)); /* so that what was forgotten is seen as lost */
}

static void set_up(struct head *a, const char *folder, int claim)
{
    snprintf(a->folder, sizeof(a->folder), "%s", folder);
    a->claim = claim;
    a->starter.fd = -1;
    a->generations = 1;
    a->parts = parts_table;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* the limit is the program's */
    a->loop = loop_create();
    a->links = a->loop ? host_links_create(a) : NULL;
}

/* Having started, or not. */
static int work(struct head *a, int rc, struct error *err)
{
    if (rc == 0)
        rc = begin(a, err);
    if (rc < 0)
        agent_say("%s; the job cannot be changed", err->text);
    if (rc == 0 && !a->ended) {
        on_look(a);
        loop_run(a->loop);
        loop_cancel(a->loop, on_look, a);
    }
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
    if (a.links)
        rc = start(&a, first, helper, &err);
    return work(&a, rc, &err);
}

int head_again(const char *folder, int claim, const char *helper)
{
    static struct head a;
    struct error err = { "out of memory" };
    int rc = -1;

    if (!agent_lock_is(folder, AGENT_LOCK_HEAD, claim)
        || fcntl(claim, F_SETFD, FD_CLOEXEC) < 0)
        return EXIT_FAILURE;
    set_up(&a, folder, claim);
    if (a.links)
        rc = start_again(&a, helper, &err);
    return work(&a, rc, &err);
}

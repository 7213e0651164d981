/* made_up_job.c - a job without processes, for tests of changes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "agent/launch/launcher_kind.h"
#include "base/system/host.h"
#include "job/files.h"
#include "profile/page.h"
#include "tests/agent/change/made_up_job.h"
#include "tests/tap.h"

enum { ROUNDS = 40, STEP_MS = 10, END_MS = 20000, PATIENCE = 60 };

struct made_up_job job;

static struct launcher launcher;
static int gate; /* the launcher of the next generation waits for a byte */
static int64_t passed; /* seconds that the test let pass */

/* The clock of the loop and of all else here, which the test puts forward. */
int clock_gettime(clockid_t clock, struct timespec *t)
{
    int rc = (int)syscall(SYS_clock_gettime, clock, t);

    if (clock == CLOCK_MONOTONIC)
        t->tv_sec += passed;
    return rc;
}

void made_up_pass(double seconds)
{
    passed += (int64_t)seconds;
}

static void demand(bool held, const char *what)
{
    if (held)
        return;
    printf("Bail out! %s\n", what);
    exit(1);
}

/* ---- the loop and the clock ---- */

static const struct line_events near_events = { .heard = host_links_hear };

static void on_step(void *arg)
{
    (void)arg;
    loop_stop(job.head.loop);
}

void made_up_go_round(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        loop_after(job.head.loop, 0, on_step, NULL);
        loop_run(job.head.loop);
    }
}

bool made_up_end_change(void)
{
    double until = loop_now() + END_MS * 1e-3;

    while ((job.head.change || job.head.ending) && loop_now() < until) {
        loop_after(job.head.loop, STEP_MS, on_step, NULL);
        loop_run(job.head.loop);
    }
    made_up_go_round();
    return !job.head.change && !job.head.ending;
}

/* ---- what is lost ---- */

void made_up_lose(enum made_up_side side, int rank)
{
    struct local_message_head message = { .type = HOST_MESSAGES_LOST,
                                          .generation = made_up_number(side),
                                          .rank = rank };

    job.rank[side][rank].gone = true;
    made_up_send(job.rank[side][rank].host, &message, NULL);
}

void made_up_lose_host(int host)
{
    line_destroy(job.host[host].line);
    job.host[host].line = NULL;
}

void made_up_end_launcher(void)
{
    demand(write(gate, "\n", 1) == 1, "the launcher cannot be ended");
}

/* ---- the start ---- */

static void on_changed(struct head *a, const struct change_outcome *outcome)
{
    (void)a;
    job.outcomes++;
    job.done = outcome->done;
    job.moot = outcome->moot;
    job.late = outcome->late;
    job.bytes = outcome->bytes;
    snprintf(job.sentence, sizeof(job.sentence), "%s", outcome->sentence);
    loop_stop(job.head.loop);
}

static const struct part witness = { .name = "witness",
                                     .changed = on_changed };
static const struct part *const parts[] = { &changeover_part, &witness, NULL };

static void compose(const launcher_t *l,
                    const struct launch_order *order,
                    struct string_list *words,
                    struct string_list *environment)
{
    (void)l;
    string_list_add(environment, "PATH=%s", getenv("PATH"));
    string_list_add(words, "sh");
    string_list_add(words, "-c");
    if (job.launcher)
        string_list_add(words, "%s", job.launcher);
    else
        string_list_add(words, "read x <'%s/gate'", order->folder);
}

static bool is_own(const launcher_t *l, const char *variable)
{
    (void)l;
    (void)variable;
    return true;
}

static const struct launch_kind kind = { .name = "a made-up launcher",
                                         .compose = compose,
                                         .is_own = is_own };

static void make_launcher(void)
{
    struct error err;

    launcher.kind = &kind;
    snprintf(launcher.path, sizeof(launcher.path), "sh");
    if (!launcher.origin.words)
        demand(process_copy_read(&launcher.origin, getpid(), &err) == 0,
               err.text);
    job.head.launcher = &launcher;
}

static void make_folder(void)
{
    char path[512];
    const char *above = getenv("TMPDIR");

    snprintf(job.scratch, sizeof(job.scratch), "%.200s/made-up-XXXXXX",
             above ? above : "/tmp");
    demand(mkdtemp(job.scratch) != NULL, "there is no scratch folder");
    snprintf(job.head.folder, sizeof(job.head.folder), "%s", job.scratch);
    snprintf(path, sizeof(path), "%s/key", job.scratch);
    setenv("MITOSIS_KEY", path, 1);
    snprintf(path, sizeof(path), "%s/gate", job.scratch);
    demand(mkfifo(path, 0600) == 0, "there is no gate");
    gate = open(path, O_RDWR | O_CLOEXEC);
    demand(gate >= 0, "the gate is not open");
}

static line_t *make_line(int i)
{
    const struct line_end ends[] = {
        { &near_events, host_find(&job.head.hosts, job.host[i].name) },
        { &made_up_agent, &job.host[i] }
    };
    line_t *both[2];

    demand(line_pair(job.head.loop, ends, both) == 0, "out of memory");
    job.host[i].line = both[1];
    return both[0];
}

void made_up_connect(int host)
{
    line_t *near = make_line(host);

    demand(host_links_join(job.head.links, near, job.host[host].name, false)
               == 0,
           "a host cannot join");
}

static void make_hosts(bool several)
{
    struct host *own = host_add(&job.head.hosts, host_own());
    struct error err;

    for (int i = 0; i < MADE_UP_HOSTS; i++) {
        job.host[i].number = i;
        snprintf(job.host[i].name, sizeof(job.host[i].name), "h%d", i);
    }
    snprintf(job.host[0].name, sizeof(job.host[0].name), "%s", host_own());
    own->agent = &job.head;
    own->line = make_line(0);
    if (!several)
        return;
    demand(host_links_need(job.head.links, &err) == 0, err.text);
    for (int i = 1; i < MADE_UP_HOSTS; i++) {
        demand(host_offer(&job.head.hosts, job.host[i].name, &err) != NULL,
               err.text);
        made_up_connect(i);
    }
}

/* A rank of this host has it in its page, of others their agents tell. */
static void send_message(void)
{
    char path[512], name[FILES_NAME];
    struct host_messages_flight flight = { .sent = 1, .rank = 2 };
    struct local_message_head message = { .type = HOST_MESSAGES_FLIGHT,
                                          .generation = job.first,
                                          .rank = 1,
                                          .bytes = sizeof(flight) };
    struct page *page;

    if (job.rank[OLD][1].host > 0) {
        made_up_send(job.rank[OLD][1].host, &message, &flight);
        return;
    }
    files_page(name, job.first, 1);
    snprintf(path, sizeof(path), "%s/%s", job.scratch, name);
    page = page_create(path, job.ranks[OLD], NULL);
    demand(page != NULL, "there is no page");
    page_peer(page, 2)->sent_count = 1;
    page_peer(page, 2)->rank_plus_one = 3;
    page_close(page);
}

/* The ranks of a side, in the place of others. */
static void make_ranks(enum made_up_side side, int ranks, const char *hosts)
{
    free(job.rank[side]);
    job.rank[side] = calloc((size_t)ranks, sizeof(*job.rank[side]));
    demand(job.rank[side] != NULL, "out of memory");
    job.ranks[side] = ranks;
    for (int r = 0; r < ranks; r++)
        job.rank[side][r].host = hosts[r] - '0';
}

void made_up_create(const struct made_up_job *like)
{
    struct head *a = &job.head;
    struct error err;

    job = *like;
    job.first = a->generations = 1;
    job.withheld_by = -1;
    make_ranks(OLD, (int)strlen(job.old_hosts), job.old_hosts);
    a->loop = loop_create();
    a->links = host_links_create(a);
    a->parts = parts;
    a->patience = PATIENCE;
    make_folder();
    make_launcher();
    a->record = control_open(a->folder, 1, (uint32_t)job.ranks[OLD], &err);
    demand(a->record != NULL, "there is no record");
    a->now = generation_create(a->folder, &a->hosts, a->record, 1,
                               job.ranks[OLD], &err);
    demand(a->now != NULL, "there is no generation");
    for (int r = 0; r < job.ranks[OLD]; r++)
        process_id_set(&a->record->slot[r].process, getpid());
    make_hosts(strspn(job.old_hosts, "0") < strlen(job.old_hosts)
               || strspn(job.new_hosts, "0") < strlen(job.new_hosts));
    for (int r = 0; r < job.ranks[OLD]; r++) {
        if (job.rank[OLD][r].host == 0)
            atomic_store(&a->now->control->slot[r].state, SLOT_RUNNING);
        made_up_say(OLD, r, LOCAL_MESSAGE_HELLO, 0, NULL);
    }
    if (job.under_way)
        send_message();
    made_up_go_round();
}

/* ---- a change ---- */

void made_up_launch(void)
{
    job.runner = job.head.next->runner.pid;
    make_ranks(NEW, job.head.next->ranks, job.new_hosts);
    for (int r = 0; r < job.ranks[NEW]; r++)
        made_up_say(NEW, r, LOCAL_MESSAGE_HELLO, 0, NULL);
    made_up_go_round();
}

int made_up_begin(const char *text, struct error *err)
{
    struct change *change = change_parse(text, err);
    int rc = change ? changeover_begin(&job.head, change, "a test",
                                       job.asked_at, err)
                    : -1;

    change_destroy(change);
    if (rc == 0)
        made_up_launch();
    return rc;
}

void made_up_arrive(void)
{
    for (int r = 0; r < job.ranks[NEW]; r++) {
        job.rank[NEW][r].arrived = true;
        made_up_say(NEW, r, LOCAL_MESSAGE_READY, 0, NULL);
    }
    made_up_go_round();
}

/* ---- the end ---- */

static void remove_folder(void)
{
    DIR *folder = opendir(job.scratch);
    struct dirent *entry;
    char path[512];

    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof(path), "%s/%s", job.scratch, entry->d_name);
        unlink(path);
    }
    if (folder)
        closedir(folder);
    rmdir(job.scratch);
}

/* The generation that has taken over ends with its launcher. */
static void end_generation(void)
{
    struct head *a = &job.head;

    if (a->now->runner.pid > 0) {
        made_up_end_launcher();
        if (a->ended)
            runner_reap(&a->now->runner);
        while (!a->ended)
            loop_run(a->loop);
    }
    generation_destroy(a->now, a->folder);
}

void made_up_destroy(void)
{
    struct head *a = &job.head;

    changeover_cancel(a, true, "the test is over");
    made_up_end_change();
    end_generation();
    a->now = NULL;
    host_links_destroy(a->links, 0);
    for (int i = 0; i < MADE_UP_HOSTS; i++)
        line_destroy(job.host[i].line);
    host_clear(&a->hosts);
    control_close(a->record);
    PARTS_TELL(a, stop, a);
    loop_destroy(a->loop);
    close(gate);
    remove_folder();
    for (int side = OLD; side <= NEW; side++) {
        free(job.rank[side]);
        job.rank[side] = NULL;
    }
}

int made_up_main(void (*tests)(void))
{
    int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
    int nothing = open("/dev/null", O_RDWR);

    if (self < 0) {
        printf("1..0 # SKIP the end of a process cannot be waited for\n");
        return 0;
    }
    close(self);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
    tests();
    return tap_done();
}

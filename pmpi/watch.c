/* watch.c - whether, how and where this process is being watched
 *
 * A rank is watched from the moment it asks for MPI: its page is made before
 * MPI_Init(), so that a start that fails is known too, and for the last one
 * to leave to be known as such.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/settings.h"
#include "base/value.h"
#include "pmpi/assemble.h"
#include "pmpi/collect.h"
#include "pmpi/comm.h"
#include "pmpi/launch.h"
#include "pmpi/next.h"
#include "pmpi/real.h"
#include "pmpi/record.h"
#include "pmpi/request.h"
#include "pmpi/site.h"
#include "pmpi/thread.h"
#include "pmpi/tool.h"
#include "pmpi/watch.h"
#include "pmpi/yield.h"
#include "profile/files.h"
#include "profile/job.h"

enum {
    FRAMES_LEAST = 3, /* looked at to tell paths apart, if fewer are asked */
    LINE = 2048,
    DEAR_NS = 200, /* a call that costs more is not worth its call site */
    DEAR_SAMPLES = 100,
};

struct watch watch;
_Thread_local struct watch_thread watch_thread
    __attribute__((tls_model("initial-exec")));
pthread_mutex_t watch_mutex = PTHREAD_MUTEX_INITIALIZER;

/* What only the start and the end need. */
static struct {
    bool prepared;
    bool automatic; /* the level may fall when watching costs too much */
    bool reporting; /* it is ours to see to the report */
    bool left;
    bool delivered;      /* to another host, where the report is made */
    unsigned generation; /* of the job, from 1 on */
    uint64_t held_since; /* ticks, 0 while it goes on */
    pid_t pid;           /* children of fork() have our memory, not our job */
    struct settings settings;
    struct clock_pair birth;
    struct launch launch;
    char job[JOB_NAME];
    char folder[JOB_PATH];
} life;

void watch_say(const char *fmt, ...)
{
    char line[LINE];
    int used =
        snprintf(line, sizeof(line), "mitosis: rank %d: ", life.launch.rank);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(line + used, sizeof(line) - used - 1, fmt, ap);
    va_end(ap);
    strcat(line, "\n");
    if (write(STDERR_FILENO, line, strlen(line)) < 0)
        return; /* nobody listens */
}

/* Every rank has the same settings, so the first one complains for all. */
static void complain(const char *text)
{
    if (life.launch.rank == 0)
        watch_say("%s", text);
}

const char *watch_folder(void)
{
    return life.folder;
}

const char *watch_setting(enum setting which)
{
    return life.settings.text[which];
}

void watch_remark(const char *text)
{
    char *remarks = watch.page->remarks;
    size_t used = strlen(remarks);
    size_t room = sizeof(watch.page->remarks) - used;

    if (!strstr(remarks, text) && strlen(text) + 2 < room)
        sprintf(remarks + used, "%s\n", text);
}

/* ---- the start ---- */

static void read_settings(void)
{
    struct error err;

    settings_init(&life.settings);
    if (settings_read_file(&life.settings, complain, &err) < 0)
        complain(err.text);
    settings_read_environment(&life.settings, complain);
}

static enum page_level level_of(const char *name)
{
    static const char *const names[] = { "off", "counts", "times", "callsites",
                                         "trace" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return LEVEL_CALLSITES;
}

/* The arguments as the kernel has them, for main() is not asked. */
static void read_arguments(struct page *page)
{
    FILE *file = fopen("/proc/self/cmdline", "re");

    if (!file)
        return;
    page->program_bytes =
        fread(page->program, 1, sizeof(page->program) - 1, file);
    fclose(file);
}

static void name_job(char name[JOB_NAME], unsigned long key)
{
    const char *given = getenv("MITOSIS_JOB");

    life.reporting = !given || !*given;
    if (life.reporting)
        job_name(program_invocation_short_name, key, name);
    else
        snprintf(name, JOB_NAME, "%s", given);
}

/* The agent says so to all generations but the first. */
static unsigned find_generation(void)
{
    const char *given = getenv("MITOSIS_GENERATION");
    uint64_t number;

    return given && value_number(given, &number) && number > 0
                   && number <= INT32_MAX
               ? (unsigned)number
               : 1;
}

static void describe(struct page *page)
{
    const struct launch *launch = &life.launch;
    const char *output = life.settings.text[SETTING_OUTPUT];

    page->rank = launch->rank;
    page->generation = life.generation;
    page->local_size = launch->local_size;
    page->pid = getpid();
    page->cores = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(page->job, sizeof(page->job), "%s", life.job);
    gethostname(page->host, sizeof(page->host) - 1);
    read_arguments(page);
    if (!getcwd(page->folder, sizeof(page->folder)))
        page->folder[0] = '\0';
    snprintf(page->output, sizeof(page->output), "%s", output);
    page->summary = strcmp(life.settings.text[SETTING_SUMMARY], "off") != 0;
    page->level = watch.level;
    page->depth = life.settings.number[SETTING_DEPTH];
    page->birth = life.birth.ticks;
    page->birth_ns = clock_wall();
    page->init_enter = page->last = life.birth.ticks;
    page->state = PAGE_STARTING;
}

/* Only ranks of the first generation are counted: when it ends the job, the
 * last of them makes the report, and else none of any generation does.
 */
static int make_page(struct error *err)
{
    char path[JOB_PATH + FILES_NAME], name[FILES_NAME];

    name_job(life.job, life.launch.key);
    life.generation = find_generation();
    if (job_open(life.settings.text[SETTING_PAGES], life.job, life.folder, err)
            < 0
        || (life.generation == 1 && job_arrive(life.folder, err) < 0))
        return -1;
    files_page(name, life.generation, life.launch.rank);
    snprintf(path, sizeof(path), "%s/%s", life.folder, name);
    watch.page = page_create(path, life.launch.size, err);
    if (!watch.page)
        return -1;
    describe(watch.page);
    return 0;
}

static void set_up(void)
{
    struct error err;

    if (make_page(&err) < 0) {
        if (life.launch.local_rank == 0) /* for all of the host */
            watch_say("%s; not watched", err.text);
        watch.level = LEVEL_OFF;
        return;
    }
    record_setup();
    request_setup(watch.page);
    thread_begin();
}

/* Without a launcher that says who we are the page has to wait for MPI. */
void watch_prepare(void)
{
    if (life.prepared)
        return;
    life.prepared = true;
    life.pid = getpid();
    clock_setup();
    life.birth = clock_pair();
    life.launch = launch_find();
    read_settings();
    life.automatic = strcmp(life.settings.text[SETTING_PROFILE], "auto") == 0;
    watch.level = level_of(life.settings.text[SETTING_PROFILE]);
    if (watch.level != LEVEL_OFF && life.launch.known)
        set_up();
}

/* MPI knows best: a program started by one that is a rank itself finds its
 * parent's name in the environment.
 */
static void ask_mpi(void)
{
    struct launch told = life.launch;

    REAL(MPI_Comm_rank)(MPI_COMM_WORLD, &life.launch.rank);
    REAL(MPI_Comm_size)(MPI_COMM_WORLD, &life.launch.size);
    if (!watch.page) {
        set_up();
    } else if (life.launch.rank != told.rank
               || life.launch.size != told.size) {
        watch_remark("the launcher told another rank or size than MPI");
        watch.page->rank = life.launch.rank;
        watch.page->size = life.launch.size;
    }
}

static void find_world(bool sessions)
{
    if (!sessions)
        REAL(MPI_Comm_group)(MPI_COMM_WORLD, &watch.world);
    comm_setup(watch.page, watch.world);
    if (!sessions) {
        comm_find(MPI_COMM_WORLD);
        comm_find(MPI_COMM_SELF);
    }
}

void watch_begin(int thread_level, bool sessions)
{
    struct page *page;

    if (watch.level == LEVEL_OFF)
        return;
    if (!sessions)
        ask_mpi();
    else if (!watch.page)
        set_up();
    page = watch.page;
    if (!page)
        return;
    page->tick_ns = clock_tick_ns(life.birth);
    page->thread_level = thread_level;
    watch.locked = thread_level == MPI_THREAD_MULTIPLE;
    if (page->state == PAGE_STARTING) {
        page->init_leave = clock_ticks();
        snprintf(page->mpi, sizeof(page->mpi), "MPICH %s", MPICH_VERSION);
        tool_find(page);
        yield_setup(life.launch.local_size);
        if (watch.level >= LEVEL_TIMES)
            site_setup(page, watch.level == LEVEL_TIMES   ? 1
                             : page->depth < FRAMES_LEAST ? FRAMES_LEAST
                                                          : page->depth);
        find_world(sessions);
        watch_refresh(clock_ticks());
        if (watch.level == LEVEL_TRACE)
            record_trace_begin(life.folder,
                               life.settings.number[SETTING_TRACE_LIMIT]);
        page->cost_setup_ticks += clock_ticks() - page->init_leave;
    }
    page->finalize_enter = 0;
    page->state = PAGE_RUNNING;
    next_forget();
    watch.on = true;
}

bool watch_spans_hosts(void)
{
    return life.launch.known && life.launch.local_size != life.launch.size
           && find_generation() == 1
           && strcmp(life.settings.text[SETTING_MALLEABLE], "off") != 0;
}

/* ---- meanwhile ---- */

static double seconds_of(struct timeval t)
{
    return t.tv_sec + t.tv_usec * 1e-6;
}

static void look_at_host(struct page *page)
{
    struct sysinfo host;
    double load;

    if (sysinfo(&host) < 0)
        return;
    load = host.loads[0] / (double)(1 << SI_LOAD_SHIFT);
    if (page->load_samples == 0)
        page->load_first = load;
    page->load_last = load;
    page->load_sum += load;
    page->load_samples++;
    page->host_memory_bytes = (uint64_t)host.totalram * host.mem_unit;
    page->host_memory_free_bytes =
        (uint64_t)(host.freeram + host.bufferram) * host.mem_unit;
}

static void look_at_rank(struct page *page)
{
    struct rusage use;

    if (getrusage(RUSAGE_SELF, &use) < 0)
        return;
    page->memory_peak_bytes = (uint64_t)use.ru_maxrss * 1024;
    page->user_seconds = seconds_of(use.ru_utime);
    page->system_seconds = seconds_of(use.ru_stime);
    page->switches_voluntary = use.ru_nvcsw;
    page->switches_forced = use.ru_nivcsw;
}

static void give_up_dear_level(struct page *page)
{
    if (!life.automatic || watch.level != LEVEL_CALLSITES
        || page->cost_samples < DEAR_SAMPLES
        || page->cost_ticks * page->tick_ns < DEAR_NS * page->cost_samples)
        return;
    watch.level = LEVEL_TIMES;
    page->level = watch.level;
    site_shallow();
    watch_remark("call sites were given up along the way: they cost too much");
}

void watch_refresh(uint64_t now)
{
    struct page *page = watch.page;

    page->thread[0].count = page->calls; /* of the main thread */
    page->thread[0].ticks = page->mpi_ticks;
    look_at_rank(page);
    look_at_host(page);
    give_up_dear_level(page);
    page->last = now;
    watch.refresh_at = now + (uint64_t)(1e9 / page->tick_ns);
}

void watch_pause(void)
{
    if (watch.page && watch.on) {
        watch.on = false;
        watch.paused = true;
        watch.page->paused_ticks -= clock_ticks();
        watch_lock();
        request_pause();
        watch_unlock();
    }
}

void watch_resume(void)
{
    if (watch.paused) {
        watch.page->paused_ticks += clock_ticks();
        watch.paused = false;
        watch.on = true;
    }
}

/* ---- in a job that moves ---- */

void watch_take_over(uint64_t sync)
{
    struct page *page = watch.page;

    if (!page || page->took_over)
        return;
    watch_lock();
    watch_refresh(clock_ticks());
    page_start_over(page);
    page->first_sync = sync;
    page->last = clock_ticks();
    page->took_over = page->last;
    watch_unlock();
}

void watch_hold(void)
{
    if (watch.page && !life.held_since)
        life.held_since = clock_ticks();
}

void watch_release(void)
{
    if (life.held_since)
        watch.page->held_ticks += clock_ticks() - life.held_since;
    life.held_since = 0;
}

void watch_abort(int code)
{
    if (!watch.page)
        return;
    watch.page->abort_code = code;
    watch.page->state = PAGE_ABORTED;
    watch_refresh(clock_ticks());
}

/* ---- the end ---- */

void watch_give_up(void)
{
    watch.on = false;
    watch_remark("watching ended early: no memory for the pages was left");
}

void watch_end(void)
{
    struct page *page = watch.page;
    uint64_t now = clock_ticks();

    if (!page || page->state != PAGE_RUNNING)
        return;
    watch_resume();
    watch.on = false;
    watch_refresh(now);
    page->tick_ns = clock_tick_ns(life.birth);
    page->finalize_enter = now;
    page->state = PAGE_FINISHING;
    record_trace_end();
    page->cost_setup_ticks += clock_ticks() - now;
}

/* As MPI tells no more once it has ended, the page says how that went before.
 */
static void assemble_as(enum page_state state)
{
    struct page *page = watch.page;
    enum page_state was = page ? page->state : PAGE_STARTING;

    if (life.launch.local_size == life.launch.size)
        return;
    if (page)
        page->state = state;
    life.delivered = assemble(life.folder, page && !life.left);
    if (page)
        page->state = was;
}

void watch_assemble(void)
{
    assemble_as(PAGE_FINISHED);
}

static void leave(enum page_state state)
{
    if (!watch.page || life.left)
        return;
    life.left = true;
    watch.page->state = state;
    if (life.generation > 1 || !job_leave(life.folder))
        return;
    if (life.delivered && state != PAGE_SUCCEEDED)
        job_remove(life.folder); /* else the agent's outpost does */
    else if (life.reporting)
        collect_run(life.folder);
}

void watch_report(void)
{
    leave(PAGE_FINISHED);
}

void watch_succeed(uint64_t sync)
{
    if (!watch.page || life.left)
        return;
    watch_release();
    watch_end();
    watch.page->last_sync = sync;
    assemble_as(PAGE_SUCCEEDED);
    life.reporting = false; /* the last generation's is the whole */
    leave(PAGE_SUCCEEDED);
}

/* A program that ends without MPI_Finalize comes past here, if it ends by
 * itself; so does one whose MPI was of sessions only, which may come and go.
 */
__attribute__((destructor)) static void leave_at_exit(void)
{
    struct page *page = watch.page;

    if (!page || life.left || getpid() != life.pid)
        return;
    watch.on = false;
    if (page->state == PAGE_RUNNING)
        watch_refresh(clock_ticks());
    record_trace_end();
    if (page->state != PAGE_ABORTED)
        leave(page->state == PAGE_FINISHING ? PAGE_FINISHED : PAGE_EXITED);
}

/* watch_start.c - how watching a process begins
 *
 * A rank is watched from the moment it asks for MPI: its page is made before
 * MPI_Init(), so that a start that fails is known too, and for the last one
 * to leave to be known as such.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/pipe.h"
#include "base/read_file.h"
#include "base/replace_file.h"
#include "base/system/host.h"
#include "base/system/usable_cores.h"
#include "job/control.h"
#include "job/files.h"
#include "job/job_host.h"
#include "job/leftovers.h"
#include "pmpi/handles/comm.h"
#include "pmpi/handles/request.h"
#include "pmpi/mpi/next.h"
#include "pmpi/mpi/other_tools.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/call_site.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/instruction_count.h"
#include "pmpi/watch/oom_score.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/stay_away.h"
#include "pmpi/watch/thread_use.h"
#include "pmpi/watch/watch_life.h"
#include "pmpi/watch/watch_start.h"
#include "pmpi/watch/yield.h"

enum {
    DEPTH_LEAST = 3, /* functions that tell paths apart, if fewer are asked */
    ENTER_TRIES = 3,
    LAST_WORDS_MS = 1000,
};

/* Every rank has the same settings, so the first one complains for all, unless
 * who started the job has done so.
 */
static void complain(const char *text)
{
    const char *job = getenv("MITOSIS_JOB");

    if (watch_life.launch.rank == 0 && !(job && *job))
        watch_say("%s", text);
}

/* While something can still be done about it. */
static void look_at_output(void)
{
    const char *output = watch_life.settings.text[SETTING_OUTPUT];
    struct error why, text;

    if (*output && replace_file_check(output, &why) < 0) {
        error_set(&text, SETTINGS_NO_OUTPUT, why.text);
        complain(text.text);
    }
}

static void read_settings(void)
{
    struct error err;

    settings_init(&watch_life.settings);
    if (settings_read_file(&watch_life.settings, complain, &err) < 0)
        complain(err.text);
    settings_read_environment(&watch_life.settings, complain);
}

static enum page_level level_of(const char *name)
{
    for (int i = 0; i < PAGE_LEVELS; i++)
        if (strcmp(name, page_level_name[i]) == 0)
            return i;
    return LEVEL_CALLSITES;
}

/* The arguments as the kernel has them, for main() is not asked. */
static void read_arguments(struct page *page)
{
    ssize_t bytes = read_file_start("/proc/self/cmdline", page->program,
                                    sizeof(page->program));

    page->program_bytes = bytes > 0 ? (uint32_t)bytes : 0;
}

static void name_job(char name[JOB_NAME], unsigned long key)
{
    const char *given = getenv("MITOSIS_JOB");

    watch_life.reporting = !given || !*given;
    if (watch_life.reporting)
        job_name(program_invocation_short_name, key, name);
    else
        snprintf(name, JOB_NAME, "%s", given);
}

/* The host's, or as many as the launcher has for us. */
static uint32_t find_cores(const struct launcher_variables *launch)
{
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);

    if (launch->cores > 0 && launch->cores < cores)
        cores = launch->cores;
    return (uint32_t)usable_cores_within(cores, usable_cores_quota(""));
}

static void describe(struct page *page)
{
    const struct launcher_variables *launch = &watch_life.launch;
    const char *output = watch_life.settings.text[SETTING_OUTPUT];

    page->rank = launch->rank;
    page->generation = watch_life.generation;
    page->local_size = launch->local_size;
    page->pid = getpid();
    page->pid_namespace = host_pid_namespace();
    page->cores = find_cores(launch);
    snprintf(page->job, sizeof(page->job), "%s", watch_life.job);
    snprintf(page->host, sizeof(page->host), "%s", host_own());
    read_arguments(page);
    if (!getcwd(page->folder, sizeof(page->folder)))
        page->folder[0] = '\0';
    snprintf(page->output, sizeof(page->output), "%s", output);
    page->summary =
        strcmp(watch_life.settings.text[SETTING_SUMMARY], "off") != 0;
    page->level = watch.level;
    page->depth = watch_life.settings.number[SETTING_DEPTH];
    page->birth = watch_life.birth.ticks;
    page->birth_ns = clock_wall_at(watch_life.birth);
    page->init_enter = page->last = watch_life.birth.ticks;
    page->state = PAGE_STARTING;
}

/* On the agent's host a later generation finds the folder.  One that is gone
 * tells that the job has ended while this generation was started, and nobody
 * would remove another one.
 */
static int enter_folder(struct error *err)
{
    bool make = watch_life.generation == 1 || find_agent_is_away();

    return (make ? job_open
                 : job_find)(watch_life.settings.text[SETTING_PAGES],
                             watch_life.job, watch_life.folder, err);
}

static void name_page(char path[JOB_PATH + FILES_NAME])
{
    char name[FILES_NAME];

    files_page(name, watch_life.generation, watch_life.launch.rank);
    snprintf(path, JOB_PATH + FILES_NAME, "%s/%s", watch_life.folder, name);
}

/* Only ranks of the first generation are counted: when it ends the job, the
 * last of them makes the report, and else none of any generation does.
 */
static int enter(struct error *err)
{
    char path[JOB_PATH + FILES_NAME];

    if (enter_folder(err) < 0
        || (watch_life.generation == 1
            && job_arrive(watch_life.folder, err) < 0))
        return -1;
    name_page(path);
    watch.page = page_create(path, watch_life.launch.size, err);
    if (!watch.page && watch_life.generation == 1)
        job_leave(watch_life.folder); /* who has a page is the last one */
    return watch.page ? 0 : -1;
}

/* Where each process is a world of its own, one may have come and gone, and
 * taken the folder along, while the next one comes.
 */
static int make_page(struct error *err)
{
    name_job(watch_life.job, watch_life.launch.key);
    watch_life.generation = launcher_variables_generation();
    for (int i = 0; enter(err) < 0; i++)
        if (i == ENTER_TRIES || access(watch_life.folder, F_OK) == 0)
            return -1;
    describe(watch.page);
    return 0;
}

/* The runner reads what is printed.  Where nobody else is, nobody would remove
 * the folder after this rank.
 */
void watch_turn_back(const char *why)
{
    char path[JOB_PATH + FILES_NAME];

    if (watch.page) {
        name_page(path);
        unlink(path);
        job_host_release(watch_life.folder);
    }
    watch_say(CONTROL_TURNED_BACK "%s", why);
    pipe_wait_until_read(STDERR_FILENO, LAST_WORDS_MS);
    _exit(EXIT_FAILURE);
}

/* Whether another process of this job is, or was, the rank 0 that we take
 * ourselves for, where nothing told us our place.  Its page may not be whole
 * yet, and it may have ended before we came.
 */
static bool is_taken(void)
{
    char path[JOB_PATH + FILES_NAME];
    struct page *other;
    bool own;

    name_page(path);
    if (watch_life.launch.known || watch_life.generation != 1
        || access(path, F_OK) != 0)
        return false;
    other = page_open(path, NULL);
    own = other && other->pid == getpid();
    page_close(other);
    return !own;
}

static void set_up(void)
{
    uint64_t start = clock_thread();
    struct error err;

    if (make_page(&err) < 0) {
        if (watch_life.generation > 1
            && (find_agent_is_away() || *watch_life.folder))
            watch_turn_back(err.text);
        if (is_taken())
            stay_behind();
        else
            stay_without_page(err.text);
        watch.level = LEVEL_OFF;
        return;
    }
    if (watch_life.generation == 1 && watch_life.launch.local_rank == 0)
        leftovers_clear(watch_life.settings.text[SETTING_PAGES],
                        watch_life.settings.number[SETTING_KEEP]);
    look_at_output();
    page_tables_setup();
    request_setup(watch.page);
    watch_begin_thread();
    watch_look_at_rank();
    page_end_startup(watch.page);
    if (watch_life.generation > 1)
        oom_score_offer();
    if (watch_life.generation > 1
        && find_agent_settle(watch_life.folder, &err) < 0)
        watch_turn_back(err.text);
    watch_spent(start);
}

/* Without a launcher that says who we are the page has to wait for MPI. */
void watch_prepare(void)
{
    if (watch_life.prepared)
        return;
    watch_life.prepared = true;
    watch_life.pid = getpid();
    clock_setup();
    watch_life.birth = clock_pair();
    watch_life.launch = launcher_variables_find();
    read_settings();
    watch_life.automatic =
        strcmp(watch_life.settings.text[SETTING_PROFILE], "auto") == 0;
    watch.level = level_of(watch_life.settings.text[SETTING_PROFILE]);
    if (getenv("MITOSIS_JOB") && launcher_variables_are_of_rank()) {
        unsetenv("MITOSIS_GENERATION");
        watch.level = LEVEL_OFF;
    }
    if (watch.level != LEVEL_OFF && watch_life.launch.known)
        set_up();
}

/* A new rank that is a world of its own is of no use to the job. */
static void turn_back_if_new(const struct launcher_variables *told)
{
    struct error err;

    if (watch_life.generation < 2) /* 0: not even a page was thought of */
        return;
    error_set(&err,
              "each new rank is an MPI world of its own, rank 0 of 1, "
              "instead of rank %d of %d",
              told->rank, told->started);
    watch_turn_back(err.text);
}

/* In a world, or in sessions only. */
static void find_own_place(bool sessions, int *rank, int *size)
{
    if (!sessions) {
        REAL(MPI_Comm_rank)(MPI_COMM_WORLD, rank);
        REAL(MPI_Comm_size)(MPI_COMM_WORLD, size);
    } else if (watch.world != MPI_GROUP_NULL && watch.world) {
        REAL(MPI_Group_rank)(watch.world, rank);
        REAL(MPI_Group_size)(watch.world, size);
    }
}

/* MPI knows best: a program started by one that is a rank itself finds its
 * parent's name in the environment.  And where a launcher and MPI do not speak
 * the same language, each process takes itself for the only one.
 */
static void ask_mpi(bool sessions)
{
    struct launcher_variables told = watch_life.launch;
    struct launcher_variables *launch = &watch_life.launch;

    find_own_place(sessions, &launch->rank, &launch->size);
    if (told.started > 1 && launch->size == 1) {
        turn_back_if_new(&told);
        stay_apart(&told);
    } else if (!watch.page) {
        set_up();
    } else if (launch->rank != told.rank || launch->size != told.size) {
        watch_remark("the launcher told another rank or size than MPI");
        watch.page->rank = launch->rank;
        watch.page->size = launch->size;
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

/* That of most programs, where nothing else is asked for. */
static uint64_t usual_state(void)
{
    struct watch usual = { .on = true, .level = watch.level };

    return clock_counter && !watch.locked && watch.level != LEVEL_TRACE
               ? usual.state
               : WATCH_NO_STATE;
}

/* What the host's processors can tell, in one rank of the host where it is for
 * all of it.
 */
static void count_hardware(struct page *page)
{
    if (watch.level < LEVEL_TIMES)
        return;
    page->counters_wrong = instruction_count_begin(&instruction_count_kind);
    if (watch_life.launch.local_rank == 0)
        page->energy_wrong =
            energy_begin(&watch_life.energy, "/sys/class/powercap");
}

void watch_begin(int thread_level, bool sessions)
{
    struct page *page;
    uint64_t start;

    if (watch.level == LEVEL_OFF)
        return;
    if (!watch.page || watch.page->state == PAGE_STARTING)
        ask_mpi(sessions);
    page = watch.page;
    if (!page)
        return;
    start = clock_thread();
    page->tick_ns = clock_tick_ns(watch_life.birth);
    watch.locked = thread_level == MPI_THREAD_MULTIPLE;
    if (page->state == PAGE_STARTING) {
        page->use_before = thread_use_read(page->pid);
        page->init_leave = clock_ticks();
        snprintf(page->mpi, sizeof(page->mpi), "MPICH %s", MPICH_VERSION);
        other_tools_find(page);
        page->yields =
            yield_setup(watch_life.launch.local_size, (int)page->cores);
        if (watch.level >= LEVEL_TIMES)
            call_site_setup(page, watch.level == LEVEL_TIMES  ? 1
                                  : page->depth < DEPTH_LEAST ? DEPTH_LEAST
                                                              : page->depth);
        find_world(sessions);
        count_hardware(page);
        watch_refresh(clock_ticks());
        page->io_before = page->io;
        if (watch.level == LEVEL_TRACE)
            span_trace_begin(watch_life.folder,
                             watch_life.settings.number[SETTING_TRACE_LIMIT]);
        watch_spent(start);
    }
    page->finalize_enter = 0;
    watch_life.ending = false;
    page->state = PAGE_RUNNING;
    next_forget();
    watch.on = !watch_life.given_up;
    watch.usual = usual_state();
}

bool watch_is_left_alone(void)
{
    return watch_life.prepared && !watch.page;
}

bool watch_spans_hosts(void)
{
    const struct launcher_variables *launch = &watch_life.launch;

    return launch->known && launch->local_size != launch->size
           && launcher_variables_generation() == 1
           && strcmp(watch_setting(SETTING_MALLEABLE), "off") != 0;
}

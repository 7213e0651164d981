/* survivor.c - a program that sets for its process what survives an exec
 *
 *     survivor WAY [FILE [GATE [RANKS]]]
 *
 * It goes through 60 steps, half of each waiting, and says at the end what it
 * has computed.  Where RANKS are told it goes through more until it has so
 * many ranks, 600 at most.  What it sets in its start-up is one of the ways
 * below. With GATE it waits behind the last step for that file to be there
 * and, if it is to be signalled, for the signal; 100 seconds at most.  One
 * that is to be asked to end waits for that alone, and then sees to things for
 * 3 seconds.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mitosis.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    STEPS = 60,
    MOST_STEPS = 3000,
    ROWS = 600,
    STEP_MS = 30,
    OFTEN_US = 500,
    GATE_MS = 100000,
    SAVING_S = 3
};

static int rank, ranks, step, mine;
static double *rows;
static volatile sig_atomic_t rings;

static void on_signal(int number)
{
    (void)number;
    rings++;
}

/* Calls that a signal interrupts are not begun anew. */
static void hear(int number)
{
    struct sigaction action = { .sa_handler = on_signal };

    sigaction(number, &action, NULL);
}

/* ---- the ways ---- */

static void set_alarm(void)
{
    hear(SIGALRM);
    alarm(1);
}

static void set_timers(void)
{
    struct itimerval often = { { 0, OFTEN_US }, { 0, OFTEN_US } };

    hear(SIGALRM);
    hear(SIGVTALRM);
    hear(SIGPROF);
    setitimer(ITIMER_REAL, &often, NULL);
    setitimer(ITIMER_VIRTUAL, &often, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
}

static void create_timer(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGRTMIN + 3 };
    struct itimerspec often = { { 0, OFTEN_US * 1000 },
                                { 0, OFTEN_US * 1000 } };
    timer_t timer;

    hear(SIGRTMIN + 3);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &often, NULL);
}

/* All that can be blocked, with some of it pending. */
static void block(void)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    raise(SIGUSR1);
    raise(SIGTERM);
    raise(SIGRTMIN + 4);
}

static void ignore(void)
{
    static const int ignored[] = { SIGTERM, SIGINT, SIGCHLD, SIGPIPE };

    for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
        signal(ignored[i], SIG_IGN);
}

static void limit(int which, rlim_t value)
{
    struct rlimit now;

    getrlimit(which, &now);
    now.rlim_cur = value;
    setrlimit(which, &now);
}

static rlim_t memory_used(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;

    if (file && fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Just enough for what this process does itself. */
static void set_limits(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    hear(SIGXCPU);
    hear(SIGXFSZ);
    limit(RLIMIT_CPU, (rlim_t)used.ru_utime.tv_sec + 1);
    limit(RLIMIT_FSIZE, 1 << 22);
    limit(RLIMIT_NOFILE, 100);
    limit(RLIMIT_AS, memory_used() + (64 << 20));
}

/* No file may grow, for this process and all that it starts. */
static void set_file_limit(void)
{
    static const struct rlimit none = { 0, 0 };

    setrlimit(RLIMIT_FSIZE, &none);
}

/* A lock that is held until the process closes the file, and the next one
 * waits for.
 */
static void lock(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0600);

    if (rank == 0 && !mito_resumed() && flock(fd, LOCK_EX) < 0)
        perror(path);
}

static void lock_again(const char *path)
{
    int fd = open(path, O_RDWR);

    if (rank == 0 && mito_resumed() && flock(fd, LOCK_EX) < 0)
        perror(path);
    close(fd);
}

static void set_up(const char *way, const char *file)
{
    if (strcmp(way, "alarm") == 0)
        set_alarm();
    if (strcmp(way, "itimers") == 0)
        set_timers();
    if (strcmp(way, "timer") == 0)
        create_timer();
    if (strcmp(way, "blocked") == 0)
        block();
    if (strcmp(way, "ignored") == 0)
        ignore();
    if (strcmp(way, "limits") == 0)
        set_limits();
    if (strcmp(way, "files") == 0)
        set_file_limit();
    if (strcmp(way, "lock") == 0)
        lock(file);
    if (strcmp(way, "heard") == 0)
        hear(SIGUSR1);
    if (strcmp(way, "asked") == 0)
        hear(SIGTERM);
    if (strcmp(way, "bare") == 0)
        clearenv();
}

/* ---- the rest of it ---- */

static void start(void)
{
    mine = ROWS / ranks + (rank < ROWS % ranks);
    rows = malloc((size_t)mine * sizeof(*rows));
    for (int i = 0; i < mine; i++)
        rows[i] = 1;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("rows", &rows, &mine, MPI_DOUBLE, NULL);
}

/* Some of it is computing, some waiting. */
static void work(void)
{
    double until = MPI_Wtime() + STEP_MS * 0.5e-3, largest;
    struct timespec rest = { 0, STEP_MS * 500000L };

    while (MPI_Wtime() < until)
        ;
    while (nanosleep(&rest, &rest) < 0)
        ;
    for (int i = 0; i < mine; i++)
        rows[i] += step;
    MPI_Allreduce(rows, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

static void await(const char *gate, const char *way)
{
    int heard = strcmp(way, "heard") == 0, asked = strcmp(way, "asked") == 0;

    for (int ms = 0; ms < GATE_MS; ms++) {
        if ((asked || access(gate, F_OK) == 0)
            && (!(heard || asked) || rings > 0))
            break;
        usleep(1000);
    }
    for (int s = 0; asked && s < SAVING_S; s++)
        sleep(1);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "", *file = argc > 2 ? argv[2] : "";
    int wanted = argc > 4 ? atoi(argv[4]) : 0, heard, all;
    double own = 0, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    start();
    set_up(way, file);
    for (step = 0;
         step < STEPS || (wanted > 0 && ranks != wanted && step < MOST_STEPS);
         step++) {
        mito_sync();
        work();
    }
    if (argc > 3)
        await(argv[3], way);
    if (strcmp(way, "lock") == 0)
        lock_again(file);
    for (int i = 0; i < mine; i++)
        own += rows[i];
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    heard = rings > 0;
    MPI_Reduce(&heard, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && (strcmp(way, "heard") == 0 || strcmp(way, "asked") == 0))
        printf("survivor: %d of %d ranks were signalled\n", all, ranks);
    if (rank == 0)
        printf("survivor: %s, sum %g\n", way, sum);
    MPI_Finalize();
    return 0;
}

/* fickle.c - a program that can be changed, or behaves otherwise when it is to
 * carry on
 *
 *     [FICKLE_RANK=RANK] fickle STEPS [WAY [GATE]]
 *
 * The ranks share rows of whole numbers, so that the sum is the same however
 * they are divided.  At step 5 all wait for the file GATE to be there.  The
 * ways are below; most are those of the last rank, or RANK, of a process that
 * carries on, in its start-up.  That rank of the first generation registers
 * nothing if it is 'partial', and calls no mito_sync() if it is 'aside'.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <mitosis.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ROWS = 1000,
    WIDTH = 64,
    GATE_STEP = 5,
    GATE_MS = 120 * 1000,
    STEP_US = 10 * 1000
};

static int rank, ranks, step, steps, odd;
static int mine, spare = 3;
static uint64_t *rows;
static MPI_Request request = MPI_REQUEST_NULL;
static const char *way = "", *gate = "";

static int is(const char *name)
{
    return strcmp(way, name) == 0;
}

static int is_long(void)
{
    return is("long") || is("tardy") || is("lingers");
}

/* Whether there is another step.  One that is long goes on until the gate is
 * there, and leaves the processor to others meanwhile.
 */
static int goes_on(void)
{
    int open;

    if (!is_long())
        return step < steps;
    usleep(STEP_US);
    open = rank == 0 && access(gate, F_OK) == 0;
    MPI_Bcast(&open, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return !open;
}

static void await(const char *end)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s%s", gate, end);
    for (int ms = 0; *gate && access(path, F_OK) < 0 && ms < GATE_MS; ms++)
        usleep(1000);
}

/* Memory for what there is, and little more. */
static void live_in_poverty(void)
{
    struct rlimit limit;
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (file && fscanf(file, "%ld", &pages) == 1) {
        limit.rlim_cur = limit.rlim_max =
            (rlim_t)(pages * sysconf(_SC_PAGESIZE) + 64 * 1024);
        setrlimit(RLIMIT_AS, &limit);
    }
    if (file)
        fclose(file);
}

/* The last rank, or the one that is named. */
static int is_odd_one(void)
{
    const char *name = getenv("FICKLE_RANK");

    return rank == (name ? (int)strtol(name, NULL, 10) : ranks - 1);
}

static void misbehave(void)
{
    if (is("late") || is("tardy"))
        await(".start");
    if (!is_odd_one()) {
        if (is("awaited"))
            MPI_Barrier(MPI_COMM_WORLD);
        return;
    }
    if (is("exit"))
        exit(3);
    if (is("crash"))
        raise(SIGSEGV);
    if (is("abort"))
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (is("receives"))
        MPI_Recv(&spare, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    while (is("awaited"))
        pause();
}

static int on_leaving(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)value;
    (void)extra;
    await(".leave");
    return MPI_SUCCESS;
}

/* Have the second rank come to a stand in MPI_Finalize(), and so those that
 * are to leave with it.
 */
static void linger(void)
{
    int key;

    if (!is("lingers") || rank != 1 || mito_resumed())
        return;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_leaving, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
}

/* Start-up: each rank has its share, the first ones a row more. */
static void start(void)
{
    int first = 0;

    mine = ROWS / ranks + (rank < ROWS % ranks);
    for (int r = 0; r < rank; r++)
        first += ROWS / ranks + (r < ROWS % ranks);
    rows = calloc((size_t)mine * WIDTH, sizeof(*rows));
    for (int i = 0; i < mine * WIDTH; i++)
        rows[i] = (uint64_t)(first * WIDTH + i) * UINT64_C(0x9e3779b97f4a7c15);
}

static void register_all(void)
{
    mito_layout wide = { .spread = MITO_BLOCK, .row = WIDTH };
    MPI_Datatype type = odd && is("type") ? MPI_DOUBLE : MPI_UINT64_T;

    wide.row = odd && is("row") ? WIDTH / 2 : WIDTH;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register(odd && is("name") ? "lines" : "rows", &rows, &mine, type,
                  &wide);
    if (odd && is("more"))
        mito_register("spare", &spare, NULL, MPI_INT, NULL);
    if (odd && is("poor"))
        live_in_poverty();
}

static void work(void)
{
    uint64_t seen;

    for (int i = 0; i < mine * WIDTH; i++)
        rows[i] = (rows[i] ^ (rows[i] >> 7)) * 3 + (uint64_t)step;
    MPI_Allreduce(&rows[0], &seen, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

/* Another program, by the step and the command that are in FICKLE_CHILD. */
static void start_child(void)
{
    char *text = getenv("FICKLE_CHILD"), *command;

    if (!text || rank != 0 || step != strtol(text, &command, 10))
        return;
    command = strdup(command);
    unsetenv("FICKLE_CHILD");
    if (!command || system(command) != 0)
        fprintf(stderr, "fickle: the child failed\n");
    free(command);
}

/* A receive that is begun in step 2, and completed a few steps or very many
 * later.
 */
static void receive_late(int *number)
{
    int last = is("pending") ? 9 : is("always") ? 150 : 0;

    if (rank == 0 && last && step == 2)
        MPI_Irecv(number, 1, MPI_INT, ranks - 1, 9, MPI_COMM_WORLD, &request);
    if (rank == ranks - 1 && last && step == last)
        MPI_Send(number, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    if (rank == 0 && last && step == last)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* A receive that is pending at the first sync, and at no other. */
static void receive_first(int *number)
{
    if (rank == 0 && is("first") && step == 0)
        MPI_Irecv(number, 1, MPI_INT, ranks - 1, 9, MPI_COMM_WORLD, &request);
}

static void complete_first(int *number)
{
    if (rank == ranks - 1 && is("first") && step == 0)
        MPI_Send(number, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    if (rank == 0 && is("first") && step == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* All that a process is given by those who started it. */
static void tell_inherited(int argc, char **argv)
{
    const char *word = getenv("FICKLE_WORD");
    struct rlimit files, stack;
    struct sigaction pipe, hang_up;
    cpu_set_t processors;
    char folder[4096];
    mode_t mask = umask(0);

    getrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_STACK, &stack);
    sigaction(SIGPIPE, NULL, &pipe);
    sigaction(SIGHUP, NULL, &hang_up);
    CPU_ZERO(&processors);
    sched_getaffinity(0, sizeof(processors), &processors);
    for (int i = 0; i < argc; i++)
        printf("word %d: <%s>\n", i, argv[i]);
    printf("in %s, word %s, umask %03o, %ld files, stack of %ld\n",
           getcwd(folder, sizeof(folder)), word ? word : "none",
           (unsigned)mask, (long)files.rlim_cur, (long)stack.rlim_cur);
    printf("pipes %s, hanging up %s, first processor %s, %d in all\n",
           pipe.sa_handler == SIG_IGN ? "ignored" : "heard",
           hang_up.sa_handler == SIG_IGN ? "ignored" : "heard",
           CPU_ISSET(0, &processors) ? "ours" : "not ours",
           CPU_COUNT(&processors));
}

/* Its words in order are those of one program. */
static void talk(void)
{
    if (rank == 0 && is("talk")) {
        printf("step %d\n", step);
        fprintf(stderr, "error %d\n", step);
    }
}

static uint64_t sum(void)
{
    uint64_t own = 0, all;

    for (int i = 0; i < mine * WIDTH; i++)
        own += rows[i];
    MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* What cannot be, and then what can. */
static void ask(void)
{
    static const char *const wrong[] = { "", "foo", "resize x", "split 77",
                                         "resize 2" };

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        if (mito_request(wrong[i]) != MITO_WRONG)
            fprintf(stderr, "fickle: \"%s\" was taken\n", wrong[i]);
    if (mito_request("resize 3") != MITO_OK)
        fprintf(stderr, "fickle: \"resize 3\" was refused\n");
}

int main(int argc, char **argv)
{
    int number = 17;

    if (argc > 2)
        way = argv[2];
    if (argc > 3)
        gate = argv[3];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    steps = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 10;
    if (mito_resumed())
        misbehave();
    odd = mito_resumed();
    linger();
    start();
    if (odd && (is("mute") || (is("absent") && is_odd_one()))) {
        MPI_Finalize();
        return 0;
    }
    if (!is(odd ? "bare" : "partial") || !is_odd_one())
        register_all();
    if (odd && is("refused") && is_odd_one())
        mito_register("", &spare, NULL, MPI_INT, NULL);
    for (step = 0; goes_on(); step++) {
        receive_first(&number);
        if (odd || !is("aside") || !is_odd_one())
            mito_sync();
        complete_first(&number);
        talk();
        if (rank == 0 && step == 3 && is("asks"))
            ask();
        receive_late(&number);
        start_child();
        if (step == GATE_STEP && !is_long())
            await("");
        work();
    }
    number = is("status") ? 5 : 0;
    if (is("killed"))
        raise(SIGKILL);
    if (rank == 0)
        printf("fickle: %d steps, sum %016llx\n", step,
               (unsigned long long)sum());
    else
        sum();
    if (rank == 0 && is("tell"))
        tell_inherited(argc, argv);
    MPI_Finalize();
    return number;
}

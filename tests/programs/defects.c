/* defects.c - a program that wastes its ranks' time, in a way of your choice
 *
 *     defects KIND [STEPS [MILLISECONDS]]
 *
 * It takes STEPS steps, 40 if nothing is said, in which each rank works for
 * so many MILLISECONDS, 10 if nothing is said, or longer or not at all, as
 * KIND says.  To work is to sleep, so that it takes as long on a busy machine,
 * but for the kind 'crowd'.  There is a function for each KIND; those that
 * only look as if they had a defect are marked as harmless.  At the end all
 * ranks meet.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LARGE = 4 << 20, ASKED = 20, PIECES = 4 };

static int rank, ranks;
static char *out, *in; /* of 'ranks' times LARGE bytes */

/* Counted after a call, so that no compiler makes a jump of the call, which
 * would hide the function that it is in.
 */
static volatile long called;

static void work(double milliseconds)
{
    struct timespec t = { .tv_sec = (time_t)(milliseconds / 1000) };

    t.tv_nsec = (long)((milliseconds - 1000.0 * (double)t.tv_sec) * 1e6);
    nanosleep(&t, NULL);
}

static double processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- who has how much to do ---- */

static void meet(void)
{
    int mine = rank, all;

    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    called++;
}

static void tell(void)
{
    MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD);
    called++;
}

/* Harmless: all have as much to do. */
static void even(double ms, int step)
{
    (void)step;
    work(ms);
    meet();
}

/* Rank 1 has three times as much to do as the others. */
static void one(double ms, int step)
{
    (void)step;
    work(rank == 1 ? 3 * ms : ms);
    meet();
}

/* Each rank has more to do than the one before it. */
static void gradient(double ms, int step)
{
    (void)step;
    work(ms * (rank + 1));
    meet();
}

/* In each step another rank has three times as much to do. */
static void turns(double ms, int step)
{
    work(step % ranks == rank ? 3 * ms : ms);
    meet();
}

/* First rank 0 has more to do, then all others, in each step. */
static void phases(double ms, int step)
{
    (void)step;
    work(rank == 0 ? 3 * ms : ms);
    meet();
    work(rank == 0 ? ms : 3 * ms);
    MPI_Barrier(MPI_COMM_WORLD);
    called++;
}

/* Rank 0 works, then all others do, and they give each other what they have.
 */
static void serial(double ms, int step)
{
    (void)step;
    if (rank == 0)
        work(ms);
    tell();
    if (rank > 0)
        work(ms);
    MPI_Gather(&rank, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
    called++;
}

/* Harmless: a little more to do, in turns. */
static void nearly(double ms, int step)
{
    work(step % ranks == rank ? 1.02 * ms : ms);
    meet();
}

/* ---- who waits for whom ---- */

static void take_number(int from)
{
    int number;

    MPI_Recv(&number, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    called++;
}

static void take_bytes(int from, int bytes)
{
    MPI_Recv(in, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    called++;
}

static void send_number(int to)
{
    MPI_Send(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    called++;
}

/* One of two works, then the other, which had to wait for the first. */
static void sender(double ms, int step)
{
    int other = rank ^ 1;

    (void)step;
    if (rank % 2)
        take_number(other);
    work(ms);
    send_number(other);
    if (rank % 2 == 0)
        take_number(other);
}

/* The same with a large message and its answer, which is always late. */
static void answer(double ms, int step)
{
    enum { BYTES = 8000 };
    int other = rank ^ 1;

    (void)step;
    if (rank % 2 == 0) {
        work(ms);
        MPI_Send(out, BYTES, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        take_bytes(other, BYTES);
    } else {
        take_bytes(other, BYTES);
        work(0.4 * ms);
        MPI_Send(out, BYTES, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        work(0.6 * ms);
    }
}

static void hand_over(int to)
{
    MPI_Ssend(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    called++;
}

/* One of two works and takes a message only then, for which the other waits
 * before it works, and the other way round.
 */
static void receiver(double ms, int step)
{
    int other = rank ^ 1;

    (void)step;
    if (rank % 2 == 0)
        hand_over(other);
    work(ms);
    take_number(other);
    if (rank % 2)
        hand_over(other);
}

/* Harmless: both work, and then give each other their messages. */
static void swap(double ms, int step)
{
    int other = rank ^ 1, theirs;

    (void)step;
    work(ms);
    MPI_Sendrecv(&rank, 1, MPI_INT, other, 0, &theirs, 1, MPI_INT, other, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    called++;
}

/* A token goes round, and who has it works. */
static void chain(double ms, int step)
{
    if (rank > 0 || step > 0)
        take_number((rank + ranks - 1) % ranks);
    work(ms);
    send_number((rank + 1) % ranks);
}

/* Harmless: as in a chain, but there is work for all at a time. */
static void pipeline(double ms, int step)
{
    (void)step;
    if (rank > 0)
        take_number(rank - 1);
    work(ms);
    if (rank + 1 < ranks)
        send_number(rank + 1);
}

/* One rank after another works, and then all meet. */
static void sweep(double ms, int step)
{
    pipeline(ms, step);
    meet();
}

/* In each step another rank has much to do and tells the next one, which looks
 * like a sweep in sum.
 */
static void relay(double ms, int step)
{
    work(step % ranks == rank ? 4 * ms : ms);
    if (rank + 1 < ranks)
        send_number(rank + 1);
    if (rank > 0)
        take_number(rank - 1);
    meet();
}

/* A rank asks again and again whether the other has sent something. */
static void asking(double ms, int step)
{
    int there = 0;

    (void)step;
    if (rank % 2 == 0) {
        work(ms);
        send_number(rank ^ 1);
    }
    while (!there)
        MPI_Iprobe(rank ^ 1, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    take_number(rank ^ 1);
    if (rank % 2) {
        work(ms);
        send_number(rank ^ 1);
    }
}

/* Harmless: it asks a few times while it works. */
static void peeking(double ms, int step)
{
    int there;

    (void)step;
    for (int i = 0; i < ASKED; i++) {
        work(ms / ASKED);
        MPI_Iprobe(rank ^ 1, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    }
    meet();
}

/* Rank 0 hands out the work, which all others have. */
static void hand_out(int to)
{
    MPI_Recv(in, 1, MPI_INT, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    called++;
}

static void farm(double ms, int step)
{
    (void)step;
    for (int i = 1; rank == 0 && i < ranks; i++)
        hand_out(i);
    if (rank == 0)
        return;
    send_number(0);
    take_number(0);
    work(ms);
}

/* ---- what is moved ---- */

static void exchange(int bytes)
{
    int other = rank ^ 1;

    MPI_Sendrecv(out, bytes, MPI_BYTE, other, 0, in, bytes, MPI_BYTE, other, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    called++;
}

/* Very many messages of a few bytes, as many as there is time for: without a
 * core each the ranks would take minutes for what takes them half a second.
 */
static void small(double ms, int step)
{
    double until = MPI_Wtime() + ms * 1e-3;

    (void)step;
    do {
        out[0] = MPI_Wtime() < until;
        exchange(8);
    } while (rank == 0 ? out[0] : in[0]);
}

/* Harmless: a few of them. */
static void few(double ms, int step)
{
    (void)step;
    work(ms);
    for (int i = 0; i < ASKED; i++)
        exchange(8);
}

/* As many bytes as fit through. */
static void wide(double ms, int step)
{
    (void)ms, (void)step;
    for (int i = 0; i < 8; i++)
        exchange(LARGE);
}

/* Each has a large piece for each other one. */
static void shuffle(void)
{
    MPI_Alltoall(out, LARGE / PIECES, MPI_BYTE, in, LARGE / PIECES, MPI_BYTE,
                 MPI_COMM_WORLD);
    called++;
}

static void collective(double ms, int step)
{
    (void)ms, (void)step;
    for (int i = 0; i < 8; i++)
        shuffle();
    meet();
}

/* Harmless: the same now and then. */
static void sparing(double ms, int step)
{
    work(ms);
    if (step % 20 == 0)
        shuffle();
    meet();
}

/* ---- the rest ---- */

/* It has to be on a core to work, and there may not be one for each. */
static void crowd(double ms, int step)
{
    double until = processor_time() + ms;

    (void)step;
    while (processor_time() < until)
        ;
    meet();
}

static void write_file(int times)
{
    MPI_File file;

    MPI_File_open(MPI_COMM_SELF, "defects.out",
                  MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    for (int i = 0; i < times; i++) {
        MPI_File_write(file, out, LARGE, MPI_BYTE, MPI_STATUS_IGNORE);
        MPI_File_sync(file);
    }
    MPI_File_close(&file);
}

/* Rank 0 writes much, and the others wait for it. */
static void files(double ms, int step)
{
    (void)ms, (void)step;
    if (rank == 0)
        write_file(4);
    meet();
}

/* Each writes much. */
static void all_files(double ms, int step)
{
    char name[32];
    MPI_File file;

    (void)ms, (void)step;
    snprintf(name, sizeof(name), "defects.%d", rank);
    MPI_File_open(MPI_COMM_SELF, name,
                  MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    for (int i = 0; i < 8; i++)
        MPI_File_write_at(file, 0, out, LARGE, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

/* A file that MPI knows nothing of. */
static void write_plainly(size_t bytes)
{
    char name[32];
    FILE *file;

    snprintf(name, sizeof(name), "defects.%d", rank);
    file = fopen(name, "w");
    if (!file)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fwrite(out, 1, bytes, file);
    fflush(file);
    fsync(fileno(file));
    fclose(file);
    unlink(name);
}

/* Rank 0 writes much by the C library, and the others wait for it. */
static void plain(double ms, int step)
{
    (void)ms, (void)step;
    if (rank == 0)
        write_plainly(2 * LARGE);
    meet();
}

/* Each does. */
static void all_plain(double ms, int step)
{
    (void)ms, (void)step;
    write_plainly(2 * LARGE);
    meet();
}

/* What rank 0 writes a child reads, no faster than it would be printed. */
static void print(size_t bytes)
{
    int ends[2] = { -1, -1 };
    pid_t child = pipe(ends) < 0 ? -1 : fork();

    if (child < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (child == 0) {
        close(ends[1]);
        while (read(ends[0], in, 1 << 16) > 0)
            work(1);
        _exit(EXIT_SUCCESS);
    }
    close(ends[0]);
    for (size_t done = 0; done < bytes; done += 1 << 16)
        if (write(ends[1], out, 1 << 16) < 0)
            break;
    close(ends[1]);
    waitpid(child, NULL, 0);
}

static void printing(double ms, int step)
{
    (void)ms, (void)step;
    if (rank == 0)
        print(LARGE);
    meet();
}

/* Lines that are written one by one, or in a buffer at a time. */
static void write_lines(size_t buffer)
{
    enum { LINES = 40000 };
    char name[32];
    FILE *file;

    snprintf(name, sizeof(name), "defects.%d", rank);
    file = fopen(name, "w");
    if (!file)
        MPI_Abort(MPI_COMM_WORLD, 1);
    setvbuf(file, NULL, buffer > 0 ? _IOFBF : _IOLBF, buffer);
    for (int i = 0; i < LINES; i++)
        fputs("a line\n", file);
    fclose(file);
    unlink(name);
}

static void lines(double ms, int step)
{
    (void)ms, (void)step;
    write_lines(0);
    meet();
}

/* Harmless: the same lines, by few calls. */
static void buffered(double ms, int step)
{
    (void)step;
    work(ms);
    write_lines(1 << 16);
    meet();
}

/* Rank 1 has more to do, and writes a little, too. */
static void logging(double ms, int step)
{
    if (rank == 1)
        write_plainly(100);
    one(ms, step);
}

/* Before the first step much is to be got ready. */
static void start(double ms, int step)
{
    if (step == 0)
        work(60 * ms);
    even(ms, step);
}

/* Harmless: little is to be got ready. */
static void ready(double ms, int step)
{
    if (step == 0)
        work(4 * ms);
    even(ms, step);
}

static const struct {
    const char *name;
    void (*take)(double ms, int step);
} kinds[] = {
    { "even", even },         { "one", one },
    { "gradient", gradient }, { "turns", turns },
    { "nearly", nearly },     { "phases", phases },
    { "serial", serial },     { "sender", sender },
    { "answer", answer },     { "receiver", receiver },
    { "swap", swap },         { "chain", chain },
    { "pipeline", pipeline }, { "sweep", sweep },
    { "relay", relay },       { "asking", asking },
    { "peeking", peeking },   { "farm", farm },
    { "small", small },       { "few", few },
    { "wide", wide },         { "collective", collective },
    { "sparing", sparing },   { "crowd", crowd },
    { "files", files },       { "all_files", all_files },
    { "plain", plain },       { "all_plain", all_plain },
    { "printing", printing }, { "lines", lines },
    { "buffered", buffered }, { "logging", logging },
    { "start", start },       { "ready", ready },
};

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "even";
    int steps = argc > 2 ? atoi(argv[2]) : 40;
    double ms = argc > 3 ? atof(argv[3]) : 10;
    size_t which = 0;

    alarm(100); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    out = calloc((size_t)ranks, LARGE);
    in = calloc((size_t)ranks, LARGE);
    while (which + 1 < sizeof(kinds) / sizeof(kinds[0])
           && strcmp(kinds[which].name, kind) != 0)
        which++;
    for (int step = 0; step < steps; step++)
        kinds[which].take(ms, step);
    if (strcmp(kind, "chain") == 0 && rank == 0)
        take_number(ranks - 1); /* the token's last way */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("defects: %d steps of %s\n", steps, kinds[which].name);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}

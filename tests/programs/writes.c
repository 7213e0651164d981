/* writes.c - a malleable program that writes to C's files of all kinds
 *
 *     writes STEPS [full] [anew] [late]
 *
 * full: one more file is on a disk without any room.  anew: a process that
 * carries on begins its files anew.  late: one more file is opened when
 * there is something to write to it, and stays open.
 *
 * Each step is one line in each file, and on stdout.  Rank 0 has most of them,
 * the last rank one of its own; one is written to in an early step only.
 * Nothing is flushed by the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

enum { EARLY_STEP = 5 };

static FILE *plain, *small, *large, *wide, *piped, *last, *full, *late,
    *headed, *made, *flagged, *again;
static int anew;
static char ranks_text[20];

/* A process that carries on adds to what there is. */
static int adds(void)
{
    return mito_resumed() && !anew;
}

static FILE *need(FILE *f)
{
    if (!f)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return f;
}

static FILE *open_file(const char *name, size_t bytes)
{
    FILE *f = need(fopen(name, adds() ? "a" : "w"));

    if (bytes > 0)
        setvbuf(f, NULL, _IOFBF, bytes);
    return f;
}

static FILE *open_number(int number)
{
    return need(fdopen(number, adds() ? "a" : "w"));
}

/* Each step opens it, and closes it. */
static void add_to(const char *name, const char *mode, const char *text)
{
    FILE *f = need(fopen(name, mode));

    fputs(text, f);
    fclose(f);
}

/* In other ways than by fopen(), and one that begins with a line of its own,
 * which is in a buffer or was written.
 */
static void open_others(void)
{
    headed = open_file("headed", 0);
    if (!adds()) {
        fprintf(headed, "first\n");
        fflush(headed);
        fprintf(headed, "second\n");
    }
    if (!adds())
        add_to("added", "w", "first\nsecond\n");
    if (!adds())
        add_to("early", "w", "first\n");
    add_to("list", "w", ranks_text);
    made = adds() ? open_file("made", 0) : open_number(creat("made", 0600));
    flagged = open_number(openat(
        AT_FDCWD, "flagged",
        O_WRONLY | O_CREAT | O_CLOEXEC | (adds() ? O_APPEND : O_TRUNC), 0600));
    again = need(
        freopen("again", adds() ? "a" : "w+", need(fopen("/dev/null", "r"))));
}

static int has(char **argv, const char *word)
{
    while (*argv && strcmp(*argv, word) != 0)
        argv++;
    return *argv != NULL;
}

int main(int argc, char **argv)
{
    const struct timespec tick = { .tv_nsec = 20 * 1000 * 1000 };
    int is_late = has(argv, "late");
    char line[20];
    int steps = argc > 1 ? atoi(argv[1]) : 60, step = 0, rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    anew = has(argv, "anew");
    mito_register("step", &step, NULL, MPI_INT, NULL);
    snprintf(ranks_text, sizeof(ranks_text), "%d\n", ranks);
    if (rank == 0) {
        plain = open_file("plain", 0);
        small = open_file("small", 7);
        large = open_file("large", 100000);
        wide = open_file("wide", 0);
        open_others();
        piped = popen("exec cat >>piped", "w");
    }
    if (has(argv, "full") && !(full = fopen("/dev/full", "w")))
        return 1;
    if (rank == ranks - 1)
        last = open_file("last", 0);
    for (; step < steps; step++) {
        mito_sync();
        if (rank == 0) {
            fprintf(plain, "%d\n", step);
            fprintf(small, "%d\n", step);
            fprintf(large, "%d\n", step);
            fwprintf(wide, L"%d\n", step);
            fprintf(piped, "%d\n", step);
            printf("%d\n", step);
            fprintf(headed, "%d\n", step);
            snprintf(line, sizeof(line), "%d\n", step);
            add_to("added", "a", line);
            if (step == EARLY_STEP) {
                nanosleep(&tick, NULL); /* times of files are as coarse */
                add_to("early", "a", line);
            }
            fprintf(made, "%d\n", step);
            fprintf(flagged, "%d\n", step);
            fprintf(again, "%d\n", step);
            if (is_late && !late)
                late = fopen("late", "w");
            if (late)
                fprintf(late, "%d\n", step);
        }
        if (full)
            fprintf(full, "%d\n", step);
        if (rank == ranks - 1)
            fprintf(last, "%d\n", step);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (piped)
        pclose(piped);
    MPI_Finalize();
    return 0;
}

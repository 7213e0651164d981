/* pages.c - job folders with pages of ranks that never ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "job/files.h"
#include "report/code/resolve.h"
#include "report/diagnose/diagnose.h"
#include "report/gather/gather.h"
#include "report/json/json.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static const struct {
    const char *name;
    uint32_t traits;
} calls[PAGES_SIZE] = {
    [PAGES_INIT] = { "MPI_Init", TRAIT_SETUP },
    [PAGES_SEND] = { "MPI_Send", TRAIT_P2P | TRAIT_BLOCKING | TRAIT_DATA },
    [PAGES_RECV] = { "MPI_Recv", TRAIT_P2P | TRAIT_BLOCKING | TRAIT_DATA },
    [PAGES_ALLREDUCE] = { "MPI_Allreduce",
                          TRAIT_COLL | TRAIT_BLOCKING | TRAIT_DATA },
    [PAGES_SENDRECV] = { "MPI_Sendrecv",
                         TRAIT_P2P | TRAIT_BLOCKING | TRAIT_DATA },
    [PAGES_PROBE] = { "MPI_Probe", TRAIT_P2P | TRAIT_BLOCKING },
    [PAGES_IRECV] = { "MPI_Irecv", TRAIT_P2P | TRAIT_START },
    [PAGES_START] = { "MPI_Start", TRAIT_P2P | TRAIT_START | TRAIT_DATA },
    [PAGES_IBCAST] = { "MPI_Ibcast", TRAIT_COLL | TRAIT_START | TRAIT_DATA },
    [PAGES_IWRITE] = { "MPI_File_iwrite",
                       TRAIT_IO | TRAIT_START | TRAIT_DATA },
    [PAGES_WAIT] = { "MPI_Wait", TRAIT_P2P | TRAIT_BLOCKING | TRAIT_COMPLETE },
    [PAGES_WIN_WAIT] = { "MPI_Win_wait",
                         TRAIT_RMA | TRAIT_BLOCKING | TRAIT_COMPLETE },
    [PAGES_OPEN] = { "MPI_File_open", TRAIT_IO | TRAIT_BLOCKING },
    [PAGES_TEST] = { "MPI_Test", TRAIT_P2P | TRAIT_POLL | TRAIT_COMPLETE },
};

const char *pages_folder(void)
{
    static char paths[2][4096];
    static int turn;
    char *path = paths[turn++ % 2];
    const char *base = getenv("TMPDIR");

    snprintf(path, sizeof(paths[0]), "%s/mitosis-test-XXXXXX",
             base                            ? base
             : access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                             : "/tmp");
    if (!mkdtemp(path)) {
        perror(path);
        exit(1);
    }
    return path;
}

void pages_remove(const char *folder)
{
    char path[8192];
    struct dirent *entry;
    DIR *dir = opendir(folder);

    while (dir && (entry = readdir(dir))) {
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

pid_t pages_dead_process(void)
{
    pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    return pid;
}

uint64_t pages_ticks(double seconds)
{
    return seconds * 1e9 / PAGES_TICK_NS + 0.5;
}

static struct page *make(const char *folder,
                         unsigned generation,
                         int rank,
                         int size)
{
    static const char program[] = "./heat\0-n\0"
                                  "100";
    struct error err;
    struct page *p;
    char path[8192], name[FILES_NAME];
    uint64_t start = pages_ticks(1000);

    files_page(name, generation, rank);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (!(p = page_create(path, size, &err))) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    p->rank = rank;
    p->generation = generation;
    p->state = PAGE_FINISHED;
    p->pid = getpid();
    p->cores = 2;
    p->level = LEVEL_CALLSITES;
    p->depth = 1;
    strcpy(p->job, "heat-abc123");
    gethostname(p->host, sizeof(p->host));
    strcpy(p->mpi, "MPICH 4.0.2");
    memcpy(p->program, program, sizeof(program));
    p->program_bytes = sizeof(program);
    p->tick_ns = PAGES_TICK_NS;
    p->birth_ns = UINT64_C(1700000000000000000);
    p->birth = start;
    p->init_enter = start;
    p->init_leave = start + pages_ticks(0.1);
    p->finalize_enter = p->last = start + pages_ticks(10);
    p->mpi_ticks = pages_ticks(0.9);
    p->threads_used = 1;
    return p;
}

struct page *pages_make(const char *folder, int rank, int size)
{
    return make(folder, 1, rank, size);
}

struct page *pages_generation(const char *folder,
                              unsigned generation,
                              int rank,
                              int size,
                              double from,
                              double to)
{
    struct page *p = make(folder, generation, rank, size);
    uint64_t birth = pages_ticks(1000 + from - 0.5);

    p->state = PAGE_SUCCEEDED;
    p->finalize_enter = p->last = pages_ticks(1000 + to);
    p->mpi_ticks = pages_ticks((to - from) / 10);
    if (generation == 1)
        return p;
    p->birth_ns += (int64_t)((from - 0.5) * 1e9);
    p->birth = p->init_enter = birth;
    p->init_leave = birth + pages_ticks(0.1);
    p->took_over = pages_ticks(1000 + from);
    p->startup.user_seconds = 0.25;
    p->user_seconds = 1;
    return p;
}

void pages_call(struct page *p,
                int call,
                uint64_t count,
                double seconds,
                double fastest,
                uint64_t bytes)
{
    struct call_record *record = &p->call[call];

    strcpy(record->name, calls[call].name);
    record->traits = calls[call].traits;
    record->count += count;
    record->ticks += pages_ticks(seconds);
    record->bytes += count * bytes;
    record->sizes[size_class(bytes)] += count;
    record->fastest[size_class(bytes)] = pages_ticks(fastest);
    p->calls += count;
}

void pages_send(struct page *p, int peer, uint64_t count, uint64_t bytes)
{
    struct peer_record *record = page_peer(p, peer);

    record->sent_count += count;
    record->sent_bytes += count * bytes;
    record->sizes[size_class(bytes)] += count;
}

int pages_site(struct page *p, int call, uint64_t count, double seconds)
{
    struct call_site_record *site = &p->site[p->sites_used];

    site->call = call;
    site->depth = 1;
    site->count = count;
    site->ticks = pages_ticks(seconds);
    return p->sites_used++;
}

int pages_comm(struct page *p, const char *members, int size)
{
    struct comm_record *comm = &p->comm[p->comms_used];

    for (const char *c = members; *c; c++)
        comm->key = comm->key * 31 + *c;
    comm->size = size;
    comm->made = 1;
    comm->members_at = page_text(p, members);
    return p->comms_used++;
}

void pages_coll(struct page *p, int call, int comm, uint64_t count)
{
    struct coll_record *coll = &p->coll[p->colls_used++];

    coll->call_plus_one = call + 1;
    coll->comm = comm;
    coll->count = count;
    coll->ticks = pages_ticks(0.001) * count;
    coll->bytes = 8 * count;
    coll->sizes[size_class(8)] = count;
}

void pages_loop_from(struct page *p,
                     double start,
                     int rounds,
                     int inner,
                     double seconds,
                     double growth)
{
    int send = pages_site(p, PAGES_SEND, rounds * inner, 0.1);
    int reduce = pages_site(p, PAGES_ALLREDUCE, rounds, 0.1);
    double now = 1000 + start, mpi = 0;

    for (int i = 0; i < rounds; i++) {
        double round = seconds + growth * i;

        for (int k = 0; k < inner; k++)
            iteration_search_call(&p->beat, &p->site[send].beat, send,
                                  pages_ticks(now + round * 0.9 * k / inner),
                                  pages_ticks(mpi));
        iteration_search_call(&p->beat, &p->site[reduce].beat, reduce,
                              pages_ticks(now + round * 0.9),
                              pages_ticks(mpi));
        now += round;
        mpi += round * 0.1;
    }
    iteration_search_settle(&p->beat);
}

void pages_loop(
    struct page *p, int rounds, int inner, double seconds, double growth)
{
    pages_loop_from(p, 1, rounds, inner, seconds, growth);
}

enum { BLOCK = 4096 };

/* Which blocks of a page are not empty. */
static bool *used_blocks(const char *page, size_t bytes)
{
    static const char empty[BLOCK];
    bool *used = calloc(bytes / BLOCK + 1, sizeof(*used));

    for (size_t at = 0; at < bytes; at += BLOCK) {
        size_t len = bytes - at < BLOCK ? bytes - at : BLOCK;

        used[at / BLOCK] = memcmp(page + at, empty, len) != 0;
    }
    return used;
}

static void write_used(int fd,
                       const char *page,
                       size_t bytes,
                       const bool *used)
{
    for (size_t at = 0; at < bytes; at += BLOCK) {
        size_t len = bytes - at < BLOCK ? bytes - at : BLOCK;

        if (used[at / BLOCK] && pwrite(fd, page + at, len, at) != (ssize_t)len)
            perror("pwrite");
    }
}

void pages_copy(const char *folder, int count)
{
    char path[8192];
    struct page *first, *copy;
    bool *used;

    snprintf(path, sizeof(path), "%s/rank-0.page", folder);
    if (!(first = page_open(path, NULL)) || !(copy = malloc(first->bytes)))
        exit(1);
    memcpy(copy, first, first->bytes);
    used = used_blocks((char *)copy, first->bytes);
    for (int rank = 1; rank <= count; rank++) {
        int fd;

        snprintf(path, sizeof(path), "%s/rank-%d.page", folder, rank);
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        copy->rank = rank;
        if (fd < 0 || ftruncate(fd, first->bytes) < 0) {
            perror(path);
            exit(1);
        }
        write_used(fd, (char *)copy, first->bytes, used);
        close(fd);
    }
    free(used);
    free(copy);
    page_close(first);
}

char *pages_text(const struct run *run,
                 void (*print)(const struct run *run, FILE *out))
{
    static char *text;
    size_t bytes;
    FILE *out;

    free(text);
    out = open_memstream(&text, &bytes);
    print(run, out);
    fclose(out);
    return text;
}

char *pages_json(const struct run *run)
{
    return pages_text(run, json_print);
}

struct run *pages_run(const char *folder)
{
    struct error err = { .text = "" };
    struct run *run = gather(&folder, 1, false, &err);

    if (!run || resolve(run, &err) < 0 || diagnose(run) < 0) {
        ok(false, "the pages make a run: %s", err.text);
        exit(tap_done());
    }
    return run;
}

struct run *pages_collect(const char *folder)
{
    static struct run *run;

    run_destroy(run);
    run = pages_run(folder);
    pages_remove(folder);
    return run;
}

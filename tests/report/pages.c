/* pages.c - job folders with pages of ranks that never ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "report/json.h"
#include "tests/report/pages.h"

static const struct {
    const char *name;
    uint32_t traits;
} calls[PAGES_SIZE] = {
    [PAGES_INIT] = { "MPI_Init", TRAIT_SETUP },
    [PAGES_SEND] = { "MPI_Send", TRAIT_P2P | TRAIT_BLOCKING | TRAIT_DATA },
    [PAGES_RECV] = { "MPI_Recv", TRAIT_P2P | TRAIT_BLOCKING | TRAIT_DATA },
    [PAGES_ALLREDUCE] = { "MPI_Allreduce",
                          TRAIT_COLL | TRAIT_BLOCKING | TRAIT_DATA },
};

const char *pages_folder(void)
{
    static char path[4096];
    const char *base = getenv("TMPDIR");

    snprintf(path, sizeof(path), "%s/mitosis-test-XXXXXX",
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

uint64_t pages_ticks(double seconds)
{
    return seconds * 1e9 / PAGES_TICK_NS + 0.5;
}

struct page *pages_make(const char *folder, int rank, int size)
{
    static const char program[] = "./heat\0-n\0"
                                  "100";
    struct error err;
    struct page *p;
    char path[8192];
    uint64_t start = pages_ticks(1000);

    snprintf(path, sizeof(path), "%s/rank-%d.page", folder, rank);
    if (!(p = page_create(path, size, &err))) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    p->rank = rank;
    p->state = PAGE_FINISHED;
    p->pid = getpid();
    p->cores = 2;
    p->level = LEVEL_CALLSITES;
    p->depth = 1;
    p->frames = 1;
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

char *pages_json(const struct run *run)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    json_print(run, out);
    fclose(out);
    return text;
}

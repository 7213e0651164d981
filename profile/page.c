/* page.c - what a rank writes down about itself, in memory that outlives it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/system/host.h"
#include "profile/page.h"

static const char magic[8] = "MITOPAGE";

const char *const page_level_name[PAGE_LEVELS] = {
    [LEVEL_OFF] = "off",     [LEVEL_COUNTS] = "counts",
    [LEVEL_TIMES] = "times", [LEVEL_CALLSITES] = "callsites",
    [LEVEL_TRACE] = "trace",
};

/* Which peers' records were claimed is known beside the page, where looking
 * costs no memory of the file.  A process writes one page at a time.
 */
static uint64_t ready[PAGE_PEERS / 64];

static size_t page_bytes(uint64_t peers)
{
    return sizeof(struct page) + peers * sizeof(struct peer_record);
}

/* A store into a hole of a full file system ends the program by SIGBUS, so
 * each part of the file is given its memory before it is used.
 */
static int claim(int fd, size_t from, size_t bytes)
{
    errno = file_allocate(fd, from, bytes);
    return errno ? -1 : 0;
}

struct page *page_create(const char *path, int size, struct error *err)
{
    uint64_t peers = size < 1 ? 1 : size < PAGE_PEERS ? size : PAGE_PEERS;
    size_t bytes = page_bytes(peers);
    struct page *p = MAP_FAILED;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0)
        return error_null(err, "%s: %s", path, strerror(errno));
    if (file_truncate(fd, bytes) == 0
        && claim(fd, 0, offsetof(struct page, call)) == 0)
        p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        error_set(err, "%s: %s", path, strerror(errno));
        unlink(path);
        p = NULL;
    } else {
        memset(ready, 0, sizeof(ready));
        memcpy(p->magic, magic, sizeof(magic));
        p->version = PAGE_VERSION;
        p->bytes = bytes;
        p->size = size;
        p->peers = peers;
        p->text_used = 1; /* position 0 is the empty text */
        snprintf(p->path, sizeof(p->path), "%s", path);
    }
    close(fd);
    return p;
}

static const char *what_is_wrong(const struct page *p, size_t bytes)
{
    if (bytes < sizeof(*p) || memcmp(p->magic, magic, sizeof(magic)) != 0)
        return "not a page of a rank";
    if (p->version != PAGE_VERSION || p->peers > PAGE_PEERS
        || p->bytes != page_bytes(p->peers))
        return "written by another version of mitosis";
    if (p->bytes != bytes)
        return "cut off";
    return NULL;
}

struct page *page_open(const char *path, struct error *err)
{
    struct page *p = MAP_FAILED;
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0)
        p = mmap(NULL, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    else if (fd >= 0)
        errno = ENODATA;
    if (p == MAP_FAILED) {
        error_set(err, "%s: %s", path, strerror(errno));
        p = NULL;
    } else {
        const char *wrong = what_is_wrong(p, st.st_size);

        if (wrong) {
            error_set(err, "%s: %s", path, wrong);
            munmap(p, st.st_size);
            p = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    return p;
}

void page_close(struct page *p)
{
    if (p)
        munmap(p, p->bytes);
}

bool page_is_here(const struct page *p)
{
    uint64_t own = host_pid_namespace();

    return strncmp(p->host, host_own(), sizeof(p->host)) == 0
           && (p->pid_namespace == own || p->pid_namespace == 0 || own == 0);
}

/* The file is opened anew: a descriptor kept open could be closed by the
 * program, and then be somebody else's.
 */
bool page_claim(struct page *p, const void *start, size_t bytes)
{
    int fd = open(p->path, O_RDWR | O_CLOEXEC);
    bool done =
        fd >= 0
        && claim(fd, (const char *)start - (const char *)p, bytes) == 0;

    if (fd >= 0)
        close(fd);
    return done;
}

static bool peer_ready(struct page *p, uint64_t at)
{
    uint64_t bit = UINT64_C(1) << at % 64;

    if (!(ready[at / 64] & bit)
        && page_claim(p, &p->peer[at], sizeof(p->peer[at])))
        ready[at / 64] |= bit;
    return ready[at / 64] & bit;
}

/* Worlds that fit have a slot for each rank; in larger ones a rank takes the
 * first free slot after its own.
 */
struct peer_record *page_peer(struct page *p, int rank)
{
    uint64_t at = (uint64_t)rank % p->peers;

    for (uint64_t tried = 0; tried < p->peers && peer_ready(p, at); tried++) {
        struct peer_record *peer = &p->peer[at];

        if (peer->rank_plus_one == 0)
            peer->rank_plus_one = rank + 1;
        if (peer->rank_plus_one == (uint32_t)rank + 1)
            return peer;
        at = at + 1 < p->peers ? at + 1 : 0;
    }
    return NULL;
}

/* Whether something was written near to 'at', which is not before what was
 * asked for last.
 */
static bool is_written(struct page_written *w,
                       const struct page *p,
                       const void *at)
{
    off_t offset = (const char *)at - (const char *)p;

    if (offset >= w->to) {
        w->from = lseek(w->fd, offset, SEEK_DATA);
        w->to = w->from < 0 ? w->from : lseek(w->fd, w->from, SEEK_HOLE);
        if (w->to < 0) /* there is nothing more */
            w->from = w->to = (off_t)page_bytes(p->peers);
    }
    return offset >= w->from && offset < w->to;
}

void page_peers_begin(struct page_peers *peers, const struct page *p)
{
    bool ends = memchr(p->path, '\0', sizeof(p->path));

    *peers = (struct page_peers){
        .page = p,
        .written.fd = ends ? open(p->path, O_RDONLY | O_CLOEXEC) : -1,
    };
}

const struct peer_record *page_peers_next(struct page_peers *peers)
{
    const struct page *p = peers->page;

    while (peers->next < p->peers) {
        const struct peer_record *peer = &p->peer[peers->next++];

        if (is_written(&peers->written, p, peer) && peer->rank_plus_one > 0)
            return peer;
    }
    return NULL;
}

void page_peers_end(struct page_peers *peers)
{
    if (peers->written.fd >= 0)
        close(peers->written.fd);
}

static void restart_calls(struct page *p, int fd)
{
    struct page_written written = { .fd = fd };

    for (int i = 0; i < PAGE_CALLS; i++) {
        struct call_record *call = &p->call[i];

        if (!is_written(&written, p, call) || !call->name[0])
            continue;
        call->count = call->untimed = call->ticks = call->bytes = 0;
        memset(call->sizes, 0, sizeof(call->sizes));
        memset(call->fastest, 0, sizeof(call->fastest));
    }
}

static void restart_peers(struct page *p, int fd)
{
    struct page_written written = { .fd = fd };

    for (uint64_t i = 0; i < p->peers; i++) {
        struct peer_record *peer = &p->peer[i];

        if (is_written(&written, p, peer) && peer->rank_plus_one)
            *peer =
                (struct peer_record){ .rank_plus_one = peer->rank_plus_one };
    }
}

static void restart_colls(struct page *p)
{
    for (uint32_t i = 0; i < p->colls_used; i++) {
        struct coll_record *coll = &p->coll[i];

        *coll = (struct coll_record){ .call_plus_one = coll->call_plus_one,
                                      .comm = coll->comm };
    }
}

static void restart_sites(struct page *p)
{
    for (uint32_t i = 0; i < p->sites_used; i++) {
        struct call_site_record *site = &p->site[i];

        site->count = site->ticks = site->bytes = site->fastest = 0;
        site->beat = (struct iteration_search_mark){ 0 };
    }
}

/* A loop is large, and most are not in use. */
static void restart_beat(struct iteration_search *b)
{
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        if (b->loop[i].used)
            memset(&b->loop[i], 0, sizeof(b->loop[i]));
    b->calls = b->first_tick = b->last_tick = 0;
    b->manual = 0;
}

void page_end_startup(struct page *p)
{
    p->startup.calls = p->calls;
    p->startup.mpi_ticks = p->mpi_ticks;
    p->startup.switches_voluntary = p->switches_voluntary;
    p->startup.switches_forced = p->switches_forced;
    p->startup.core_wait_seconds = p->core_wait_seconds;
    p->startup.on_core = p->use.on_core;
    p->startup.user_seconds = p->user_seconds;
    p->startup.system_seconds = p->system_seconds;
}

static void restart_sums(struct page *p)
{
    page_end_startup(p);
    p->io_before = p->io;
    p->use_before = p->use;
    p->computing = p->calling = p->traced = (struct stretches){ 0 };
    p->cycles_before = p->cycles;
    p->instructions_before = p->instructions;
    p->energy_before = p->energy_joules;
    p->calls = p->mpi_ticks = 0;
    p->received_unseen = p->cancelled = 0;
    p->other_job_count = p->other_job_bytes = 0;
    p->other_peers_count = p->other_peers_bytes = 0;
    p->file_read_bytes = p->file_written_bytes = 0;
    p->lost_sites = p->lost_colls = 0;
}

void page_start_over(struct page *p)
{
    int fd = open(p->path, O_RDONLY | O_CLOEXEC);

    restart_sums(p);
    for (uint32_t i = 0; i < p->threads_used && i < PAGE_THREADS; i++)
        p->thread[i].count = p->thread[i].ticks = 0;
    restart_colls(p);
    restart_sites(p);
    restart_beat(&p->beat);
    if (fd >= 0) {
        restart_calls(p, fd);
        restart_peers(p, fd);
        close(fd);
    }
}

double page_cost(const struct page *p)
{
    uint64_t calls = p->calls; /* of the main thread, which is number 0 */

    for (uint32_t i = 1; i < p->threads_used && i < PAGE_THREADS; i++)
        calls += p->thread[i].count;
    if (p->cost_samples == 0)
        return 0;
    return (double)p->cost_ticks / (double)p->cost_samples * (double)calls;
}

bool page_is_between(const char *path)
{
    const char *name = basename(path);

    return strncmp(name, "libmpichfort", 12) == 0
           || strncmp(name, "libmpifort", 10) == 0
           || strncmp(name, "libmitosis", 10) == 0;
}

uint32_t page_text(struct page *p, const char *text)
{
    size_t bytes = strlen(text) + 1;
    uint32_t at = p->text_used;

    if (bytes > PAGE_TEXT - p->text_used)
        return 0;
    memcpy(p->text + at, text, bytes);
    p->text_used += bytes;
    return at;
}

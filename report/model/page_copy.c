/* page_copy.c - a private copy of a rank's page that can be trusted
 *
 * Reading a hole of a file in /dev/shm through a mapping would make the
 * kernel fill it with memory, for good; pread() does not, and finding the
 * holes first, and reading of tables what is in use, saves most of the
 * reading.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/model/page_copy.h"

enum { GRAIN = 4096 }; /* what page_copy_used() tells apart */

struct page_copy {
    struct page *page;
    size_t bytes;
    uint64_t memory;
    unsigned char *used; /* a flag for each grain */
};

static void mark_used(page_copy_t *im, size_t from, size_t to)
{
    for (size_t grain = from / GRAIN; grain * GRAIN < to; grain++)
        im->used[grain] = 1;
}

/* Read [from, to) of the file to the same place of the copy.  A file that
 * ends early leaves zeroes.
 */
static int read_part(page_copy_t *im, int fd, size_t from, size_t to)
{
    mark_used(im, from, to);
    while (from < to) {
        ssize_t got = pread(fd, (char *)im->page + from, to - from, from);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got;
        from += got;
    }
    return 0;
}

/* Of a table with 'most' records, those in use. */
static int read_table(page_copy_t *im,
                      int fd,
                      size_t from,
                      size_t record,
                      uint32_t used,
                      uint32_t most)
{
    return read_part(im, fd, from,
                     from + record * (used < most ? used : most));
}

/* Of the table 'field' of a struct that begins 'at' a place of the page. */
#define READ_TABLE(im, fd, at, of, field, used)                               \
    read_table((im), (fd), (at) + offsetof(__typeof__(of), field),            \
               sizeof((of).field[0]), (used),                                 \
               sizeof((of).field) / sizeof((of).field[0]))

static int read_samples(page_copy_t *im,
                        int fd,
                        const struct iteration_loop *loop)
{
    size_t at = (const char *)loop - (const char *)im->page;

    return READ_TABLE(im, fd, at, *loop, ticks_of, loop->samples) < 0
                   || READ_TABLE(im, fd, at, *loop, mpi_of, loop->samples) < 0
               ? -1
               : READ_TABLE(im, fd, at, *loop, histogram, BEAT_BINS);
}

static int read_loops(page_copy_t *im, int fd)
{
    const struct iteration_loop *loop = im->page->beat.loop;
    size_t at = offsetof(struct page, beat.loop);
    int rc = read_part(im, fd, offsetof(struct page, beat), at);

    for (int i = 0; rc == 0 && i < ITERATION_SEARCH_LOOPS; i++) {
        rc = read_part(im, fd, at,
                       at + offsetof(struct iteration_loop, ticks_of));
        if (rc == 0 && loop[i].used)
            rc = read_samples(im, fd, &loop[i]);
        at += sizeof(*loop);
    }
    return rc;
}

/* What the rank has made sure of beforehand has no holes, but is mostly empty.
 */
static int read_tables(page_copy_t *im, int fd)
{
    const struct page *p = im->page;

    if (read_part(im, fd, 0, offsetof(struct page, comm)) < 0
        || READ_TABLE(im, fd, 0, *p, comm, p->comms_used) < 0
        || READ_TABLE(im, fd, 0, *p, coll, p->colls_used) < 0
        || READ_TABLE(im, fd, 0, *p, object, p->objects_used) < 0
        || READ_TABLE(im, fd, 0, *p, thread, p->threads_used) < 0
        || read_loops(im, fd) < 0)
        return -1;
    return READ_TABLE(im, fd, 0, *p, text, p->text_used);
}

/* The rest of the page is claimed bit by bit. */
static int read_claimed_parts(page_copy_t *im, int fd)
{
    off_t from = offsetof(struct page, call), to;

    while ((size_t)from < im->bytes) {
        from = lseek(fd, from, SEEK_DATA);
        if (from < 0)
            return errno == ENXIO
                       ? 0
                       : read_part(im, fd, offsetof(struct page, call),
                                   im->bytes);
        if ((size_t)from >= im->bytes)
            return 0;
        to = lseek(fd, from, SEEK_HOLE);
        if (to < 0 || (size_t)to > im->bytes)
            to = im->bytes;
        if (read_part(im, fd, from, to) < 0)
            return -1;
        from = to;
    }
    return 0;
}

static void end_text(char *text, size_t bytes)
{
    text[bytes - 1] = '\0';
}

#define END_TEXT(array) end_text((array), sizeof(array))

static void at_most(uint32_t *n, uint32_t most)
{
    if (*n > most)
        *n = most;
}

static void mend_number(double *number)
{
    if (!isfinite(*number) || *number < 0)
        *number = 0;
}

static void mend_use(struct thread_use *use)
{
    mend_number(&use->on_core);
    mend_number(&use->in_kernel);
    mend_number(&use->core_wait);
}

static void mend_loads(struct host_load *l)
{
    at_most(&l->used, l->stride > 0 ? LOADS : 0);
    for (uint32_t i = 0; i < l->used; i++)
        if (!isfinite(l->load[i]) || l->load[i] < 0)
            l->load[i] = 0;
}

static void mend_head(struct page *p)
{
    END_TEXT(p->job);
    END_TEXT(p->host);
    END_TEXT(p->mpi);
    END_TEXT(p->program);
    END_TEXT(p->folder);
    END_TEXT(p->output);
    END_TEXT(p->unwinder);
    END_TEXT(p->tool_before);
    END_TEXT(p->tool_behind);
    END_TEXT(p->remarks);
    END_TEXT(p->trace);
    at_most(&p->program_bytes, sizeof(p->program));
    if (p->depth < 1 || p->depth > SITE_FRAMES)
        p->depth = 1;
    mend_number(&p->tick_ns);
    if (p->tick_ns < 1e-3 || p->tick_ns > 1e3)
        p->tick_ns = 0; /* as it is before MPI_Init is left */
    mend_number(&p->look.user_seconds);
    mend_number(&p->look.system_seconds);
    mend_number(&p->core_wait_seconds);
    mend_number(&p->startup.core_wait_seconds);
    mend_number(&p->startup.on_core);
    mend_number(&p->startup.user_seconds);
    mend_number(&p->startup.system_seconds);
    mend_number(&p->energy_joules);
    mend_number(&p->energy_before);
    mend_use(&p->use);
    mend_use(&p->use_before);
    mend_use(&p->computing.use);
    mend_use(&p->calling.use);
    mend_number(&p->user_seconds);
    mend_number(&p->system_seconds);
    mend_number(&p->cost_setup_seconds);
    mend_number(&p->load_first);
    mend_number(&p->load_last);
    mend_number(&p->load_sum);
    mend_loads(&p->loads);
}

static void mend_tables(struct page *p)
{
    at_most(&p->comms_used, PAGE_COMMS);
    at_most(&p->colls_used, PAGE_COLLS);
    at_most(&p->sites_used, PAGE_SITES);
    at_most(&p->objects_used, PAGE_OBJECTS);
    at_most(&p->threads_used, PAGE_THREADS);
    at_most(&p->text_used, PAGE_TEXT);
    END_TEXT(p->text);
    for (uint32_t i = 0; i < p->comms_used; i++) {
        END_TEXT(p->comm[i].name);
        if (p->comm[i].members_at >= p->text_used)
            p->comm[i].members_at = 0;
    }
    for (uint32_t i = 0; i < p->sites_used; i++) {
        if (p->site[i].call >= PAGE_CALLS)
            p->site[i].call = PAGE_CALLS - 1;
        at_most(&p->site[i].depth, SITE_FRAMES);
    }
    for (uint32_t i = 0; i < p->objects_used; i++) {
        END_TEXT(p->object[i].path);
        at_most(&p->object[i].build_id_bytes, sizeof(p->object[i].build_id));
    }
}

static void mend_loop(struct iteration_loop *loop)
{
    if (loop->samples > BEAT_SAMPLES)
        loop->samples = BEAT_SAMPLES;
    if (loop->stride < 1)
        loop->stride = 1;
    mend_number(&loop->squares);
}

static void mend_calls(page_copy_t *im)
{
    struct page *p = im->page;

    for (int i = 0; i < PAGE_CALLS; i++)
        if (page_copy_used(im, p->call[i].name))
            END_TEXT(p->call[i].name);
}

static void mend_loops(page_copy_t *im)
{
    struct page *p = im->page;

    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        if (page_copy_used(im, &p->beat.loop[i]))
            mend_loop(&p->beat.loop[i]);
}

/* page_open() knows what a page is, and looks at its first part only. */
static size_t bytes_of_page(const char *path, struct error *err)
{
    struct page *p = page_open(path, err);
    size_t bytes = p ? p->bytes : 0;

    page_close(p);
    return bytes;
}

static int load(page_copy_t *im, const char *path, struct error *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int rc = -1;

    if (fd >= 0 && fstat(fd, &st) == 0) {
        im->memory = (uint64_t)st.st_blocks * 512;
        rc = read_tables(im, fd) < 0 ? -1 : read_claimed_parts(im, fd);
    }
    if (rc < 0)
        error_set(err, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return rc;
}

page_copy_t *page_copy_open(const char *path, struct error *err)
{
    size_t bytes = bytes_of_page(path, err);
    page_copy_t *im;

    if (bytes == 0)
        return NULL;
    if (!(im = calloc(1, sizeof(*im)))
        || !(im->used = calloc(bytes / GRAIN + 2, 1))
        || (im->page =
                mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
               == MAP_FAILED) {
        error_set(err, "%s: %s", path, strerror(errno));
        if (im)
            im->page = NULL;
        page_copy_close(im);
        return NULL;
    }
    im->bytes = bytes;
    if (load(im, path, err) < 0) {
        page_copy_close(im);
        return NULL;
    }
    im->page->bytes = bytes;
    im->page->peers =
        (bytes - sizeof(struct page)) / sizeof(struct peer_record);
    mend_head(im->page);
    mend_tables(im->page);
    mend_calls(im);
    mend_loops(im);
    return im;
}

void page_copy_close(page_copy_t *im)
{
    if (im) {
        if (im->page)
            munmap(im->page, im->bytes);
        free(im->used);
        free(im);
    }
}

const struct page *page_copy_page(const page_copy_t *im)
{
    return im->page;
}

uint64_t page_copy_memory(const page_copy_t *im)
{
    return im->memory;
}

bool page_copy_used(const page_copy_t *im, const void *at)
{
    return im->used[((const char *)at - (const char *)im->page) / GRAIN] != 0;
}

const char *page_copy_text(const page_copy_t *im, uint32_t at)
{
    return at < PAGE_TEXT ? im->page->text + at : "";
}

int page_copy_loop(const char *path,
                   unsigned which,
                   struct iteration_loop *loop)
{
    off_t at = offsetof(struct page, beat.loop) + which * sizeof(*loop);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = -1;

    if (fd >= 0) {
        got = pread(fd, loop, sizeof(*loop), at);
        close(fd);
    }
    if (got < (ssize_t)sizeof(*loop))
        return -1;
    mend_loop(loop);
    return 0;
}

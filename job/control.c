/* control.c - the few words that a generation's ranks and the agent share
 *
 * All ranks of a generation make the file at once, each the same: only one
 * writes the head, which is the same whoever does.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file_write.h"
#include "job/control.h"

enum {
    FORMAT = 6,
    PATH_SIZE = 4096 + 32,
    RANKS_MOST = 1 << 22,
    END_MS = 1000
};

static const char magic[8] = "MITOCTL";

static size_t bytes_for(uint32_t ranks)
{
    return sizeof(struct control) + ranks * sizeof(struct control_slot);
}

static void compose(const char *folder, uint32_t generation, char *path)
{
    snprintf(path, PATH_SIZE, "%s/control-%u", folder, generation);
}

/* Room is claimed before it is mapped: a full disk is to be an error here,
 * not a signal later.
 */
static struct control *map(int fd, size_t bytes)
{
    void *memory;

    if (file_claim(fd, (off_t)bytes) < 0)
        return NULL;
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

struct control *control_open(const char *folder,
                             uint32_t generation,
                             uint32_t ranks,
                             struct error *err)
{
    char path[PATH_SIZE];
    struct control *c;
    int fd;

    compose(folder, generation, path);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    c = fd < 0 ? NULL : map(fd, bytes_for(ranks));
    if (!c)
        error_set(err, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    if (!c)
        return NULL;
    c->version = FORMAT;
    c->generation = generation;
    c->ranks = ranks;
    memcpy(c->magic, magic, sizeof(magic));
    return c;
}

struct control *control_find(const char *folder,
                             uint32_t generation,
                             struct error *err)
{
    char path[PATH_SIZE];
    struct control head, *c = NULL;
    int fd;

    compose(folder, generation, path);
    fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return error_null(err, "%s: %s", path, strerror(errno));
    if (pread(fd, &head, sizeof(head), 0) != sizeof(head)
        || memcmp(head.magic, magic, sizeof(magic)) != 0
        || head.version != FORMAT || head.ranks > RANKS_MOST)
        error_set(err, "%s: not made by this version of mitosis", path);
    else if (!(c = map(fd, bytes_for(head.ranks))))
        error_set(err, "%s: %s", path, strerror(errno));
    close(fd);
    return c;
}

struct control *control_find_job(const char *folder)
{
    struct control *first = control_find(folder, 1, NULL);
    uint32_t job = first ? atomic_load(&first->successor) : 0;

    if (job <= 1)
        return first;
    control_close(first);
    return control_find(folder, job, NULL);
}

/* Until it has ended it might still write the record. */
void control_end_agent(const struct control *record)
{
    struct pollfd end = { .fd = process_id_open(&record->agent_process),
                          .events = POLLIN };

    process_id_kill(&record->agent_process);
    if (end.fd < 0)
        return;
    poll(&end, 1, END_MS);
    close(end.fd);
}

/* A rank whose horizon is 0 looks whether it is to serve or to make a promise:
 * that is to be known before the horizon is 0, and after it is not.
 */
void control_set_horizon(struct control *c, uint64_t horizon, uint64_t offer)
{
    if (offer > 0)
        atomic_store(&c->offer, offer);
    for (uint32_t r = 0; r < c->ranks; r++)
        atomic_store(&c->slot[r].horizon, offer > 0 ? 0 : horizon);
    if (offer == 0)
        atomic_store(&c->offer, 0);
}

void control_close(struct control *c)
{
    if (c)
        munmap(c, bytes_for(c->ranks));
}

void control_remove(const char *folder, uint32_t generation)
{
    char path[PATH_SIZE];

    compose(folder, generation, path);
    unlink(path);
}

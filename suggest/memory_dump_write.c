/* memory_dump_write.c - write down what is in memory, and what has changed
 *
 * Of what is small all is written down at each moment, so that who reads it
 * can look at each variable.  What is large is compared with how it was.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "suggest/allocated_blocks.h"
#include "suggest/earlier_memory.h"
#include "suggest/memory_dump_write.h"

enum {
    MEBIBYTE = 1 << 20, /* of data or stack that is written down in full */
    PIECE = 16 * DUMP_PAGE,
    SMALL_BLOCKS = 20000, /* written down at a moment, at most */
};

static struct {
    FILE *out;
    int failed; /* the errno of what could not be written, or 0 */
    struct memory_dump_head head;
    uintptr_t data, end, top;
    uint32_t moment;
    uint64_t first_number; /* of blocks at the first moment */
    uint64_t last_number;  /* and at the one before */
    int small;
    char was[PIECE];
} look;

static void write_bytes(const void *bytes, size_t size)
{
    if (!look.failed && fwrite(bytes, size, 1, look.out) != 1)
        look.failed = errno;
}

static void record(enum memory_dump_kind kind,
                   uint32_t moment,
                   uintptr_t address,
                   uint64_t bytes,
                   const void *payload,
                   uint64_t size)
{
    struct memory_dump_record r = { kind, moment, address, bytes, size };

    write_bytes(&r, sizeof(r));
    if (size > 0)
        write_bytes(payload, size);
}

static void changed(uintptr_t from, uintptr_t to)
{
    if (to > from)
        record(DUMP_CHANGED, look.moment, from, to - from, NULL, 0);
}

/* Compare with the moment before, and tell the parts that differ. */
static void compare(uintptr_t address, size_t size)
{
    uintptr_t from = address, to = address;

    for (size_t at = 0; at < size; at += PIECE) {
        size_t piece = size - at < PIECE ? size - at : PIECE;

        if (earlier_memory_read(address + at, look.was, piece) < 0) {
            record(DUMP_UNSEEN, look.moment, address, size, NULL, 0);
            break;
        }
        for (size_t i = 0; i < piece; i += DUMP_PAGE) {
            size_t page = piece - i < DUMP_PAGE ? piece - i : DUMP_PAGE;
            const char *now = (const char *)address + at + i;

            if (memcmp(now, look.was + i, page) == 0)
                continue;
            if ((uintptr_t)now != to) {
                changed(from, to);
                from = (uintptr_t)now;
            }
            to = (uintptr_t)now + page;
        }
    }
    changed(from, to);
}

static void region(uintptr_t address, size_t size, size_t small)
{
    if (size <= small)
        record(DUMP_MEMORY, look.moment, address, size, (void *)address, size);
    else if (look.moment > 0)
        compare(address, size);
}

static void block(const struct block *b, void *arg)
{
    struct memory_dump_origin origin = { b->number <= look.first_number,
                                         { 0 } };

    (void)arg;
    memcpy(origin.frames, b->frames, sizeof(origin.frames));
    record(DUMP_BLOCK, look.moment, b->address, b->size, &origin,
           sizeof(origin));
    if (b->size <= DUMP_SMALL && look.small++ < SMALL_BLOCKS)
        region(b->address, b->size, DUMP_SMALL);
    else if (b->size > DUMP_SMALL && b->number <= look.last_number)
        region(b->address, b->size, DUMP_SMALL);
}

/* The registers as DWARF numbers them. */
static void registers(const ucontext_t *context)
{
#if defined __x86_64__
    static const int order[DUMP_REGISTERS] = {
        REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
        REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
        REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP
    };
    uint64_t value[DUMP_REGISTERS];
    uintptr_t stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP] - 128;

    for (int i = 0; i < DUMP_REGISTERS; i++)
        value[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
    record(DUMP_STATE, look.moment, 0, 0, value, sizeof(value));
    if (stack < look.top)
        region(stack, look.top - stack, MEBIBYTE);
#else
    (void)context;
#endif
}

static void find_stack(void)
{
    pthread_attr_t attr;
    void *low;
    size_t size;

    if (pthread_getattr_np(pthread_self(), &attr) != 0)
        return;
    if (pthread_attr_getstack(&attr, &low, &size) == 0)
        look.top = (uintptr_t)low + size;
    pthread_attr_destroy(&attr);
}

int memory_dump_write_open(const char *path,
                           int rank,
                           uintptr_t base,
                           uintptr_t at,
                           uint64_t step,
                           bool sync,
                           uintptr_t data,
                           uintptr_t end)
{
    if (!(look.out = fopen(path, "we")))
        return -1;
    look.head = (struct memory_dump_head){ DUMP_MAGIC, rank, base,
                                           at - base,  step, sync };
    look.failed = 0;
    look.moment = 0;
    look.data = data;
    look.end = end;
    find_stack();
    write_bytes(&look.head, sizeof(look.head));
    return 0;
}

void memory_dump_write_moment(const ucontext_t *context)
{
    if (look.moment == 0)
        look.first_number = look.last_number = allocated_blocks_number();
    look.small = 0;
    registers(context);
    region(look.data, look.end - look.data, MEBIBYTE);
    allocated_blocks_each(block, NULL);
    if (look.moment > 0 && look.moment < DUMP_MOMENTS - 1
        && look.end - look.data > MEBIBYTE && fflush(look.out) != 0
        && !look.failed)
        look.failed = errno;
    look.last_number = allocated_blocks_number();
    if (++look.moment < DUMP_MOMENTS && earlier_memory_keep() < 0)
        record(DUMP_UNSEEN, look.moment, 0, 0, NULL, 0);
}

/* There is room for a few bytes once the file is empty. */
static void tell_failed(int fd)
{
    struct memory_dump_record r = { DUMP_FAILED, 0, 0, (uint64_t)look.failed,
                                    0 };

    if (ftruncate(fd, 0) == 0
        && pwrite(fd, &look.head, sizeof(look.head), 0) > 0
        && pwrite(fd, &r, sizeof(r), sizeof(look.head)) > 0)
        look.failed = 0;
}

void memory_dump_write_close(void)
{
    int fd;

    earlier_memory_drop();
    if (!look.out)
        return;
    fd = fcntl(fileno(look.out), F_DUPFD_CLOEXEC, 0);
    if (fclose(look.out) != 0 && !look.failed)
        look.failed = errno;
    look.out = NULL;
    if (look.failed && fd >= 0)
        tell_failed(fd);
    if (fd >= 0)
        close(fd);
}

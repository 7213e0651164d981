/* allocate.c - the calls that allocate memory, in place of the C library's
 *
 * Those of C++ and Fortran come here, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "suggest/allocated_blocks.h"

#define OURS __attribute__((visibility("default")))

/* The C library's own names for them, which need not be looked for: to look
 * for a name allocates.
 */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

OURS void *malloc(size_t size)
{
    void *memory = __libc_malloc(size);

    allocated_blocks_add(memory, size);
    return memory;
}

OURS void *calloc(size_t count, size_t size)
{
    void *memory = __libc_calloc(count, size);

    allocated_blocks_add(memory, count * size);
    return memory;
}

/* What it gives counts as new memory, also in place of the old one.  One that
 * cannot be had leaves the old one, but is nothing to suggest.
 */
OURS void *realloc(void *old, size_t size)
{
    void *memory;

    allocated_blocks_remove(old);
    memory = __libc_realloc(old, size);
    allocated_blocks_add(memory, size);
    return memory;
}

OURS void free(void *memory)
{
    allocated_blocks_remove(memory);
    __libc_free(memory);
}

OURS void *memalign(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);

    allocated_blocks_add(memory, size);
    return memory;
}

OURS void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

OURS int posix_memalign(void **memory, size_t alignment, size_t size)
{
    int before = errno;
    void *found;

    if (alignment == 0 || alignment % sizeof(void *)
        || (alignment & (alignment - 1)))
        return EINVAL;
    found = memalign(alignment, size);
    errno = before;
    if (!found)
        return ENOMEM;
    *memory = found;
    return 0;
}

OURS void *valloc(size_t size)
{
    return memalign((size_t)sysconf(_SC_PAGESIZE), size);
}

static void *map(
    void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    void *memory =
        (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);

    if (memory != MAP_FAILED && (protection & PROT_WRITE))
        allocated_blocks_add(memory, size);
    return memory;
}

OURS void *mmap(
    void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return map(at, size, protection, flags, fd, offset);
}

OURS void *mmap64(
    void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return map(at, size, protection, flags, fd, offset);
}

OURS int munmap(void *at, size_t size)
{
    allocated_blocks_remove(at);
    return (int)syscall(SYS_munmap, at, size);
}

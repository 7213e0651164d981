/* flip.c - a memory that errs: the first long piece that a process fetches
 * from another one has a bit wrong
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <dlfcn.h>
#include <sys/types.h>
#include <sys/uio.h>

enum { LONG = 1000 };

typedef ssize_t readv_t(pid_t pid,
                        const struct iovec *local,
                        unsigned long local_count,
                        const struct iovec *remote,
                        unsigned long remote_count,
                        unsigned long flags);

__attribute__((visibility("default"))) readv_t process_vm_readv;

ssize_t process_vm_readv(pid_t pid,
                         const struct iovec *local,
                         unsigned long local_count,
                         const struct iovec *remote,
                         unsigned long remote_count,
                         unsigned long flags)
{
    static readv_t *next;
    static int done;
    ssize_t got;

    if (!next)
        next = (readv_t *)dlsym(RTLD_NEXT, "process_vm_readv");
    got = next(pid, local, local_count, remote, remote_count, flags);
    if (got >= LONG && local_count > 0 && local[0].iov_len >= LONG && !done++)
        ((char *)local[0].iov_base)[LONG / 2] ^= 4;
    return got;
}

/* forbid.h - have the kernel refuse some calls
 *
 * As containers and old kernels do, from now on, in this process and all that
 * it starts.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_PROGRAMS_FORBID_H
#define MITOSIS_TESTS_PROGRAMS_FORBID_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Two calls fail with 'error'. */
static inline int forbid(unsigned one, unsigned other, unsigned error)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, one, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof(code) / sizeof(code[0]), code };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* No memory of other processes can be read. */
static inline int forbid_reading(void)
{
    return forbid(SYS_process_vm_readv, SYS_process_vm_writev, EPERM);
}

#endif /* !MITOSIS_TESTS_PROGRAMS_FORBID_H */

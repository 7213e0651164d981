/* listen.h - take in who calls
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_LISTEN_H
#define MITOSIS_NET_LISTEN_H

#include "net/loop.h"

/* Take in who calls at the socket 'fd', of this user's processes or from other
 * hosts.  Returns -1 when there is nobody after all; where descriptors or
 * memory are short the socket rests for a moment, as the caller still knocks.
 */
int listen_accept_local(loop_t *l, int fd);
int listen_accept_far(loop_t *l, int fd);

#endif /* !MITOSIS_NET_LISTEN_H */

/* links.h - how the network to other hosts is, as real traffic shows it
 *
 * The kernel knows of each TCP connection how long a round trip took at best
 * and how fast data was delivered: those of MPI, of the agents, of state that
 * moves.  Nothing is sent to find out.  What does not go over TCP is not seen.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LINKS_H
#define MITOSIS_POLICY_LINKS_H

#include <stdbool.h>
#include <stddef.h>

enum { LINKS_MOST = 1024, LINKS_ADDRESSES = 16 };

/* The best of all connections to one address. */
struct link_seen {
    unsigned char address[16]; /* IPv6, or IPv4 mapped into it */
    double seconds;            /* of a round trip */
    double bytes_per_second;   /* delivered at some time, 0 when not known */
};

/* See the connections of this host.  Returns how many addresses there are in
 * 'list', 0 where the kernel does not tell.
 */
size_t links_read(struct link_seen *list, size_t most);

/* The addresses of a host by its name.  Returns how many there are. */
size_t links_addresses(const char *host,
                       unsigned char address[LINKS_ADDRESSES][16]);

#endif /* !MITOSIS_POLICY_LINKS_H */

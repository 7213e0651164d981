/* address.h - where a rank can be reached from other hosts
 *
 * It is told as text: "PORT ADDRESS ADDRESS ...", which are all the addresses
 * that this host has.  Who comes to a wrong one finds nobody there who can
 * prove to be the right one, and tries the next.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_ADDRESS_H
#define MITOSIS_NET_ADDRESS_H

#include <stddef.h>
#include <sys/socket.h>

#include "base/error.h"

enum { ADDRESS_TEXT = 256, ADDRESS_NAME = 64, ADDRESS_ADDRESSES = 16 };

/* Listen on a free port of all addresses, and tell which.  Returns a
 * descriptor, or -1 with the reason in 'err'.
 */
int address_listen(int *port, struct error *err);

/* Listen on that one.  Returns a descriptor, or -1 with the reason in 'err'.
 */
int address_listen_at(int port, struct error *err);

/* Write where 'port' of this host can be reached. */
void address_tell(int port, char text[ADDRESS_TEXT]);

/* An address of such a text. */
struct address_address {
    struct sockaddr_storage at;
    socklen_t bytes;
};

/* Read such a text, which may be anything, those first that look nearest to
 * this host.  Returns how many there are, or -1 with the reason in 'err'.
 */
int address_read(const char *text,
                 struct address_address list[ADDRESS_ADDRESSES],
                 struct error *err);

/* The same address, but for the port. */
void address_change(struct address_address *a, int port);

/* Begin to connect.  Returns a descriptor that can be written when that is
 * done or has failed, or -1 with errno.
 */
int address_connect(const struct address_address *a);

/* Write who is at the other end, or was to be. */
void address_peer(int fd, char name[ADDRESS_NAME]);
void address_name(const struct address_address *a, char name[ADDRESS_NAME]);

/* Set a number of a socket, if it has it. */
void address_set(int fd, int level, int option, int value);

#endif /* !MITOSIS_NET_ADDRESS_H */

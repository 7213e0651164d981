/* user_key.h - what a user's processes know on all hosts, and nobody else
 *
 * 32 random bytes in a file that only its owner can read: what MITOSIS_KEY
 * names, else $XDG_CONFIG_HOME/mitosis.key or ~/.config/mitosis.key.  It is
 * made when it is first wanted.  Where hosts share the home folder it is the
 * same on all of them; elsewhere the user copies it once.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_USER_KEY_H
#define MITOSIS_NET_USER_KEY_H

#include "base/seal.h"

enum { USER_KEY_PATH = 4096 };

/* Where it is.  Returns -1 with the reason in 'err': nothing says so. */
int user_key_path(char path[USER_KEY_PATH], struct error *err);

/* Write what only this user can make of 'parts', one after the other: their
 * HMAC-SHA-256 with the key.  Returns -1 with the reason in 'err' when the key
 * or libsodium is not to be had.
 */
int user_key_mac(uint8_t mac[SEAL_MAC],
                 const struct iovec *parts,
                 int count,
                 struct error *err);

#endif /* !MITOSIS_NET_USER_KEY_H */

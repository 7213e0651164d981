/* secret.h - what the processes of a job know, and nobody else
 *
 * 32 random bytes in the file 'secret' of the job's folder, for its owner's
 * eyes only.  They appear on no command line, in no environment and in no
 * message: to other hosts they go sealed, and the key to that is the user's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_SECRET_H
#define MITOSIS_NET_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/seal.h"

enum {
    SECRET_BYTES = 32,
    SECRET_SALT = 32, /* a random number, so that no two are sealed alike */
    SECRET_SEALED = 2 * (SECRET_SALT + SECRET_BYTES + SEAL_TAG) + 1,
};

/* Read the secret in 'folder', making one if there is none.  Several may do
 * so at once.  Returns -1 with the reason in 'err': the file is not ours
 * alone, or not as it should be.
 */
int secret_make(const char *folder,
                uint8_t secret[SECRET_BYTES],
                struct error *err);

/* Read the one that is there. */
int secret_read(const char *folder,
                uint8_t secret[SECRET_BYTES],
                struct error *err);

/* Put one there that came from another host, where there is none, or this
 * one.
 */
int secret_put(const char *folder,
               const uint8_t secret[SECRET_BYTES],
               struct error *err);

/* Write bytes as hexadecimal digits, two each and a NUL, and read them, as one
 * writes them here, from a text that may be anything.
 */
void secret_tell(const uint8_t *bytes, size_t count, char *text);
bool secret_digits(const char *text, uint8_t *bytes, size_t count);

/* Write it as a text that everybody may read and only this user can open, by
 * the key of user_key.h.  Returns -1 with the reason in 'err'.
 */
int secret_seal(const uint8_t secret[SECRET_BYTES],
                char text[SECRET_SEALED],
                struct error *err);

/* Open such a text, which may be anything.  Returns -1 with the reason in
 * 'err': the key here is another one, or there is none.
 */
int secret_unseal(const char *text,
                  uint8_t secret[SECRET_BYTES],
                  struct error *err);

#endif /* !MITOSIS_NET_SECRET_H */

/* secret.h - what the processes of a job know, and nobody else
 *
 * 32 random bytes in the file 'secret' of the job's folder, for its owner's
 * eyes only.  They appear on no command line and in no message.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SECRET_H
#define MITOSIS_SECRET_H

#include <stdint.h>

#include "base/error.h"

enum { SECRET_BYTES = 32 };

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

#endif /* !MITOSIS_SECRET_H */

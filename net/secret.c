/* secret.c - what the processes of a job know, and nobody else
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "net/private_file.h"
#include "net/secret.h"
#include "net/user_key.h"

enum { PATH_SIZE = 4096 + 64, HIDDEN = SECRET_BYTES + SEAL_TAG };

/* ---- in the folder ---- */

static void name(const char *folder, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/secret", folder);
}

int secret_read(const char *folder,
                uint8_t secret[SECRET_BYTES],
                struct error *err)
{
    char path[PATH_SIZE];

    name(folder, path);
    return private_file_read(path, secret, SECRET_BYTES, err);
}

/* Put it there unless one is. */
static int offer(const char *folder,
                 const uint8_t secret[SECRET_BYTES],
                 struct error *err)
{
    char path[PATH_SIZE];

    name(folder, path);
    return private_file_offer(path, secret, SECRET_BYTES, err);
}

int secret_make(const char *folder,
                uint8_t secret[SECRET_BYTES],
                struct error *err)
{
    uint8_t made[SECRET_BYTES];

    if (getrandom(made, sizeof(made), 0) != sizeof(made))
        return error_set(err, "getrandom: %s", strerror(errno));
    if (offer(folder, made, err) < 0)
        return -1;
    return secret_read(folder, secret, err);
}

int secret_put(const char *folder,
               const uint8_t secret[SECRET_BYTES],
               struct error *err)
{
    uint8_t there[SECRET_BYTES];

    if (offer(folder, secret, err) < 0 || secret_read(folder, there, err) < 0)
        return -1;
    if (memcmp(there, secret, SECRET_BYTES) != 0)
        return error_set(err, "%s/secret: there is another one", folder);
    return 0;
}

/* ---- as text ---- */

void secret_tell(const uint8_t *bytes, size_t count, char *text)
{
    for (size_t i = 0; i < count; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
}

bool secret_digits(const char *text, uint8_t *bytes, size_t count)
{
    if (strlen(text) != 2 * count
        || strspn(text, "0123456789abcdef") != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        unsigned byte = 0;

        sscanf(text + 2 * i, "%2x", &byte);
        bytes[i] = (uint8_t)byte;
    }
    return true;
}

/* ---- sealed ---- */

/* The user's key is for many jobs: each salt makes another one of it. */
static int make_key(const uint8_t salt[SECRET_SALT],
                    uint8_t key[SEAL_KEY],
                    struct error *err)
{
    static const char label[16] = "mitosis secret";
    struct iovec parts[2] = { { (char *)label, sizeof(label) },
                              { (uint8_t *)salt, SECRET_SALT } };

    return user_key_mac(key, parts, 2, err);
}

int secret_seal(const uint8_t secret[SECRET_BYTES],
                char text[SECRET_SEALED],
                struct error *err)
{
    uint8_t bytes[SECRET_SALT + HIDDEN], key[SEAL_KEY];

    if (getrandom(bytes, SECRET_SALT, 0) != SECRET_SALT)
        return error_set(err, "getrandom: %s", strerror(errno));
    if (make_key(bytes, key, err) < 0)
        return -1;
    seal_hide(bytes + SECRET_SALT, secret, SECRET_BYTES, 0, key);
    seal_wipe(key, sizeof(key));
    secret_tell(bytes, sizeof(bytes), text);
    return 0;
}

int secret_unseal(const char *text,
                  uint8_t secret[SECRET_BYTES],
                  struct error *err)
{
    uint8_t bytes[SECRET_SALT + HIDDEN], key[SEAL_KEY];
    char path[USER_KEY_PATH];
    bool opened;

    if (!secret_digits(text, bytes, sizeof(bytes)))
        return error_set(err, "the job's secret came damaged");
    if (make_key(bytes, key, err) < 0)
        return -1;
    opened = seal_show(bytes, bytes + SECRET_SALT, HIDDEN, 0, key);
    seal_wipe(key, sizeof(key));
    if (!opened)
        return user_key_path(path, err) < 0
                   ? -1
                   : error_set(err,
                               "%s is not the user's key of the host "
                               "where the job was started",
                               path);
    memcpy(secret, bytes, SECRET_BYTES);
    return 0;
}

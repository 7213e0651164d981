/* user_key.c - what a user's processes know on all hosts, and nobody else
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/private_file.h"
#include "net/user_key.h"

int user_key_path(char path[USER_KEY_PATH], struct error *err)
{
    const char *named = getenv("MITOSIS_KEY");
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    int len;

    if (named && *named)
        len = snprintf(path, USER_KEY_PATH, "%s", named);
    else if (config && *config == '/')
        len = snprintf(path, USER_KEY_PATH, "%s/mitosis.key", config);
    else if (home && *home == '/')
        len = snprintf(path, USER_KEY_PATH, "%s/.config/mitosis.key", home);
    else
        return error_set(err, "there is no home folder for the user's key, "
                              "and MITOSIS_KEY names none");
    return len < USER_KEY_PATH ? 0
                               : error_set(err, "the path of the user's key "
                                                "is too long");
}

/* A home folder may be without .config so far; it may also be none. */
static void make_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[USER_KEY_PATH];

    if (!slash || slash == path)
        return;
    memcpy(folder, path, (size_t)(slash - path));
    folder[slash - path] = '\0';
    mkdir(folder, 0700);
}

/* Making one asks the server of a shared folder whether there is one, whatever
 * this host remembers of it.
 */
static int make(const char *path, uint8_t key[SEAL_KEY], struct error *err)
{
    seal_random(key, SEAL_KEY);
    make_folder(path);
    if (private_file_offer(path, key, SEAL_KEY, err) < 0)
        return -1;
    return private_file_read(path, key, SEAL_KEY, err);
}

int user_key_mac(uint8_t mac[SEAL_MAC],
                 const struct iovec *parts,
                 int count,
                 struct error *err)
{
    char path[USER_KEY_PATH];
    uint8_t key[SEAL_KEY];
    int rc;

    if (user_key_path(path, err) < 0 || seal_open(err) < 0)
        return -1;
    rc = access(path, F_OK) < 0 ? make(path, key, err)
                                : private_file_read(path, key, SEAL_KEY, err);
    if (rc == 0)
        seal_mac(mac, key, parts, count);
    seal_wipe(key, sizeof(key));
    return rc;
}

/* agent_address.c - where the agent of a job is, for those on other hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/read_file.h"
#include "base/system/host.h"
#include "net/agent_address.h"

/* Below those that the kernel gives away by itself. */
enum { PORT_FIRST = 20000, PORT_COUNT = 12000, PATH_SIZE = 4096 + 16 };

void agent_address_here(struct agent_address *h)
{
    snprintf(h->host, sizeof(h->host), "%s", host_own());
    address_tell(0, h->addresses);
}

int agent_address_port_by(unsigned chance, int i)
{
    return PORT_FIRST + (int)((chance + (unsigned)i) % PORT_COUNT);
}

/* Everybody on the host can see which it is: it tells nothing of the secret.
 */
int agent_address_port(const struct agent_address *h, int i)
{
    static const char label[16] = "mitosis port";
    struct iovec part = { (char *)label, sizeof(label) };
    uint8_t mac[SEAL_MAC];

    seal_mac(mac, h->secret, &part, 1);
    return agent_address_port_by(mac[0] | (unsigned)mac[1] << 8, i);
}

/* ---- as text ---- */

void agent_address_tell_place(const struct agent_address *h,
                              char place[AGENT_ADDRESS_PLACE_TEXT])
{
    snprintf(place, AGENT_ADDRESS_PLACE_TEXT, "%s %s", h->host, h->addresses);
}

void agent_address_tell(const struct agent_address *h,
                        char secret[2 * SECRET_BYTES + 1],
                        char place[AGENT_ADDRESS_PLACE_TEXT])
{
    secret_tell(h->secret, SECRET_BYTES, secret);
    agent_address_tell_place(h, place);
}

static bool read_place(const char *text, struct agent_address *h)
{
    size_t len = strcspn(text, " ");

    if (len == 0 || len >= sizeof(h->host) || text[len] != ' '
        || strlen(text + len + 1) >= sizeof(h->addresses))
        return false;
    memset(h->host, 0, sizeof(h->host));
    memcpy(h->host, text, len);
    strcpy(h->addresses, text + len + 1);
    return true;
}

bool agent_address_hear(struct agent_address *h,
                        const char *secret,
                        const char *place)
{
    return secret_digits(secret, h->secret, SECRET_BYTES)
           && read_place(place, h);
}

bool agent_address_from_environment(struct agent_address *h)
{
    const char *place = getenv(AGENT_ADDRESS_PLACE);

    return getenv(AGENT_ADDRESS_SEALED) && place && read_place(place, h);
}

/* ---- in the folder ---- */

int agent_address_write(const char *folder,
                        const struct agent_address *h,
                        struct error *err)
{
    char path[PATH_SIZE], place[AGENT_ADDRESS_PLACE_TEXT];
    size_t bytes;
    ssize_t done;
    int fd;

    if (secret_put(folder, h->secret, err) < 0)
        return -1;
    agent_address_tell_place(h, place);
    bytes = strlen(place);
    snprintf(path, sizeof(path), "%s/home", folder);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    done = file_write(fd, place, bytes);
    close(fd);
    return done == (ssize_t)bytes
               ? 0
               : error_set(err, "%s: %s", path, strerror(errno));
}

int agent_address_read(const char *folder,
                       struct agent_address *h,
                       struct error *err)
{
    char path[PATH_SIZE], place[AGENT_ADDRESS_PLACE_TEXT];

    if (secret_read(folder, h->secret, err) < 0)
        return -1;
    snprintf(path, sizeof(path), "%s/home", folder);
    if (read_file_start(path, place, sizeof(place)) < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    return read_place(place, h)
               ? 0
               : error_set(err, "%s: it tells no place", path);
}

/* join.c - offer this host to a job that runs elsewhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/host/agent_say.h"
#include "agent/host/host_agent.h"
#include "agent/host/join.h"
#include "agent/host/outpost.h"
#include "agent/host/ticket.h"
#include "job/agent_lock.h"

static int read_ticket(int fd,
                       const char *name,
                       struct ticket *t,
                       struct error *err)
{
    char text[TICKET_TEXT];
    struct error why;
    size_t used = 0;
    ssize_t got = 1;

    while (used < sizeof(text) - 1 && got > 0) {
        got = read(fd, text + used, sizeof(text) - 1 - used);
        if (got < 0 && errno != EINTR)
            return error_set(err, "%s: %s", name, strerror(errno));
        used += got > 0 ? (size_t)got : 0;
    }
    text[used] = '\0';
    if (ticket_read(t, text, &why) < 0)
        return error_set(err, "%s: %.900s", name, why.text);
    return 0;
}

static bool add(char text[ADDRESS_TEXT], const struct addrinfo *a)
{
    char name[INET6_ADDRSTRLEN];
    size_t used = strlen(text);

    if (getnameinfo(a->ai_addr, a->ai_addrlen, name, sizeof(name), NULL, 0,
                    NI_NUMERICHOST)
            != 0
        || used + strlen(name) + 2 > ADDRESS_TEXT)
        return false;
    sprintf(text + used, " %s", name);
    return true;
}

/* Write the addresses that 'address' means in place of those in the ticket. */
static int find_address(const char *address,
                        char text[ADDRESS_TEXT],
                        struct error *err)
{
    struct addrinfo wanted = { .ai_socktype = SOCK_STREAM }, *list;
    int rc = getaddrinfo(address, NULL, &wanted, &list), count = 0;

    if (rc != 0)
        return error_set(err, "%s: %s", address, gai_strerror(rc));
    strcpy(text, "0");
    for (const struct addrinfo *a = list; a; a = a->ai_next)
        count += add(text, a);
    freeaddrinfo(list);
    return count > 0 ? 0 : error_set(err, "%s has no address", address);
}

/* Make the job's folder, unless it is there, and leave its secret in it. Where
 * the job's head is nothing may be written: its files have the same names.
 */
static int enter_folder(const struct ticket *t,
                        char folder[JOB_PATH],
                        bool *fresh,
                        struct error *err)
{
    struct error none;

    *fresh = job_find(t->pages, t->job, folder, &none) < 0;
    if (job_open(t->pages, t->job, folder, err) < 0)
        return -1;
    if (agent_lock_stands(folder, AGENT_LOCK_HEAD))
        return error_set(err, "this host takes part in %s already", t->job);
    if (agent_address_write(folder, &t->home, err) == 0)
        return 0;
    if (*fresh)
        job_remove(folder);
    return -1;
}

int join_main(const char *address, int fd, const char *name)
{
    struct ticket ticket;
    struct host_agent_offer offer;
    char folder[JOB_PATH];
    struct error err;

    if (read_ticket(fd, name, &ticket, &err) < 0
        || find_address(address, offer.addresses, &err) < 0
        || enter_folder(&ticket, folder, &offer.fresh, &err) < 0) {
        agent_say("%s", err.text);
        return EXIT_FAILURE;
    }
    offer.address = address;
    offer.job = ticket.job;
    return outpost_join(folder, &offer);
}

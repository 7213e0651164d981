/* ticket.h - what an idle host needs to know to join a job
 *
 * It holds the job's secret, so it goes from host to host in a file or a pipe
 * that nobody else reads, and never on a command line.  It is text:
 *
 *     mitosis ticket 1
 *     job heat-ab12cd             the job's name
 *     pages /dev/shm              where its folders are
 *     secret 0123...              64 hexadecimal digits
 *     home h1 0 10.0.0.1 ...      the host of its agent, and its addresses
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_TICKET_H
#define MITOSIS_AGENT_HOST_TICKET_H

#include "job/job.h"
#include "net/agent_address.h"

enum { TICKET_TEXT = 8192 };

struct ticket {
    char job[JOB_NAME];
    char pages[JOB_PATH];
    struct agent_address home;
};

/* Make the ticket of the job in 'folder'. */
int ticket_make(struct ticket *t,
                const char *folder,
                const struct agent_address *home,
                struct error *err);

/* Write it, and read what may be anything.  Return -1 with the reason in
 * 'err'.
 */
void ticket_write(const struct ticket *t, char text[TICKET_TEXT]);
int ticket_read(struct ticket *t, const char *text, struct error *err);

#endif /* !MITOSIS_AGENT_HOST_TICKET_H */

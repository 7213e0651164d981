/* agent_address.h - where the agent of a job is, for those on other hosts
 *
 * The agent listens on one of a few ports that follow from the job's secret,
 * so that nobody has to tell which.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_AGENT_ADDRESS_H
#define MITOSIS_NET_AGENT_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/system/host.h"
#include "net/address.h"
#include "net/secret.h"

enum { AGENT_ADDRESS_PORTS = 16 };

struct agent_address {
    uint8_t secret[SECRET_BYTES];
    char host[HOST_NAME];         /* its name */
    char addresses[ADDRESS_TEXT]; /* see address.h; without a port */
};

/* The variables by which later generations are told: the secret, sealed, and
 * where it is.
 */
#define AGENT_ADDRESS_SEALED "MITOSIS_SEALED"
#define AGENT_ADDRESS_PLACE "MITOSIS_HOME"

/* And this says on which host the report is made. */
#define AGENT_ADDRESS_RECEIVER "MITOSIS_HOME_HOST"

enum { AGENT_ADDRESS_PLACE_TEXT = HOST_NAME + ADDRESS_TEXT };

/* Fill in this host's name and addresses. */
void agent_address_here(struct agent_address *h);

/* Read the place from these variables, which leaves the secret as it is.
 * Returns false when they are not there, or wrong.
 */
bool agent_address_from_environment(struct agent_address *h);

/* Write where it is, and the secret as it stands in a ticket. */
void agent_address_tell_place(const struct agent_address *h,
                              char place[AGENT_ADDRESS_PLACE_TEXT]);
void agent_address_tell(const struct agent_address *h,
                        char secret[2 * SECRET_BYTES + 1],
                        char place[AGENT_ADDRESS_PLACE_TEXT]);

/* Take such values, which may be anything.  Returns false when they are
 * wrong.
 */
bool agent_address_hear(struct agent_address *h,
                        const char *secret,
                        const char *place);

/* Write it to the job's folder, or read it from there.  Return -1 with the
 * reason in 'err'.
 */
int agent_address_write(const char *folder,
                        const struct agent_address *h,
                        struct error *err);
int agent_address_read(const char *folder,
                       struct agent_address *h,
                       struct error *err);

/* The port number 'i' of AGENT_ADDRESS_PORTS that it may listen on.  Needs
 * seal_open().
 */
int agent_address_port(const struct agent_address *h, int i);

/* The same of somebody who has 'chance' in place of a secret. */
int agent_address_port_by(unsigned chance, int i);

#endif /* !MITOSIS_NET_AGENT_ADDRESS_H */

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
#include "base/host.h"
#include "net/address.h"
#include "net/secret.h"

enum { HOME_PORTS = 16 };

struct home {
    uint8_t secret[SECRET_BYTES];
    char host[HOST_NAME];      /* its name */
    char addresses[PORT_TEXT]; /* see address.h; without a port */
};

/* The variables by which later generations are told: the secret, sealed, and
 * where it is.
 */
#define HOME_SEALED "MITOSIS_SEALED"
#define HOME_PLACE "MITOSIS_HOME"

/* And this says on which host the report is made. */
#define HOME_RECEIVER "MITOSIS_HOME_HOST"

enum { HOME_PLACE_TEXT = HOST_NAME + PORT_TEXT };

/* Fill in this host's name and addresses. */
void home_here(struct home *h);

/* Read the place from these variables, which leaves the secret as it is.
 * Returns false when they are not there, or wrong.
 */
bool home_from_environment(struct home *h);

/* Write where it is, and the secret as it stands in a ticket. */
void home_tell_place(const struct home *h, char place[HOME_PLACE_TEXT]);
void home_tell(const struct home *h,
               char secret[2 * SECRET_BYTES + 1],
               char place[HOME_PLACE_TEXT]);

/* Take such values, which may be anything.  Returns false when they are
 * wrong.
 */
bool home_hear(struct home *h, const char *secret, const char *place);

/* Write it to the job's folder, or read it from there.  Return -1 with the
 * reason in 'err'.
 */
int home_write(const char *folder, const struct home *h, struct error *err);
int home_read(const char *folder, struct home *h, struct error *err);

/* The port number 'i' of HOME_PORTS that it may listen on.  Needs seal_open().
 */
int home_port(const struct home *h, int i);

/* The same of somebody who has 'chance' in place of a secret. */
int home_port_by(unsigned chance, int i);

#endif /* !MITOSIS_NET_AGENT_ADDRESS_H */

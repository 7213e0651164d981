/* host_lookup.h - the addresses of a host, without waiting for its name
 *
 * A name server may take ten seconds to answer, or not to.  So each name is
 * looked up in a process of its own, and who asks waits a moment at most.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_HOST_LOOKUP_H
#define MITOSIS_POLICY_HOST_LOOKUP_H

#include "policy/links.h"

struct host_lookup {
    size_t count; /* of addresses, see links_addresses(); 0: no such host */
    unsigned char address[LINKS_ADDRESSES][16];
};

/* Look up a name, waiting for at most 'ms', and less when names are late: for
 * all of them it is a second in ten at most.  Returns false when there is no
 * answer yet: who asks for the same name later on may have it.
 */
bool host_lookup_find(const char *name, int ms, struct host_lookup *answer);

#endif /* !MITOSIS_POLICY_HOST_LOOKUP_H */

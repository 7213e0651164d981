/* host_agent.c - the agent of a host, and how it speaks to the head
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/host/host_agent.h"

int host_agent_report(struct host_agent *h,
                      uint32_t type,
                      uint32_t generation,
                      int rank,
                      uint64_t number,
                      const void *payload,
                      size_t bytes)
{
    return h->up ? line_say(h->line, type, generation, rank, number, payload,
                            bytes)
                 : -1;
}

void host_agent_say(struct host_agent *h, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(h->unsaid.text, sizeof(h->unsaid.text), fmt, ap);
    va_end(ap);
    if (host_agent_report(h, HOST_MESSAGES_SAY, 0, HOST_MESSAGES_ALL, 0,
                          h->unsaid.text, strlen(h->unsaid.text))
        == 0)
        h->unsaid.text[0] = '\0';
}

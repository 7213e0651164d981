/* agent_say.c - what an agent says to the user
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "agent/host/agent_say.h"
#include "base/escape.h"

void agent_say(const char *fmt, ...)
{
    char line[2048];
    va_list ap;
    int used;

    va_start(ap, fmt);
    used = vsnprintf(line, sizeof(line) - 1, fmt, ap);
    va_end(ap);
    escape_control(line);
    if (used > (int)sizeof(line) - 2)
        used = sizeof(line) - 2;
    dprintf(STDERR_FILENO, "mitosis: %.*s\n", used, line);
}

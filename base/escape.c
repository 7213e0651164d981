/* escape.c - text of others for a terminal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/escape.h"

void escape_control(char *text)
{
    unsigned char *at = (unsigned char *)text;

    for (; *at; at++)
        if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?'; /* the second half of Latin-1's */
        else if ((*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f)
            *at = '?';
}

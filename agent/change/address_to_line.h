/* address_to_line.h - which line of the program an address in one of its files
 * is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_ADDRESS_TO_LINE_H
#define MITOSIS_AGENT_CHANGE_ADDRESS_TO_LINE_H

#include "base/error.h"

/* Turn "CALL\nFILE\nOFFSET", as ranks tell it, into "CALL in exchange
 * (heat.c:40)", or as much of it as can be had.
 */
void address_to_line_place(const char *told, struct error *text);

#endif /* !MITOSIS_AGENT_CHANGE_ADDRESS_TO_LINE_H */

/* signals.h - signals that are waited for like keys
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_SIGNALS_H
#define MITOSIS_COMMAND_TOP_SIGNALS_H

/* Have signals come as something to be read from the descriptor that is
 * returned.
 */
int signals_take(void);

/* Hear one.  The terminal is given back while we are stopped.  Returns the
 * number of one that is to end us, or 0.
 */
int signals_hear(int fd);

/* What a process that such a signal ends has as its exit status. */
int signals_status(int number);

#endif /* !MITOSIS_COMMAND_TOP_SIGNALS_H */

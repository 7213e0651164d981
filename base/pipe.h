/* pipe.h - what is written to a pipe and not read yet
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_PIPE_H
#define MITOSIS_BASE_PIPE_H

#include <stdbool.h>

/* Wait until all that was written to a pipe has been read from it, for 'ms' at
 * most: what a launcher has read is on its way to the user, and what it has
 * not is lost should the launcher end first.  Returns whether it was read, as
 * what goes to anything else always is.
 */
bool pipe_wait_until_read(int fd, int ms);

#endif /* !MITOSIS_BASE_PIPE_H */

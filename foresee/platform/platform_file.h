/* platform_file.h - a platform as users write it down
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_PLATFORM_FILE_H
#define MITOSIS_FORESEE_PLATFORM_PLATFORM_FILE_H

#include <stdio.h>

#include "foresee/platform/platform.h"

/* Read the file 'path'; mitosis(1) tells what is in it.  Returns the platform,
 * to be given back with platform_destroy(), or NULL with what is wrong with
 * the file in 'err'.
 */
struct platform *platform_file_read(const char *path, struct error *err);

/* Write one to 'out' so that platform_file_read() makes the same of it, but
 * for the delays that were seen, of which there is the mean.  The caller asks
 * ferror() how it went.
 */
void platform_file_print(const struct platform *p, FILE *out);

#endif /* !MITOSIS_FORESEE_PLATFORM_PLATFORM_FILE_H */

/* platform_file.h - a platform as users write it down
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_PLATFORM_FILE_H
#define MITOSIS_FORESEE_PLATFORM_PLATFORM_FILE_H

#include "foresee/platform/platform.h"

/* Read the file 'path'; mitosis(1) tells what is in it.  Returns the platform,
 * to be given back with platform_destroy(), or NULL with what is wrong with
 * the file in 'err'.
 */
struct platform *platform_file_read(const char *path, struct error *err);

#endif /* !MITOSIS_FORESEE_PLATFORM_PLATFORM_FILE_H */

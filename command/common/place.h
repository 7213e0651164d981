/* place.h - where the parts of mitosis are, installed or not
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_PLACE_H
#define MITOSIS_COMMAND_COMMON_PLACE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/settings.h"

enum { PLACE_PATH = 4096 };

/* Write the path of libmitosis.so to 'path': the one beside this program in
 * the build folder, or else that which was installed with it, wherever it
 * was moved since.  Returns -1 with the reason in 'err' when there is none,
 * or its path cannot stand in LD_PRELOAD.
 */
int place_library(char path[PLACE_PATH], struct error *err);

/* Write the path of mitosis-probe to 'path', in the same manner. */
int place_probe(char path[PLACE_PATH], struct error *err);

/* And that of mitosis-slurm-launcher, with which Hydra starts its proxies in a
 * job of Slurm.
 */
int place_slurm_launcher(char path[PLACE_PATH], struct error *err);

/* The mpiexec to start: the one that the settings name, or else the one that
 * mitosis was built for, or if that has become Open MPI's, mpiexec.hydra.
 */
const char *place_mpiexec(const struct settings *settings);

/* Whether the program 'launcher', which without a '/' is looked for in PATH,
 * is Open MPI's mpiexec by some name.
 */
bool place_is_openmpi(const char *launcher);

/* A name in PATH that it has, or words for it when there is none. */
const char *place_openmpi(void);

/* Write how to get from one absolute folder to another to 'path', such as
 * "../lib" from /usr/bin to /usr/lib.
 */
void place_relative(const char *from, const char *to, char path[PLACE_PATH]);

#endif /* !MITOSIS_COMMAND_COMMON_PLACE_H */

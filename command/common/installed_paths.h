/* installed_paths.h - where the parts of mitosis are, installed or not
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_INSTALLED_PATHS_H
#define MITOSIS_COMMAND_COMMON_INSTALLED_PATHS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/settings.h"

enum { INSTALLED_PATHS_PATH = 4096 };

/* Write the path of this program to 'path'.  Returns -1 with the reason in
 * 'err'.
 */
int installed_paths_self(char path[INSTALLED_PATHS_PATH], struct error *err);

/* The parts beside this program. */
enum installed_paths_part {
    INSTALLED_PATHS_LIBRARY, /* libmitosis.so */
    INSTALLED_PATHS_PROBE,   /* mitosis-probe */
    INSTALLED_PATHS_WATCHER, /* mitosis-suggest.so */
    /* With this Hydra starts its proxies in a job of Slurm. */
    INSTALLED_PATHS_SLURM_LAUNCHER,
};

/* Write the path of a part to 'path': the one beside this program in the build
 * folder, or else that which was installed with it, wherever it was moved
 * since.  Returns -1 with the reason in 'err' when there is none, or it is to
 * be preloaded and its path cannot stand in LD_PRELOAD.
 */
int installed_paths_find(enum installed_paths_part part,
                         char path[INSTALLED_PATHS_PATH],
                         struct error *err);

/* The mpiexec to start: the one that the settings name, or else the one that
 * mitosis was built for, or if that has become Open MPI's, mpiexec.hydra.
 */
const char *installed_paths_mpiexec(const struct settings *settings);

/* Where 'name' is in PATH: the first that can be executed, else the first at
 * all.  Returns false when there is none.
 */
bool installed_paths_search(const char *name, char path[INSTALLED_PATHS_PATH]);

/* Whether the program 'launcher', which without a '/' is looked for in PATH,
 * is Open MPI's mpiexec by some name.
 */
bool installed_paths_is_openmpi(const char *launcher);

/* A name in PATH that it has, or words for it when there is none. */
const char *installed_paths_openmpi(void);

/* Write how to get from one absolute folder to another to 'path', such as
 * "../lib" from /usr/bin to /usr/lib.
 */
void installed_paths_relative(const char *from,
                              const char *to,
                              char path[INSTALLED_PATHS_PATH]);

#endif /* !MITOSIS_COMMAND_COMMON_INSTALLED_PATHS_H */

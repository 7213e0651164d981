/* program.h - what kind of program a file is, as far as watching it goes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_RUN_PROGRAM_H
#define MITOSIS_COMMAND_RUN_PROGRAM_H

#include <stdbool.h>

enum program_kind {
    PROGRAM_MISSING, /* no such file */
    PROGRAM_FOLDER,
    PROGRAM_NOT_EXECUTABLE,
    PROGRAM_NO_INTERPRETER, /* what is to run it is missing */
    PROGRAM_OTHER,          /* a script, or something else */
    PROGRAM_STATIC,         /* takes no preloaded library */
    PROGRAM_FOREIGN,   /* made for another kind of machine, or for 32 bits */
    PROGRAM_SETUID,    /* runs as somebody else, so nothing is preloaded */
    PROGRAM_MPICH,     /* links MPICH */
    PROGRAM_OPEN_MPI,  /* links Open MPI */
    PROGRAM_MPI_ABI,   /* links the library of the ABI of MPI 5 */
    PROGRAM_OTHER_MPI, /* links another MPI */
    PROGRAM_NO_MPI,    /* links no MPI itself */
};

/* Look at the program 'name', which without a '/' is looked for in PATH. */
enum program_kind program_look(const char *name);

/* The status of a shell that cannot start it: 127 when there is none, 126 when
 * it cannot be executed; 0 when nothing is seen that would keep it from being
 * started.
 */
int program_status(const char *name);

/* A sentence, beginning in lower case, on why a program of this kind may
 * have left nothing.
 */
const char *program_excuse(enum program_kind kind);

/* Whether the program in the file 'path' calls mito_sync().  Of one that
 * cannot be read it is not known, which is told as if it did not.
 */
bool program_is_malleable(const char *path);

#endif /* !MITOSIS_COMMAND_RUN_PROGRAM_H */

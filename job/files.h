/* files.h - the names of what a job keeps in its folder
 *
 * A job that moves is a series of generations, counted from 1, each an MPI
 * job of its own.  They share the folder, so the files of later ones have the
 * generation in their names.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_FILES_H
#define MITOSIS_JOB_FILES_H

enum { FILES_NAME = 64 };

enum files_kind {
    FILES_STRANGE, /* not ours */
    FILES_PAGE,    /* of a rank */
    FILES_TRACE,   /* of a rank */
    FILES_PART,    /* the report of all generations up to this one */
    FILES_STATE,   /* what a rank has told of its state, or of its mail */
    FILES_KEPT,    /* something else of ours */
};

/* The file that keeps what was changed, a line of JSON for each change. */
#define FILES_CHANGES "changes"

/* The file that keeps what policies saw and answered, a line of JSON for each.
 */
#define FILES_POLICIES "policies"

/* The file of each host that keeps which of the program's files went on at a
 * change, see written_files.h.
 */
#define FILES_CARRIED "carried-files"

/* The file that keeps what befell it, see incident.h. */
#define FILES_INCIDENTS "incidents"

/* The file whose being there tells that 'mitosis run' will see to the rest. */
#define FILES_AWAITED "awaited"

/* The file whose time tells when the job was found to be over, its report not
 * made.
 */
#define FILES_OVER "over"

/* The file whose being there tells that a rank has said why there are no
 * pages.
 */
#define FILES_EXCUSED "excused"

/* The file whose being there tells that no agent will be started, for the
 * reason with the number that follows, see find_agent.h.
 */
#define FILES_NO_AGENT "no-agent-"

/* What the file 'name' in a job's folder is.  Of a page, a trace, a
 * state and a part also which generation it is of, and but for the last one
 * which rank; else both are 0.
 */
enum files_kind files_kind(const char *name, unsigned *generation, int *rank);

/* Write the name of such a file into 'name'.  Generation 0 is as good as 1. */
void files_page(char name[FILES_NAME], unsigned generation, int rank);
void files_trace(char name[FILES_NAME], unsigned generation, int rank);
void files_part(char name[FILES_NAME], unsigned generation);

#endif /* !MITOSIS_JOB_FILES_H */

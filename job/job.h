/* job.h - the folder in which the ranks of a job, on one host, keep pages
 *
 * It is BASE/mitosis-UID-JOB, or BASE/mitosis-UID.TAG-JOB where others may
 * write to BASE and could be there first, open to its owner only, and holds
 * rank-N.page of each rank, trace-N of those that trace, and the file 'job' in
 * which ranks that come and go are counted; of a job that moves more, see
 * files.h.  BASE is what MITOSIS_PAGES says, or the first of /dev/shm, $TMPDIR
 * and /tmp that can be written.  Where hosts share that, each but the first
 * has its own folder for the job, with HOST@ before JOB.
 *
 * The folder goes away when the report has been written.  What a job that
 * died without a report leaves is here, for 'mitosis report'.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_JOB_H
#define MITOSIS_JOB_JOB_H

#include <stdbool.h>

#include "base/error.h"

enum { JOB_NAME = 64, JOB_PATH = 4096 };

/* Write the name for a job of the program 'program' into 'name': its last
 * part, made fit for a file name, and six characters of 'key'.
 */
void job_name(const char *program, unsigned long key, char name[JOB_NAME]);

/* The name in the path of a job's folder, or what is last in it. */
const char *job_of(const char *folder);

/* Whether the folder with this path has the name of a job's. */
bool job_is_folder(const char *folder);

/* Find or make the folder of the job 'name' below 'pages' (empty: the first
 * place that can be written), and write its path to 'path'.  A folder that
 * is not ours is refused.
 */
int job_open(const char *pages,
             const char *name,
             char path[JOB_PATH],
             struct error *err);

/* Find it as job_open() does, but make none: a folder that has been there and
 * is gone stays so.
 */
int job_find(const char *pages,
             const char *name,
             char path[JOB_PATH],
             struct error *err);

/* Count a rank in.  Returns 0, or -1 with the reason in 'err'. */
int job_arrive(const char *path, struct error *err);

/* Count a rank out.  Returns true to the last of those that came. */
bool job_leave(const char *path);

/* Remove the folder with all that a job keeps in it; anything else in it
 * stays, and so does the folder then.
 */
void job_remove(const char *path);

/* Remove the pages and traces of one generation of the job, counted from 1:
 * one that was given up before it took over.
 */
void job_remove_generation(const char *path, unsigned generation);

/* Remove what the ranks of a generation have told of their state, and the
 * messages that they collected.
 */
void job_remove_state(const char *path, unsigned generation);

/* Remove the pages of the generations up to this one, and all parts but that
 * of this one, which holds them.
 */
void job_remove_folded(const char *path, unsigned generation);

/* Call 'visit' with the path of each job folder of this user, in 'pages' or
 * (empty) in all the usual places, in no order.  Returns how many.
 */
int job_list(const char *pages,
             void (*visit)(const char *path, void *arg),
             void *arg);

#endif /* !MITOSIS_JOB_JOB_H */

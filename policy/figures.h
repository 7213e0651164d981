/* figures.h - what a profile makes of each host of a job, for its policy
 *
 * A profile sees what the agent of one host sees, and may remember something
 * of it from one time to the next.  So there is one for each host; they begin
 * anew when the file is changed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_FIGURES_H
#define MITOSIS_POLICY_FIGURES_H

#include "policy/profile.h"

typedef struct figures figures_t;

/* Use the profile in the file 'path', with these options.  Returns what the
 * caller gives back with figures_destroy(), or NULL with the reason in 'err'.
 */
figures_t *figures_create(const char *path,
                          const char *options,
                          struct error *err);

/* Free it.  NULL is fine. */
void figures_destroy(figures_t *f);

/* Of the file: "smooth.lua". */
const char *figures_name(const figures_t *f);

/* Make figures of all hosts of 'job' that were measured, on which
 * policy_job_derive() was called, and put them there.  They are of use until
 * the next call.  Returns 0; or -1 with the reason in 'err' when it fails on
 * one: then no host has any.
 */
int figures_derive(figures_t *f, struct policy_job *job, struct error *err);

/* Whether it failed so often in a row that it is not used any more; then
 * figures_derive() does nothing, and returns 0.
 */
bool figures_off(const figures_t *f);

/* As module_reload(): what was remembered of each host is lost then. */
int figures_reload(figures_t *f, struct error *err);

#endif /* !MITOSIS_POLICY_FIGURES_H */

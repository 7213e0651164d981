/* decide_internal.h - what is known for deciding; for the files of decide.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_DECIDE_INTERNAL_H
#define MITOSIS_AGENT_DECIDE_DECIDE_INTERNAL_H

#include "agent/core/job_view.h"
#include "agent/decide/decide.h"
#include "agent/decide/decision_log.h"
#include "agent/decide/sync_pace.h"
#include "policy/backoff.h"
#include "policy/figures.h"
#include "policy/policy.h"
#include "policy/price.h"

/* A change whose gain is to be seen yet. */
struct proof {
    bool open;
    char key[BACKOFF_KEY];
    double before; /* seconds of an iteration */
    int looks;     /* at those after it, all of which said that it is none; */
    double later;  /* and the sum of what all but the first said */
};

struct decide {
    struct head *agent;
    char wanted[256];   /* the name of the policy that is set, or "" */
    policy_t *policy;   /* or NULL */
    struct error fault; /* what was wrong with it last, or "" */
    figures_t *figures; /* for it, or NULL */
    job_view_t *watcher;
    struct policy_limits limits; /* max is 0 when it is not given */
    double began;
    double changed; /* when the last change was done, or 0 */
    double last_gain;
    struct price price;
    struct sync_pace pace;
    struct scaling scaling; /* what iterations took with each size */
    struct backoff restraint;
    struct change_forecast forecast;
    struct proof proof;
    double promised; /* by the policy, for the change about to begin */
    bool proposed;   /* the last one was, by an agent */
    struct decision_log log;
    struct error told; /* the last complaint */
    int looks;         /* for the ranks of a new generation */
    double hurry;      /* since when it is to be asked at once, or 0 */
    uint64_t questions;
    double seconds; /* that they took */
};

/* a->decide, made when it is not there.  Returns NULL without memory. */
struct decide *decide_need(struct head *a);

/* Part of decide_part, see head_parts.h. */
void decide_foresee(struct head *a,
                    const struct change *change,
                    struct change_forecast *f);
void decide_save(const struct head *a, FILE *out);
extern const struct saved_line decide_lines[];

/* Seconds between questions. */
double decide_every(const struct decide *d);

/* How the job is, not yet derived, for policy_job_destroy(); NULL without
 * memory.
 */
struct policy_job *decide_see(struct decide *d);

/* Put what the batch system has to say into 'job'. */
void decide_see_queue(const struct decide *d, struct policy_job *job);

/* See what the last change brought, and put it into 'job'. */
void decide_prove(struct decide *d, struct policy_job *job);

/* The profile that makes figures for the policy: load the one that is set,
 * load it anew when its file changed, put its figures into 'job'.
 */
void decide_load_figures(struct decide *d, const struct settings *settings);
void decide_reload_figures(struct decide *d);
void decide_make_figures(struct decide *d, struct policy_job *job);

#endif /* !MITOSIS_AGENT_DECIDE_DECIDE_INTERNAL_H */

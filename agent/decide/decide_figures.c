/* decide_figures.c - the profile that makes figures for a job's policy
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/decide/decide_internal.h"
#include "policy/shipped.h"

void decide_load_figures(struct decide *d, const struct settings *settings)
{
    const char *name = settings->text[SETTING_FIGURES];
    char path[POLICY_PATH];
    struct error err;

    if (!*name)
        return;
    if (shipped_find(MODULE_PROFILE, name, path, &err) == 0)
        d->figures = figures_create(
            path, settings->text[SETTING_FIGURES_OPTIONS], &err);
    if (!d->figures)
        agent_say("%s; the policy does without a profile", err.text);
}

void decide_reload_figures(struct decide *d)
{
    struct error err;
    int rc = d->figures ? figures_reload(d->figures, &err) : 0;

    if (rc > 0)
        agent_say("%s was loaded anew", figures_name(d->figures));
    else if (rc < 0)
        agent_say("%s; the profile stays as it was", err.text);
}

/* Without them the policy goes by what was measured. */
void decide_make_figures(struct decide *d, struct policy_job *job)
{
    struct error err;

    if (!d->figures || figures_derive(d->figures, job, &err) == 0)
        return;
    agent_say_once(&d->told, err.text);
    if (figures_off(d->figures))
        agent_say("%s failed %d times in a row and is switched off until it "
                  "is changed",
                  figures_name(d->figures), POLICY_PATIENCE);
}

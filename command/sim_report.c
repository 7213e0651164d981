/* sim_report.c - write what 'mitosis sim' foresees as a report, or as its page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/sim_report.h"
#include "foresee/forecast_report.h"
#include "report/export/html.h"
#include "report/json/save.h"

int sim_report_check(const struct sim_options *o, struct error *err)
{
    const char *const to[] = { o->output, o->html };

    if (same_file_check(o->other, o->others, to,
                        sizeof(to) / sizeof(to[0]), err)
        < 0)
        return -1;
    for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++)
        if (to[i] && save_check(to[i], err) < 0)
            return -1;
    return 0;
}

struct page {
    const struct run *run;
    const struct compare *compare;
};

static int print_page(const void *what, FILE *out)
{
    const struct page *page = what;

    return html_print(page->run, page->compare, NULL, "", out);
}

/* The page says how it differs from the run that was replayed. */
static int write_page(const struct run *run,
                      const struct run *recorded,
                      const char *path,
                      struct error *err)
{
    struct compare *compare = compare_create(recorded, run);
    struct page page = { run, compare };
    int rc = compare ? save_print(path, print_page, &page, err)
                     : error_set(err, "no memory to compare");

    compare_destroy(compare);
    return rc;
}

int sim_report_write(const struct sim_replay *s,
                     const struct sim_options *o,
                     const struct forecast_print_origin *from,
                     struct error *err)
{
    struct run *run =
        forecast_report(&s->forecast, from, s->recorded.run, err);
    int rc = run ? 0 : -1;

    if (rc == 0 && o->output)
        rc = save_over(run, o->output, err);
    if (rc == 0 && o->html)
        rc = write_page(run, s->recorded.run, o->html, err);
    run_destroy(run);
    return rc;
}

/* sim_export.c - write what is simulated for SimGrid or ElastiSim
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/escape.h"
#include "command/sim_export.h"
#include "foresee/elastisim_model.h"
#include "foresee/smpi_trace.h"
#include "report/json/save.h"

/* ---- SimGrid ---- */

/* What goes into a file. */
struct part {
    const struct mapped_run *s;
    size_t rank;
};

static int print_rank(const void *what, FILE *out)
{
    const struct part *p = what;

    smpi_trace_print_rank(p->s, p->rank, out);
    return 0;
}

static int print_platform(const void *what, FILE *out)
{
    const struct part *p = what;

    smpi_trace_print_platform(p->s, out);
    return 0;
}

static int print_places(const void *what, FILE *out)
{
    const struct part *p = what;

    smpi_trace_print_places(p->s, out);
    return 0;
}

static int print_list(const void *what, FILE *out)
{
    const struct part *p = what;

    for (size_t i = 0; i < p->s->recording->ranks; i++)
        fprintf(out, "rank-%zu.txt\n", i);
    return 0;
}

static int put(const char *folder,
               const char *name,
               save_printer *print,
               const struct part *part,
               struct error *err)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof(path), "%s/%s", folder, name)
        >= (int)sizeof(path))
        return error_set(err, "%.100s...: %s", folder, strerror(ENAMETOOLONG));
    return save_print(path, print, part, err);
}

static int put_ranks(const struct mapped_run *s,
                     const char *folder,
                     struct error *err)
{
    for (size_t i = 0; i < s->recording->ranks; i++) {
        struct part part = { s, i };
        char name[32];

        snprintf(name, sizeof(name), "rank-%zu.txt", i);
        if (put(folder, name, print_rank, &part, err) < 0)
            return -1;
    }
    return 0;
}

static void tell(const struct mapped_run *s, const char *folder)
{
    printf("(cd ");
    escape_shell(stdout, folder);
    printf(" && smpirun -replay traces.txt -np %zu -platform platform.xml "
           "-hostfile hosts.txt ",
           s->recording->ranks);
    smpi_trace_print_options(s, stdout);
    printf(")\n");
}

int sim_export_smpi(const struct mapped_run *s,
                    const char *folder,
                    struct error *err)
{
    struct part all = { s, 0 };

    if (smpi_trace_check(s, err) < 0)
        return -1;
    if (mkdir(folder, 0777) < 0 && errno != EEXIST)
        return error_set(err, "%s: %s", folder, strerror(errno));
    if (put_ranks(s, folder, err) < 0
        || put(folder, "traces.txt", print_list, &all, err) < 0
        || put(folder, "platform.xml", print_platform, &all, err) < 0
        || put(folder, "hosts.txt", print_places, &all, err) < 0)
        return -1;
    tell(s, folder);
    return 0;
}

/* ---- ElastiSim ---- */

static int print_model(const void *what, FILE *out)
{
    elastisim_model_print(what, out);
    return 0;
}

int sim_export_elastisim(const struct sim_replay *s,
                         const char *file,
                         struct error *err)
{
    const struct run_iterations *it = &s->recorded.run->iterations;
    struct elastisim_model m = {
        .iterations = it->count,
        .start_up = it->start_up,
        .wind_down = it->wind_down,
        .stopped = price_seconds(&s->plan.price, s->plan.bytes),
    };

    if (!it->found || it->count == 0)
        return error_set(err, "%s: no iterations were found", s->what);
    if (scaling_model(&s->scaling, &m.iteration, err) < 0)
        return -1;
    return save_print(file, print_model, &m, err);
}

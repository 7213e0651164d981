/* Tests of foresee/cluster/cluster_print.c, cluster_print_svg.c and
 * cluster_result_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "foresee/cluster/cluster_print.h"
#include "tests/tap.h"

static char file[] = "/tmp/cluster-print-XXXXXX";

/* Two jobs on four nodes, of which the second one grows. */
static struct cluster_result made_up(void)
{
    struct cluster_result r;
    struct error err;

    cluster_result_init(&r, 2, &err);
    r.nodes = 4;
    r.idle_watts = 100;
    r.loaded_watts = 300;
    r.changes = 1;
    r.job[0] = (struct cluster_job){
        .id = 7, .submit = 0, .start = 0, .end = 3600, .kind = JOB_RIGID
    };
    r.job[1] = (struct cluster_job){
        .id = 8, .submit = 0, .start = 3600, .end = 7200, .kind = JOB_MALLEABLE
    };
    cluster_result_note(&r.job[0], 0, 4, &err);
    cluster_result_note(&r.job[1], 3600, 1, &err);
    cluster_result_note(&r.job[1], 5400, 3, &err);
    return r;
}

/* What one of the printers wrote; to be freed. */
static char *printed(const struct cluster_result *r,
                     const struct cluster_result *before,
                     int how)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (how == 't')
        cluster_print_text(r, before, out);
    else if (how == 'j')
        cluster_print_json(r, out);
    else
        cluster_print_svg(r, before, out);
    fclose(out);
    return text;
}

static void test_text(void)
{
    struct cluster_result r = made_up(), other = made_up();
    char *text = printed(&r, NULL, 't');

    has(text, "2 jobs (1 rigid, 1 malleable) on 4 nodes",
        "the jobs are counted");
    has(text, "makespan                       2.00 h", "times have units");
    has(text, "allocation (%)                   75.0", "shares are percent");
    has(text, "energy (kWh)                        2", "energy is in kWh");
    free(text);
    other.job[1].end = 5400;
    other.job[1].sizes = 1;
    text = printed(&r, &other, 't');
    has(text, "before  difference", "another one stands beside it");
    has(text, "2.00 h     90.0 min     +33.3 %", "with the difference");
    free(text);
    cluster_result_clear(&r);
    cluster_result_clear(&other);
}

static int read_back(struct cluster_result *to,
                     const char *text,
                     struct error *err)
{
    FILE *out = fopen(file, "w");

    fputs(text, out);
    fclose(out);
    return cluster_result_read(to, file, err);
}

static void test_json(void)
{
    struct cluster_result r = made_up(), again;
    struct error err = { .text = "" };
    char *text = printed(&r, NULL, 'j'), *copy;

    has(text, "\"makespan\": 7200,", "it has the makespan");
    has(text, "\"allocation\": 0.75,", "and the share of nodes in use");
    has(text, "\"energy\": 7200000,", "and the energy in joules");
    has(text, "\"sizes\":[[3600,1],[5400,3]]", "and the sizes of jobs");
    ok(read_back(&again, text, &err) == 0, "it is read back: %s", err.text);
    copy = printed(&again, NULL, 'j');
    ok(strcmp(text, copy) == 0, "and is the same");
    free(text);
    free(copy);
    cluster_result_clear(&r);
    cluster_result_clear(&again);
}

#define TOP                                                                   \
    "{\"nodes\": 4, \"changes\": 0, \"watts\": [1, 2], \"jobs\": [{\"id\": "  \
    "1, "
#define KIND "\"kind\": \"rigid\", "

static void test_bad(void)
{
    static const struct {
        const char *text;
        const char *why;
    } bad[] = {
        { "", "it is empty" },
        { "{}", "this is not what 'mitosis sim cluster --json' prints" },
        { "{\"jobs\": [1]}", "no number \"nodes\"" },
        { TOP KIND "\"submit\": 0, \"start\": 0}]}",
          "job 1 of the list is not as 'mitosis sim cluster --json' prints "
          "one: no number \"end\"" },
        { TOP "\"submit\": 0, \"start\": 0, \"end\": 1}]}", "no \"kind\"" },
        { TOP KIND "\"submit\": 5, \"start\": 0, \"end\": 1}]}",
          "it ends before it begins" },
        { TOP KIND "\"submit\": 0, \"start\": 0, \"end\": 1}]}",
          "no \"sizes\"" },
        { TOP KIND "\"submit\": 0, \"start\": 0, \"end\": 1, \"sizes\": "
                   "[[2, 1]]}]}",
          "its sizes are not in order" },
        { TOP KIND "\"submit\": 0, \"start\": 0, \"end\": 1, \"sizes\": "
                   "[[0, 0]]}]}",
          "its sizes are not in order" },
    };
    struct cluster_result r;
    struct error err;

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        err.text[0] = '\0';
        ok(read_back(&r, bad[i].text, &err) < 0 && r.jobs == 0,
           "wrong file %zu is refused", i);
        has(err.text, bad[i].why, "with the reason");
    }
    ok(cluster_result_read(&r, "/nowhere", &err) < 0, "a missing one, too");
    has(err.text, "/nowhere: No such file", "by its name");
}

static void test_svg(void)
{
    struct cluster_result r = made_up();
    char *alone = printed(&r, NULL, 's'), *both = printed(&r, &r, 's');

    ok(strncmp(alone, "<svg ", 5) == 0 && strstr(alone, "</svg>"),
       "a picture is drawn");
    has(alone, "2 jobs on 4 nodes", "it tells of what");
    has(alone, ">40 min<", "and has marks at round moments");
    ok(!strstr(alone, "before"), "nothing else is in it");
    has(both, "before", "another result is drawn beside it");
    free(alone);
    free(both);
    cluster_result_clear(&r);
}

int main(void)
{
    int fd = mkstemp(file);

    test_text();
    test_json();
    test_bad();
    test_svg();
    close(fd);
    unlink(file);
    return tap_done();
}

/* Tests of agent/batch/slurm_job.c: what is submitted for a job of Slurm
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_job.h"
#include "tests/tap.h"

/* The words but for the script, with spaces between. */
static const char *join(const struct string_list *words)
{
    static char text[2048];

    text[0] = '\0';
    for (size_t i = 0; i < words->count; i++)
        if (strncmp(words->text[i], "--wrap=", 7) != 0) {
            strcat(text, i > 0 ? " " : "");
            strcat(text, words->text[i]);
        }
    return text;
}

static struct slurm_options chosen;

static const char *submit(const struct slurm_job *j, int hosts)
{
    static struct error err;
    struct string_list words = { 0 };
    const char *text = err.text;

    if (slurm_job_submit(j, &chosen, "mitosis-8-heat", 3, hosts, &words, &err)
        == 0)
        text = join(&words);
    string_list_clear(&words);
    return text;
}

static struct slurm_queue_job job = {
    .id = "5_1",
    .raw = "8",
    .state = SLURM_QUEUE_RUNS,
    .left = 1798,
    .nodes = "h1",
    .has = { [SLURM_OPTION_PARTITION] = "main",
             [SLURM_OPTION_ACCOUNT] = "physics",
             [SLURM_OPTION_QOS] = "",
             [SLURM_OPTION_RESERVATION] = "",
             [SLURM_OPTION_CONSTRAINT] = "fast&new" },
};

static void test_submit(void)
{
    struct slurm_job j;
    struct error err;

    setenv("SLURM_JOB_ID", "8", 1);
    ok(slurm_job_find(&j, &err) == 0, "the job is that of SLURM_JOB_ID");
    has(submit(&j, 2), "squeue does not list job 8",
        "nothing is submitted for one that is not there");
    job.raw = "5";
    slurm_job_take(&j, &job);
    ok(!j.found, "another job is not taken for it");
    job.raw = "8";
    slurm_job_take(&j, &job);
    has(submit(&j, 2),
        "sbatch --parsable --job-name=mitosis-8-heat "
        "--comment=mitosis request 3 --array=1-2 --nodes=1 --exclusive",
        "companions are known by name and comment");
    has(submit(&j, 2),
        " --partition=main --account=physics --constraint=fast&new --time=30 "
        "--time-min=1 --deadline=now+1858",
        "they have what the job has, and end with it");
    ok(slurm_options_read("partition=cheap,qos=low,account=", &chosen, &err)
           == 0,
       "a user chooses a partition");
    has(submit(&j, 2),
        " --partition=cheap --qos=low --constraint=fast&new --time=30 ",
        "but for what the user has chosen");
    slurm_options_clear(&chosen);
    job.left = 59;
    slurm_job_take(&j, &job);
    has(submit(&j, 2), "job 8 has 59 s left",
        "but not for less than a minute");
    job.left = SLURM_QUEUE_UNLIMITED;
    slurm_job_take(&j, &job);
    has(submit(&j, 2), "--time=UNLIMITED", "a job without an end has such");
    ok(!strstr(submit(&j, 2), "--deadline"), "and no deadline");
    job.state = SLURM_QUEUE_ENDS;
    slurm_job_take(&j, &job);
    has(submit(&j, 2), "does not list", "for one that ends there are none");
    slurm_job_clear(&j);
}

static void test_shrink(void)
{
    struct slurm_job j = { .number = "8" };
    struct string_list hosts = { 0 }, words = { 0 };

    string_list_add(&hosts, "h2");
    string_list_add(&hosts, "h4");
    slurm_job_shrink(&j, &hosts, &words);
    ok(words.count == 7 && strcmp(words.text[0], "sh") == 0
           && strcmp(words.text[4], "8") == 0
           && strcmp(words.text[5], "h2") == 0
           && strcmp(words.text[6], "h4") == 0,
       "the job is to do without two hosts");
    has(words.text[2], "scontrol update JobId=\"$job\"",
        "which scontrol is told");
    string_list_clear(&hosts);
    string_list_clear(&words);
}

static void test_names(void)
{
    static const char *const wrong[] = { "", "x", "8_1", "8 ",
                                         "123456789012345678901234567890123" };
    struct slurm_job j;
    char name[SLURM_JOB_NAME];
    struct error err;
    struct string_list words = { 0 };

    slurm_job_find(&j, &err);
    slurm_job_name(&j, "heat-k3x9a1", name);
    ok(strcmp(name, "mitosis-8-heat-k3x9a1") == 0, "the name is %s", name);
    slurm_job_cancel(name, &words);
    ok(strcmp(join(&words),
              "scancel --quiet --me --name=mitosis-8-heat-k3x9a1")
           == 0,
       "by which all of them are cancelled");
    string_list_clear(&words);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        setenv("SLURM_JOB_ID", wrong[i], 1);
        ok(slurm_job_find(&j, &err) < 0, "SLURM_JOB_ID=%s is none", wrong[i]);
    }
    unsetenv("SLURM_JOB_ID");
    ok(slurm_job_find(&j, &err) < 0, "nor is there one without it");
    has(err.text, "not in a job of Slurm", "which is told");
}

int main(void)
{
    test_submit();
    test_shrink();
    test_names();
    return tap_done();
}

/* Tests of agent/batch/slurm_options.c: what users choose for companions
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/batch/slurm_options.h"
#include "tests/tap.h"

static const struct {
    const char *text;
    enum slurm_option which;
    const char *value;
} cases[] = {
    { "", SLURM_OPTION_PARTITION, NULL },
    { "qos=low", SLURM_OPTION_PARTITION, NULL },
    { "qos=low", SLURM_OPTION_QOS, "low" },
    { "partition=cheap,qos=low", SLURM_OPTION_PARTITION, "cheap" },
    { "partition=cheap,qos=low", SLURM_OPTION_QOS, "low" },
    { "partition=a,b,qos=low", SLURM_OPTION_PARTITION, "a,b" },
    { "partition=a,b,qos=low", SLURM_OPTION_QOS, "low" },
    { "constraint=[rack1*2&rack2*4]", SLURM_OPTION_CONSTRAINT,
      "[rack1*2&rack2*4]" },
    { "qos=,account=physics", SLURM_OPTION_QOS, "" },
    { "qos=,account=physics", SLURM_OPTION_ACCOUNT, "physics" },
    { "reservation=a,reservation=b", SLURM_OPTION_RESERVATION, "b" },
};

static void test_read(void)
{
    struct slurm_options o;
    struct error err;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int rc = slurm_options_read(cases[i].text, &o, &err);
        const char *came = o.text[cases[i].which];
        const char *expected = cases[i].value;

        ok(rc == 0
               && (came && expected ? strcmp(came, expected) == 0
                                    : came == expected),
           "\"%s\" has %s=%s: %s", cases[i].text,
           slurm_options_name(cases[i].which), expected ? expected : "none",
           came ? came : "none");
        slurm_options_clear(&o);
    }
}

static void test_errors(void)
{
    static const char *const wrong[] = { "cheap", "partitions=a", "=a",
                                         ",qos=low" };
    struct slurm_options o;
    struct error err;

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        err.text[0] = '\0';
        ok(slurm_options_read(wrong[i], &o, &err) < 0, "\"%s\" is none",
           wrong[i]);
        has(err.text, "is nothing that is chosen for companions",
            "which is told");
        slurm_options_clear(&o);
    }
}

int main(void)
{
    test_read();
    test_errors();
    return tap_done();
}

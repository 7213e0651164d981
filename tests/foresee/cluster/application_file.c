/* Tests of foresee/cluster/application_file.c and application.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "foresee/cluster/application.h"
#include "tests/tap.h"

static char file[] = "/tmp/applications-XXXXXX";
static struct applications all;

static int read_text(const char *text, struct error *err)
{
    FILE *out = fopen(file, "w");

    fputs(text, out);
    fclose(out);
    all = (struct applications){ 0 };
    return application_read_file(&all, file, err);
}

#define SIZES "\"least\": 2, \"size\": 8, \"most\": 16"
#define ONE "{\"applications\": [{\"name\": \"a\", "

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6 * fabs(b);
}

static void test_good(void)
{
    const struct application *a = all.one;
    struct error err = { .text = "" };

    ok(read_text(
           "{\"applications\": [{\"name\": \"cg\", \"times\": [[8, 100]],"
           " \"serial\": 0.5, " SIZES "},"
           " {\"name\": \"nbody\", \"times\": [[1, 160], [2, 80],"
           " [4, 40]], \"preferred\": 4, \"kind\": \"malleable\","
           " \"iterations\": 50, \"state_bytes\": 1e9, \"share\": 3,"
           " \"ready_seconds\": 1.5, \"stopped_seconds\": 0.25,"
           " \"executable\": 7, " SIZES "}]}",
           &err)
               == 0
           && all.count == 2,
       "applications are read: %s", err.text);
    ok(near(scaling_fit_at(&a->seconds, 8), 100),
       "a time is that of the nodes that it was measured with");
    ok(near(application_stretch(a, 1, 8), 1 / (0.5 + 0.5 / 8)),
       "what is serial is not sped up");
    ok(a->kind == JOB_KINDS && a->preferred == 8 && a->weight == 1
           && a->executable == 0,
       "what is left out is as usual");
    a++;
    ok(near(scaling_fit_at(&a->seconds, 8), 20),
       "several times tell of other numbers of nodes, %g",
       scaling_fit_at(&a->seconds, 8));
    ok(a->kind == JOB_MALLEABLE && a->preferred == 4 && a->iterations == 50
           && a->weight == 3 && a->executable == 7 && a->bytes == 1e9
           && a->least == 2 && a->size == 8 && a->most == 16,
       "and it has its own");
    ok(near(a->price.ready, 1.5) && near(price_seconds(&a->price, 1e9), 0.25),
       "its changes cost what they were measured to cost");
}

/* No model that is fitted goes through these. */
static void test_points(void)
{
    static const struct {
        int nodes;
        double seconds;
    } cases[] = {
        { 4, 100 },  { 1, 400 },     { 2, 200 },
        { 16, 500 }, { 8, 223.607 }, { 32, 500 },
    };
    static const struct scaling_fit_point point[] = { { 4, 100 },
                                                      { 16, 500 },
                                                      { 1, 400 } };
    struct application a;

    application_init(&a, 0);
    application_fit(&a, point, 3);
    a.seconds = (struct scaling_fit){ .constant = 7 };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double is = application_seconds(&a, cases[i].nodes);

        ok(is > cases[i].seconds * 0.99999 && is < cases[i].seconds * 1.00001,
           "with %d nodes it takes %g s, %g", cases[i].nodes, cases[i].seconds,
           is);
    }
}

static void test_bad(void)
{
    static const struct {
        const char *text;
        const char *why;
    } bad[] = {
        { "", "it is empty" },
        { "[]", "this is not { \"applications\":" },
        { "{\"applications\": []}", "this is not { \"applications\":" },
        { "{\"applications\": [1]}", "\"name\" is not a line of text" },
        { "{\"applications\": [{\"name\": \"a\\nb\"}]}",
          "an application: \"name\" is not a line of text" },
        { ONE "\"tims\": []}]}", "nothing called \"tims\" is known" },
        { ONE SIZES "}]}", "a: \"times\" is not a list of pairs" },
        { ONE "\"times\": [[1, 2, 3]], " SIZES "}]}",
          "is not a list of pairs" },
        { ONE "\"times\": [[1, 2]], " SIZES "}]}", "\"serial\" can" },
        { ONE "\"times\": [[1, 2], [2, 1]], \"serial\": 0, " SIZES "}]}",
          "there is no need for \"serial\"" },
        { ONE "\"times\": [[0, 2]], \"serial\": 0, " SIZES "}]}",
          "\"nodes\" is not a number from 1" },
        { ONE "\"times\": [[1, -2]], \"serial\": 0, " SIZES "}]}",
          "\"seconds\" is not a number from 1e-06" },
        { ONE "\"times\": [[1, 2]], \"serial\": 2, " SIZES "}]}",
          "\"serial\" is not a number from 0 to 1" },
        { ONE "\"times\": [[1, 2]], \"serial\": 0, \"size\": 1}]}",
          "\"least\", \"most\" and \"size\" are needed" },
        { ONE "\"times\": [[1, 2]], \"serial\": 0, \"least\": 4, \"size\": 2,"
              " \"most\": 8}]}",
          "size 2 and preferred 2 are not both from 4 to 8" },
        { ONE "\"times\": [[1, 2]], \"serial\": 0, \"kind\": \"soft\", " SIZES
              "}]}",
          "\"kind\" is not rigid, moldable" },
        { ONE "\"times\": [[1, 2]], \"serial\": 0, \"iterations\": 1.5, " SIZES
              "}]}",
          "\"iterations\" is not a whole number" },
        { ONE "\"times\": [[1, 2]], \"serial\": 0, \"share\": 0, " SIZES "}]}",
          "no application has a share above 0" },
        { ONE "\"times\": [[1, 2]], \"serial\": 0, " SIZES
              "}, {\"name\": \"a\", \"times\": [[1, 2]], \"serial\": 0, " SIZES
              "}]}",
          "two applications have the name 'a'" },
        { ONE "\"executable\": 3, \"times\": [[1, 2]], \"serial\": 0, " SIZES
              "}, {\"name\": \"b\", \"executable\": 3, \"times\": [[1, 2]], "
              "\"serial\": 0, " SIZES "}]}",
          "a and b are both executable 3" },
    };
    struct error err;

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        err.text[0] = '\0';
        ok(read_text(bad[i].text, &err) < 0, "wrong file %zu is refused", i);
        has(err.text, bad[i].why, "with the reason");
        has(err.text, file, "and its name");
    }
    ok(application_read_file(&all, "/nowhere", &err) < 0,
       "one that is not there, too");
    has(err.text, "/nowhere: No such file", "by its name");
}

int main(void)
{
    int fd = mkstemp(file);

    test_good();
    test_points();
    test_bad();
    close(fd);
    unlink(file);
    return tap_done();
}

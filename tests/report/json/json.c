/* Tests of report/json/json.c, emit.c and schema.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/gather/gather.h"
#include "report/json/emit.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static char *text_of(const char *text)
{
    char *json = NULL;
    size_t bytes;
    FILE *out = open_memstream(&json, &bytes);
    struct emit e;

    emit_start(&e, out);
    emit_array(&e, NULL, false);
    emit_text(&e, NULL, text);
    emit_finish(&e);
    fclose(out);
    return json;
}

static void test_texts(void)
{
    static const struct {
        const char *what;
        const char *text;
        const char *json;
    } cases[] = {
        { "plain", "heat", "[\"heat\"]\n" },
        { "nothing", "", "[\"\"]\n" },
        { "quotes", "a\"b\\c", "[\"a\\\"b\\\\c\"]\n" },
        { "a line end", "a\nb", "[\"a\\nb\"]\n" },
        { "control characters", "\x01\x1b[2J\x7f",
          "[\"\\u0001\\u001b[2J\\u007f\"]\n" },
        { "UTF-8", "h\xc3\xa9t\xe2\x82\xac\xf0\x9f\x98\x80",
          "[\"h\xc3\xa9t\xe2\x82\xac\xf0\x9f\x98\x80\"]\n" },
        { "Latin-1", "h\xe9t", "[\"h\xef\xbf\xbdt\"]\n" },
        { "a cut-off character", "a\xe2\x82",
          "[\"a\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
        { "an overlong one", "\xc0\xaf", "[\"\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
        { "a surrogate", "\xed\xa0\x80",
          "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
        { "beyond Unicode", "\xf5\x80\x80\x80",
          "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]\n" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *json = text_of(cases[i].text);

        if (!ok(strcmp(json, cases[i].json) == 0, "%s can be told",
                cases[i].what))
            diag("came: %s, expected: %s", json, cases[i].json);
        free(json);
    }
}

static void test_numbers(void)
{
    char *json = NULL;
    size_t bytes;
    FILE *out = open_memstream(&json, &bytes);
    struct emit e;

    setlocale(LC_ALL, "de_DE.UTF-8"); /* if there is one */
    emit_start(&e, out);
    emit_object(&e, NULL, false);
    emit_number(&e, "half", 0.5, 12);
    emit_number(&e, "tiny", 1.25e-9, 12);
    emit_number(&e, "none", NAN, 12);
    emit_number(&e, "endless", INFINITY, 12);
    emit_count(&e, "large", INT64_MAX);
    emit_count(&e, "larger", UINT64_MAX);
    emit_integer(&e, "low", -3);
    emit_finish(&e);
    fclose(out);
    setlocale(LC_ALL, "C");
    ok(strcmp(json, "{\"half\":0.5,\"tiny\":1.25e-09,\"none\":0,"
                    "\"endless\":0,\"large\":9223372036854775807,"
                    "\"larger\":9223372036854775807,\"low\":-3}\n")
           == 0,
       "numbers are finite and exact");
    free(json);
}

/* Everything that a program can have a say in. */
static void test_hostile_names(void)
{
    static const char nasty[] = "\x1b[31m\"\\\n\xff\xfe</script>";
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;
    json_t *root;
    char *json;

    memset(p->program, '"', sizeof(p->program));
    p->program_bytes = sizeof(p->program);
    memset(p->host, '\\', sizeof(p->host)); /* no end */
    strcpy(p->mpi, nasty);
    strcpy(p->job, nasty);
    strcpy(p->folder, nasty);
    strcpy(p->remarks, nasty);
    pages_call(p, PAGES_ALLREDUCE, 1, 0.1, 0.1, 8);
    strcpy(p->call[PAGES_ALLREDUCE].name, nasty);
    pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, nasty, 3), 1);
    memset(p->comm[0].name, 0xff, sizeof(p->comm[0].name));
    pages_site(p, PAGES_ALLREDUCE, 1, 0.1);
    p->site[0].frames[0] = 50;
    p->objects_used = 1;
    p->object[0].end = 100;
    strcpy(p->object[0].path, nasty);
    page_close(p);
    run = pages_run(folder);
    json = pages_json(run);
    root = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    ok(root != NULL, "hostile names make valid JSON");
    ok(json_string_length(json_array_get(json_object_get(root, "program"), 0))
           == sizeof(p->program) - 1,
       "with arguments of 4 kB");
    ok(!strchr(json, 0x1b) && !strchr(json, 0xff),
       "and nothing for a terminal to stumble over");
    json_decref(root);
    free(json);
    run_destroy(run);
    pages_remove(folder);
}

static void test_lines(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *json;

    page_close(pages_make(folder, 0, 1));
    run = pages_run(folder);
    json = pages_json(run);
    has(json, "\n \"size\": 1,\n", "one fact a line");
    has(json, "\n  {\"rank\":0,", "one rank a line");
    has(json, " \"messages\": [],\n", "nothing is an empty list");
    has(json, "\"found\": false,", "no iterations are none");
    free(json);
    run_destroy(run);
    pages_remove(folder);
}

int main(void)
{
    test_texts();
    test_numbers();
    test_hostile_names();
    test_lines();
    return tap_done();
}

/* Tests of report/json/json.c and schema.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <jansson.h>

#include "report/gather/gather.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

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
    run = pages_collect(folder);
    json = pages_json(run);
    root = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    ok(root != NULL, "hostile names make valid JSON");
    ok(json_string_length(json_array_get(json_object_get(root, "program"), 0))
           == sizeof(p->program) - 1,
       "with arguments of 4 kB");
    ok(!strchr(json, 0x1b) && !strchr(json, 0xff),
       "and nothing for a terminal to stumble over");
    json_decref(root);
}

static void test_lines(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *json;

    page_close(pages_make(folder, 0, 1));
    run = pages_collect(folder);
    json = pages_json(run);
    has(json, "\n \"size\": 1,\n", "one fact a line");
    has(json, "\n  {\"rank\":0,", "one rank a line");
    has(json, " \"messages\": [],\n", "nothing is an empty list");
    has(json, "\"found\": false,", "no iterations are none");
}

int main(void)
{
    test_hostile_names();
    test_lines();
    return tap_done();
}

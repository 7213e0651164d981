/* Tests of policy/field.c: the manual explains each field, with its type
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/field.h"
#include "tests/tap.h"

/* What a policy sees of a type. */
static const char *field_word(enum field_type type)
{
    static const char *const words[] = {
        [FIELD_INT] = "number",
        [FIELD_BOOL] = "boolean",
        [FIELD_COUNT] = "number",
        [FIELD_NUMBER] = "number",
        [FIELD_TEXT] = "text",
        [FIELD_NAME] = "text",
        [FIELD_RANK] = "rank",
        [FIELD_HOST] = "host",
        [FIELD_LIMITS] = "table",
        [FIELD_SIZES] = "list of numbers",
        [FIELD_QUEUE] = "table",
        [FIELD_RANKS] = "table of ranks",
        [FIELD_HOSTS] = "table of hosts",
        [FIELD_NAMES] = "list of texts",
        [FIELD_SENT] = "table of numbers",
        [FIELD_TALK] = "table of numbers",
        [FIELD_DISTANCE] = "table of numbers",
        [FIELD_HERE] = "list of numbers",
        [FIELD_NEAR] = "list of texts",
        [FIELD_PROFILE] = "table",
        [FIELD_PREDICT] = "function",
    };

    return words[type];
}

static char *read_manual(void)
{
    char path[4096], *text = calloc(1, 256 * 1024);
    const char *top = getenv("top_srcdir");
    FILE *file;

    snprintf(path, sizeof(path), "%s/doc/mitosis-policy.5", top ? top : ".");
    file = fopen(path, "r");
    if (!file || !text || fread(text, 1, 256 * 1024 - 1, file) == 0) {
        printf("Bail out! cannot read %s\n", path);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    return text;
}

/* How often 'part' is in 'text'. */
static int times(const char *text, const char *part)
{
    int count = 0;

    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

/* The entry of a field: its name, its type and maybe a unit, and then a
 * sentence, which ends with a full stop.
 */
static bool is_explained(const char *manual,
                         const struct field_table *t,
                         const struct field *f)
{
    char head[256];
    const char *at, *end;

    snprintf(head, sizeof(head), ".TP\n.BR %s.%s \" (%s", t->name, f->name,
             field_word(f->type));
    if (times(manual, head) != 1)
        return false;
    at = strstr(manual, head) + strlen(head);
    end = at + strcspn(at, "\n");
    if ((*at != ')' && strncmp(at, ", ", 2) != 0)
        || strncmp(end - 2, ")\"", 2) != 0)
        return false;
    at = end + 1;
    end = at + strcspn(at, "\n");
    return *at != '.' && end - at > 8 && end[-1] == '.';
}

static void test_manual(void)
{
    char *manual = read_manual();
    int fields = 0;

    for (int set = 0; set < SETS; set++)
        for (const struct field *f = field_tables[set].field; f->name; f++) {
            ok(is_explained(manual, &field_tables[set], f),
               "the manual explains %s.%s", field_tables[set].name, f->name);
            fields++;
        }
    ok(times(manual, ".TP\n.BR job.") + times(manual, ".TP\n.BR self.")
           == fields,
       "and no other fields");
    free(manual);
}

int main(void)
{
    test_manual();
    return tap_done();
}

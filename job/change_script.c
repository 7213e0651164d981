/* change_script.c - changes at given syncs, as people write them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/grow.h"
#include "job/change_script.h"

static const char spaces[] = " \t";

/* Read "100 resize 4" into 'step'. */
static int parse_step(struct change_script_step *step,
                      const char *text,
                      struct error *err)
{
    char *end;

    text += strspn(text, spaces);
    errno = 0;
    step->sync = strtoull(text, &end, 10);
    if (end == text || errno || *text == '-' || step->sync == 0
        || !strchr(spaces, *end))
        return error_set(err,
                         "\"%.200s\" is not: SYNC CHANGE, with SYNC at "
                         "least 1",
                         text);
    if (end[strspn(end, spaces)] == '\0')
        return error_set(err, "a change is missing after %.*s",
                         (int)(end - text), text);
    step->change = change_parse(end + strspn(end, spaces), err);
    return step->change ? 0 : -1;
}

static int add_step(struct change_script *script,
                    const char *text,
                    struct error *err)
{
    struct change_script_step one = { .change = NULL };

    if (text[strspn(text, spaces)] == '\0')
        return 0;
    if (script->count == CHANGE_SCRIPT_STEPS)
        return error_set(err, "more than %d steps", CHANGE_SCRIPT_STEPS);
    if (!grow(&script->step, sizeof(one), (size_t)script->count,
              &script->room))
        return error_set(err, "out of memory");
    if (parse_step(&one, text, err) < 0)
        return -1;
    script->step[script->count++] = one;
    if (script->count > 1 && one.sync <= script->step[script->count - 2].sync)
        return error_set(err, "the syncs do not rise at \"%s\"", text);
    return 0;
}

int change_script_parse(struct change_script *script,
                        const char *text,
                        struct error *err)
{
    char *copy = strdup(text), *state, *part;
    int rc = 0;

    *script = (struct change_script){ .count = 0 };
    if (!copy)
        return error_set(err, "out of memory");
    escape_line(copy);
    for (part = strtok_r(copy, ";", &state); part && rc == 0;
         part = strtok_r(NULL, ";", &state))
        rc = add_step(script, part, err);
    free(copy);
    if (rc < 0)
        change_script_clear(script);
    return rc;
}

void change_script_clear(struct change_script *script)
{
    for (int i = 0; i < script->count; i++)
        change_destroy(script->step[i].change);
    free(script->step);
    *script = (struct change_script){ .count = 0 };
}

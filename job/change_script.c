/* change_script.c - changes at given syncs, as people write them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "job/change.h"
#include "job/change_script.h"

static const char spaces[] = " \t\n";

/* Read "100 resize 4" into 'step'. */
static int parse_step(char *text,
                      struct change_script_step *step,
                      struct error *err)
{
    static struct change c; /* it is large */
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
    step->text = end + strspn(end, spaces);
    return change_parse(&c, step->text, err);
}

int change_script_parse(char *script,
                        struct change_script_step *steps,
                        int most,
                        struct error *err)
{
    char *state, *text = strtok_r(script, ";", &state);
    int count = 0;

    for (; text; text = strtok_r(NULL, ";", &state)) {
        if (text[strspn(text, spaces)] == '\0')
            continue;
        if (count == most)
            return error_set(err, "more than %d steps", most);
        if (parse_step(text, &steps[count], err) < 0)
            return -1;
        if (count && steps[count].sync <= steps[count - 1].sync)
            return error_set(err, "the syncs do not rise at \"%s\"", text);
        count++;
    }
    return count;
}

/* reading.c - where one is in a report that is being read
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/append_text.h"
#include "report/json/reading.h"

int reading_no_memory(struct reading *r)
{
    return error_set(r->err, "%s", strerror(ENOMEM));
}

int reading_wrong(struct reading *r, const char *wanted)
{
    return error_set(r->err, "'%s' is not %s", r->name, wanted);
}

size_t reading_into(struct reading *r, const char *key)
{
    size_t back = strlen(r->name);

    append_text(r->name, sizeof(r->name), "%s%s", back ? "." : "", key);
    return back;
}

size_t reading_to(struct reading *r, size_t index)
{
    size_t back = strlen(r->name);

    append_text(r->name, sizeof(r->name), "[%zu]", index);
    return back;
}

void reading_back(struct reading *r, size_t back)
{
    r->name[back] = '\0';
}

int reading_text(struct reading *r, const char *found, const char **text)
{
    const char **kept;
    uint32_t n;

    if (!found)
        return reading_wrong(r, "a text");
    n = table_number(r->texts, found, strlen(found));
    if (n == TABLE_NONE)
        return reading_no_memory(r);
    kept = table_at(r->texts, n);
    if (!*kept && !(*kept = arena_print(r->run->arena, "%s", found)))
        return reading_no_memory(r);
    *text = *kept;
    return 0;
}

int reading_state(struct reading *r, const char *name, enum run_state *s)
{
    for (int i = 0; name && i < RUN_STATES; i++)
        if (strcmp(name, run_state_name[i]) == 0) {
            *s = i;
            return 0;
        }
    return reading_wrong(r, "a state of a rank");
}

int reading_moment(struct reading *r, const char *text, uint64_t *ns)
{
    struct tm tm = { 0 };
    unsigned ms = 0;
    char end;

    if (!text
        || sscanf(text, "%d-%d-%dT%d:%d:%d.%3u%c", &tm.tm_year, &tm.tm_mon,
                  &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &ms, &end)
               != 8
        || end != 'Z' || tm.tm_year < 1970 || tm.tm_year > 2554)
        return reading_wrong(r, "a moment like 2026-01-31T12:00:00.000Z");
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    *ns = (uint64_t)timegm(&tm) * 1000000000 + ms * UINT64_C(1000000);
    return 0;
}

int reading_limit(struct reading *r, const char *key, uint64_t *limit)
{
    char *end;

    errno = 0;
    *limit = strtoull(key, &end, 10);
    if (errno || *end || end == key || key[0] == '-'
        || (*limit & (*limit - 1)) != 0)
        return reading_wrong(r, "a size class");
    return 0;
}

/* files.c - the names of what a job keeps in its folder
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "job/files.h"
#include "job/job_host.h"

enum { FIRST_NUMBERED = 2 }; /* generation in a page's name */

/* In a pattern '#' is a number, and '@' that of a generation.  A part is
 * written beside its place first, with two numbers behind its name.
 */
static const struct {
    const char *pattern;
    enum files_kind kind;
} patterns[] = {
    { "rank-#.page", FILES_PAGE },
    { "@.rank-#.page", FILES_PAGE },
    { "trace-#", FILES_TRACE },
    { "@.trace-#", FILES_TRACE },
    { "generation-@.json", FILES_PART },
    { "generation-@.json.#-#", FILES_KEPT },
    { "control-@", FILES_KEPT },
    { "state-@-#", FILES_STATE },
    { "state-@-#.new", FILES_STATE },
    { "share", FILES_KEPT },
    { "share-@-#", FILES_STATE },
    { "share-@-#.new", FILES_STATE },
    { FILES_CHANGES, FILES_KEPT },
    { FILES_POLICIES, FILES_KEPT },
    { FILES_POLICIES ".new", FILES_KEPT },
    { FILES_INCIDENTS, FILES_KEPT },
    { FILES_CARRIED, FILES_KEPT },
    { "agent", FILES_KEPT },
    { JOB_HOST, FILES_KEPT },
    { FILES_AWAITED, FILES_KEPT },
    { FILES_EXCUSED, FILES_KEPT },
    { FILES_NO_AGENT "#", FILES_KEPT },
    { FILES_OVER, FILES_KEPT },
    { "job", FILES_KEPT },
    { "mail-@-#", FILES_STATE },
    { "said-#", FILES_KEPT },
    { "log", FILES_KEPT },
    { "secret", FILES_KEPT },
    { "secret.#", FILES_KEPT },
    { "parcel-#", FILES_KEPT },
    { "home", FILES_KEPT },
    { "outpost", FILES_KEPT },
    { "outpost.#", FILES_KEPT },
    { "head", FILES_KEPT },
    { "head.#", FILES_KEPT },
    { "saved-state", FILES_KEPT },
    { "saved-state.new", FILES_KEPT },
    { "launcher", FILES_KEPT },
    { "launcher.new", FILES_KEPT },
};

/* Read a number as we would write it.  Returns the end, or NULL. */
static const char *read_number(const char *at, int *number)
{
    int end = 0;

    if (*at < '0' || *at > '9' || (*at == '0' && at[1] >= '0' && at[1] <= '9'))
        return NULL;
    if (sscanf(at, "%9d%n", number, &end) != 1
        || (at[end] >= '0' && at[end] <= '9'))
        return NULL;
    return at + end;
}

static bool matches(const char *name,
                    const char *pattern,
                    int *generation,
                    int *rank)
{
    for (; *pattern; pattern++) {
        int number;

        if (*pattern != '#' && *pattern != '@') {
            if (*name++ != *pattern)
                return false;
            continue;
        }
        if (!(name = read_number(name, &number)))
            return false;
        *(*pattern == '#' ? rank : generation) = number;
    }
    return *name == '\0';
}

enum files_kind files_kind(const char *name, unsigned *generation, int *rank)
{
    *generation = 0;
    *rank = 0;
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
        int g = 1, r = 0;

        if (!matches(name, patterns[i].pattern, &g, &r))
            continue;
        if (patterns[i].pattern[0] == '@' && g < FIRST_NUMBERED)
            return FILES_STRANGE;
        if (patterns[i].kind != FILES_KEPT) {
            *generation = (unsigned)g;
            *rank = r;
        }
        return patterns[i].kind;
    }
    return FILES_STRANGE;
}

static void compose(char name[FILES_NAME],
                    unsigned generation,
                    const char *before,
                    int rank,
                    const char *after)
{
    char prefix[16] = "";

    if (generation >= FIRST_NUMBERED)
        snprintf(prefix, sizeof(prefix), "%u.", generation);
    snprintf(name, FILES_NAME, "%s%s%d%s", prefix, before, rank, after);
}

void files_page(char name[FILES_NAME], unsigned generation, int rank)
{
    compose(name, generation, "rank-", rank, ".page");
}

void files_trace(char name[FILES_NAME], unsigned generation, int rank)
{
    compose(name, generation, "trace-", rank, "");
}

void files_part(char name[FILES_NAME], unsigned generation)
{
    snprintf(name, FILES_NAME, "generation-%u.json", generation);
}

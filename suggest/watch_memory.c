/* watch_memory.c - start to watch the program's memory, and stop when all is
 * seen
 *
 * The library is loaded before the program for 'mitosis suggest' alone, which
 * says in a plan where the program's loop is: in lines
 *
 *     program PATH
 *     rank NUMBER MARKS ADDRESS...
 *
 * ADDRESS are those to which the calls return that lie between the function of
 * the loop's mark and main(), innermost first, and MARKS is how often the mark
 * comes in an iteration.  The loop is in the outermost function that is come
 * back to again and again.
 *
 * All that is forgotten once the program calls mito_sync(), for the second
 * time as the first may be before the loop: that is the one around this call.
 * It may be in a function of its own, which may be called twice in the loop,
 * so the outermost place that is come back to about as often is in the loop.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suggest/allocated_blocks.h"
#include "suggest/breakpoints.h"
#include "suggest/memory_dump_write.h"

enum {
    DEPTH = 16,
    FRAMES = 64, /* of the program and of libraries */
    FIRST = 3,   /* times at a place make it one of a loop, */
    SYNCED = 2   /* and so many on the way to mito_sync() do */
};

static struct {
    const char *folder;
    int rank;
    uintptr_t base, from, to, data, end; /* of the program, its code, data */
    int depth;
    uintptr_t address[DEPTH];
    unsigned long come[DEPTH];
    unsigned long marks; /* in an iteration */
    int syncs;           /* calls of mito_sync(), up to SYNCED: then */
    bool synced;         /* the places are those on the way to it */
    int loop;            /* which of them is in the loop, or -1 */
    unsigned long next;  /* the next moment is when it has come so often */
    int moments;
} watch;

/* How often the place of the loop comes in an iteration: the mark's count
 * goes with the innermost place.
 */
static unsigned long step_of(int i)
{
    unsigned long step = watch.marks * watch.come[i] / watch.come[0];

    return step > 0 ? step : 1;
}

/* Begin to look at each iteration that comes by there. */
static void choose(int i)
{
    char path[PATH_MAX];

    memory_dump_write_close();
    watch.loop = i;
    watch.moments = 0;
    watch.next = watch.come[i] + 1;
    snprintf(path, sizeof(path), "%s/" DUMP_NAME, watch.folder, watch.rank);
    if (memory_dump_write_open(path, watch.rank, watch.base, watch.address[i],
                               step_of(i), watch.synced, watch.data, watch.end)
        < 0)
        breakpoints_clear();
}

static void look(const ucontext_t *context)
{
    if (watch.moments == DUMP_MOMENTS || watch.come[watch.loop] < watch.next)
        return;
    watch.next += step_of(watch.loop);
    memory_dump_write_moment(context);
    if (++watch.moments < DUMP_MOMENTS)
        return;
    memory_dump_write_close();
    if (watch.loop == watch.depth - 1 || watch.synced)
        breakpoints_clear();
}

static bool is_loop(int i)
{
    return watch.synced
               ? watch.come[i] >= SYNCED && 2 * watch.come[i] >= watch.come[0]
               : watch.come[i] >= FIRST;
}

/* A loop further out may be slow to show: whatever was looked at before is
 * forgotten then.
 */
static void come(uintptr_t address, ucontext_t *context)
{
    allocated_blocks_look_away(1);
    for (int i = 0; i < watch.depth; i++) {
        if (watch.address[i] != address)
            continue;
        watch.come[i]++;
        if (i == watch.loop)
            look(context);
        else if (i > watch.loop && is_loop(i))
            choose(i);
    }
    allocated_blocks_look_away(0);
}

/* The program is the first of all files. */
static int find_program(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size, (void)arg;
    watch.base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr;

        if (part->p_type != PT_LOAD)
            continue;
        if (part->p_flags & PF_X) {
            watch.from = from;
            watch.to = from + part->p_memsz;
        }
        if (part->p_flags & PF_W) {
            watch.data = from;
            watch.end = from + part->p_memsz;
        }
    }
    return 1;
}

static void read_addresses(char *at)
{
    char *end;

    for (watch.depth = 0; watch.depth < DEPTH; watch.depth++) {
        uintptr_t address = strtoul(at, &end, 16);

        if (end == at)
            break;
        watch.address[watch.depth] = watch.base + address;
        at = end;
    }
}

/* Whether this process is one that the plan is for. */
static int read_plan(FILE *plan)
{
    char text[PATH_MAX + 64], self[PATH_MAX] = "";
    unsigned long marks;
    int rank, used;

    if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0
        || !fgets(text, sizeof(text), plan)
        || strncmp(text, "program ", 8) != 0)
        return -1;
    text[strcspn(text, "\n")] = '\0';
    if (strcmp(text + 8, self) != 0)
        return -1;
    while (fgets(text, sizeof(text), plan))
        if (sscanf(text, "rank %d %lu%n", &rank, &marks, &used) == 2
            && rank == watch.rank) {
            watch.marks = marks;
            read_addresses(text + used);
        }
    return watch.marks > 0 ? 0 : -1;
}

static int find_rank(void)
{
    static const char *const names[] = { "PMI_RANK", "PMIX_RANK",
                                         "SLURM_PROCID" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (getenv(names[i]))
            return atoi(getenv(names[i]));
    return -1;
}

static int start(void)
{
    char path[PATH_MAX];
    FILE *plan;
    int rc;

    watch.loop = -1;
    watch.folder = getenv(DUMP_VARIABLE);
    watch.rank = find_rank();
    if (!watch.folder || watch.rank < 0)
        return -1;
    snprintf(path, sizeof(path), "%s/" DUMP_PLAN, watch.folder);
    dl_iterate_phdr(find_program, NULL);
    if (!(plan = fopen(path, "re")))
        return -1;
    rc = read_plan(plan);
    fclose(plan);
    return rc;
}

__attribute__((constructor)) static void watch_memory(void)
{
    if (start() < 0)
        return;
    allocated_blocks_start(watch.base, watch.from, watch.to);
    if (watch.depth > 0)
        breakpoints_set(watch.address, watch.depth, come);
}

/* Watch the way to this call of mito_sync(). */
static void find_sync(void)
{
    void *frame[FRAMES];
    int frames = backtrace(frame, FRAMES), depth = 0;

    for (int i = 0; i < frames && depth < DEPTH; i++)
        if ((uintptr_t)frame[i] >= watch.from
            && (uintptr_t)frame[i] < watch.to)
            watch.address[depth++] = (uintptr_t)frame[i];
    if (depth == 0)
        return;
    memory_dump_write_close();
    memset(watch.come, 0, sizeof(watch.come));
    watch.depth = depth;
    watch.marks = 1;
    watch.loop = -1;
    watch.synced = true;
    breakpoints_set(watch.address, watch.depth, come);
}

/* The library of Mitosis, which has these calls, is not there.  In Fortran who
 * finds the one calls the other, too.
 */
__attribute__((visibility("default"))) int watch_sync(void) __asm__(
    "mito_sync");
__attribute__((visibility("default"))) int watch_register(
    const void *registration) __asm__("mito_register");

int watch_sync(void)
{
    if (watch.marks > 0 && watch.syncs < SYNCED && ++watch.syncs == SYNCED) {
        allocated_blocks_look_away(1);
        find_sync();
        allocated_blocks_look_away(0);
    }
    return 0;
}

int watch_register(const void *registration)
{
    (void)registration;
    return 0;
}

/* Tests of report/code/resolve.c and symbols.c
 *
 * The addresses are those of this program, which is also copied, stripped
 * and replaced.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <link.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/code/resolve.h"
#include "report/gather/gather.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static struct object_record self;
static int line_of_call;
static uint64_t in_main; /* an address there */

/* What a wrapper would note about its caller.  Two calls are not one to the
 * compiler.
 */
__attribute__((noinline)) static uint64_t address_of_caller(void)
{
    __asm__ volatile("");
    return (uintptr_t)__builtin_return_address(0);
}

__attribute__((noinline)) uint64_t exchange(void);
__attribute__((noinline)) uint64_t exchange(void)
{
    uint64_t address;

    line_of_call = __LINE__ + 1;
    address = address_of_caller();
    return address + (address == 0); /* no tail call */
}

/* Two calls in a line. */
__attribute__((noinline)) void twice(uint64_t both[2]);
__attribute__((noinline)) void twice(uint64_t both[2])
{
    both[0] = address_of_caller(), both[1] = address_of_caller();
}

static inline __attribute__((always_inline)) uint64_t inlined(void)
{
    uint64_t address = address_of_caller();

    return address + (address == 0);
}

__attribute__((noinline)) uint64_t outer(void);
__attribute__((noinline)) uint64_t outer(void)
{
    return inlined() + 0;
}

static int note_self(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    self.bias = info->dlpi_addr;
    self.base = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        const ElfW(Nhdr) *note = (const void *)start;

        if (segment->p_type == PT_LOAD) {
            if (start < self.base)
                self.base = start;
            if (start + segment->p_memsz > self.end)
                self.end = start + segment->p_memsz;
        } else if (segment->p_type == PT_NOTE
                   && note->n_type == NT_GNU_BUILD_ID
                   && note->n_descsz <= sizeof(self.build_id)) {
            self.build_id_bytes = note->n_descsz;
            memcpy(self.build_id,
                   (const char *)(note + 1) + ((note->n_namesz + 3) & ~3u),
                   note->n_descsz);
        }
    }
    readlink("/proc/self/exe", self.path, sizeof(self.path) - 1);
    return 1; /* the program itself comes first, and is all we want */
}

static void run_command(const char *format, const char *a, const char *b)
{
    char command[10000];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(command, sizeof(command), format, a, b);
#pragma GCC diagnostic pop
    if (system(command) != 0)
        diag("failed: %s", command);
}

/* A rank's page in which this program is known. */
static struct page *make_page(const char *folder,
                              int rank,
                              int size,
                              unsigned depth)
{
    struct page *p = pages_make(folder, rank, size);

    pages_call(p, PAGES_SEND, 7, 0.5, 0.001, 8);
    p->depth = depth;
    p->objects_used = 1;
    p->object[0] = self;
    return p;
}

static void add_path(struct page *p, uint64_t address, uint64_t caller)
{
    p->site[p->sites_used++] =
        (struct call_site_record){ .call = PAGES_SEND,
                                   .depth = 2,
                                   .count = 7,
                                   .cut = 1,
                                   .frames = { address, caller } };
}

/* Gather and resolve what is in the folder, and remove that. */
static struct run *run_from(const char *folder)
{
    struct error err = { .text = "" };
    struct run *run = gather(&folder, 1, false, &err);

    ok(run && resolve(run, &err) == 0, "the paths are resolved (%s)",
       err.text);
    pages_remove(folder);
    return run;
}

/* A run with one call path per address in 'frames', in the file 'path'. */
static struct run *run_of(const char *path,
                          unsigned depth,
                          const uint64_t *frames,
                          unsigned count)
{
    const char *folder = pages_folder();
    struct error err = { .text = "" };
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;

    pages_call(p, PAGES_SEND, 7, 0.5, 0.001, 8);
    p->depth = depth;
    p->objects_used = 2;
    p->object[0] = self;
    snprintf(p->object[0].path, sizeof(p->object[0].path), "%s", path);
    p->object[1] = (struct object_record){
        .base = 1000, .end = 2000, .path = "/usr/lib/libmpichfort.so.12"
    };
    p->sites_used = 1;
    p->site[0] = (struct call_site_record){ .call = PAGES_SEND,
                                            .depth = count,
                                            .count = 7,
                                            .ticks = pages_ticks(0.5) };
    memcpy(p->site[0].frames, frames, count * sizeof(*frames));
    page_close(p);
    run = gather(&folder, 1, false, &err);
    ok(run && resolve(run, &err) == 0, "the path is resolved (%s)", err.text);
    pages_remove(folder);
    return run;
}

static void test_lines(void)
{
    uint64_t frames[3] = { exchange(), outer(), exchange() };
    struct run *run = run_of(self.path, 1, frames, 1);
    char wanted[100];

    snprintf(wanted, sizeof(wanted), "exchange (resolve.c:%d)", line_of_call);
    ok(run->sites == 1 && run->site[0].depth == 1, "depth 1 is one frame");
    has(run->site[0].frames[0], wanted, "with function, file and line");
    run_destroy(run);

    run = run_of(self.path, 16, frames, 3);
    ok(run->site[0].depth == 4, "depth 16 is all there are, %zu",
       run->site[0].depth);
    has(run->site[0].frames[1],
        "inlined (resolve.c:", "an inlined function is a frame");
    has(run->site[0].frames[2],
        "outer (resolve.c:", "and so is what it was inlined into");
    run_destroy(run);

    frames[0] = 1234;
    run = run_of(self.path, 1, frames, 2);
    has(run->site[0].frames[0], "inlined (",
        "the Fortran binding is passed over");
    run_destroy(run);

    frames[0] = 17;
    run = run_of(self.path, 1, frames, 1);
    has(run->site[0].frames[0], "outside", "code from nowhere is said to be");
    run_destroy(run);
}

/* Two ranks, each with two paths, that differ in callers which are not shown.
 */
static void test_ranks(void)
{
    char *folder = strdup(pages_folder());
    uint64_t here = exchange();
    struct run *run;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = make_page(folder, rank, 2, 1);

        add_path(p, here, outer());
        add_path(p, here, in_main);
        page_close(p);
    }
    run = run_from(folder);
    ok(run->paths == 2 && run->sites == 1 && run->site[0].count == 28,
       "two paths of two ranks are one place");
    ok(run->site[0].ranks == 2, "of two ranks: %u",
       (unsigned)run->site[0].ranks);
    run_destroy(run);
    free(folder);
}

/* That callers are missing is told, unless main() is there. */
static void test_cut(void)
{
    for (int whole = 0; whole < 2; whole++) {
        char *folder = strdup(pages_folder());
        struct page *p = make_page(folder, 0, 1, 16);
        size_t told = 0;
        struct run *run;

        add_path(p, exchange(), whole ? in_main : outer());
        page_close(p);
        run = run_from(folder);
        for (size_t i = 0; i < run->unseens; i++)
            told += strstr(run->unseen[i], "last function only") != NULL;
        ok(told == !whole, "a path that was cut%s: %zu remarks",
           whole ? " and has all" : "", told);
        run_destroy(run);
        free(folder);
    }
}

static void test_other_files(void)
{
    uint64_t frames[1] = { exchange() };
    const char *folder = pages_folder();
    char path[5000], wanted[100];
    struct run *run;

    folder = strdup(folder);
    snprintf(path, sizeof(path), "%s/heat", folder);
    snprintf(wanted, sizeof(wanted), "heat+0x%lx",
             (unsigned long)(frames[0] - self.bias - 1));

    run_command("strip -g -o '%s' '%s'", path, self.path);
    run = run_of(path, 1, frames, 1);
    has(run->site[0].frames[0], "exchange+0x", "without lines: the symbol");
    has(run->site[0].frames[0], " (heat)", "and the program");
    run_destroy(run);

    run_command("strip -s -o '%s' '%s'", path, self.path);
    run = run_of(path, 1, frames, 1);
    ok(strcmp(run->site[0].frames[0], wanted) == 0,
       "without symbols: %s is %s", run->site[0].frames[0], wanted);
    run_destroy(run);

    run_command("cp /bin/true '%s' %s", path, "");
    run = run_of(path, 1, frames, 1);
    has(run->site[0].frames[0], wanted, "of another build: the address");
    has(run->site[0].frames[0], " (changed since)", "and why no more");
    run_destroy(run);

    run_command("echo text > '%s' %s", path, "");
    run = run_of(path, 1, frames, 1);
    has(run->site[0].frames[0], wanted, "of no program: the address");
    run_destroy(run);

    unlink(path);
    run = run_of(path, 1, frames, 1);
    ok(strcmp(run->site[0].frames[0], wanted) == 0, "gone: the address");
    run_destroy(run);

    run = run_of("/dev/zero", 1, frames, 1);
    has(run->site[0].frames[0], "zero+0x", "a device is not read");
    run_destroy(run);

    run = run_of("[vdso]", 1, frames, 1);
    has(run->site[0].frames[0], "[vdso]+0x", "nor is the kernel's");
    run_destroy(run);
    rmdir(folder);
    free((char *)folder);
}

static void test_debug_file(void)
{
    uint64_t frames[1] = { exchange() };
    char *folder = strdup(pages_folder()), path[5000], debug[5000];
    struct run *run;

    snprintf(path, sizeof(path), "%s/heat", folder);
    snprintf(debug, sizeof(debug), "%s/heat.debug", folder);
    run_command("objcopy --only-keep-debug '%2$s' '%1$s'", debug, self.path);
    run_command("strip -s -o '%s' '%s'", path, self.path);
    run_command("objcopy --add-gnu-debuglink='%s' '%s'", debug, path);
    run = run_of(path, 1, frames, 1);
    has(run->site[0].frames[0],
        "exchange (resolve.c:", "lines come from a separate file");
    run_destroy(run);
    pages_remove(folder);
    free(folder);
}

/* The same call twice in a line is two places; in other runs it is looked for
 * by its function.
 */
static void test_columns(void)
{
    char *folder = strdup(pages_folder());
    struct page *p = make_page(folder, 0, 1, 1);
    uint64_t both[2];
    struct run *run;

    twice(both);
    add_path(p, both[0], outer());
    add_path(p, both[1], outer());
    add_path(p, both[1], in_main);
    page_close(p);
    run = run_from(folder);
    ok(run->sites == 2
           && strcmp(run->site[0].frames[0], run->site[1].frames[0]) != 0,
       "two calls in a line are two places: %zu, %s", run->sites,
       run->site[0].frames[0]);
    has(run->site[0].frames[0], "twice (resolve.c:", "of the same line");
    ok(strcmp(run_place(run->arena, &run->site[0]),
              "MPI_Send in twice (resolve.c)")
           == 0,
       "without line and column: %s", run_place(run->arena, &run->site[0]));
    run_destroy(run);
    free(folder);
}

/* Ranks wait so long in a line, which rank 0 comes to in two ways. */
static void test_last(void)
{
    static const struct {
        double waits[3];
        bool all; /* come there */
        double for_last;
        int last;
        const char *of;
    } cases[] = {
        { { 0.5, 0.2, 0.9 }, true, 1, 1, "one waits least" },
        { { 0.2, 0.4, 0.3 }, true, 0.3, 0, "the first one does" },
        { { 0.4, 0.4, 0.4 }, true, 0, 0, "all wait alike" },
        { { 0.5, 0.2, 0.9 }, false, 0, 0, "one never comes there" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *folder = strdup(pages_folder());
        const struct run_site *site;
        struct run *run;

        for (int r = 0; r < (cases[i].all ? 3 : 2); r++) {
            struct page *p = pages_make(folder, r, 3);

            pages_call(p, PAGES_SEND, 7, cases[i].waits[r], 1e-6, 8);
            p->depth = 1;
            p->objects_used = 1;
            p->object[0] = self;
            for (int k = 0; k <= (r == 0); k++) {
                add_path(p, in_main, k ? outer() : in_main);
                p->site[k].ticks =
                    pages_ticks(cases[i].waits[r] / (r == 0 ? 2 : 1));
                p->site[k].fastest = pages_ticks(1e-6);
            }
            page_close(p);
        }
        if (!cases[i].all)
            page_close(pages_make(folder, 2, 3));
        run = run_from(folder);
        site = &run->site[0];
        ok(run->sites == 1 && fabs(site->for_last - cases[i].for_last) < 1e-3
               && site->last == cases[i].last,
           "%s: the others wait %g s longer than rank %d", cases[i].of,
           site->for_last, site->last);
        run_destroy(run);
        free(folder);
    }
}

int main(void)
{
    dl_iterate_phdr(note_self, NULL);
    ok(self.build_id_bytes > 0, "this program has a build id");
    in_main = address_of_caller();
    test_lines();
    test_ranks();
    test_columns();
    test_last();
    test_cut();
    test_other_files();
    test_debug_file();
    return tap_done();
}

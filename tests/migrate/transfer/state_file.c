/* Tests of migrate/transfer/state_file.c and fetch_source.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "migrate/transfer/fetch_source.h"
#include "migrate/transfer/state_file.h"
#include "tests/programs/forbid.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-share-XXXXXX";
static double plate[3000];
static int64_t lengths[] = { 2, 0, 1 };
static int values[3] = { 7, 8, 9 };

static struct item make(const char *name, uint64_t spread, uint64_t extent)
{
    struct item item = { .spread = spread,
                         .extent = extent,
                         .row = 1,
                         .group = ITEM_NONE,
                         .file = "a.c" };

    snprintf(item.name, sizeof(item.name), "%s", name);
    return item;
}

static struct manifest *example(void)
{
    struct manifest *m = manifest_create(NULL);
    struct item one = make("plate", ITEM_BLOCK, 8);
    struct item two = make("lengths", ITEM_BLOCK, 8);
    struct item three = make("values", ITEM_RAGGED, 4);
    struct error err = { .text = "" };

    m->rank = 1;
    m->size = 2;
    m->generation = 4;
    m->pid = (uint64_t)getpid();
    gethostname(m->host, sizeof(m->host) - 1);
    one.count = 2998;
    one.halo = 1;
    one.address = (uintptr_t)plate;
    two.count = 3;
    two.address = (uintptr_t)lengths;
    three.count = 3;
    three.address = (uintptr_t)values;
    strcpy(three.lengths, "lengths");
    manifest_add(m, &one, &err);
    manifest_add(m, &two, &err);
    manifest_add(m, &three, &err);
    ok(manifest_seal(m, &err) == 0
           && manifest_measure(manifest_find(m, "lengths"), lengths, &err)
                  == 0,
       "there is something to share: %s", err.text);
    return m;
}

static size_t place_of(const struct manifest *m, const char *name)
{
    return (size_t)(manifest_find(m, name) - m->items);
}

/* Whether 'bytes' of an item of 'm' are in the file as they are in memory. */
static bool is_there(int fd,
                     const struct manifest *m,
                     const char *name,
                     const void *memory,
                     size_t bytes)
{
    static char came[sizeof(plate)];
    size_t item = place_of(m, name);

    return state_file_bytes(m, item) == bytes
           && pread(fd, came, bytes, (off_t)state_file_place(m, item))
                  == (ssize_t)bytes
           && memcmp(came, memory, bytes) == 0;
}

static void test_file(const struct manifest *m)
{
    struct error err = { .text = "" };
    int fd;

    ok(state_file_write(folder, m, &err) == 0, "a rank writes: %s", err.text);
    fd = state_file_open(folder, m, &err);
    ok(fd >= 0, "another one opens it: %s", err.text);
    ok(is_there(fd, m, "plate", plate, sizeof(plate)), "rows with halos");
    ok(is_there(fd, m, "lengths", lengths, sizeof(lengths)), "lengths");
    ok(is_there(fd, m, "values", values, sizeof(values)), "ragged rows");
    close(fd);
    ok(state_file_check(folder, &m, 1, &err) == 0, "there was room: %s",
       err.text);
    state_file_remove(folder, 4, 1);
    state_file_remove(folder, 4, 1);
    ok(state_file_write("/nowhere", m, &err) < 0,
       "without a folder it cannot");
    has(err.text, "/nowhere/share-4-1", "and the file is told");
}

static void test_absent(struct manifest *m)
{
    struct error err = { .text = "" };
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    m->pid = (uint64_t)child;
    ok(state_file_open(folder, m, &err) < 0,
       "one that is gone is not awaited");
    has(err.text, "old rank 1 did not write it", "and it is told");
    m->pid = (uint64_t)getpid();
}

static void test_room(struct manifest *m)
{
    struct error err = { .text = "" };
    uint64_t count = m->items[place_of(m, "plate")].count;
    const struct manifest *all = m;
    struct manifest *small = manifest_create(&err);
    const struct manifest *const both[] = { m, small };

    m->items[place_of(m, "plate")].count = ITEM_LIMIT - 2;
    ok(state_file_check(folder, &all, 1, &err) < 0, "too much has no room");
    ok(state_file_check(folder, both, 2, &err) < 0,
       "nor has it with that of another rank");
    manifest_destroy(small);
    has(err.text, "MB of state are to be written there", "which is told");
    m->items[place_of(m, "plate")].count = count;
}

/* What fetch_source_find() says of the plate: 'd' in memory, 's' in a file,
 * '!' when it cannot be chosen.
 */
static char way(const char *setting, const struct manifest *m)
{
    struct error err = { .text = "" };
    const struct manifest *all[] = { m, m };
    struct fetch_local_source from = { 0 };
    struct fetch_source s;
    char answer = '!';

    if (fetch_source_open(&s, folder, setting, all, 2, &err) == 0
        && fetch_source_find(&s, m, place_of(m, "plate"), &from, &err) == 0)
        answer = from.fd >= 0 ? 's' : 'd';
    fetch_source_close(&s);
    return answer;
}

static void test_ways(const struct manifest *m)
{
    struct manifest other = *m;
    char found[8] = "";
    int ends[2], status;
    pid_t child;

    ok(state_file_can_read(), "this kernel lets memory be read");
    ok(way("direct", m) == 'd' && way("auto", m) == 'd'
           && !state_file_wanted(folder),
       "so that is done");
    state_file_write(folder, m, NULL);
    if (pipe(ends) < 0)
        return;
    child = fork();
    if (child == 0) {
        if (forbid_reading() < 0)
            _exit(1);
        found[0] = state_file_can_read() ? 'y' : 'n';
        found[1] = way("direct", m);
        found[2] = way("auto", m);
        _exit(write(ends[1], found, 4) != 4);
    }
    waitpid(child, &status, 0);
    ok(status == 0 && read(ends[0], found, 4) == 4
           && strcmp(found, "nds") == 0,
       "one that does not lets files be read: %s", found);
    ok(state_file_wanted(folder), "for which the old ranks are asked");
    ok(way("auto", &other) == 's' && way("direct", &other) == 'd',
       "for this job, unless the setting has it otherwise");
    close(ends[0]);
    close(ends[1]);
}

static void clean(void)
{
    char command[256];

    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    ok(system(command) == 0, "nothing is left");
}

int main(void)
{
    struct manifest *m;

    if (!mkdtemp(folder))
        return 1;
    for (int i = 0; i < 3000; i++)
        plate[i] = i;
    m = example();
    test_file(m);
    test_absent(m);
    test_room(m);
    test_ways(m);
    manifest_destroy(m);
    clean();
    return tap_done();
}

/* fuzz.c - give bytes from anywhere to all that agents read
 *
 * What other agents say comes over lines that have proven that they know the
 * job's secret; tickets, files of hosts and changes come from users.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>

#include "agent/head/hosts_file_read.h"
#include "agent/host/ticket.h"
#include "agent/peers/host_measure.h"
#include "agent/peers/membership.h"
#include "job/change.h"
#include "job/change_script.h"
#include "net/packed_texts.h"
#include "policy/lua/serialize.h"
#include "tests/fuzz.h"

enum { RANKS = 4, STEPS = 8 };

static char text[FUZZ_ROOM + 1];

static void must(int held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

/* What is read as text ends with a NUL. */
static bool take_text(const uint8_t *data, size_t bytes)
{
    if (bytes >= sizeof(text))
        return false;
    memcpy(text, data, bytes);
    text[bytes] = '\0';
    return true;
}

/* ---- those who read ---- */

static void read_ticket(const uint8_t *data, size_t bytes)
{
    static struct ticket t, again;
    static char written[TICKET_TEXT];

    if (!take_text(data, bytes) || ticket_read(&t, text, NULL) < 0)
        return;
    ticket_write(&t, written);
    must(ticket_read(&again, written, NULL) == 0
             && strcmp(t.job, again.job) == 0
             && strcmp(t.pages, again.pages) == 0,
         "a ticket is another one when it is written");
}

static void read_membership(const uint8_t *data, size_t bytes)
{
    struct membership *r, *again;
    char *written, *rewritten;

    if (!take_text(data, bytes) || !(r = membership_read(text, NULL)))
        return;
    written = membership_write(r);
    again = written ? membership_read(written, NULL) : NULL;
    rewritten = again ? membership_write(again) : NULL;
    must(rewritten && strcmp(written, rewritten) == 0,
         "a list of members is another one when it is written");
    free(written);
    free(rewritten);
    membership_destroy(r);
    membership_destroy(again);
}

static int push_plain(lua_State *L)
{
    serialize_push(L, lua_touserdata(L, 1));
    return 0;
}

static void read_plain(const uint8_t *data, size_t bytes)
{
    static lua_State *L;
    static struct serialize p;
    char told[64];
    double number;

    if (!L)
        L = luaL_newstate();
    if (bytes > sizeof(p.data))
        return;
    p.bytes = bytes;
    memcpy(p.data, data, bytes);
    if (!serialize_check(&p))
        return;
    serialize_tell(&p, told, sizeof(told));
    serialize_number(&p, "x", &number);
    lua_settop(L, 0);
    lua_pushcfunction(L, push_plain);
    lua_pushlightuserdata(L, &p);
    must(lua_pcall(L, 1, 0, 0) == LUA_OK, "what is plain cannot be pushed");
}

static void read_measure(const uint8_t *data, size_t bytes)
{
    struct policy_job *job;
    struct host_measure_told told;
    rank_progress_t *s;

    if (!host_measure_parse(data, bytes, &told))
        return;
    s = rank_progress_create(RANKS);
    job = policy_job_create(RANKS, 1);
    must(s && job, "out of memory");
    for (uint64_t i = 0; i < told.head.samples; i++)
        rank_progress_take(s, &told.samples[i]);
    for (uint64_t i = 0; i < told.head.sents; i++)
        rank_progress_take_sent(s, &told.sents[i]);
    rank_progress_advance(s);
    rank_progress_fill(s, job);
    job->hosts[0].cores = (int)told.head.cores;
    job->hosts[0].load = told.head.load;
    policy_job_derive(job);
    policy_job_destroy(job);
    rank_progress_destroy(s);
    host_measure_free(&told);
}

static void read_parts(const uint8_t *data, size_t bytes)
{
    const char *part[PACKED_TEXTS_MOST];

    for (int count = 1; count <= PACKED_TEXTS_MOST; count++) {
        size_t all = 0;
        size_t used =
            packed_texts_find((const char *)data, bytes, count, part);

        for (int i = 0; used > 0 && i < count; i++)
            all += strlen(part[i]) + 1;
        must(used <= bytes && all == used, "parts are longer than all");
    }
}

static void read_roster(const uint8_t *data, size_t bytes)
{
    static struct host_list hosts;
    char path[64];
    int fd = memfd_create("hosts", MFD_CLOEXEC);

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    must(fd >= 0 && write(fd, data, bytes) == (ssize_t)bytes, "no file");
    hosts_file_read_read(path, &hosts, NULL);
    close(fd);
}

static void read_change(const uint8_t *data, size_t bytes)
{
    if (take_text(data, bytes))
        change_destroy(change_parse(text, NULL));
}

static void read_script(const uint8_t *data, size_t bytes)
{
    struct change_script script;

    if (!take_text(data, bytes))
        return;
    must(change_script_parse(&script, text, NULL) == 0 || script.count == 0,
         "steps of a wrong script");
    must(script.count <= CHANGE_SCRIPT_STEPS, "many steps");
    change_script_clear(&script);
}

static void (*const readers[])(const uint8_t *data, size_t bytes) = {
    read_ticket, read_membership, read_plain,  read_measure,
    read_parts,  read_roster,     read_change, read_script,
};
enum { READERS = sizeof(readers) / sizeof(readers[0]) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    if (bytes > 0)
        readers[data[0] % READERS](data + 1, bytes - 1);
    return 0;
}

/* ---- what makes sense ---- */

#define SECRET                                                                \
    "00112233445566778899aabbccddeeff"                                        \
    "00112233445566778899aabbccddeeff"

static const struct {
    uint8_t reader;
    const char *text;
    size_t bytes; /* when there are NULs in it */
} seeds[] = {
    { 0,
      "mitosis ticket 1\njob heat-ab12cd\npages /dev/shm\nsecret " SECRET
      "\nhome h1 0 10.0.0.1 ::1\n",
      0 },
    { 1,
      "generation 3\nchanges 2\nhead h1\nhost h1 0 member 4711 10.0.0.1\n"
      "host h2 4 joined 4712 10.0.0.2 ::1\nhost h3 1 leaving 4713 10.0.0.3\n"
      "ranks 0 0 1 -\n",
      0 },
    { 1, "generation 1\nchanges 0\nhead h1\nranks\n", 0 },
    { 2, NULL, 0 },
    { 2, "{\0\0", 3 },
    { 3, NULL, 0 },
    { 4, "h1\0resize 3\0because\0", 20 },
    { 5, "h1\nh2:4 # two\n\n  h3:16\n", 0 },
    { 6, "migrate 1 h3 and split 0 3 --to h2 and merge 4 5", 0 },
    { 6, "resize 8 --hosts a,b", 0 },
    { 6, "rebalance 1 2.5 1e3", 0 },
    { 7, "3 resize 4; 20 split 0 2 and merge 2 3;30 resize 1", 0 },
};

const int fuzz_seeds = sizeof(seeds) / sizeof(seeds[0]);

/* A table of a number, a boolean, and another table. */
static size_t seed_plain(uint8_t *to)
{
    static const uint8_t bytes[] = { '{', 3,   0,   's', 1, 0, 'x', 'n', 0,
                                     0,   0,   0,   0,   0, 0, 64,  's', 1,
                                     0,   't', 't', 'i', 7, 0, 0,   0,   0,
                                     0,   0,   0,   '{', 0, 0 };

    memcpy(to, bytes, sizeof(bytes));
    return sizeof(bytes);
}

static size_t seed_measure(uint8_t *to)
{
    struct host_measure_head head = { 2, 1, 0.5, 0.1, 1e9, 2, 1, 1 };
    struct rank_progress_sample sample[2] = {
        { 0, 1, 1, 1000, 100, 10, 5, 1e-9 },
        { 1, 1, 1, 1000, 200, 10, 5, 1e-9 }
    };
    struct rank_progress_sent sent = { 0, 1, 4096 };
    struct link_seen link = { 0 };
    uint8_t *at = to;

    at = mempcpy(at, &head, sizeof(head));
    at = mempcpy(at, sample, sizeof(sample));
    at = mempcpy(at, &sent, sizeof(sent));
    at = mempcpy(at, &link, sizeof(link));
    return (size_t)(at - to);
}

size_t fuzz_seed(int seed, uint8_t *to)
{
    size_t bytes = seeds[seed].bytes;

    *to++ = seeds[seed].reader;
    if (seeds[seed].reader == 3)
        return 1 + seed_measure(to);
    if (seeds[seed].reader == 2 && bytes == 0)
        return 1 + seed_plain(to);
    if (bytes == 0)
        bytes = strlen(seeds[seed].text);
    memcpy(to, seeds[seed].text, bytes);
    return 1 + bytes;
}

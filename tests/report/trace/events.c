/* Tests of report/trace/events.c, and of what profile/trace.c writes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/trace/block.h"
#include "report/trace/events.h"
#include "tests/tap.h"

enum { RANK = 5, BIRTH = 1000000, MOST = 400000 };

static const uint64_t instance = UINT64_C(0x2468ace13579bd);

static char path[] = "/tmp/mitosis-events-XXXXXX";
static uint64_t seed;

static uint64_t chance(uint64_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (seed >> 33) % below;
}

/* ---- a rank that can be played again, for comparison ---- */

struct player {
    uint64_t now;
    uint64_t begun;
    struct trace_act act[100];
    struct trace_call call;
    bool is_mark;
    uint64_t loop;
};

static void player_start(struct player *p)
{
    memset(p, 0, sizeof(*p));
    p->now = BIRTH;
    seed = 1;
}

static void begin_act(struct player *p, struct trace_act *a, uint32_t kind)
{
    *a = (struct trace_act){ .kind = kind,
                             .comm = trace_comm((uint32_t)chance(3),
                                                chance(2) * instance),
                             .peer = (int32_t)chance(10) - 1,
                             .tag = (int32_t)chance(4) - 1,
                             .bytes = 1000 * chance(5),
                             .request = ++p->begun };
}

/* The k-th call: a halo exchange with a reduction now and then, and some
 * rarities.
 */
static void player_next(struct player *p, int k)
{
    struct trace_call *c = &p->call;

    *c = (struct trace_call){ .call = 10 + k % 7,
                              .site =
                                  k % 50 == 0 ? UINT32_MAX : (uint32_t)k % 7,
                              .thread = k % 1000 == 5 ? 3 : 0,
                              .act = p->act };
    p->is_mark = k % 70 == 0;
    p->loop = (uint64_t)k % 3;
    c->start = p->now += 100 + chance(k % 7 == 0 ? 1000000 : 1000);
    c->end = p->now += chance(2000);
    switch (k % 7) {
    case 0:
    case 1:
        begin_act(p, p->act, TRACE_RECV_BEGIN);
        c->acts = 1;
        break;
    case 2:
    case 3:
        begin_act(p, p->act, TRACE_SEND_BEGIN);
        c->acts = 1;
        break;
    case 4:
        c->acts = 4;
        for (unsigned i = 0; i < 4; i++)
            p->act[i] = (struct trace_act){
                .kind = i < 2 ? TRACE_RECV_DONE : TRACE_DONE,
                .peer = i < 2 ? 4 : TRACE_NONE,
                .tag = i < 2 ? 17 : TRACE_NONE,
                .bytes = i < 2 ? 8000 : 0,
                .request = p->begun - 3 + i,
            };
        break;
    case 5:
        c->acts = 1;
        p->act[0] = (struct trace_act){ .kind = TRACE_COLL,
                                        .peer = k % 2 ? 0 : TRACE_NONE,
                                        .tag = TRACE_NONE,
                                        .bytes = 8 };
        break;
    default:
        c->acts = 0;
        if (k % 5 == 0) {
            c->acts = 2;
            p->act[0] = (struct trace_act){ .kind = TRACE_SEND,
                                            .peer = INT32_MAX,
                                            .tag = INT32_MAX,
                                            .bytes = UINT64_MAX };
            p->act[1] = (struct trace_act){ .kind = TRACE_RECV,
                                            .peer = TRACE_STRANGER,
                                            .tag = 0,
                                            .comm = UINT64_MAX };
        }
    }
}

static trace_t *record(int n, uint64_t limit)
{
    struct error err = { "" };
    struct player p;
    trace_t *t;

    unlink(path);
    t = trace_open(path, RANK, limit, 0.4, BIRTH, NULL, &err);
    if (!t) {
        diag("%s", err.text);
        return NULL;
    }
    player_start(&p);
    for (int k = 0; k < n; k++) {
        player_next(&p, k);
        if (p.is_mark)
            trace_mark(t, p.loop, p.call.start, NULL);
        trace_call(t, &p.call, NULL);
    }
    return t;
}

static struct events_place place_of(int fd)
{
    struct events_place place = { .fd = fd, .rank = RANK };
    struct trace_head head = { .version = 0 };
    struct stat st = { .st_size = 0 };

    fstat(fd, &st);
    if (pread(fd, &head, sizeof(head), 0) != sizeof(head))
        return place;
    place.blocks = sizeof(head) + head.area;
    place.bytes = (uint64_t)st.st_size > place.blocks
                      ? (uint64_t)st.st_size - place.blocks
                      : 0;
    place.has_open = true;
    place.open = head.open;
    place.open_at = sizeof(head);
    return place;
}

static bool same_act(const struct trace_act *a, const struct trace_act *b)
{
    return a->kind == b->kind && a->comm == b->comm && a->peer == b->peer
           && a->tag == b->tag && a->bytes == b->bytes
           && (a->request == b->request || a->kind == TRACE_SEND
               || a->kind == TRACE_RECV || a->kind == TRACE_COLL);
}

static bool same_call(const struct event *e, const struct trace_call *c)
{
    if (e->type != EVENT_CALL || e->call != c->call || e->site != c->site
        || e->thread != c->thread || e->acts != c->acts
        || e->start != (c->start - BIRTH) >> 5
        || e->end != (c->end - BIRTH) >> 5)
        return false;
    for (size_t i = 0; i < c->acts; i++)
        if (!same_act(&e->act[i], &c->act[i]))
            return false;
    return true;
}

/* Read the file and compare it with what was played.  Returns how many calls
 * and marks came back as they were, -1 when one did not.
 */
static int compare(int most, struct error *damage)
{
    int fd = open(path, O_RDONLY);
    struct events_place place = place_of(fd);
    events_t *events = events_open(&place, NULL);
    struct event event;
    struct player p;
    int done = 0;

    player_start(&p);
    for (int k = 0; k < most; k++) {
        player_next(&p, k);
        if (p.is_mark) {
            if (!events_next(events, &event))
                break;
            done++;
            if (event.type != EVENT_MARK || event.loop != p.loop
                || event.start != (p.call.start - BIRTH) >> 5) {
                diag("mark %d is another one", k);
                done = -1;
                break;
            }
        }
        if (!events_next(events, &event))
            break;
        done++;
        if (!same_call(&event, &p.call)) {
            diag("call %d is another one: type %d, call %u", k, event.type,
                 event.call);
            done = -1;
            break;
        }
    }
    if (damage)
        error_set(damage, "%s", events_damage(events));
    events_close(events);
    close(fd);
    return done;
}

static int with_marks(int calls)
{
    return calls + (calls + 69) / 70;
}

static void test_whole(void)
{
    struct error damage;
    struct stat st;
    trace_t *t = record(MOST, 64 << 20);
    double bytes;

    if (!t)
        return;
    trace_close(t);
    stat(path, &st);
    bytes = (double)st.st_size / with_marks(MOST);
    ok(compare(MOST, &damage) == with_marks(MOST),
       "all events come back as they were");
    ok(damage.text[0] == '\0', "nothing is damaged");
    ok(bytes < 16, "an event takes %.1f bytes", bytes);
}

/* Record in a process that is killed. */
static bool record_and_die(int n, uint64_t limit)
{
    int status = 0;
    pid_t pid = fork();

    if (pid == 0) {
        if (record(n, limit))
            kill(getpid(), SIGKILL);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    return WIFSIGNALED(status);
}

static void test_killed(void)
{
    ok(record_and_die(33333, 64 << 20), "a rank is killed");
    ok(compare(33333, NULL) == with_marks(33333),
       "and all that it did is in the trace");
}

/* As the file's head has it, 0 without one. */
static uint64_t written(void)
{
    struct trace_head head = { .events = 0 };
    int fd = open(path, O_RDONLY);

    if (pread(fd, &head, sizeof(head), 0) != sizeof(head))
        head.events = 0;
    close(fd);
    return head.events;
}

static void test_full(void)
{
    trace_t *t = record(MOST, 300000);
    int done;

    if (!t)
        return;
    done = compare(MOST, NULL);
    ok((uint64_t)done == written() && done > 1000,
       "a trace that reached its limit is good up to there: %d", done);
    trace_close(t);
    ok(compare(MOST, NULL) == done, "and stays so when it is closed");
}

static void test_cut_off(void)
{
    trace_t *t = record(100000, 64 << 20);
    struct stat st;
    int last = INT32_MAX;

    if (!t)
        return;
    trace_close(t);
    stat(path, &st);
    for (int i = 1; i <= 20; i++) {
        struct error damage;
        off_t size = st.st_size * (20 - i) / 20;
        int done;

        if (truncate(path, size) < 0)
            return;
        done = compare(100000, &damage);
        if (done < 0 || done > last) {
            ok(false, "cut off at %jd", (intmax_t)size);
            return;
        }
        last = done;
    }
    ok(true, "what is left of a trace that was cut off is good");
}

static void overwrite(off_t at, size_t bytes)
{
    int fd = open(path, O_WRONLY);

    for (size_t i = 0; i < bytes; i++) {
        uint8_t byte = (uint8_t)chance(256);

        if (pwrite(fd, &byte, 1, at + (off_t)i) != 1)
            diag("cannot damage the file");
    }
    close(fd);
}

static void test_hole(void)
{
    trace_t *t = record(MOST, 64 << 20);
    struct event event;
    events_t *events;
    struct events_place place;
    struct stat st;
    uint64_t calls = 0, missing = 0, next = 0;
    bool in_order = true;
    int fd;

    if (!t)
        return;
    trace_close(t);
    stat(path, &st);
    overwrite(st.st_size / 2, 100);
    fd = open(path, O_RDONLY);
    place = place_of(fd);
    events = events_open(&place, NULL);
    while (events_next(events, &event)) {
        in_order = in_order && event.number == next;
        next = event.number + (event.type == EVENT_GAP ? event.missing : 1);
        if (event.type == EVENT_GAP)
            missing += event.missing;
        else
            calls++;
    }
    has(events_damage(events), "rank 5", "damage is told");
    ok(missing > 100 && calls + missing == (uint64_t)with_marks(MOST),
       "%ju events are missing, %ju are not", (uintmax_t)missing,
       (uintmax_t)calls);
    ok(in_order, "the others know their numbers");
    events_close(events);
    close(fd);
}

/* All blocks are in the file twice. */
static void test_twice(void)
{
    trace_t *t = record(MOST, 64 << 20);
    uint64_t next = 0, gaps = 0, again = 0;
    struct events_place place;
    struct event event;
    events_t *events;
    void *blocks;
    int fd;

    if (!t)
        return;
    trace_close(t);
    fd = open(path, O_RDWR);
    place = place_of(fd);
    blocks = malloc(place.bytes);
    if (pread(fd, blocks, place.bytes, (off_t)place.blocks)
            != (ssize_t)place.bytes
        || pwrite(fd, blocks, place.bytes, (off_t)(place.blocks + place.bytes))
               != (ssize_t)place.bytes)
        diag("the blocks cannot be copied");
    place.bytes *= 2;
    events = events_open(&place, NULL);
    while (events_next(events, &event)) {
        gaps += event.type == EVENT_GAP;
        again += event.number < next;
        next = event.number + 1;
    }
    ok(gaps == 0 && again == 0 && next == (uint64_t)with_marks(MOST),
       "what is there twice is read once: %ju events, %ju again",
       (uintmax_t)next, (uintmax_t)again);
    events_close(events);
    free(blocks);
    close(fd);
}

/* Where a block begins is found wherever that is. */
static void test_search(void)
{
    static const off_t places[] = { 0, 1, 4092, 4093, 4094, 4095, 4096, 8191 };
    static const char zeros[10000];

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
        uint64_t found = 0;

        if (write(fd, zeros, sizeof(zeros)) == sizeof(zeros)
            && pwrite(fd, block_magic, 4, places[i]) == 4)
            found = block_search(fd, 0, sizeof(zeros));
        ok(found == (uint64_t)places[i], "a block at %jd is found at %ju",
           (intmax_t)places[i], (uintmax_t)found);
        close(fd);
    }
}

/* Whatever is in the file, reading it ends and does no harm. */
static void test_nonsense(void)
{
    uint64_t sum = 0;

    for (int round = 0; round < 400; round++) {
        struct event event;
        struct events_place place;
        events_t *events;
        struct stat st;
        int fd;

        if (round % 2)
            trace_close(record(2000, 20000));
        else
            record_and_die(2000, 20000);
        seed = (uint64_t)round;
        stat(path, &st);
        for (int i = 0; i < 20; i++)
            overwrite(round % 4 == 0 ? (off_t)sizeof(struct trace_head)
                                           + (off_t)chance(4000)
                                     : (off_t)chance((uint64_t)st.st_size),
                      1 + chance(3));
        fd = open(path, O_RDONLY);
        place = place_of(fd);
        events = events_open(&place, NULL);
        for (int n = 0; n < 100000 && events_next(events, &event); n++) {
            sum += event.start + event.acts;
            for (size_t i = 0; i < event.acts; i++)
                sum += event.act[i].bytes;
        }
        events_close(events);
        close(fd);
    }
    ok(sum != 1, "nonsense is read without harm");
}

/* Blocks that are sound but for what is in them. */
static void test_garbage(void)
{
    uint64_t sum = 0;

    for (int round = 0; round < 2000; round++) {
        struct events_place place = { .rank = RANK, .has_open = true };
        struct event event;
        events_t *events;
        uint8_t bytes[300];

        seed = (uint64_t)round;
        for (size_t i = 0; i < sizeof(bytes); i++)
            bytes[i] = (uint8_t)chance(round % 3 ? 16 : 256);
        place.fd = open(path, O_RDWR | O_TRUNC | O_CREAT, 0600);
        place.open.raw = sizeof(bytes);
        if (pwrite(place.fd, bytes, sizeof(bytes), 0) != sizeof(bytes))
            return;
        events = events_open(&place, NULL);
        while (events_next(events, &event))
            sum += event.start + event.acts;
        events_close(events);
        close(place.fd);
    }
    ok(sum != 1, "so is garbage that pretends to be a block");
}

/* More acts than an event takes become several events. */
static void test_many_acts(void)
{
    struct trace_act act[100];
    struct trace_call call = { .call = 1,
                               .start = BIRTH + 3200,
                               .end = BIRTH + 6400,
                               .acts = 100,
                               .act = act };
    struct events_place place;
    struct event event;
    events_t *events;
    uint64_t acts = 0, time = 0;
    bool in_order = true;
    trace_t *t = record(0, 1 << 20);

    if (!t)
        return;
    for (unsigned i = 0; i < 100; i++)
        act[i] = (struct trace_act){ .kind = TRACE_DONE,
                                     .peer = TRACE_NONE,
                                     .tag = TRACE_NONE,
                                     .request = i };
    trace_call(t, &call, NULL);
    trace_close(t);
    place = place_of(open(path, O_RDONLY));
    events = events_open(&place, NULL);
    while (events_next(events, &event)) {
        time += event.end - event.start;
        for (size_t i = 0; i < event.acts; i++)
            in_order = in_order && event.act[i].request == acts++;
    }
    ok(acts == 100 && in_order && time == 100,
       "a call that does much is several events, the first takes its time");
    events_close(events);
    close(place.fd);
}

/* Spin for about 'ns' of processor time, or sleep. */
static void spend(uint64_t ns, bool sleeping)
{
    struct timespec t = { 0, (long)ns }, now;
    uint64_t until;

    if (sleeping) {
        nanosleep(&t, NULL);
        return;
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    until = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec + ns;
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec < until);
}

static uint64_t wall(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void test_cpu(void)
{
    struct error err;
    struct events_place place;
    struct event event;
    events_t *events;
    double cpu[2] = { 0, 0 };
    int known = 0;
    trace_t *t;

    unlink(path);
    t = trace_open(path, RANK, 1 << 20, 1, wall(), NULL, &err);
    if (!t)
        return;
    for (uint32_t i = 0; i < 20; i++) {
        struct trace_call call = { .call = i % 2 };

        spend(3000000, i % 2 == 0);
        call.start = wall();
        call.cpu_ns = trace_cpu(t, 0, call.start);
        call.end = wall();
        trace_call(t, &call, NULL);
    }
    trace_close(t);
    place = place_of(open(path, O_RDONLY));
    events = events_open(&place, NULL);
    while (events_next(events, &event))
        if (event.cpu_known) {
            known++;
            cpu[event.call] += (double)event.cpu * 16 / 1e6;
        }
    ok(known >= 18, "processor time is known of %d of 20 stretches", known);
    ok(cpu[1] > 29 && cpu[0] < 5,
       "sleeping takes none: %.1f ms against %.1f ms", cpu[0], cpu[1]);
    events_close(events);
    close(place.fd);
}

int main(void)
{
    int fd = mkstemp(path);

    if (fd < 0)
        return 1;
    close(fd);
    test_whole();
    test_killed();
    test_full();
    test_cut_off();
    test_hole();
    test_twice();
    test_search();
    test_nonsense();
    test_garbage();
    test_many_acts();
    test_cpu();
    unlink(path);
    return tap_done();
}

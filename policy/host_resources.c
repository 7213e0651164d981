/* host_resources.c - how a host is, beside what we do there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/system/clock.h"
#include "base/system/memory_left.h"
#include "base/system/usable_cores.h"
#include "policy/host_resources.h"

enum {
    TRIES = 5,           /* to see how fast a core is */
    ROUNDS = 400 * 1000, /* of one of them, about a millisecond */
    BUSY_FIELDS = 8,     /* of a line of /proc/stat that we know */
    STAT_UTIME = 14,     /* fields of /proc/PID/stat */
};

static const double least_seconds = 0.2; /* the kernel counts in 0.01 s */

struct own {
    int pid;
    double seconds; /* of processor time when it was looked at last */
};

struct host_resources {
    char root[256];
    double tick; /* seconds */
    double speed;
    cpu_set_t allowed; /* on this host, */
    cpu_set_t used;    /* and of these to our processes */
    bool asked;        /* what these may use */
    bool seen;         /* what follows was read once */
    double when;       /* CLOCK_MONOTONIC */
    double busy;       /* seconds of processor time of all that ran */
    double waited;     /* for a core, seconds */
    struct own *own;
    size_t owns;
    bool grouped; /* that is of our control group only, as it is limited */
    double load;  /* as of the last look that was long enough */
    double pressure;
};

/* Read a small file as text.  Returns whether there was one. */
static bool read_text(const host_resources_t *m,
                      const char *path,
                      char *text,
                      size_t size)
{
    char full[512];

    snprintf(full, sizeof(full), "%s%s", m->root, path);
    return read_file_start(full, text, size) > 0;
}

/* The number behind 'key' in 'text', or JOB_UNKNOWN. */
static double number_behind(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? strtod(at + strlen(key), NULL) : JOB_UNKNOWN;
}

/* ---- what does not change ---- */

/* One millisecond of dependent arithmetic.  The result keeps the compiler
 * from leaving it out.
 */
static double work(void)
{
    volatile double result;
    double x = 1.0000001;

    for (int i = 0; i < ROUNDS; i++)
        x = x * 0.9999999 + 1e-7;
    result = x;
    return result;
}

/* Rounds in a nanosecond, at best: what disturbs us makes it slower. */
static double measure_speed(void)
{
    double best = 0;

    for (int i = 0; i < TRIES; i++) {
        double since = clock_seconds();

        work();
        since = clock_seconds() - since;
        if (since > 0 && ROUNDS / since * 1e-9 > best)
            best = ROUNDS / since * 1e-9;
    }
    return best;
}

/* The processors that we may use.  We may be bound to one of them as a rank
 * is, which says nothing about the job; to ask for all gives all that are
 * allowed.
 */
static void find_cores(host_resources_t *m)
{
    cpu_set_t bound, all;

    memset(&all, 0xff, sizeof(all));
    CPU_ZERO(&m->allowed);
    if (sched_getaffinity(0, sizeof(bound), &bound) < 0)
        return;
    if (sched_setaffinity(0, sizeof(all), &all) < 0
        || sched_getaffinity(0, sizeof(m->allowed), &m->allowed) < 0)
        m->allowed = bound;
    sched_setaffinity(0, sizeof(bound), &bound);
}

/* Those that the launcher may use which has started our processes here; as far
 * as it is not known for each of them, all that are allowed.
 */
static void find_bound(host_resources_t *m, const int *pids, size_t count)
{
    cpu_set_t bound, all;

    CPU_ZERO(&all);
    for (size_t i = 0; i < count; i++) {
        if (!usable_cores_of_launcher(pids[i], &bound))
            return;
        CPU_OR(&all, &all, &bound);
    }
    CPU_AND(&all, &all, &m->allowed);
    if (CPU_COUNT(&all) > 0)
        m->used = all;
}

host_resources_t *host_resources_create(const char *root)
{
    host_resources_t *m = calloc(1, sizeof(*m));

    if (!m)
        return NULL;
    snprintf(m->root, sizeof(m->root), "%s", root);
    m->tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    find_cores(m);
    m->speed = measure_speed();
    host_resources_restart(m);
    return m;
}

void host_resources_destroy(host_resources_t *m)
{
    if (m) {
        free(m->own);
        free(m);
    }
}

void host_resources_restart(host_resources_t *m)
{
    free(m->own);
    m->own = NULL;
    m->owns = 0;
    m->used = m->allowed;
    m->asked = false;
    m->seen = false;
    m->load = m->pressure = JOB_UNKNOWN;
}

/* ---- what does ---- */

/* What one processor did, from its line "cpu3 USER NICE SYSTEM IDLE IOWAIT
 * IRQ SOFTIRQ STEAL": all but idling, seconds.
 */
static double busy_of_line(const host_resources_t *m, const char *line)
{
    unsigned long long f[BUSY_FIELDS] = { 0 };
    int count = sscanf(line, "%*s %llu %llu %llu %llu %llu %llu %llu %llu",
                       &f[0], &f[1], &f[2], &f[3], &f[4], &f[5], &f[6], &f[7]);

    if (count < 4)
        return 0;
    return (double)(f[0] + f[1] + f[2] + f[5] + f[6] + f[7]) * m->tick;
}

/* Of the processors that our processes may use. */
static double read_busy(const host_resources_t *m)
{
    char path[512], *line = NULL;
    double sum = JOB_UNKNOWN;
    size_t room = 0;
    FILE *file;

    snprintf(path, sizeof(path), "%s/proc/stat", m->root);
    file = fopen(path, "re");
    while (file && getline(&line, &room, file) > 0
           && strncmp(line, "cpu", 3) == 0) {
        char *end;
        long number = strtol(line + 3, &end, 10);

        if (end == line + 3 || number >= CPU_SETSIZE
            || !CPU_ISSET((size_t)number, &m->used))
            continue;
        sum = (isnan(sum) ? 0 : sum) + busy_of_line(m, line);
    }
    free(line);
    if (file)
        fclose(file);
    return sum;
}

/* Of all processes of our control group, seconds. */
static double read_group_busy(const host_resources_t *m)
{
    char text[1024];

    if (read_text(m, "/sys/fs/cgroup/cpu.stat", text, sizeof(text)))
        return number_behind(text, "usage_usec ") * 1e-6;
    if (read_text(m, "/sys/fs/cgroup/cpuacct/cpuacct.usage", text,
                  sizeof(text)))
        return strtod(text, NULL) * 1e-9;
    return JOB_UNKNOWN;
}

/* Processor time that a process has used, 0 when it is gone. */
static double read_process(const host_resources_t *m, int pid)
{
    char path[64], text[1024], *at;
    unsigned long long user = 0, system = 0;

    snprintf(path, sizeof(path), "/proc/%d/stat", pid);
    if (!read_text(m, path, text, sizeof(text)) || !(at = strrchr(text, ')')))
        return 0;
    at++; /* behind field 2 */
    for (int field = 3; at && field < STAT_UTIME; field++)
        at = strchr(at + 1, ' ');
    if (!at || sscanf(at, " %llu %llu", &user, &system) != 2)
        return 0;
    return (double)(user + system) * m->tick;
}

/* What our processes have used since they were looked at last. */
static double read_own(host_resources_t *m, const int *pids, size_t count)
{
    struct own *own = calloc(count + 1, sizeof(*own));
    double sum = 0;

    for (size_t i = 0; own && i < count; i++) {
        double before = 0;

        own[i] = (struct own){ pids[i], read_process(m, pids[i]) };
        for (size_t k = 0; k < m->owns; k++)
            if (m->own[k].pid == pids[i])
                before = m->own[k].seconds;
        if (own[i].seconds > before)
            sum += own[i].seconds - before;
    }
    free(m->own);
    m->own = own;
    m->owns = own ? count : 0;
    return sum;
}

/* Microseconds in which something waited, since the host was started. */
static double read_waited(const host_resources_t *m)
{
    char text[512];

    if (!read_text(m, "/proc/pressure/cpu", text, sizeof(text)))
        return JOB_UNKNOWN;
    return number_behind(text, "total=") * 1e-6;
}

/* Our control groups may leave less than the host has. */
static double read_memory(const host_resources_t *m)
{
    struct memory_left room;

    return memory_left_find(m->root, getpid(), true, &room) ? room.free
                                                            : JOB_UNKNOWN;
}

static double within(double value, double most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* What we may use here. */
struct pages_space {
    bool grouped; /* less than there is */
    int cores;
    double share; /* of a core that each of these is, 1 or less */
};

/* With a quota of half a core there is one core, of half the speed. */
static struct pages_space find_room(const host_resources_t *m)
{
    double quota = usable_cores_quota(m->root);
    int cores = CPU_COUNT(&m->used);

    return (struct pages_space){
        .grouped = quota < cores,
        .cores = usable_cores_within(cores, quota),
        .share = quota < 1 ? quota : 1,
    };
}

/* Compare with what was read before, unless that is too fresh. */
static void look(host_resources_t *m,
                 const int *pids,
                 size_t count,
                 const struct pages_space *room)
{
    double moment = clock_seconds(), seconds = moment - m->when;
    double busy, waited, own;

    if (m->grouped != room->grouped)
        m->seen = false;
    if (m->seen && seconds < least_seconds)
        return;
    m->grouped = room->grouped;
    busy = m->grouped ? read_group_busy(m) : read_busy(m);
    waited = m->grouped ? JOB_UNKNOWN : read_waited(m);
    own = read_own(m, pids, count);
    if (m->seen) {
        m->load = isnan(busy)
                      ? JOB_UNKNOWN
                      : within((busy - m->busy - own) / seconds / room->share,
                               room->cores);
        m->pressure = isnan(waited)
                          ? JOB_UNKNOWN
                          : within((waited - m->waited) / seconds, 1);
    }
    m->seen = true;
    m->when = moment;
    m->busy = busy;
    m->waited = waited;
}

void host_resources_read(host_resources_t *m,
                         const int *pids,
                         size_t count,
                         struct policy_host *host)
{
    struct pages_space room;

    if (!m->asked && count > 0) {
        find_bound(m, pids, count);
        m->asked = true;
    }
    room = find_room(m);
    look(m, pids, count, &room);
    host->cores = room.cores;
    host->speed = m->speed * room.share;
    host->load = m->load;
    host->pressure = m->pressure;
    host->memory_free = read_memory(m);
}

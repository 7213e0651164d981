/* process.c - what the kernel tells of a process
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/read_file.h"
#include "base/system/clock.h"
#include "base/system/process.h"

enum {
    CALLED = 15,  /* letters that the kernel keeps of a name */
    ROUNDS = 100, /* of children that have children */
};

/* The same signal comes twice at once.  To Hydra a second request to end means
 * "by force", so these come no faster than people send them.
 */
enum { APART_NS = 50 * 1000 * 1000, ENDS_APART_NS = 500 * 1000 * 1000 };

enum { SHORT_TEXT = 256, STATUS_TEXT = 4096 };
enum { STAT_TEXT = 1024, STATE = 3 /* the field that is a letter */ };

/* The space before a field.  The command's name, field 2, may hold anything,
 * so fields are counted from its end.
 */
static const char *find_field(pid_t pid, int field, char text[STAT_TEXT])
{
    char path[64], *at;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    read_file_start(path, text, STAT_TEXT);
    at = strrchr(text, ')');
    for (int i = 2; at && i < field; i++)
        at = strchr(at + 1, ' ');
    return at;
}

unsigned long process_field(pid_t pid, enum process_field field)
{
    char text[STAT_TEXT];
    const char *at = find_field(pid, (int)field, text);

    return at ? strtoul(at + 1, NULL, 10) : 0;
}

/* Read a short file of a process.  Returns false when nothing is told. */
static bool read_short(pid_t pid, const char *name, char text[SHORT_TEXT])
{
    int before = errno;
    char path[64];
    ssize_t bytes;

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    bytes = read_file_start(path, text, SHORT_TEXT);
    errno = before;
    return bytes > 0;
}

/* Time on a core, time without one, both in nanoseconds, and slices. */
static void read_core_times(pid_t pid,
                            unsigned long long *used,
                            unsigned long long *waited)
{
    char text[SHORT_TEXT];

    if (!read_short(pid, "schedstat", text)
        || sscanf(text, "%llu %llu", used, waited) != 2)
        *used = *waited = 0;
}

double process_core_time(pid_t pid)
{
    unsigned long long used, waited;

    read_core_times(pid, &used, &waited);
    return (double)used * 1e-9;
}

double process_core_wait(pid_t pid)
{
    unsigned long long used, waited;

    read_core_times(pid, &used, &waited);
    return (double)waited * 1e-9;
}

struct process_io process_io(pid_t pid)
{
    struct process_io io = { 0 };
    char text[SHORT_TEXT];

    if (!read_short(pid, "io", text)
        || sscanf(text,
                  "rchar: %" SCNu64 " wchar: %" SCNu64 " syscr: %" SCNu64
                  " syscw: %" SCNu64 " read_bytes: %" SCNu64
                  " write_bytes: %" SCNu64,
                  &io.read_bytes, &io.written_bytes, &io.reads, &io.writes,
                  &io.disk_read_bytes, &io.disk_written_bytes)
               != 6)
        return (struct process_io){ 0 };
    return io;
}

uint64_t process_status(pid_t pid,
                        const char *name,
                        int base,
                        uint64_t otherwise)
{
    char path[64], text[STATUS_TEXT], *at;

    snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
    read_file_start(path, text, sizeof(text));
    at = strstr(text, name);
    return at ? strtoull(at + strlen(name), NULL, base) : otherwise;
}

bool process_has_default(pid_t pid, int number)
{
    uint64_t other = process_status(pid, "\nSigCgt:", 16, UINT64_MAX)
                     | process_status(pid, "\nSigIgn:", 16, UINT64_MAX);

    return !(other >> (number - 1) & 1);
}

char process_state(pid_t pid)
{
    char text[STAT_TEXT];
    const char *at = find_field(pid, STATE, text);

    return at && at[1] ? at[1] : '?';
}

bool process_is(pid_t pid, const char *name)
{
    char path[64], text[CALLED + 2];

    snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
    read_file_start(path, text, sizeof(text));
    text[strcspn(text, "\n")] = '\0';
    return *text && strncmp(text, name, CALLED) == 0;
}

void process_retitle(const char *title)
{
    char *words = (char *)process_field(getpid(), PROCESS_WORDS);
    char *end = (char *)process_field(getpid(), PROCESS_WORDS_END);

    if (!words || end <= words)
        return;
    memset(words, 0, (size_t)(end - words));
    snprintf(words, (size_t)(end - words), "%s", title);
}

pid_t process_above(pid_t pid, const char *const names[])
{
    while ((pid = (pid_t)process_field(pid, PROCESS_PARENT)) > 1)
        for (int i = 0; names[i]; i++)
            if (process_is(pid, names[i]))
                return pid;
    return 0;
}

/* Processes, each with the one that has started it. */
struct pair {
    pid_t pid;
    pid_t parent;
};

static struct pair *list_processes(size_t *count)
{
    DIR *folder = opendir("/proc");
    struct pair *list = NULL;
    struct dirent *entry;
    size_t room = 0;

    *count = 0;
    while (folder && (entry = readdir(folder))) {
        pid_t pid = atoi(entry->d_name);

        if (pid <= 1)
            continue;
        if (!grow(&list, sizeof(*list), *count, &room))
            break;
        list[(*count)++] =
            (struct pair){ pid, (pid_t)process_field(pid, PROCESS_PARENT) };
    }
    if (folder)
        closedir(folder);
    return list;
}

static void end_below(const struct pair *list, size_t count, pid_t pid)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].parent == pid && list[i].pid != getpid()) {
            end_below(list, count, list[i].pid);
            kill(list[i].pid, SIGKILL);
        }
}

void process_end_below(pid_t pid)
{
    size_t count;
    struct pair *list = list_processes(&count);

    end_below(list, count, pid);
    free(list);
}

bool process_asks_to_end(int number)
{
    return number == SIGINT || number == SIGTERM || number == SIGHUP
           || number == SIGQUIT;
}

bool process_passes_signal(int number, uint64_t passed[NSIG])
{
    uint64_t now = clock_monotonic(), *last = &passed[number];
    uint64_t apart = process_asks_to_end(number) ? ENDS_APART_NS : APART_NS;

    if (*last != 0 && now - *last < apart)
        return false;
    *last = now;
    return true;
}

void process_passed_signals(sigset_t *set)
{
    static const int others[] = { SIGUSR1, SIGUSR2, SIGALRM };

    sigemptyset(set);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        sigaddset(set, others[i]);
    for (int i = 1; i < NSIG; i++)
        if (process_asks_to_end(i))
            sigaddset(set, i);
}

void process_end_children(const char *spared)
{
    for (int i = 0; i < ROUNDS; i++) {
        FILE *file = fopen("/proc/thread-self/children", "re");
        int pid, count = 0;

        while (file && fscanf(file, "%d", &pid) == 1) {
            if (spared && process_is(pid, spared))
                continue;
            kill(pid, SIGKILL);
            while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
                ;
            count++;
        }
        if (file)
            fclose(file);
        if (count == 0)
            return;
    }
}

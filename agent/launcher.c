/* launcher.c - the mpiexec that runs the job, and another one like it
 *
 * Hydra's mpiexec starts a proxy, which starts each rank as the leader of a
 * session.  All of them are ours, so the kernel tells how they were started.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/hydra.h"
#include "agent/launcher.h"
#include "base/process.h"

enum {
    PATH_SIZE = 4096,
    TEXT_MOST = 4 * 1024 * 1024, /* of a command line or an environment */
    EXTRA_WORDS = 16,
    BETWEEN_MOST = 8, /* processes between mpiexec and its proxy */
};

struct launcher {
    pid_t pid;
    char path[PATH_SIZE];
    char folder[PATH_SIZE];
    char *words_text; /* each ended by a NUL */
    char **words;     /* into that */
    char *environment_text;
    char **environment;
    size_t options; /* words before the program, mpiexec itself among them */
    mode_t umask;
    uint64_t ignored; /* signals, the first in the lowest bit */
    uint64_t blocked;
    cpu_set_t processors;
    struct rlimit limits[RLIM_NLIMITS];
};

/* ---- asking the kernel ---- */

/* All of /proc/PID/NAME, ended by two NULs.  The caller frees it. */
static char *read_whole(pid_t pid, const char *name, size_t *bytes)
{
    char path[64];
    char *text = malloc(TEXT_MOST + 2);
    ssize_t got;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    *bytes = 0;
    while (text && fd >= 0 && *bytes < TEXT_MOST
           && (got = read(fd, text + *bytes, TEXT_MOST - *bytes)) > 0)
        *bytes += (size_t)got;
    if (fd >= 0)
        close(fd);
    if (!text || *bytes == 0) {
        free(text);
        return NULL;
    }
    text[*bytes] = text[*bytes + 1] = '\0';
    return text;
}

static bool is_named(pid_t pid, const char *name)
{
    size_t bytes;
    char *text = read_whole(pid, "comm", &bytes);
    bool same = text && strncmp(text, name, strlen(name)) == 0;

    free(text);
    return same;
}

static bool read_link(pid_t pid, const char *name, char path[PATH_SIZE])
{
    char link[64];
    ssize_t len;

    snprintf(link, sizeof(link), "/proc/%d/%s", (int)pid, name);
    len = readlink(link, path, PATH_SIZE - 1);
    path[len < 0 ? 0 : len] = '\0';
    return len > 0;
}

/* Cut 'text' into a list of words. */
static char **list_words(char *text, size_t bytes)
{
    size_t count = 0;
    char **list;

    for (size_t i = 0; i < bytes; i++)
        count += text[i] == '\0';
    list = calloc(count + 2, sizeof(*list));
    count = 0;
    for (size_t i = 0; list && i < bytes; i += strlen(text + i) + 1)
        list[count++] = text + i;
    return list;
}

/* A number that stands behind 'name' in /proc/PID/status. */
static uint64_t status_field(pid_t pid,
                             const char *name,
                             int base,
                             uint64_t otherwise)
{
    size_t bytes;
    char *text = read_whole(pid, "status", &bytes);
    char *at = text ? strstr(text, name) : NULL;
    uint64_t value = at ? strtoull(at + strlen(name), NULL, base) : otherwise;

    free(text);
    return value;
}

/* ---- understanding it ---- */

static bool is_name(const struct hydra_option *option, const char *name)
{
    return strcmp(option->name, name) == 0;
}

static bool is_among(const struct hydra_option *option,
                     const char *const names[])
{
    for (; *names; names++)
        if (is_name(option, *names))
            return true;
    return false;
}

/* Whether all words from 'words' on are the last ones of a command line. */
static bool is_end_of(char *const words[], const char *line, size_t bytes)
{
    const char *at = line + bytes;
    size_t count = 0;

    while (words[count])
        count++;
    while (count-- > 0) {
        size_t length = strlen(words[count]) + 1;

        if ((size_t)(at - line) < length
            || memcmp(at - length, words[count], length) != 0)
            return false;
        at -= length;
        if (at > line && at[-1] != '\0')
            return false;
    }
    return true;
}

/* Hydra takes a list of hosts apart in its own command line, so that it looks
 * like several words, and nothing tells where they end but the next option,
 * or the command line of the process that was started.  It is left out: where
 * ranks are to be is told anew.
 */
static void leave_out_hosts(launcher_t *l, size_t at, pid_t started)
{
    size_t to = at + 1, bytes = 0;
    char *line = read_whole(started, "cmdline", &bytes);

    do
        to++;
    while (l->words[to] && l->words[to][0] != '-'
           && !(line && is_end_of(&l->words[to], line, bytes)));
    free(line);
    while ((l->words[at++] = l->words[to]))
        to++;
}

/* Find where the program begins, and what cannot be repeated.  'started' is
 * the process that mpiexec started as rank.
 */
static int understand(launcher_t *l, pid_t started, struct error *err)
{
    static const char *const hosts[] = { "host",     "hosts",   "hostlist",
                                         "machines", "machine", "machinelist",
                                         NULL };
    size_t i = 1;

    while (l->words[i] && l->words[i][0] == '-') {
        const struct hydra_option *option = hydra_find(l->words[i]);

        if (!option)
            return error_set(err, "mpiexec's option %s is not known here",
                             l->words[i]);
        if (option->kind == HYDRA_PROGRAMS)
            return error_set(err, "mpiexec reads its programs from a file "
                                  "(-configfile)");
        if (is_among(option, hosts) && !strchr(l->words[i], '=')
            && l->words[i + 1])
            leave_out_hosts(l, i, started);
        else
            i += 1 + (size_t)hydra_words(option, &l->words[i]);
    }
    l->options = i;
    if (!l->words[i])
        return error_set(err, "mpiexec's command line has no program");
    for (; l->words[i]; i++)
        if (strcmp(l->words[i], ":") == 0)
            return error_set(err, "the job is made of several programs "
                                  "(':' in mpiexec's command line)");
    return 0;
}

static int read_launcher(launcher_t *l, pid_t started, struct error *err)
{
    size_t bytes;

    if (!read_link(l->pid, "exe", l->path)
        || !read_link(l->pid, "cwd", l->folder)
        || !(l->words_text = read_whole(l->pid, "cmdline", &bytes))
        || !(l->words = list_words(l->words_text, bytes))
        || !(l->environment_text = read_whole(l->pid, "environ", &bytes))
        || !(l->environment = list_words(l->environment_text, bytes)))
        return error_set(err, "mpiexec (process %d) cannot be looked at: %s",
                         (int)l->pid, strerror(errno));
    l->umask = (mode_t)status_field(l->pid, "\nUmask:", 8, 022);
    l->ignored = status_field(l->pid, "\nSigIgn:", 16, 0);
    l->blocked = status_field(l->pid, "\nSigBlk:", 16, 0);
    sched_getaffinity(l->pid, sizeof(l->processors), &l->processors);
    for (int i = 0; i < RLIM_NLIMITS; i++)
        prlimit(l->pid, i, NULL, &l->limits[i]);
    return understand(l, started, err);
}

launcher_t *launcher_find(pid_t rank, struct error *err)
{
    pid_t leader = (pid_t)process_field(rank, PROCESS_SESSION);
    pid_t proxy =
        leader > 0 ? (pid_t)process_field(leader, PROCESS_PARENT) : 0;
    launcher_t *l;

    if (proxy <= 0 || !is_named(proxy, "hydra_pmi_proxy")) {
        error_set(err, "the job was not started by Hydra's mpiexec");
        return NULL;
    }
    l = calloc(1, sizeof(*l));
    if (!l) {
        error_set(err, "out of memory");
        return NULL;
    }
    l->pid = proxy;
    for (int i = 0; i < BETWEEN_MOST && !is_named(l->pid, "mpiexec"); i++)
        l->pid = (pid_t)process_field(l->pid, PROCESS_PARENT);
    if (l->pid <= 1 || !is_named(l->pid, "mpiexec"))
        error_set(err, "mpiexec is not on this host");
    else if (read_launcher(l, leader, err) == 0)
        return l;
    launcher_destroy(l);
    return NULL;
}

void launcher_destroy(launcher_t *l)
{
    if (l) {
        free(l->words);
        free(l->words_text);
        free(l->environment);
        free(l->environment_text);
        free(l);
    }
}

/* Where mpiexec has read a file, rank 0 was given what was in it. */
static bool has_read_a_file(pid_t launcher)
{
    char path[64];
    size_t bytes;
    struct stat st;
    char *text;
    bool has;

    snprintf(path, sizeof(path), "/proc/%d/fd/0", (int)launcher);
    if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
        return false;
    text = read_whole(launcher, "fdinfo/0", &bytes);
    has = text && strncmp(text, "pos:", 4) == 0
          && strtoull(text + 4, NULL, 10) > 0;
    free(text);
    return has;
}

/* What a pipe still holds. */
static bool has_left_input(pid_t rank)
{
    char path[64];
    int waiting = 0;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/fd/0", (int)rank);
    fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (ioctl(fd, FIONREAD, &waiting) < 0)
        waiting = 0;
    close(fd);
    return waiting > 0;
}

int launcher_check(const launcher_t *l, pid_t rank, struct error *err)
{
    if (has_read_a_file(l->pid) || has_left_input(rank))
        return error_set(err, "the job reads its standard input, which is "
                              "not there a second time");
    return 0;
}

/* ---- starting another one ---- */

/* Whether the option at words[i] says how many ranks there are. */
static bool is_count(const launcher_t *l, size_t i)
{
    const struct hydra_option *option = hydra_find(l->words[i]);

    return is_name(option, "n") || is_name(option, "np");
}

/* Whether it says where they are. */
static bool is_place(const launcher_t *l, size_t i)
{
    static const char *const names[] = { "f", "hostfile", "machinefile", "ppn",
                                         NULL };

    return is_among(hydra_find(l->words[i]), names);
}

/* The words of the new mpiexec.  'texts' has room for what is made anew. */
static char **compose(const launcher_t *l,
                      const struct launch_order *order,
                      char texts[4][PATH_SIZE])
{
    static char genv[] = "-genv", n[] = "-n", hosts[] = "-hosts";
    static char job[] = "MITOSIS_JOB", pages[] = "MITOSIS_PAGES",
                generation[] = "MITOSIS_GENERATION";
    size_t count = 0, used = 0;
    char **words, *slash;

    while (l->words[count])
        count++;
    words = calloc(count + EXTRA_WORDS, sizeof(*words));
    if (!words)
        return NULL;
    snprintf(texts[0], PATH_SIZE, "%u", order->generation);
    snprintf(texts[1], PATH_SIZE, "%s", order->folder);
    slash = strrchr(texts[1], '/');
    *slash = '\0';
    for (int dashes = 0; dashes < 2 && slash; dashes++)
        slash = strchr(slash + 1, '-');
    snprintf(texts[2], PATH_SIZE, "%s", slash ? slash + 1 : "");
    snprintf(texts[3], PATH_SIZE, "%d", order->ranks);

    words[used++] = l->words[0];
    for (size_t i = 1; i < l->options;) {
        size_t length =
            1 + (size_t)hydra_words(hydra_find(l->words[i]), &l->words[i]);

        for (size_t j = 0; j < length; j++)
            if (!is_count(l, i) && !(order->hosts && is_place(l, i)))
                words[used++] = l->words[i + j];
        i += length;
    }
    words[used++] = genv, words[used++] = generation, words[used++] = texts[0];
    words[used++] = genv, words[used++] = pages, words[used++] = texts[1];
    words[used++] = genv, words[used++] = job, words[used++] = texts[2];
    if (order->hosts)
        words[used++] = hosts, words[used++] = (char *)order->hosts;
    words[used++] = n, words[used++] = texts[3];
    for (size_t i = l->options; i < count; i++)
        words[used++] = l->words[i];
    return words;
}

/* The environment of the first mpiexec, and for ranks on other hosts what
 * they need to find the agent, which no command line has.
 */
static char **add_home(const launcher_t *l, const struct home *home)
{
    static char secret[sizeof(HOME_SECRET) + 2 * SECRET_BYTES + 1];
    static char place[sizeof(HOME_PLACE) + HOST_NAME + PORT_TEXT];
    static char host[sizeof(HOME_RECEIVER) + HOST_NAME + 1];
    size_t count = 0, used = 0;
    char **list;

    while (l->environment[count])
        count++;
    list = calloc(count + 4, sizeof(*list));
    if (!list)
        return NULL;
    strcpy(secret, HOME_SECRET "=");
    strcpy(place, HOME_PLACE "=");
    home_tell(home, secret + strlen(secret), place + strlen(place));
    for (size_t i = 0; i < count; i++)
        if (strncmp(l->environment[i], HOME_SECRET "=", sizeof(HOME_SECRET))
                != 0
            && strncmp(l->environment[i], HOME_PLACE "=", sizeof(HOME_PLACE))
                   != 0)
            list[used++] = l->environment[i];
    snprintf(host, sizeof(host), "%s=%s", HOME_RECEIVER, home->host);
    list[used++] = host;
    list[used++] = secret;
    list[used++] = place;
    return list;
}

/* What the first mpiexec ignored and blocked, and not what the agent does. */
static void set_signals(const launcher_t *l)
{
    sigset_t blocked;

    sigemptyset(&blocked);
    for (int i = 1; i <= 64; i++) {
        uint64_t bit = UINT64_C(1) << (i - 1);

        signal(i, l->ignored & bit ? SIG_IGN : SIG_DFL);
        if (l->blocked & bit)
            sigaddset(&blocked, i);
    }
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

static _Noreturn void become(const launcher_t *l,
                             const struct launch_order *order,
                             char **words)
{
    char **environment = order->home ? add_home(l, order->home) : NULL;
    int nothing = open("/dev/null", O_RDONLY);

    dup2(nothing, STDIN_FILENO);
    dup2(order->out, STDOUT_FILENO);
    dup2(order->err, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    setsid();
    set_signals(l);
    umask(l->umask);
    sched_setaffinity(0, sizeof(l->processors), &l->processors);
    for (int i = 0; i < RLIM_NLIMITS; i++)
        setrlimit(i, &l->limits[i]);
    if (chdir(l->folder) == 0)
        execve(l->path, words, environment ? environment : l->environment);
    dprintf(STDERR_FILENO, "mitosis: %s in %s: %s\n", l->path, l->folder,
            strerror(errno));
    _exit(127);
}

pid_t launcher_start(const launcher_t *l,
                     const struct launch_order *order,
                     struct error *err)
{
    static char texts[4][PATH_SIZE];
    char **words = compose(l, order, texts);
    pid_t pid = words ? fork() : -1;

    if (pid == 0)
        become(l, order, words);
    if (pid < 0)
        error_set(err, "mpiexec cannot be started: %s", strerror(errno));
    free(words);
    return pid;
}

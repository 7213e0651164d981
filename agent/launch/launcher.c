/* launcher.c - what runs the job's processes, and another one like it
 *
 * Which it is, is told by the nearest process above the ranks that is a
 * launcher's.  All of them are ours, so the kernel tells how they were
 * started.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "agent/launch/launcher_kind.h"
#include "base/system/process.h"
#include "job/size_template.h"

/* ---- finding it ---- */

launcher_t *launcher_find(pid_t rank, const char *helper, struct error *err)
{
    pid_t above;
    const struct launch_kind *kind = launch_find_kind(rank, &above);
    launcher_t *l = kind ? calloc(1, sizeof(*l)) : NULL;

    if (!kind) {
        error_set(err, "the job was started neither by Hydra's mpiexec nor "
                       "by srun");
    } else if (!l) {
        error_set(err, "out of memory");
    } else {
        l->kind = kind;
        snprintf(l->helper, sizeof(l->helper), "%s", helper ? helper : "");
        if (kind->read(l, rank, above, err) == 0)
            return l;
    }
    launcher_destroy(l);
    return NULL;
}

void launcher_destroy(launcher_t *l)
{
    if (l)
        process_copy_clear(&l->origin);
    free(l);
}

/* Where it has read a file, rank 0 was given what was in it. */
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
    text = process_copy_file(launcher, "fdinfo/0", &bytes);
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
    if ((l->pid > 0 && has_read_a_file(l->pid)) || has_left_input(rank))
        return error_set(err, "the job reads its standard input, which is "
                              "not there a second time");
    return 0;
}

/* ---- arguments that go by the number of ranks ---- */

/* Whether the program's last words are those of 'expected'. */
static bool has_last(const launcher_t *l, const struct string_list *expected)
{
    char **words = l->origin.words;
    size_t count = 0;

    while (words[count])
        count++;
    if (count <= l->options + expected->count)
        return false; /* the program itself is one more */
    for (size_t i = 0; i < expected->count; i++)
        if (strcmp(words[count - expected->count + i], expected->text[i]) != 0)
            return false;
    return true;
}

int launcher_set_arguments(launcher_t *l,
                           const char *text,
                           int ranks,
                           struct error *err)
{
    struct string_list expected = { 0 };
    int rc = size_template_words(text, ranks, &expected, err);

    if (rc == 0 && !has_last(l, &expected))
        rc = error_set(err,
                       "the program's last arguments are not those that "
                       "MITOSIS_ARGUMENTS gives for %d ranks: %.500s",
                       ranks, text);
    if (rc == 0)
        l->arguments = text;
    string_list_clear(&expected);
    return rc;
}

/* Put the arguments for so many ranks in place of those at the end, which are
 * as many for each number.
 */
static int fit_arguments(const launcher_t *l,
                         int ranks,
                         struct string_list *words,
                         struct error *err)
{
    struct string_list own = { 0 };
    int rc = 0;

    if (l->arguments)
        rc = size_template_words(l->arguments, ranks, &own, err);
    for (size_t i = 0; rc == 0 && i < own.count; i++)
        free(words->text[--words->count]);
    for (size_t i = 0; rc == 0 && i < own.count; i++)
        string_list_add(words, "%s", own.text[i]);
    string_list_clear(&own);
    return rc;
}

bool launcher_is_confined(const launcher_t *l)
{
    return l->kind->confined;
}

bool launcher_forwards(const launcher_t *l)
{
    return l->kind->forwards;
}

const char *launcher_folder(const launcher_t *l)
{
    return l->origin.folder;
}

/* ---- starting another one ---- */

static bool is_of(const char *entry, const char *name)
{
    size_t len = strlen(name);

    return strncmp(entry, name, len) == 0 && entry[len] == '=';
}

/* For ranks on other hosts what they need to find the agent.  Launchers send
 * it as it is, so whoever listens may have it.
 */
static void add_home(const struct launch_order *order,
                     struct string_list *environment)
{
    char place[AGENT_ADDRESS_PLACE_TEXT];

    agent_address_tell_place(order->home, place);
    string_list_add(environment, "%s=%s", AGENT_ADDRESS_RECEIVER,
                    order->home->host);
    string_list_add(environment, "%s=%s", AGENT_ADDRESS_SEALED, order->sealed);
    string_list_add(environment, "%s=%s", AGENT_ADDRESS_PLACE, place);
}

/* The environment of the first one. */
static void carry_on(const launcher_t *l,
                     const struct launch_order *order,
                     struct string_list *environment)
{
    const struct agent_address *home = order->home;

    for (char **at = l->origin.environment; *at; at++)
        if (!l->kind->is_own(l, *at)
            && !(home
                 && (is_of(*at, AGENT_ADDRESS_SEALED)
                     || is_of(*at, AGENT_ADDRESS_PLACE)
                     || is_of(*at, AGENT_ADDRESS_RECEIVER))))
            string_list_add(environment, "%s", *at);
    if (home)
        add_home(order, environment);
}

pid_t launcher_start(const launcher_t *l,
                     const struct launch_order *order,
                     struct error *err)
{
    struct string_list words = { 0 }, environment = { 0 };
    pid_t pid = -1;

    carry_on(l, order, &environment);
    l->kind->compose(l, order, &words, &environment);
    if (fit_arguments(l, order->ranks, &words, err) < 0)
        goto out;
    if (words.failed || environment.failed)
        errno = ENOMEM;
    else
        pid = fork();
    if (pid == 0) {
        /* Without us nobody would know of it. */
        prctl(PR_SET_PDEATHSIG, l->kind->forwards ? SIGKILL : SIGTERM);
        process_copy_become(&l->origin, l->path, words.text, environment.text,
                            order->out, order->err);
    }
    if (pid < 0)
        error_set(err, "%s cannot be started: %s", l->kind->name,
                  strerror(errno));
out:
    string_list_clear(&words);
    string_list_clear(&environment);
    return pid;
}

/* ---- the first one's process ---- */

struct launcher_process launcher_process_find(pid_t rank)
{
    struct launcher_process p = { 0, -1 };
    pid_t above;
    const struct launch_kind *kind = launch_find_kind(rank, &above);

    if (kind && kind->process)
        p.pid = kind->process(above);
    if (p.pid > 0)
        p.fd = (int)syscall(SYS_pidfd_open, p.pid, 0);
    if (p.fd >= 0)
        fcntl(p.fd, F_SETFD, FD_CLOEXEC);
    return p;
}

void launcher_process_end(const struct launcher_process *p, int ms)
{
    struct pollfd ended = { p->fd, POLLIN, 0 };

    if (p->fd < 0 || poll(&ended, 1, ms) != 0)
        return;
    process_end_below(p->pid);
    kill(p->pid, SIGKILL);
}

void launcher_process_close(struct launcher_process *p)
{
    if (p->fd >= 0)
        close(p->fd);
    p->fd = -1;
}

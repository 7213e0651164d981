/* hydra.c - Hydra's mpiexec, and another one like it
 *
 * It starts a proxy on each host, which starts each rank as the leader of a
 * session.  Where it is on another host than the agent, 'mitosis run' has
 * left its words in the ranks' environment.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/launch/hydra_options.h"
#include "agent/launch/launcher_kind.h"
#include "agent/launch/port_owner.h"
#include "agent/launch/quoted_command.h"
#include "base/system/process.h"

enum { BETWEEN_MOST = 8 /* processes between mpiexec and its proxy */ };

/* ---- understanding it ---- */

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
 * ranks are to be is told anew.  Words that were 'told' are whole.
 */
static void leave_out_hosts(char *words[], size_t at, pid_t started, bool told)
{
    size_t to = at + (strchr(words[at], '=') ? 1 : 2), bytes = 0;
    char *line = told ? NULL : process_copy_file(started, "cmdline", &bytes);

    while (!told && words[to] && words[to][0] != '-'
           && !(line && is_end_of(&words[to], line, bytes)))
        to++;
    free(line);
    while ((words[at++] = words[to]))
        to++;
}

/* Find where the program begins, and what cannot be repeated.  'started' is
 * the process that mpiexec started as rank.
 */
static int understand(launcher_t *l, pid_t started, struct error *err)
{
    char **words = l->origin.words;
    size_t i = 1;

    while (words[i] && words[i][0] == '-') {
        const struct hydra_options_option *option =
            hydra_options_find(words[i]);

        if (!option)
            return error_set(err, "mpiexec's option %s is not known here",
                             words[i]);
        if (option->kind == HYDRA_OPTIONS_PROGRAMS)
            return error_set(err, "mpiexec reads its programs from a file "
                                  "(-configfile)");
        if (option->kind == HYDRA_OPTIONS_HOSTS && words[i + 1])
            leave_out_hosts(words, i, started, l->pid == 0);
        else
            i += 1 + (size_t)hydra_options_words(option, &words[i]);
    }
    l->options = i;
    if (!words[i])
        return error_set(err, "mpiexec's command line has no program");
    for (; words[i]; i++)
        if (strcmp(words[i], ":") == 0)
            return error_set(err, "the job is made of several programs "
                                  "(':' in mpiexec's command line)");
    return 0;
}

/* ---- finding it ---- */

/* "mpiexec", "mpiexec.hydra" and what else distributions call it. */
static bool is_mpiexec(pid_t pid)
{
    static const char name[] = "mpiexec";
    size_t bytes;
    char *text = process_copy_file(pid, "comm", &bytes);
    bool same = text && strncmp(text, name, strlen(name)) == 0;

    free(text);
    return same;
}

/* Processes of several hosts may be in one list, as in containers. */
static bool is_on_this_host(pid_t pid)
{
    char path[64], own[64] = "", its[64] = "";

    snprintf(path, sizeof(path), "/proc/%d/ns/uts", (int)pid);
    return readlink(path, its, sizeof(its) - 1) <= 0
           || readlink("/proc/self/ns/uts", own, sizeof(own) - 1) <= 0
           || strcmp(own, its) == 0;
}

/* A proxy that Slurm has started is nobody's child, but knows the port of its
 * mpiexec.
 */
static pid_t find_by_port(pid_t proxy)
{
    static const char option[] = "--control-port";
    size_t bytes = 0;
    char *line = process_copy_file(proxy, "cmdline", &bytes);
    char *at = line, *colon = NULL;
    pid_t pid = 0;

    while (at && at < line + bytes && strcmp(at, option) != 0)
        at += strlen(at) + 1;
    if (at && at < line + bytes)
        colon = strrchr(at + sizeof(option), ':');
    if (colon)
        pid = port_owner_find((unsigned)atoi(colon + 1), is_mpiexec);
    free(line);
    return pid;
}

/* The mpiexec of a proxy, or 0 when that is not on this host. */
static pid_t find_mpiexec(pid_t proxy)
{
    pid_t pid = proxy;

    for (int i = 0; i < BETWEEN_MOST && pid > 1 && !is_mpiexec(pid); i++)
        pid = (pid_t)process_field(pid, PROCESS_PARENT);
    if (pid <= 1 || !is_mpiexec(pid))
        pid = find_by_port(proxy);
    return pid > 1 && is_mpiexec(pid) && is_on_this_host(pid) ? pid : 0;
}

/* What 'mitosis run' has told of it: its folder, and its words. */
static int read_told(launcher_t *l, pid_t started, struct error *err)
{
    const char *told;

    if (process_copy_read(&l->origin, started, err) < 0)
        return -1;
    told = process_copy_variable(&l->origin, LAUNCHER_WORDS);
    if (!told)
        return error_set(err, "mpiexec is on another host than rank 0; "
                              "'mitosis run' in its place, or on the host of "
                              "rank 0, makes changes possible");
    free(l->origin.words);
    free(l->origin.words_text);
    l->origin.words_text = NULL;
    l->origin.words =
        quoted_command_split(told, l->origin.folder, PROCESS_COPY_PATH);
    if (!l->origin.words)
        return error_set(err, "%s is not understood", LAUNCHER_WORDS);
    snprintf(l->path, sizeof(l->path), "%s", l->origin.words[0]);
    return 0;
}

static int read_hydra(launcher_t *l,
                      pid_t rank,
                      pid_t above,
                      struct error *err)
{
    pid_t leader = (pid_t)process_field(rank, PROCESS_SESSION);

    if ((pid_t)process_field(leader, PROCESS_PARENT) != above)
        return error_set(err, "the job was not started by Hydra's mpiexec "
                              "itself, but by something below it");
    l->pid = find_mpiexec(above);
    if (l->pid == 0 && read_told(l, leader, err) < 0)
        return -1;
    if (l->pid > 0) {
        if (process_copy_read(&l->origin, l->pid, err) < 0)
            return -1;
        strcpy(l->path, l->origin.path);
    }
    return understand(l, leader, err);
}

/* ---- another one ---- */

/* Whether the option says where ranks are. */
static bool is_place(const struct hydra_options_option *option)
{
    return option->kind == HYDRA_OPTIONS_FILE
           || option->kind == HYDRA_OPTIONS_EACH;
}

/* Whether Slurm is to start its proxies, for want of another order.  Hydra
 * has it sort the hosts then, and takes what comes for those it asked for.
 */
static bool is_sorting(const launcher_t *l)
{
    static const char *const variables[] = { "HYDRA_LAUNCHER",
                                             "HYDRA_BOOTSTRAP", NULL };
    char **words = l->origin.words;

    for (size_t i = 1; i < l->options;) {
        const struct hydra_options_option *option =
            hydra_options_find(words[i]);

        if (option->kind == HYDRA_OPTIONS_LAUNCHER)
            return false;
        i += 1 + (size_t)hydra_options_words(option, &words[i]);
    }
    for (char **at = l->origin.environment; *at; at++)
        if (launch_begins(*at, variables))
            return false;
    return *l->helper && process_copy_variable(&l->origin, "SLURM_JOB_ID");
}

static void compose(const launcher_t *l,
                    const struct launch_order *order,
                    struct string_list *words,
                    struct string_list *environment)
{
    char job[PROCESS_COPY_PATH], pages[PROCESS_COPY_PATH], generation[16];
    char **from = l->origin.words;

    (void)environment;
    launch_job(order, job, pages);
    snprintf(generation, sizeof(generation), "%u", order->generation);
    string_list_add(words, "%s", from[0]);
    for (size_t i = 1; i < l->options;) {
        const struct hydra_options_option *option =
            hydra_options_find(from[i]);
        size_t length = 1 + (size_t)hydra_options_words(option, &from[i]);

        for (size_t j = 0; j < length; j++)
            if (option->kind != HYDRA_OPTIONS_RANKS
                && !(order->hosts && is_place(option)))
                string_list_add(words, "%s", from[i + j]);
        i += length;
    }
    if (order->hosts && is_sorting(l))
        string_list_add_all(words, "-launcher", "ssh", "-launcher-exec",
                            l->helper, NULL);
    string_list_add_all(words, "-genv", "MITOSIS_GENERATION", generation,
                        NULL);
    string_list_add_all(words, "-genv", "MITOSIS_PAGES", pages, NULL);
    string_list_add_all(words, "-genv", "MITOSIS_JOB", job, NULL);
    if (order->hosts)
        string_list_add_all(words, "-hosts", order->hosts, NULL);
    string_list_add(words, "-n");
    string_list_add(words, "%d", order->ranks);
    for (size_t i = l->options; from[i]; i++)
        string_list_add(words, "%s", from[i]);
}

/* What a rank was told by mpiexec is not for another mpiexec, which is not to
 * be watched either.
 */
static bool is_own(const launcher_t *l, const char *variable)
{
    static const char *const names[] = { "PMI_", "MPI_LOCAL", "HYDI_",
                                         "LD_PRELOAD=", NULL };

    return l->pid == 0 && launch_begins(variable, names);
}

const struct launch_kind launch_hydra = {
    .name = "mpiexec",
    .above = "hydra_pmi_proxy",
    .forwards = true,
    .read = read_hydra,
    .process = find_mpiexec,
    .compose = compose,
    .is_own = is_own,
};

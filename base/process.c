/* process.c - what the kernel tells of a process
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

enum {
    CALLED = 15,  /* letters that the kernel keeps of a name */
    ROUNDS = 100, /* of children that have children */
};

/* The command's name, field 2, may hold anything, so fields are counted from
 * its end.
 */
unsigned long process_field(pid_t pid, enum process_field field)
{
    char path[64], text[1024], *at;
    FILE *file;
    size_t bytes;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    file = fopen(path, "re");
    if (!file)
        return 0;
    bytes = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[bytes] = '\0';
    at = strrchr(text, ')');
    for (int i = 2; at && i < (int)field; i++)
        at = strchr(at + 1, ' ');
    return at ? strtoul(at + 1, NULL, 10) : 0;
}

bool process_is(pid_t pid, const char *name)
{
    char path[64], text[CALLED + 2] = "";
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
    file = fopen(path, "re");
    if (!file)
        return false;
    if (!fgets(text, sizeof(text), file))
        text[0] = '\0';
    fclose(file);
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

static const volatile pid_t *passed_to;

static void pass_signal(int number)
{
    int saved = errno;

    if (*passed_to > 0)
        kill(*passed_to, number);
    errno = saved;
}

void process_pass_signals(const volatile pid_t *to)
{
    static const int passed[] = { SIGUSR1, SIGUSR2, SIGALRM };
    struct sigaction action = { .sa_handler = pass_signal,
                                .sa_flags = SA_RESTART };

    passed_to = to;
    for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++)
        sigaction(passed[i], &action, NULL);
}

void process_end_children(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        FILE *file = fopen("/proc/thread-self/children", "re");
        int pid, count = 0;

        while (file && fscanf(file, "%d", &pid) == 1) {
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

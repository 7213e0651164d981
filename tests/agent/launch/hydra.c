/* Tests of agent/launch/hydra.c: how a command line of mpiexec is understood
 *
 * What launcher_kind.c tests is how it is repeated.  Here this program stands
 * for the proxy and a process that sleeps for what it has started as rank;
 * mpiexec is nowhere, so its words are those that 'mitosis run' has told.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/launch/launcher_kind.h"
#include "agent/launch/quoted_command.h"
#include "tests/tap.h"

enum { WORDS = 20 };

/* Split 'text' at spaces, as a command line of mpiexec in '/tmp'. */
static char *told(const char *text)
{
    static char copy[200];
    char *words[WORDS + 1];
    int count = 0;

    snprintf(copy, sizeof(copy), "%s", text);
    for (char *word = strtok(copy, " "); word && count < WORDS;
         word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return quoted_command_join("/tmp", words);
}

/* Start what the kernel shows with these words in its environment, if any. */
static pid_t start_rank(const char *words)
{
    int ends[2];
    char none;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    pid = fork();
    if (pid == 0) {
        setsid();
        if (words)
            setenv(LAUNCHER_WORDS, words, 1);
        else
            unsetenv(LAUNCHER_WORDS);
        execlp("sleep", "sleep", "60", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    if (read(ends[0], &none, 1) != 0)
        diag("a pipe that is closed has something to read");
    close(ends[0]);
    return pid;
}

static int read_launcher(launcher_t *l, const char *words, struct error *err)
{
    char *text = words ? told(words) : NULL;
    pid_t rank = start_rank(text);
    int rc = launch_hydra.read(l, rank, getpid(), err);

    free(text);
    kill(rank, SIGKILL);
    waitpid(rank, NULL, 0);
    return rc;
}

static const char *join(char *const words[])
{
    static char text[400];
    size_t used = 0;

    text[0] = '\0';
    for (; words && *words; words++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
                                 used ? " " : "", *words);
    return text;
}

/* What can be repeated: its words, and where the program begins. */
static void test_understood(void)
{
    static const struct {
        const char *words;
        const char *kept;
        size_t options;
    } cases[] = {
        { "mpiexec ./heat", "mpiexec ./heat", 1 },
        { "mpiexec -n 4 ./heat -n 5", "mpiexec -n 4 ./heat -n 5", 3 },
        { "mpiexec -n=4 ./heat", "mpiexec -n=4 ./heat", 2 },
        { "mpiexec --iface eth0 -n 4 ./heat",
          "mpiexec --iface eth0 -n 4 ./heat", 5 },
        { "mpiexec -genv A=1 -n 4 ./heat", "mpiexec -genv A=1 -n 4 ./heat",
          5 },
        { "mpiexec -genv A 1 -n 4 ./heat", "mpiexec -genv A 1 -n 4 ./heat",
          6 },
        { "mpiexec -hosts a,b -n 4 ./heat", "mpiexec -n 4 ./heat", 3 },
        { "mpiexec -n 4 -host a ./heat", "mpiexec -n 4 ./heat", 3 },
        { "mpiexec -hosts=a,b -n 4 ./heat", "mpiexec -n 4 ./heat", 3 },
        { "mpiexec -n=4 --HOST=a ./heat", "mpiexec -n=4 ./heat", 2 },
        { "mpiexec -n 4 ./heat a:b", "mpiexec -n 4 ./heat a:b", 3 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct launcher *l = calloc(1, sizeof(*l));
        struct error err = { "" };

        if (!ok(read_launcher(l, cases[i].words, &err) == 0,
                "'%s' is understood", cases[i].words))
            diag("%s", err.text);
        if (!ok(strcmp(join(l->origin.words), cases[i].kept) == 0,
                "'%s' is what is kept of it", cases[i].kept))
            diag("kept: %s", join(l->origin.words));
        ok(l->options == cases[i].options, "its program is word %zu, not %zu",
           cases[i].options, l->options);
        process_copy_clear(&l->origin);
        free(l);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *words; /* NULL: nobody has told any */
        const char *reason;
    } cases[] = {
        { "mpiexec -n 2", "has no program" },
        { "mpiexec -n 2 ./a : -n 3 ./b", "several programs" },
        { "mpiexec ./a x y : ./b", "several programs" },
        { "mpiexec -configfile jobs", "from a file" },
        { "mpiexec -n 2 -no-such-option ./a", "-no-such-option" },
        { NULL, "on another host than rank 0" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct launcher *l = calloc(1, sizeof(*l));
        struct error err = { "" };
        const char *words =
            cases[i].words ? cases[i].words : "what was not told";

        ok(read_launcher(l, cases[i].words, &err) < 0,
           "'%s' cannot be repeated", words);
        has(err.text, cases[i].reason, "'%s': the reason is told", words);
        process_copy_clear(&l->origin);
        free(l);
    }
}

int main(void)
{
    test_understood();
    test_refused();
    return tap_done();
}

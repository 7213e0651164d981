/* Tests of agent/head/hosts_file_read.c: files that list hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "agent/head/hosts_file_read.h"
#include "tests/tap.h"

static struct host_list hosts;
static char path[] = "/tmp/roster-XXXXXX";

/* Read a file with that text; what came as "h1 0, h2 4" or the reason. */
static const char *read_text(const char *text)
{
    static struct error told;
    struct error err;
    FILE *file = fopen(path, "w");
    size_t n = 0;

    if (!file)
        return "no file";
    fputs(text, file);
    fclose(file);
    told.text[0] = '\0';
    if (hosts_file_read_read(path, &hosts, &err) < 0) {
        error_set(&told, "%s", err.text + strlen(path));
        return told.text;
    }
    for (const struct host *h = hosts.first; h && n < sizeof(told.text);
         h = h->next)
        n += (size_t)snprintf(told.text + n, sizeof(told.text) - n,
                              h->leaves_in > 0 ? "%s%s %d for %g" : "%s%s %d",
                              n > 0 ? ", " : "", h->name, h->cores,
                              h->leaves_in);
    return told.text;
}

static void test_files(void)
{
    static const struct {
        const char *text;
        const char *hosts;
    } cases[] = {
        { "h1\nh2:4\n", "h1 0, h2 4" },
        { "  h1 user=me binding=core \r\n\n# h2\nh3:2 # mine", "h1 0, h3 2" },
        { "h1\nh2\nh1:3\n", "h1 3, h2 0" },
        { "h1 leaves_in=30\nh2:2 a leaves_in=0.5 b\nh3 leaves=1",
          "h1 0 for 30, h2 2 for 0.5, h3 0" },
        { "h1 leaves_in=30\nh2\nh1\nh2 leaves_in=3", "h1 0, h2 0 for 3" },
        { "h1\nh2 leaves_in=\n", ":2: \"\" is no number of seconds" },
        { "h1 leaves_in=-1\n", ":1: \"-1\" is no number of seconds" },
        { "", " lists no host" },
        { "# none\n\n", " lists no host" },
        { "h1\nh2:\n", ":2: \"\" is no number of cores" },
        { "h1:0\n", ":1: \"0\" is no number of cores" },
        { "h1:-1\n", ":1: \"-1\" is no number of cores" },
        { "h1:4x\n", ":1: \"4x\" is no number of cores" },
        { "h1:99999999999\n", ":1: \"99999999999\" is no number" },
        { ":4\n", ":1: \"\" is no name of a host" },
    };

    char longest[80];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        has(read_text(cases[i].text), cases[i].hosts, "it is read, or not");
    has(read_text("h1\nlocalhost:2\n"), host_own(),
        "this host goes by the name that the job has for it");
    memset(longest, 'n', sizeof(longest));
    strcpy(longest + 64, " 0");
    has(read_text(longest), longest, "a name has up to 64 letters");
    strcpy(longest + 64, "n");
    has(read_text(longest), "is no name of a host", "and no more");
}

static void test_faults(void)
{
    char *large = calloc(HOST_MOST + 1, 8);
    struct error err;
    size_t n = 0;

    read_text("h1\nh2\n");
    read_text("h3\nh4:x\n");
    ok(host_count_offered(&hosts) == 2 && host_find_offered(&hosts, "h2"),
       "what is wrong leaves all as it was");
    for (int i = 0; i <= HOST_MOST; i++)
        n += (size_t)sprintf(large + n, "h%d\n", i);
    has(read_text(large), ":1025: there are 1024 hosts already",
        "there is an end to it");
    free(large);
    unlink(path);
    ok(hosts_file_read_read(path, &hosts, &err) < 0, "no file is no list");
    has(err.text, "No such file", "as is told");
}

int main(void)
{
    int fd = mkstemp(path);

    if (fd < 0)
        return 1;
    close(fd);
    test_files();
    test_faults();
    host_clear(&hosts);
    return tap_done();
}

/* prove_run.c - one run of the program, and all that is known of it
 *
 * It is 'mitosis run' that runs it, so that it is what a user gets, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/replace_file.h"
#include "command/common/installed_paths.h"
#include "command/doctor/timed_command.h"
#include "command/prove/prove_output.h"
#include "command/prove/prove_run.h"
#include "report/json/read.h"

enum { PATH = 4096 };

/* Where one run writes. */
struct place {
    char sums[PATH]; /* a folder */
    char output[PATH];
    char report[PATH];
};

static int make_place(struct place *p,
                      const char *folder,
                      int number,
                      struct error *err)
{
    if (snprintf(p->sums, PATH, "%s/sums-%d", folder, number) >= PATH - 16)
        return error_set(err, "%s is too long a name", folder);
    snprintf(p->output, PATH, "%.4000s/output-%d", folder, number);
    snprintf(p->report, PATH, "%.4000s/report-%d.json", folder, number);
    if (mkdir(p->sums, 0700) == 0)
        return 0;
    if (errno == EEXIST)
        return error_set(err,
                         "%s is there already, as another 'mitosis prove' "
                         "leaves it: name another folder, or empty this one",
                         p->sums);
    return error_set(err, "%s: %s", p->sums, strerror(errno));
}

/* Whoever else decides on changes is not asked.  A program that prints much is
 * no reason to keep that in memory.
 */
static int add_words(struct string_list *words,
                     const struct prove_options *l,
                     const struct place *p,
                     int ranks,
                     const char *script,
                     struct error *err)
{
    char self[INSTALLED_PATHS_PATH];

    if (installed_paths_self(self, err) < 0)
        return -1;
    words_add_all(words, "sh", "-c", "exec \"$@\" >>\"$0\"", p->output, self,
                  "run", NULL);
    prove_options_pass(l, ranks, words);
    words_add(words, "--sums=%s", p->sums);
    words_add(words, "--sums-every=%llu", (unsigned long long)l->every);
    words_add(words, "--output=%s", p->report);
    words_add(words, "--script=%s", script ? script : "");
    words_add_all(words, "--policy=", "--policy-options=", "--protocol=",
                  "--protocol-options=", "--figures=", "--figures-options=",
                  "--hosts-file=", "--summary=off", "--profile=counts",
                  "--malleable=auto", NULL);
    for (size_t i = 0; i < l->program.count; i++)
        words_add(words, "%s", l->program.text[i]);
    return 0;
}

/* Where no page more can be written, what the run wrote may be cut off, and
 * the program have ended of that.
 */
static int check_room(const char *folder, struct error *err)
{
    static const char page[PATH];
    char path[PATH];

    snprintf(path, PATH, "%.4000s/room", folder);
    if (replace_file_write(path, page, sizeof(page)) < 0)
        return error_set(err,
                         "%s: %s; what the runs write goes there: --folder "
                         "names another place",
                         folder, strerror(errno));
    remove(path);
    return 0;
}

/* What became of its changes.  Without a report nothing is known. */
static void read_report(struct prove_run *r, const char *path)
{
    struct run *run = json_read(path, NULL);

    if (!run)
        return;
    for (size_t i = 0; i < run->changes; i++)
        if (run->change[i].done)
            r->done++;
        else if (!r->refused)
            r->refused = strdup(run->change[i].outcome);
    if (run->ranks > 0 && run->rank[0].host)
        r->host = strdup(run->rank[0].host);
    run_destroy(run);
}

static int read_all(struct prove_run *r,
                    const struct prove_options *l,
                    const struct place *p,
                    struct error *err)
{
    r->table = prove_sums_read(p->sums, l->every, &r->untold);
    read_report(r, p->report);
    return prove_output_read(&r->output, p->output, &l->ignored, err);
}

/* A copy of the first line that is Mitosis's own: what the program says has
 * nothing to do with whether it can be changed.
 */
static char *own_line(const char *text)
{
    static const char mark[] = "mitosis: ";

    while (*text && strncmp(text, mark, strlen(mark)) != 0) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return *text ? strndup(text, strcspn(text, "\n")) : NULL;
}

int prove_run(struct prove_run *r,
              const struct prove_options *l,
              const char *folder,
              int number,
              int ranks,
              const char *script,
              double seconds,
              struct error *err)
{
    static struct timed_command t;
    struct string_list words = { 0 };
    struct place p;
    int rc;

    memset(r, 0, sizeof(*r));
    if (make_place(&p, folder, number, err) < 0)
        return -1;
    rc = add_words(&words, l, &p, ranks, script, err);
    if (rc == 0)
        rc = timed_command_run(words.text, seconds, 0, &t, err);
    string_list_clear(&words);
    if (rc < 0 || check_room(folder, err) < 0)
        return -1;
    r->ended = t.ended;
    r->status = t.status;
    r->took = t.took;
    r->ours = own_line(t.complaint);
    if (*t.complaint)
        r->complaint = strndup(t.complaint, strcspn(t.complaint, "\n"));
    return read_all(r, l, &p, err);
}

void prove_run_clear(struct prove_run *r)
{
    prove_sums_free(r->table);
    string_list_clear(&r->output);
    free(r->refused);
    free(r->host);
    free(r->complaint);
    free(r->ours);
    memset(r, 0, sizeof(*r));
}

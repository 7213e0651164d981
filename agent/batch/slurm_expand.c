/* slurm_expand.c - idle nodes become those of the job itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_expand.h"

enum { BEFORE_MOST = 2000 /* bytes that the next head can be told */ };

/* ---- what the next head is to know ---- */

bool slurm_expand_announce(struct slurm_expand *m,
                           unsigned request,
                           const struct slurm_job *j)
{
    slurm_expand_forget(m);
    if (!j->nodes || !*j->nodes || strlen(j->nodes) > BEFORE_MOST
        || strpbrk(j->nodes, " \n") || !(m->before = strdup(j->nodes)))
        return false;
    m->request = request;
    return true;
}

void slurm_expand_forget(struct slurm_expand *m)
{
    free(m->before);
    m->before = NULL;
    m->request = 0;
    m->lost = false;
}

void slurm_expand_save(const struct slurm_expand *m, FILE *out)
{
    if (m->request > 0)
        fprintf(out, " %u %s", m->request, m->before);
}

void slurm_expand_load(struct slurm_expand *m, const char *text)
{
    unsigned request;
    int at = 0;

    if (sscanf(text, "%u %n", &request, &at) != 1 || at == 0 || !text[at]
        || !(m->before = strndup(text + at, strcspn(text + at, " \n"))))
        return;
    m->request = request;
    m->lost = true;
}

/* ---- whether it is permitted ---- */

void slurm_expand_permit_words(const struct slurm_job *j,
                               struct string_list *words)
{
    string_list_add_all(words, "sh", "-c", NULL);
    string_list_add(words,
                    "scontrol show config && scontrol --oneliner show job %s",
                    j->number);
}

/* What is behind "KEY =" in a line of its own, or NULL. */
static const char *find_setting(const char *text, const char *key)
{
    size_t len = strlen(key);

    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, len) == 0
            && line[len + strspn(line + len, " ")] == '=') {
            line += len + strspn(line + len, " ") + 1;
            return line + strspn(line, " ");
        }
    }
    return NULL;
}

/* Whether 'word' is one of those, up to the end of the line. */
static bool has_word(const char *list, const char *word)
{
    size_t len = strlen(word);

    while (list && *list && *list != '\n') {
        size_t all = strcspn(list, ",\n");

        if (strncmp(list, word, len) == 0
            && (all == len || strchr("= ", list[len])))
            return true;
        list += all + (list[all] == ',');
    }
    return false;
}

/* Those that Slurm would allow, but that would do harm, are refused by us.
 * Without slurmdbd a job that was resized waits for ever to be entered there,
 * and can give nothing back.  What becomes a job's that has parts of nodes may
 * be a part of one, beside others.
 */
int slurm_expand_permitted(const char *text, struct error *err)
{
    static const char word[] = "permit_job_expansion";

    if (!has_word(find_setting(text, "SchedulerParameters"), word)
        && !has_word(find_setting(text, "SlurmctldParameters"), word))
        return error_set(err, "Slurm does not permit it here (%s)", word);
    if (!has_word(find_setting(text, "AccountingStorageType"),
                  "accounting_storage/slurmdbd"))
        return error_set(err, "Slurm has no slurmdbd here, without which it "
                              "does not take back what was merged");
    if (!strstr(text, " OverSubscribe=NO "))
        return error_set(err, "the job does not have whole nodes, as with "
                              "--exclusive");
    return 0;
}

/* ---- merging ---- */

/* Within the new allocation.  What scontrol says of it is not all: it has
 * failed, and yet it was done.  The scripts that it writes where it is are of
 * no use to us.  The job's nodes tell what was merged.
 */
static const char merge_script[] =
    "job=$1; new=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\") || exit;"
    " at=$(mktemp -d) && cd \"$at\" || exit;"
    " said=$(scontrol update JobId=\"$SLURM_JOB_ID\" NumNodes=0 2>&1);"
    " cd / && rm -rf \"$at\";"
    " have=$(squeue --noheader --jobs=\"$job\" --format=%N)"
    " && have=$(scontrol show hostnames \"$have\") || exit;"
    " echo \"=$SLURM_JOB_CPUS_PER_NODE\";"
    " echo \"$have\" | grep -xF \"$new\" && exit;"
    " echo \"$said\" >&2; exit 1";

/* It asks for all the time that it will have, so that it does not come before
 * others who wait by looking short.
 */
static void add_time(const struct slurm_job *j, struct string_list *words)
{
    if (j->left == SLURM_QUEUE_UNLIMITED)
        string_list_add(words, "--time=UNLIMITED");
    else if (j->left >= 0)
        string_list_add(words, "--time=%ld", (long)j->left / 60 + 1);
}

void slurm_expand_words(const struct slurm_job *j,
                        const char *name,
                        unsigned request,
                        int hosts,
                        struct string_list *words)
{
    string_list_add_all(words, "salloc", "--quiet", "--immediate", NULL);
    string_list_add(words, "--dependency=expand:%s", j->number);
    string_list_add(words, "--job-name=%s", name);
    string_list_add(words, "--comment=" SLURM_EXPAND_COMMENT, request);
    string_list_add(words, "--nodes=1-%d", hosts);
    string_list_add(words, "--exclude=%s", j->nodes);
    string_list_add_all(words, "--exclusive", "--mem=0", "--chdir=/", NULL);
    slurm_job_options(j, NULL, words);
    add_time(j, words);
    string_list_add_all(words, "sh", "-c", merge_script, "sh", j->number,
                        NULL);
}

void slurm_expand_since_words(const struct slurm_expand *m,
                              const struct slurm_job *j,
                              struct string_list *words)
{
    static const char script[] =
        "old=$(scontrol show hostnames \"$1\")"
        " && new=$(scontrol show hostnames \"$2\") || exit;"
        " echo \"$new\" | grep -vxF \"$old\"; exit 0";

    string_list_add_all(words, "sh", "-c", script, "sh", m->before, j->nodes,
                        NULL);
}

/* A line "=4(x2)" says that each of the hosts below has 4 cores.  Where they
 * do not all have as many, none is told.
 */
bool slurm_expand_next(char **at, const char **host, int *cores)
{
    char *line;

    while ((line = strsep(at, "\n"))) {
        int number, used = 0;

        if (*line != '=' && *line) {
            *host = line;
            return true;
        }
        if (*line == '=' && !strchr(line, ',')
            && sscanf(line, "=%6d%n", &number, &used) == 1 && number > 0
            && (!line[used] || line[used] == '('))
            *cores = number;
    }
    return false;
}

bool slurm_expand_is_busy(const char *why)
{
    static const char *const words[] = {
        "nodes are busy",        "Immediate execution impossible",
        "insufficient priority", "Connection timed out",
        "Resources temporarily", "not available",
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strstr(why, words[i]))
            return true;
    return false;
}

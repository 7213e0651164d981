/* hosts_file.c - watch the file that lists the hosts that a job may be on
 *
 * It is looked at now and then: word of a change does not come from a file
 * server.  What was changed counts once it stays so from one look to the next,
 * as it may be written piece by piece.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/head/ctl_hosts.h"
#include "agent/head/evacuate.h"
#include "agent/head/hosts_file.h"
#include "agent/head/hosts_file_read.h"
#include "agent/head/leave.h"

enum { LOOK_MS = 500 };

struct hosts_file {
    struct head *agent;
    char path[4096];
    struct stat seen;
    struct host_list known; /* what it said when it was read last */
    bool changed;           /* since then */
    struct error told;      /* the last complaint */
};

/* Whether it is another one than before. */
static bool is_new(struct hosts_file *f)
{
    struct stat now = { .st_size = -1 };
    bool other;

    stat(f->path, &now);
    other = now.st_ino != f->seen.st_ino || now.st_size != f->seen.st_size
            || now.st_mtim.tv_sec != f->seen.st_mtim.tv_sec
            || now.st_mtim.tv_nsec != f->seen.st_mtim.tv_nsec;
    f->seen = now;
    return other;
}

/* Whether it said the same of a host that was put on offer then.  What has
 * become of that since is not undone: it may be left, as somebody said so.
 */
static bool is_settled(const struct hosts_file *f, const struct host *listed)
{
    const struct host *before = host_find(&f->known, listed->name);

    return before && before->listed && before->leaves_in == 0
           && before->cores == listed->cores;
}

static void offer(struct hosts_file *f, struct host *listed)
{
    struct error err, text;
    struct host *host = ctl_hosts_offer(f->agent, listed->name, &err);

    listed->listed = host != NULL;
    if (host) {
        host->listed = true;
        host->cores = listed->cores;
    } else {
        error_set(&text, "%s: %.900s", f->path, err.text);
        agent_say_once(&f->told, text.text);
    }
}

/* A host that goes, unless that is told already. */
static void take_notice(const struct hosts_file *f, const struct host *listed)
{
    const struct host *before = host_find(&f->known, listed->name);

    if (!before || before->leaves_in != listed->leaves_in)
        leave_take_notice(f->agent, listed->name, listed->leaves_in);
}

/* A host that was in the file and is not any more, or NULL. */
static struct host *find_unlisted(const struct host_list *hosts,
                                  const struct host_list *file)
{
    struct host *h = NULL;

    while ((h = host_next_offered(hosts, h)))
        if (h->listed && !host_find(file, h->name))
            return h;
    return NULL;
}

/* Have those on offer that the file says.  A host that was never in it is
 * none of its business.
 */
static void follow(struct hosts_file *f, const struct host_list *file)
{
    struct head *a = f->agent;
    struct host *h;

    for (struct host *listed = file->first; listed; listed = listed->next)
        if (listed->leaves_in > 0)
            take_notice(f, listed);
        else if (is_settled(f, listed))
            listed->listed = true;
        else
            offer(f, listed);
    while ((h = find_unlisted(&a->hosts, file))) {
        char name[HOST_NAME];

        h->listed = false;
        strcpy(name, h->name);
        ctl_hosts_leave(a, name);
    }
}

static void look(struct hosts_file *f)
{
    struct host_list file = { 0 };
    struct error err;

    if (hosts_file_read_read(f->path, &file, &err) == 0) {
        f->told.text[0] = '\0';
        follow(f, &file);
        host_clear(&f->known);
        f->known = file;
    } else {
        agent_say_once(&f->told, err.text);
    }
}

static void on_time(void *arg)
{
    struct hosts_file *f = arg;
    struct error err;

    if (is_new(f)) {
        f->changed = true;
    } else if (f->changed) {
        f->changed = false;
        look(f);
    }
    if (!f->agent->change && evacuate_soon(f->agent, &err) < 0)
        agent_say_once(&f->told, err.text);
    loop_after(f->agent->loop, LOOK_MS, on_time, f);
}

static void start(struct head *a, const struct settings *settings)
{
    const char *path = settings->text[SETTING_HOSTS_FILE];
    struct hosts_file *f = *path ? calloc(1, sizeof(*f)) : NULL;

    a->hosts_file = f;
    if (!f)
        return;
    f->agent = a;
    snprintf(f->path, sizeof(f->path), "%s", path);
    is_new(f);
    look(f);
    loop_after(a->loop, LOOK_MS, on_time, f);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a->hosts_file);
    if (a->hosts_file)
        host_clear(&a->hosts_file->known);
    free(a->hosts_file);
    a->hosts_file = NULL;
}

const struct part hosts_file_part = {
    .name = "hosts file",
    .start = start,
    .stop = stop,
};

/* head.c - the process that carries out the changes of a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/head.h"
#include "job/control.h"

/* ---- the end ---- */

void head_end(struct head *a, int status)
{
    if (a->ended)
        return;
    PARTS_TELL(a, ending, a);
    a->ended = true;
    a->status = status;
    loop_stop(a->loop);
}

/* The mpiexec of the generation that is the job has ended, and so has the
 * job; or that of one that was to come.
 */
static void on_runner_end(int fd, void *arg)
{
    struct head *a = arg;

    loop_forget(a->loop, fd);
    if (a->now->runner.ended == fd)
        head_end(a, runner_reap(&a->now->runner));
    else if (a->change)
        PARTS_TELL(a, next_ended, a);
}

void head_watch_end(struct head *a, struct generation *g)
{
    loop_watch(a->loop, g->runner.ended, on_runner_end, a, NULL);
}

/* ---- users ---- */

void head_drop_peer(struct head *a, struct peer *p)
{
    struct peer **at = &a->peers;

    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    loop_forget(a->loop, p->fd);
    close(p->fd);
    send_queue_clear(&p->queue);
    free(p);
}

static void lose(struct head *a, struct peer *p)
{
    PARTS_TELL(a, user_gone, a, p);
    head_drop_peer(a, p);
}

static void say(struct peer *p,
                enum local_message_type type,
                uint64_t number,
                const char *text,
                size_t bytes)
{
    struct local_message_head head = { .type = type,
                                       .bytes = (uint32_t)bytes,
                                       .number = number };

    send_queue_send(&p->queue, p->agent->loop, p->fd, &head, text);
}

static void on_peer(int fd, void *arg)
{
    struct local_message wire = { .room = NULL };
    struct peer *p = arg;
    int came;

    send_queue_flush(&p->queue, p->agent->loop, fd);
    came = local_message_receive(fd, &wire, 0, NULL);
    if (came > 0 && wire.head.type == LOCAL_MESSAGE_COMMAND)
        PARTS_TELL(p->agent, asked, p->agent, p, &wire);
    else if (came > 0 && wire.head.type == LOCAL_MESSAGE_STILL)
        say(p, LOCAL_MESSAGE_STAY, 0, NULL, 0); /* he still waits */
    else if (came < 0)
        lose(p->agent, p);
    local_message_clear(&wire);
}

void head_meet_user(void *arg, int fd, const struct local_message *wire)
{
    struct head *a = arg;
    struct peer *p = calloc(1, sizeof(*p));

    if (!p || loop_watch(a->loop, fd, on_peer, p, NULL) < 0) {
        close(fd);
        free(p);
        return;
    }
    *p = (struct peer){ .fd = fd, .agent = a, .next = a->peers };
    a->peers = p;
    PARTS_TELL(a, asked, a, p, wire);
}

/* ---- ranks ---- */

void head_hear(struct head *a, const struct local_message *wire)
{
    PARTS_TELL(a, heard, a, wire);
    if (wire->head.type == LOCAL_MESSAGE_BYE && wire->head.generation == 1
        && a->now->number == 1)
        head_end(a, 0);
}

/* When the first rank is gone while it is the job, so is the job. */
void head_lose(struct head *a, const struct local_message_head *who)
{
    bool is_job =
        who->generation == 1 && who->rank == 0 && a->now->number == 1;

    PARTS_TELL(a, lost, a, who);
    if (is_job)
        head_end(a, 1);
}

/* ---- answers ---- */

void head_answer(struct peer *p, const char *fmt, ...)
{
    char text[4096];
    va_list ap;
    int len;

    va_start(ap, fmt);
    len = vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    if (len >= (int)sizeof(text))
        len = sizeof(text) - 1;
    say(p, LOCAL_MESSAGE_TEXT, 0, text, (size_t)len);
}

static void say_lines(struct peer *p, const char *text, size_t bytes)
{
    while (bytes > 0) {
        size_t len =
            bytes < LOCAL_MESSAGE_PAYLOAD ? bytes : LOCAL_MESSAGE_PAYLOAD;

        while (len < bytes && len > 1 && text[len - 1] != '\n')
            len--;
        say(p, LOCAL_MESSAGE_TEXT, 0, text, len);
        text += len;
        bytes -= len;
    }
}

void head_answer_all(struct head *a, struct peer *p, head_put_t *put)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    put(a, out);
    if (fclose(out) == 0)
        say_lines(p, text, bytes);
    free(text);
}

void head_finish(struct peer *p, int status)
{
    say(p, LOCAL_MESSAGE_STATUS, (uint64_t)status, NULL, 0);
}

static bool all_heard(void *arg)
{
    const struct head *a = arg;

    for (const struct peer *p = a->peers; p; p = p->next)
        if (send_queue_owes(&p->queue))
            return false;
    return true;
}

void head_await_users(struct head *a, int ms)
{
    loop_await(a->loop, all_heard, a, ms);
}

double head_time_left(const struct head *a)
{
    return a->ends_at > 0 ? fmax(0, a->ends_at - loop_now()) : JOB_UNKNOWN;
}

/* ---- changes ---- */

/* Returns an exit status. */
static int tell_outcome(struct peer *p, const struct change_outcome *outcome)
{
    double late = p->until > 0 ? loop_now() - p->until : 0;

    head_answer(p, "%s\n", outcome->sentence);
    if (outcome->done && late > 0)
        head_answer(p, "that is %.2f s too late\n", late);
    return !outcome->done || late > 0;
}

/* Those that asked for it, and those that wait until nothing is under way. */
static void tell_users(struct head *a, const struct change_outcome *outcome)
{
    for (struct peer *p = a->peers; p; p = p->next)
        if (p->awaits_change || p->awaits_rest) {
            head_finish(p, p->awaits_change ? tell_outcome(p, outcome) : 0);
            p->awaits_change = p->awaits_rest = false;
        }
}

void head_changed(struct head *a, const struct change_outcome *outcome)
{
    a->changes++;
    a->given_up += !outcome->done;
    PARTS_TELL(a, changed, a, outcome);
    if (outcome->late || (!outcome->done && (!outcome->moot || a->says_more)))
        agent_say("%s", outcome->sentence);
    tell_users(a, outcome);
}

const struct change_script_step *change_schedule_next(
    const struct change_schedule *s)
{
    return s->next < s->steps.count ? &s->steps.step[s->next] : NULL;
}

uint64_t change_schedule_horizon(const struct change_schedule *s, int skip)
{
    return s->next + skip < s->steps.count ? s->steps.step[s->next + skip].sync
                                           : CONTROL_NEVER;
}

const job_view_t *head_view(const struct head *a)
{
    return a->view ? a->view : a->overview;
}

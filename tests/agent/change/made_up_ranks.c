/* made_up_ranks.c - what the ranks and hosts of a job without processes say
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/core/host_links_internal.h"
#include "tests/agent/change/made_up_job.h"

/* ---- what they say ---- */

void made_up_send(int host,
                  const struct local_message_head *message,
                  const void *payload)
{
    job.messages++;
    if (job.host[host].line)
        line_send(job.host[host].line, message, payload);
}

uint32_t made_up_number(enum made_up_side side)
{
    return side == OLD ? job.first : job.head.generations;
}

static bool is_kept(uint32_t type, enum made_up_side side, int who)
{
    return job.kept.type == type && job.kept.side == side
           && job.kept.who == who;
}

static void say(enum made_up_side side,
                const struct local_message_head *message,
                const void *payload)
{
    int who = message->rank;
    struct made_up_rank *rank = &job.rank[side][who];
    uint32_t type = message->type;

    if (is_kept(type, side, who)) {
        job.withheld = *message;
        job.withheld_by = rank->host;
        return;
    }
    if (side == OLD && !rank->standing
        && (type == LOCAL_MESSAGE_HELD || type == LOCAL_MESSAGE_IDLE
            || type == LOCAL_MESSAGE_BUSY
            || (type == LOCAL_MESSAGE_FAILED && message->number > 0))) {
        rank->standing = true;
        rank->stood++;
    }
    rank->last = *message;
    if (payload && message->bytes < sizeof(rank->payload))
        memcpy(rank->payload, payload, message->bytes);
    made_up_send(rank->host, message, payload);
}

void made_up_repeat(enum made_up_side side, int rank)
{
    const struct made_up_rank *r = &job.rank[side][rank];

    made_up_send(r->host, &r->last, r->payload);
}

void made_up_say(enum made_up_side side,
                 int rank,
                 uint32_t type,
                 uint64_t number,
                 const char *text)
{
    struct local_message_head message = {
        .type = type,
        .generation = made_up_number(side),
        .rank = rank,
        .bytes = text ? (uint32_t)strlen(text) : 0,
        .number = number,
    };

    say(side, &message, text);
}

/* Old ranks have one each, of which the first new rank has all. */
static void say_sums(enum made_up_side side, int rank, uint32_t type)
{
    uint64_t sum = side == OLD ? 1 : rank == 0 ? (uint64_t)job.ranks[OLD] : 0;
    struct local_message_head message = {
        .type = type,
        .generation = made_up_number(side),
        .rank = rank,
        .bytes = sizeof(sum),
        .number = side == NEW ? MADE_UP_BYTES : 0,
    };

    sum += side == NEW && rank == 0 && job.wrong_sum;
    say(side, &message, &sum);
}

static void stand(int rank, uint64_t sync)
{
    made_up_say(OLD, rank, LOCAL_MESSAGE_HELD, sync,
                job.wish ? LOCAL_MESSAGE_WISH_BEFORE : NULL);
}

void made_up_host_says(int host, uint32_t type, uint64_t number)
{
    struct local_message_head message = { .type = type,
                                          .generation = job.first,
                                          .rank = HOST_MESSAGES_ALL,
                                          .number = number };

    if (is_kept(type, OLD, host)) {
        job.withheld = message;
        job.withheld_by = host;
        return;
    }
    made_up_send(host, &message, NULL);
}

void made_up_answer(enum made_up_side side, int rank, uint32_t type)
{
    if (type == LOCAL_MESSAGE_PULLED || type == LOCAL_MESSAGE_DIGEST)
        say_sums(side, rank, type);
    else
        made_up_say(side, rank, type,
                    type == LOCAL_MESSAGE_PROMISE ? (uint64_t)rank + 5 : 0,
                    NULL);
}

void made_up_speak(void)
{
    struct local_message_head message = job.withheld;
    enum made_up_side side = job.kept.side;

    job.kept.type = 0;
    if (job.withheld_by < 0)
        return;
    job.withheld_by = -1;
    if (message.type == LOCAL_MESSAGE_HELD)
        stand(message.rank, message.number);
    else if (message.rank == HOST_MESSAGES_ALL)
        made_up_host_says(job.kept.who, message.type, message.number);
    else
        made_up_answer(side, message.rank, message.type);
}

/* ---- what they hear ---- */

static void flush(int rank)
{
    int host = job.rank[OLD][rank].host;
    struct host_messages_slot slot = { .flushed = 1, .state = SLOT_HELD };
    struct local_message_head message = { .type = HOST_MESSAGES_SLOT,
                                          .generation = job.first,
                                          .rank = rank,
                                          .bytes = sizeof(slot) };

    if (job.unflushed && rank == job.ranks[OLD] - 1)
        return;
    if (host == 0)
        atomic_store(&job.head.now->control->slot[rank].flushed, 1);
    else
        made_up_send(host, &message, &slot);
}

/* An old rank of a host looks at its horizon. */
static void look_up(int rank, const struct host_messages_control *words)
{
    bool idle = job.idle && rank == 1;

    if (job.rank[OLD][rank].standing || words->offer > 0
        || words->horizon == CONTROL_NEVER)
        return;
    if (words->horizon > 0)
        stand(rank, words->own_pace ? 3 : words->horizon);
    else
        made_up_say(OLD, rank,
                    idle ? LOCAL_MESSAGE_IDLE : LOCAL_MESSAGE_PROMISE,
                    (uint64_t)rank + 5, NULL);
}

static void hear_old(struct made_up_host *h,
                     int r,
                     const struct local_message_head *message)
{
    struct made_up_rank *rank = &job.rank[OLD][r];

    switch (message->type) {
    case LOCAL_MESSAGE_GO:
        rank->went++;
        rank->standing = false;
        if (message->number == 0)
            look_up(r, &h->words[OLD]);
        break;
    case LOCAL_MESSAGE_LEAVE:
        rank->left++;
        break;
    case LOCAL_MESSAGE_DIGEST:
        flush(r);
        say_sums(OLD, r, LOCAL_MESSAGE_DIGEST);
        break;
    case LOCAL_MESSAGE_COLLECT:
        made_up_say(OLD, r, LOCAL_MESSAGE_COLLECTED, 0, NULL);
        break;
    case LOCAL_MESSAGE_BEFORE:
        made_up_say(OLD, r, LOCAL_MESSAGE_BEFORE, 0, NULL);
        break;
    }
}

static void hear_new(int r, uint32_t type)
{
    struct made_up_rank *rank = &job.rank[NEW][r];

    rank->committed += type == LOCAL_MESSAGE_COMMIT;
    rank->ended += type == LOCAL_MESSAGE_END;
    if (type == LOCAL_MESSAGE_PREPARE)
        made_up_say(NEW, r, LOCAL_MESSAGE_PREPARED, 0, NULL);
    if (type == LOCAL_MESSAGE_PULL)
        say_sums(NEW, r, LOCAL_MESSAGE_PULLED);
}

static void take_words(struct made_up_host *h,
                       enum made_up_side side,
                       const char *payload)
{
    struct host_messages_control *words = &h->words[side];
    uint64_t before = words->horizon;

    memcpy(words, payload, sizeof(*words));
    for (int r = 0; side == OLD && r < job.ranks[OLD]; r++)
        if (job.rank[OLD][r].host == h->number && words->horizon != before)
            look_up(r, words);
}

static void on_heard(void *arg,
                     const struct local_message_head *message,
                     const char *payload)
{
    struct made_up_host *h = arg;
    enum made_up_side side = message->generation == job.first ? OLD : NEW;

    job.messages++;
    loop_stop(job.head.loop);
    if (message->rank >= 0) {
        if (side == OLD)
            hear_old(h, message->rank, message);
        else
            hear_new(message->rank, message->type);
        return;
    }
    h->killed += message->type == HOST_MESSAGES_KILL;
    h->forgotten += message->type == HOST_MESSAGES_FORGET && side == NEW;
    if (message->type == HOST_MESSAGES_CONTROL)
        take_words(h, side, payload);
    if (message->type == HOST_MESSAGES_WATCH)
        made_up_host_says(h->number, HOST_MESSAGES_WATCH, message->number);
    if (message->type == HOST_MESSAGES_CLAIM) {
        h->claims++;
        made_up_host_says(h->number, HOST_MESSAGES_CLAIMED, !h->refuses);
    }
}

const struct line_events made_up_agent = { .heard = on_heard };

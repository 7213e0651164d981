/* outpost.c - the agent's hand on another host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/outpost.h"
#include "agent/ward.h"
#include "base/host.h"
#include "profile/files.h"
#include "profile/parcel.h"

enum {
    TELL_MS = 50,      /* between words on how far the ranks are */
    AGAIN_MS = 300,    /* between attempts at all addresses */
    ALONE_SECONDS = 5, /* without agent and ranks: nobody needs us */
    FLUSH_MS = 5000,
    END_SECONDS = 5, /* for ranks that are ending to have ended */
    END_STEP_MS = 20,
};

static const double complain_after = 20; /* seconds without the agent */

/* ---- ranks ---- */

static void drop(struct ward *w)
{
    struct ward **at = &w->outpost->wards;

    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    loop_forget(w->outpost->loop, w->fd);
    close(w->fd);
    free(w);
}

/* What others are to read comes before the message that says it is there. */
static void send_files(struct outpost *o,
                       struct troop *t,
                       int rank,
                       uint32_t type)
{
    if (type == WIRE_READY || type == WIRE_HELD || type == WIRE_IDLE
        || type == WIRE_OFFERED) {
        t->announced[rank] = true;
        troop_send(o, t, rank, "state");
    }
    if (type == WIRE_COLLECTED)
        troop_send(o, t, rank, "mail");
    troop_report_rank(o, t, rank);
}

static void stay(struct ward *w)
{
    struct wire_head head = { .type = WIRE_STAY };

    if (w->outpost->up)
        wire_send(w->fd, &head, NULL, NULL);
}

/* To a user who asks here. */
static void refer(struct ward *w)
{
    struct error text;
    struct wire_head head = { .type = WIRE_TEXT };

    error_set(&text, "the agent of this job is on %s; ask there\n",
              w->outpost->home.host);
    head.bytes = (uint32_t)strlen(text.text);
    wire_send(w->fd, &head, text.text, NULL);
    head = (struct wire_head){ .type = WIRE_STATUS, .number = 1 };
    wire_send(w->fd, &head, NULL, NULL);
}

static void hear(struct ward *w, const struct wire *wire)
{
    struct outpost *o = w->outpost;
    struct troop *t;

    if (wire->head.type == WIRE_STILL) {
        stay(w);
        return;
    }
    if (wire->head.type == WIRE_COMMAND) {
        refer(w);
        return;
    }
    if (wire->head.type == WIRE_HELLO) {
        w->generation = wire->head.generation;
        w->rank = wire->head.rank;
    }
    t = troop_find(o, w->generation);
    if (!t || !troop_has(t, w->rank)) {
        w->generation = 0;
        return;
    }
    send_files(o, t, w->rank, wire->head.type);
    ward_report(o, wire->head.type, w->generation, w->rank, wire->head.number,
                wire->payload, wire->head.bytes);
}

static void on_ward(int fd, void *arg)
{
    static struct wire wire;
    struct ward *w = arg;
    int came = wire_receive(fd, &wire, 0, NULL);

    if (came > 0)
        hear(w, &wire);
    if (came >= 0)
        return;
    if (w->generation > 0)
        ward_report(w->outpost, POST_LOST, w->generation, w->rank, 0, NULL, 0);
    drop(w);
}

static void on_knock(int fd, void *arg)
{
    struct outpost *o = arg;
    int caller = wire_accept(fd);
    struct ward *w = caller < 0 ? NULL : calloc(1, sizeof(*w));

    if (!w || loop_watch(o->loop, caller, on_ward, w, NULL) < 0) {
        if (caller >= 0)
            close(caller);
        free(w);
        return;
    }
    *w = (struct ward){ .fd = caller, .outpost = o, .next = o->wards };
    o->wards = w;
}

/* ---- what the agent wants ---- */

static void set_control(struct outpost *o,
                        uint32_t generation,
                        const char *payload)
{
    struct post_control words;
    struct troop *t;

    memcpy(&words, payload, sizeof(words));
    if (words.successor > atomic_load(&o->record->successor)) {
        atomic_store(&o->record->successor_sync, words.successor_sync);
        atomic_store(&o->record->successor, words.successor);
    }
    t = troop_find(o, generation);
    if (!t)
        return;
    atomic_store(&t->control->window, words.window);
    atomic_store(&t->control->own_pace, words.own_pace);
    atomic_store(&t->control->crowded, words.crowded);
    atomic_store(&t->control->apart, words.apart);
    control_set_horizon(t->control, words.horizon, words.offer);
}

/* Those that are in the state 'from' are not to be changed by themselves any
 * more: held ones have finished then, idle ones are held.  When one is in
 * another state, the agent lets all go on.
 */
static void claim(struct outpost *o, struct troop *t, uint32_t from)
{
    uint32_t to = from == SLOT_HELD ? SLOT_FINISHED : SLOT_HELD;
    bool all = t != NULL;

    for (int r = 0; t && r < (int)t->control->ranks; r++) {
        uint32_t was = from;

        if (troop_has(t, r)
            && !atomic_compare_exchange_strong(&t->control->slot[r].state,
                                               &was, to)
            && was != to)
            all = false;
    }
    if (t)
        troop_report(o, t);
    ward_report(o, POST_CLAIMED, t ? t->number : 0, POST_ALL, all, NULL, 0);
}

static void say_to_all(struct outpost *o,
                       uint32_t generation,
                       enum wire_type type,
                       uint64_t number)
{
    for (struct ward *w = o->wards; w; w = w->next) {
        struct wire_head head = { .type = type,
                                  .generation = w->generation,
                                  .rank = w->rank,
                                  .number = number };

        if (w->generation == generation)
            wire_send(w->fd, &head, NULL, NULL);
    }
}

/* Let those go on that stand, even if they were 'claimed'. */
static void release(struct outpost *o, bool claimed)
{
    for (struct troop *t = o->troops; t; t = t->next) {
        atomic_store(&t->control->own_pace, 0);
        control_set_horizon(t->control, CONTROL_NEVER, 0);
        for (struct ward *w = o->wards; w; w = w->next)
            if (w->generation == t->number && troop_has(t, w->rank)
                && (claimed
                    || atomic_load(&t->control->slot[w->rank].state)
                           != SLOT_FINISHED)) {
                struct wire_head head = { .type = WIRE_GO,
                                          .generation = w->generation,
                                          .rank = w->rank };

                wire_send(w->fd, &head, NULL, NULL);
            }
    }
}

/* The words that were under way when the line was lost: those that were
 * claimed leave if they have successors, else they go on; and a generation
 * that has taken over is told so.
 */
static void settle(struct outpost *o)
{
    uint32_t successor = atomic_load(&o->record->successor);
    uint64_t sync = atomic_load(&o->record->successor_sync);

    for (struct troop *t = o->troops; t; t = t->next)
        if (t->number < successor)
            say_to_all(o, t->number, WIRE_LEAVE, 0);
        else if (t->number == successor)
            say_to_all(o, t->number, WIRE_COMMIT, sync);
    release(o, true);
}

static void forget_file(const char *folder,
                        const char *form,
                        uint32_t g,
                        int r)
{
    char path[JOB_PATH + FILES_NAME], name[FILES_NAME];

    snprintf(name, sizeof(name), form, g, r);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    unlink(path);
}

static void forget_troop(struct outpost *o, uint32_t generation)
{
    struct troop **at = &o->troops, *t;
    int ranks;

    troop_find(o, generation);
    while (*at && (*at)->number != generation)
        at = &(*at)->next;
    t = *at;
    if (!t)
        return;
    *at = t->next;
    ranks = (int)t->control->ranks;
    for (int r = 0; r < ranks; r++) {
        forget_file(o->folder, "state-%u-%d", generation, r);
        forget_file(o->folder, "mail-%u-%d", generation, r);
    }
    if (generation > 1)
        control_remove(o->folder, generation);
    troop_free(t);
}

static void kill_troop(struct outpost *o, uint32_t generation)
{
    struct troop *t = troop_find(o, generation);

    for (int r = 0; t && r < (int)t->control->ranks; r++) {
        int32_t pid = atomic_load(&t->control->slot[r].pid);

        if (pid > 1)
            kill(pid, SIGKILL);
    }
    forget_troop(o, generation);
    job_remove_generation(o->folder, generation);
}

static bool lives(const struct troop *t, int rank)
{
    return kill(atomic_load(&t->control->slot[rank].pid), 0) == 0;
}

static bool any_lives(const struct outpost *o)
{
    for (const struct troop *t = o->troops; t; t = t->next)
        for (int r = 0; r < (int)t->control->ranks; r++)
            if (troop_has(t, r) && lives(t, r))
                return true;
    return false;
}

/* Pages are here of ranks that have ended, of this host's and of others that
 * MPI has brought.
 */
static void send_pages(struct outpost *o)
{
    DIR *folder = opendir(o->folder);
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        unsigned generation;
        int rank;
        enum files_kind kind = files_kind(entry->d_name, &generation, &rank);
        size_t bytes;
        void *parcel;

        if (kind != FILES_PAGE && kind != FILES_TRACE)
            continue;
        parcel = parcel_pack(o->folder, entry->d_name, &bytes, NULL);
        if (parcel)
            ward_report(o, POST_FILE, generation, rank, 1, parcel, bytes);
        free(parcel);
    }
    if (folder)
        closedir(folder);
}

static void end(struct outpost *o)
{
    if (o->waiting)
        send_pages(o);
    ward_report(o, POST_END, 0, POST_ALL, 0, NULL, 0);
    line_flush(o->line, FLUSH_MS);
    loop_stop(o->loop);
}

static void on_wait(void *arg)
{
    struct outpost *o = arg;

    if (any_lives(o) && loop_now() < o->end_by)
        loop_after(o->loop, END_STEP_MS, on_wait, o);
    else
        end(o);
}

/* Nobody needs us here any more.  'waiting': nor the ranks, which are ending.
 */
static void begin_end(struct outpost *o, bool waiting)
{
    while (o->wards)
        drop(o->wards);
    o->waiting = waiting;
    o->end_by = loop_now() + (waiting ? END_SECONDS : 0);
    on_wait(o);
}

static void watch(struct outpost *o, uint32_t generation, bool on)
{
    struct troop *t = troop_find(o, generation);

    o->watching = on;
    if (on && t) {
        memset(t->announced, 0, t->control->ranks * sizeof(*t->announced));
        troop_report(o, t);
    }
    ward_report(o, POST_WATCH, generation, POST_ALL, on, NULL, 0);
}

/* The agent wants to know how many rows each rank has.  Who was announced
 * before it had written that down is told of once more.
 */
static void send_states(struct outpost *o, const struct troop *t)
{
    if (!t || t->number == o->described)
        return;
    o->described = t->number;
    for (int r = 0; r < (int)t->control->ranks; r++)
        if (troop_has(t, r))
            troop_send(o, t, r, "state");
}

static void measure(struct outpost *o,
                    uint32_t generation,
                    const struct troop *t)
{
    const struct control *control = t ? t->control : NULL;
    bool *here = calloc(control ? control->ranks : 1, sizeof(*here));
    void *message = NULL;
    size_t bytes;

    for (uint32_t r = 0; here && control && r < control->ranks; r++)
        here[r] = troop_has(t, (int)r);
    if (!o->gauge)
        o->gauge = gauge_create(o->folder);
    if (here && o->gauge)
        message = gauge_read(o->gauge, control, here, &bytes);
    send_states(o, t);
    if (message)
        ward_report(o, POST_MEASURED, generation, POST_ALL, 0, message, bytes);
    free(message);
    free(here);
}

static void obey(struct outpost *o,
                 const struct wire_head *head,
                 const char *payload)
{
    struct troop *t =
        head->generation ? troop_find(o, head->generation) : NULL;
    struct error err;

    switch (head->type) {
    case POST_FILE:
        if (parcel_unpack(o->folder, payload, head->bytes, &err) < 0)
            ward_say(o, "%s", err.text);
        break;
    case POST_CONTROL:
        if (head->bytes == sizeof(struct post_control))
            set_control(o, head->generation, payload);
        break;
    case POST_WATCH:
        watch(o, head->generation, head->number != 0);
        break;
    case POST_MEASURE:
        measure(o, head->generation, t);
        break;
    case POST_CLAIM:
        claim(o, t, (uint32_t)head->number);
        break;
    case POST_RELEASE:
        settle(o);
        break;
    case POST_KILL:
        kill_troop(o, head->generation);
        break;
    case POST_FORGET:
        forget_troop(o, head->generation);
        break;
    case POST_END:
        begin_end(o, head->number != 0);
        break;
    }
}

static void on_word(void *arg,
                    const struct wire_head *head,
                    const char *payload)
{
    struct outpost *o = arg;

    if (head->rank == POST_ALL || head->type >= POST_JOIN)
        obey(o, head, payload);
    else if (ward_tell(o, head->generation, head->rank, head, payload) < 0)
        ward_report(o, POST_LOST, head->generation, head->rank, 0, NULL, 0);
}

/* ---- finding the agent ---- */

static void attempt(void *arg);

static void on_ready(void *arg)
{
    struct outpost *o = arg;

    o->up = true;
    o->lost_since = 0;
    atomic_store(&o->record->agent, AGENT_THERE);
    ward_report(o, POST_JOIN, 0, POST_ALL, 0, o->host, strlen(o->host));
    for (struct troop *t = o->troops; t; t = t->next) {
        memset(t->told, 0, t->control->ranks * sizeof(*t->told));
        memset(t->exchanged, 0, t->control->ranks * sizeof(*t->exchanged));
        memset(t->announced, 0, t->control->ranks * sizeof(*t->announced));
        troop_report(o, t);
    }
    if (*o->unsaid.text) {
        struct error text = o->unsaid;

        ward_say(o, "%s", text.text);
    }
    for (struct ward *w = o->wards; w; w = w->next)
        if (w->generation > 0)
            ward_report(o, WIRE_HELLO, w->generation, w->rank, 0, NULL, 0);
}

static void on_lost(void *arg, const char *why)
{
    struct outpost *o = arg;
    bool was_up = o->up;

    line_destroy(o->line);
    o->line = NULL;
    o->up = o->watching = false;
    if (was_up) {
        o->lost_since = loop_now();
        o->attempt = 0;
        release(o, false);
    } else {
        o->attempt++;
    }
    if (!o->complained && loop_now() - o->lost_since > complain_after) {
        o->complained = true;
        ward_say(o, "the agent on %s could not be reached for a while: %s",
                 o->home.host, why);
    }
    loop_after(o->loop,
               o->attempt % (o->addresses * HOME_PORTS) == 0 ? AGAIN_MS : 0,
               attempt, o);
}

static const struct line_events events = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};

static void attempt(void *arg)
{
    struct outpost *o = arg;
    int at = o->attempt % (o->addresses * HOME_PORTS);
    struct port_address address = o->address[at / HOME_PORTS];
    int fd;

    if (o->line)
        return;
    port_change(&address, home_port(&o->home, at % HOME_PORTS));
    fd = port_connect(&address);
    if (fd >= 0)
        o->line =
            line_create(o->loop, fd, LINE_CALLER, o->home.secret, &events, o);
    if (!o->line) {
        o->attempt++;
        loop_after(o->loop, AGAIN_MS, attempt, o);
    }
}

/* ---- from time to time ---- */

static void on_time(void *arg)
{
    struct outpost *o = arg;
    bool unknown = false;

    for (struct troop *t = o->troops; t; t = t->next)
        for (int r = 0; r < (int)t->control->ranks; r++)
            unknown = unknown || (troop_has(t, r) && !t->announced[r]);
    for (struct troop *t = o->troops; t; t = t->next)
        if (o->watching || unknown)
            troop_report(o, t);
    troop_find(o, 1);
    if (o->lost_since > 0 && loop_now() - o->lost_since > ALONE_SECONDS
        && !any_lives(o)) {
        loop_stop(o->loop);
        return;
    }
    loop_after(o->loop, TELL_MS, on_time, o);
}

/* ---- the start and the end ---- */

/* The agent's addresses, with a port for now. */
static int find_agent(struct outpost *o, struct error *err)
{
    char text[PORT_TEXT + 16];

    if (home_read(o->folder, &o->home, err) < 0)
        return -1;
    snprintf(text, sizeof(text), "%d%s", home_port(&o->home, 0),
             o->home.addresses + strcspn(o->home.addresses, " "));
    o->addresses = port_read(text, o->address, err);
    return o->addresses < 0 ? -1 : 0;
}

static int start(struct outpost *o, struct error *err)
{
    snprintf(o->host, sizeof(o->host), "%s", host_own());
    o->loop = loop_create();
    if (!o->loop)
        return error_set(err, "out of memory");
    if (find_agent(o, err) < 0 || seal_open(err) < 0)
        return -1;
    /* Where no rank of the first generation is, its file holds the record. */
    o->record = control_find(o->folder, 1, NULL);
    if (!o->record)
        o->record = control_open(o->folder, 1, 1, err);
    if (!o->record)
        return -1;
    o->listening = wire_listen(o->folder, err);
    if (o->listening < 0)
        return -1;
    o->lost_since = loop_now();
    return loop_watch(o->loop, o->listening, on_knock, o, err);
}

/* Ranks that are still there remove the folder themselves. */
static void clean_up(struct outpost *o)
{
    bool alone = !any_lives(o);

    if (o->record)
        atomic_store(&o->record->agent, AGENT_GONE);
    while (o->wards)
        drop(o->wards);
    line_destroy(o->line);
    while (o->troops) {
        struct troop *t = o->troops;

        o->troops = t->next;
        troop_free(t);
    }
    control_close(o->record);
    gauge_destroy(o->gauge);
    loop_destroy(o->loop);
    if (alone)
        job_remove(o->folder);
}

/* The launcher waits for all that has its pipes. */
static void let_go(void)
{
    int nothing = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        dup2(nothing, fd);
    close(nothing);
    if (chdir("/") < 0)
        return; /* then we stay where we are */
}

int outpost_main(const char *folder)
{
    static struct outpost o;
    struct error err;
    int rc;

    snprintf(o.folder, sizeof(o.folder), "%s", folder);
    let_go();
    signal(SIGPIPE, SIG_IGN);
    rc = start(&o, &err);
    if (rc == 0) {
        attempt(&o);
        on_time(&o);
        loop_run(o.loop);
    } else {
        ward_say(&o, "%s; the job cannot be changed", err.text);
    }
    clean_up(&o);
    return rc < 0;
}

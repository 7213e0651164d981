/* made_up_job.h - a job without processes, for tests of changes
 *
 * The head is real, with its loop, its links, its generations and its control
 * files in a folder of its own.  The agents of its hosts are the other ends of
 * lines within this process, and play the ranks: each does at once what it is
 * asked for, but what is kept back.  The launcher of the next generation is
 * a process that waits for a line.  Time passes when the test says so.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_AGENT_CHANGE_MADE_UP_JOB_H
#define MITOSIS_TESTS_AGENT_CHANGE_MADE_UP_JOB_H

#include <stdbool.h>

#include "agent/change/changeover.h"
#include "agent/core/head.h"

enum {
    MADE_UP_HOSTS = 3,
    MADE_UP_BYTES = 100, /* that each new rank fetches */
};

/* The old generation's ranks, and the new one's. */
enum made_up_side { OLD, NEW };

struct made_up_rank {
    int host;
    bool arrived;
    bool gone;
    bool standing;
    int stood; /* so often it has come to stand, */
    int went;  /* and was told to go on */
    int left, committed, ended;
    struct local_message_head last; /* what it has said last */
    char payload[64];
};

struct made_up_host {
    int number;
    char name[HOST_NAME];
    line_t *line; /* its agent's end, NULL once it is lost */
    bool refuses; /* to claim its ranks */
    int claims, killed, forgotten;
    struct host_messages_control words[2]; /* that it heard last, by side */
};

/* An answer that is kept back: of a rank, or, of a claim, a host. */
struct made_up_answer {
    uint32_t type;
    enum made_up_side side;
    int who;
};

struct made_up_job {
    /* What the test sets before made_up_begin(). */
    const char *old_hosts; /* the digit of each rank's host */
    const char *new_hosts;
    struct made_up_answer kept; /* the type 0 is none */
    bool wish;                  /* to be called before the state moves */
    bool idle;                  /* rank 1 waits for a message, and promises
                                   nothing */
    bool under_way;             /* a message is, from rank 1 to rank 2 */
    bool unflushed;             /* the last old rank's output is not read */
    bool wrong_sum;             /* what new rank 0 has is not what it was */
    uint64_t asked_at;          /* the sync, or 0 */
    const char *launcher;       /* what it does, in words of the shell; NULL
                                   for waiting */

    struct head head;
    char scratch[256];
    uint32_t first; /* number of the generation OLD */
    struct made_up_rank *rank[2];
    int ranks[2];
    uint64_t messages; /* between the head and the agents, both ways */
    struct made_up_host host[MADE_UP_HOSTS];
    int outcomes;
    bool done, moot, late;
    double bytes; /* of state, as it was told */
    char sentence[1200];
    struct local_message_head withheld; /* the answer that was kept back, */
    int withheld_by;                    /* by this host; -1 when none was */
    pid_t runner;                       /* of the next generation */
};

extern struct made_up_job job;

/* Run 'tests', which have nothing to read, and end the plan; returns the exit
 * status for main().  They are skipped where the end of a process cannot be
 * waited for, as under valgrind.
 */
int made_up_main(void (*tests)(void));

/* Make a job of ranks on these hosts, of which the first is the head's own.
 * The rest is as it was set in 'like'.  The program ends when that fails.
 */
void made_up_create(const struct made_up_job *like);

/* Ask for a change; returns what changeover_begin() does.  The new ranks are
 * there, but have said nothing.
 */
int made_up_begin(const char *change, struct error *err);

/* A change that was begun otherwise is launched: the same. */
void made_up_launch(void);

/* The new ranks stand at their first sync. */
void made_up_arrive(void);

/* Go round until nothing more is said. */
void made_up_go_round(void);

/* Go round until the change is over and what it leaves has ended; returns
 * false when that does not come.
 */
bool made_up_end_change(void);

/* So much time passes. */
void made_up_pass(double seconds);

/* A rank, or a host, says something. */
void made_up_say(enum made_up_side side,
                 int rank,
                 uint32_t type,
                 uint64_t number,
                 const char *text);
void made_up_host_says(int host, uint32_t type, uint64_t number);

/* A rank answers what it was asked, or was not. */
void made_up_answer(enum made_up_side side, int rank, uint32_t type);

/* A rank says once more what it has said last. */
void made_up_repeat(enum made_up_side side, int rank);

/* What was kept back is said, and nothing is kept back any more. */
void made_up_speak(void);

/* A rank is gone; the line to a host is lost, or it connects anew. */
void made_up_lose(enum made_up_side side, int rank);
void made_up_lose_host(int host);
void made_up_connect(int host);

/* The launcher of the next generation ends. */
void made_up_end_launcher(void);

/* What is not as it should be now that the change was given up, and the job
 * goes on as it was; or NULL.  So it is when the change was done.
 */
const char *made_up_given_up(const char *reason);
const char *made_up_done(void);

/* For the files of this header: the number of a generation; a message of a
 * host's agent, if it is there, and what it does when it hears one.
 */
uint32_t made_up_number(enum made_up_side side);
void made_up_send(int host,
                  const struct local_message_head *message,
                  const void *payload);
extern const struct line_events made_up_agent;

/* End it all, and remove its folder. */
void made_up_destroy(void);

#endif /* !MITOSIS_TESTS_AGENT_CHANGE_MADE_UP_JOB_H */

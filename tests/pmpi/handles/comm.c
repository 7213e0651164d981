/* Tests of pmpi/handles/comm.c
 *
 * MPI is made up: a table of communicators, whose handles are places in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/handles/comm.h"
#include "pmpi/mpi/real.h"
#include "profile/trace.h"
#include "tests/tap.h"

enum { RANKS = 4, GROUP_WORLD = 1000, REMOTE = 500, COMMS = 8 };

/* A communicator as one of its ranks sees it; ranks are those of the world,
 * MPI_UNDEFINED when they are of another job.
 */
struct synthetic_job {
    int rank;
    int size;
    int own[RANKS];
    int peers; /* 0: it is not an inter-communicator */
    int remote[RANKS];
};

static struct synthetic_job made_up[COMMS];
static struct page *page;

static MPI_Comm handle_of(int n)
{
    return (MPI_Comm)(100 + n);
}

static const struct synthetic_job *of(MPI_Comm handle)
{
    return &made_up[handle - 100];
}

static int comm_test_inter(MPI_Comm comm, int *flag)
{
    *flag = of(comm)->peers > 0;
    return MPI_SUCCESS;
}

static int comm_rank(MPI_Comm comm, int *rank)
{
    *rank = of(comm)->rank;
    return MPI_SUCCESS;
}

/* A group has the number of its communicator, and more when it is remote. */
static int comm_group(MPI_Comm comm, MPI_Group *group)
{
    *group = (MPI_Group)(comm - 100);
    return MPI_SUCCESS;
}

static int comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    *group = (MPI_Group)(comm - 100 + REMOTE);
    return MPI_SUCCESS;
}

static int group_size(MPI_Group group, int *size)
{
    *size =
        group < REMOTE ? made_up[group].size : made_up[group - REMOTE].peers;
    return MPI_SUCCESS;
}

static int group_translate_ranks(
    MPI_Group group, int n, const int from[], MPI_Group to_group, int to[])
{
    const int *ranks =
        group < REMOTE ? made_up[group].own : made_up[group - REMOTE].remote;

    if (to_group != GROUP_WORLD)
        return MPI_ERR_GROUP;
    for (int i = 0; i < n; i++)
        to[i] = ranks[from[i]];
    return MPI_SUCCESS;
}

static int group_free(MPI_Group *group)
{
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

static void start(void)
{
    real_call[CALL_MPI_Comm_test_inter] = (void *)comm_test_inter;
    real_call[CALL_MPI_Comm_rank] = (void *)comm_rank;
    real_call[CALL_MPI_Comm_group] = (void *)comm_group;
    real_call[CALL_MPI_Comm_remote_group] = (void *)comm_remote_group;
    real_call[CALL_MPI_Group_size] = (void *)group_size;
    real_call[CALL_MPI_Group_translate_ranks] = (void *)group_translate_ranks;
    real_call[CALL_MPI_Group_free] = (void *)group_free;
    memset(page, 0, sizeof(*page));
    page->text_used = 1;
    for (int i = 0; i < COMMS; i++)
        comm_forget(handle_of(i));
    comm_setup(page, GROUP_WORLD);
    made_up[0] = (struct synthetic_job){ 1, 4, { 0, 1, 2, 3 }, 0, { 0 } };
    comm_find(handle_of(0));
}

static const char *members(const comm_t *c)
{
    return c->record < PAGE_COMMS
               ? page->text + page->comm[c->record].members_at
               : "nothing";
}

static void test_members(void)
{
    static const struct {
        const char *what;
        struct synthetic_job comm;
        const char *members;
    } cases[] = {
        { "a duplicate of the world",
          { 1, 4, { 0, 1, 2, 3 }, 0, { 0 } },
          "0-3" },
        { "every second rank", { 0, 2, { 1, 3 }, 0, { 0 } }, "1,3" },
        { "the world backwards",
          { 2, 4, { 3, 2, 1, 0 }, 0, { 0 } },
          "3,2,1,0" },
        { "a lower and a higher side",
          { 0, 2, { 0, 1 }, 2, { 2, 3 } },
          "0-1|2-3" },
        { "the same, seen from the other side",
          { 0, 2, { 2, 3 }, 2, { 0, 1 } },
          "0-1|2-3" },
        { "a side of one rank", { 0, 1, { 3 }, 3, { 0, 1, 2 } }, "0-2|3" },
        { "another job on the other side",
          { 0, 2, { 2, 3 }, 2, { MPI_UNDEFINED, MPI_UNDEFINED } },
          "2-3|?,?" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const comm_t *c;

        start();
        made_up[1] = cases[i].comm;
        c = comm_find(handle_of(1));
        ok(strcmp(members(c), cases[i].members) == 0, "%s is %s: %s",
           cases[i].what, cases[i].members, members(c));
    }
}

static void test_ranks(void)
{
    const comm_t *c;

    start();
    made_up[1] = (struct synthetic_job){ 0, 2, { 1, 3 }, 0, { 0 } };
    made_up[2] =
        (struct synthetic_job){ 1, 2, { 2, 3 }, 3, { 0, MPI_UNDEFINED, 1 } };
    c = comm_find(handle_of(0));
    ok(!c->world && comm_world_rank(c, 3) == 3,
       "all ranks in their order need no table");
    c = comm_find(handle_of(1));
    ok(c->rank == 0 && c->size == 2 && c->peers == 2 && !c->inter,
       "of a part of the world rank and size are known");
    ok(comm_world_rank(c, 0) == 1 && comm_world_rank(c, 1) == 3,
       "its peers are known by their ranks in the world");
    ok(comm_world_rank(c, 2) == COMM_FOREIGN
           && comm_world_rank(c, -1) == COMM_FOREIGN,
       "there are no others");
    c = comm_find(handle_of(2));
    ok(c->inter && c->rank == 1 && c->size == 2 && c->peers == 3,
       "of an inter-communicator both sides are known");
    ok(comm_world_rank(c, 0) == 0 && comm_world_rank(c, 2) == 1
           && comm_world_rank(c, 1) == COMM_FOREIGN,
       "its peers are those of the other side");
}

/* Communicators of the same members are one in the page. */
static void test_records(void)
{
    const comm_t *first, *again, *other;

    start();
    for (int i = 1; i < 4; i++)
        made_up[i] =
            (struct synthetic_job){ 0, 2, { 1, i == 3 ? 2 : 3 }, 0, { 0 } };
    first = comm_find(handle_of(1));
    again = comm_find(handle_of(2));
    other = comm_find(handle_of(3));
    ok(first != again && first->record == again->record
           && page->comm[first->record].made == 2,
       "communicators of the same ranks have one record, made twice");
    ok(other->record != first->record && page->comms_used == 3,
       "those of others have another one");
    comm_name(handle_of(2), "pairs");
    ok(strcmp(page->comm[first->record].name, "pairs") == 0
           && page->comm[other->record].name[0] == '\0',
       "a name is that of the record");
}

/* A rank of a job of two, which makes communicators of both. */
static void start_pair(void)
{
    start();
    for (int i = 1; i < COMMS; i++)
        made_up[i] = (struct synthetic_job){ 0, 2, { 1, 3 }, 0, { 0 } };
    comm_find(handle_of(1));
}

static uint64_t instance_of(int n)
{
    return comm_find(handle_of(n))->instance;
}

/* Make the n-th one of the parent, which may be MPI_COMM_NULL. */
static uint64_t made(int n, MPI_Comm parent)
{
    comm_made(handle_of(n), parent, TRACE_NONE);
    return instance_of(n);
}

static void test_instances(void)
{
    uint64_t first, second, of_first, of_second, joined;

    start_pair();
    ok(instance_of(0) == 0 && instance_of(1) == 0,
       "what was not told is no instance");
    first = made(2, handle_of(1));
    second = made(3, handle_of(1));
    of_first = made(4, handle_of(2));
    of_second = made(5, handle_of(3));
    joined = made(6, MPI_COMM_NULL);
    ok(first && second && first != second,
       "those that were made of one are told apart");
    ok(comm_find(handle_of(2))->record == comm_find(handle_of(3))->record
           && page->comm[comm_find(handle_of(2))->record].made == 6,
       "they have one record nevertheless");
    ok(of_first != of_second && of_first != first && of_second != second,
       "and so are those that were made of these");
    ok(joined && joined != first && made(7, MPI_COMM_NULL) != joined,
       "and those that were made of none");
    ok(first >> TRACE_INSTANCE_BITS == 0
           && of_first >> TRACE_INSTANCE_BITS == 0,
       "a trace has room for it");

    /* Another rank, which uses others before, and has other handles. */
    start_pair();
    made_up[7] = made_up[0];
    made(7, handle_of(0));
    made(6, MPI_COMM_NULL);
    made(5, handle_of(1));
    comm_forget(handle_of(5));
    made(4, handle_of(1));
    made_up[5].rank = 1;
    ok(made(3, handle_of(4)) == of_second,
       "another rank, which makes others in between, has the same numbers");
    comm_forget(handle_of(3));
    ok(made(3, handle_of(4)) != of_second,
       "a handle that comes again is another one");
    made_up[3] = (struct synthetic_job){ 0, 1, { 2 }, 0, { 0 } };
    ok(made(3, handle_of(1)) != second && comm_find(handle_of(3))->size == 1,
       "also where its end was not seen");
    ok(instance_of(6) == joined && instance_of(4) == second,
       "which changes no others");
    made_up[5] = made_up[1];
    comm_forget(handle_of(5));
    first = made(6, handle_of(5));
    comm_forget(handle_of(5));
    ok(made(7, handle_of(5)) != first && first != second,
       "those that were made of what was not told are told apart, too");
}

static void test_tags(void)
{
    uint64_t one, other;

    start_pair();
    comm_made(handle_of(2), handle_of(1), 7);
    comm_made(handle_of(3), handle_of(1), 8);
    one = instance_of(2);
    other = instance_of(3);
    start_pair();
    comm_made(handle_of(2), handle_of(1), 8);
    comm_made(handle_of(3), handle_of(1), 7);
    ok(one != other && instance_of(2) == other && instance_of(3) == one,
       "threads may make those with other tags in any order");
}

static int ask_in_vain(MPI_Comm comm, int *flag)
{
    (void)comm, (void)flag;
    ok(false, "MPI is not asked of one that is not ready");
    return MPI_ERR_COMM;
}

static void test_begun(void)
{
    const comm_t *c;
    uint64_t second;

    start_pair();
    made(2, handle_of(1));
    second = made(3, handle_of(1));
    start_pair();
    real_call[CALL_MPI_Comm_test_inter] = (void *)ask_in_vain;
    comm_begun(handle_of(3), handle_of(1));
    comm_begun(handle_of(2), handle_of(1));
    c = comm_find(handle_of(2));
    ok(c->instance == second && instance_of(3) != second,
       "a duplicate that is begun counts when it is begun");
    ok(c->record == comm_find(handle_of(1))->record && c->rank == 0
           && c->size == 2 && c->peers == 2 && comm_world_rank(c, 1) == 3,
       "it has the members of what it is made of");
    ok(page->comm[c->record].made == 3, "and is counted");
}

/* What is used by requests is there after it was freed. */
static void test_users(void)
{
    comm_t *c;

    start();
    made_up[1] = (struct synthetic_job){ 0, 2, { 1, 3 }, 0, { 0 } };
    ok(!comm_known(handle_of(1)), "what was not used is not known");
    c = comm_keep(comm_find(handle_of(1)));
    ok(comm_known(handle_of(1)) == c && comm_last == c,
       "what was used is known");
    comm_forget(handle_of(1));
    ok(!comm_known(handle_of(1)) && comm_last != c,
       "what was freed is not known any more");
    ok(c->users == 1 && comm_world_rank(c, 1) == 3,
       "but there as long as it is used");
    comm_drop(c);
    comm_drop(NULL);
    made_up[1] = (struct synthetic_job){ 0, 1, { 2 }, 0, { 0 } };
    c = comm_find(handle_of(1));
    ok(c->size == 1 && comm_world_rank(c, 0) == 2,
       "the same handle may be another communicator later");
}

static void test_worlds(void)
{
    MPI_Comm worlds[COMMS] = { 0 };
    size_t count;

    start();
    made_up[3] = made_up[1] = made_up[0];
    made_up[2] = (struct synthetic_job){ 0, 2, { 1, 3 }, 0, { 0 } };
    for (int i = 3; i > 0; i--)
        comm_find(handle_of(i));
    count = comm_worlds(worlds, COMMS);
    ok(count == 3 && worlds[0] == handle_of(0) && worlds[1] == handle_of(3)
           && worlds[2] == handle_of(1),
       "the world and its duplicates come in the order of their first use");
    ok(comm_worlds(worlds, 2) == 2, "no more than are asked for");
}

/* In a page that has no room for another record. */
static void test_full(void)
{
    const comm_t *c;

    start();
    made_up[1] = (struct synthetic_job){ 0, 2, { 1, 3 }, 0, { 0 } };
    page->comms_used = PAGE_COMMS;
    c = comm_find(handle_of(1));
    ok(c->record == PAGE_COMMS && page->lost_comms == 1
           && comm_world_rank(c, 1) == 3,
       "a communicator too many has no record, but is known");
}

int main(void)
{
    if (!(page = calloc(1, sizeof(*page))))
        return 1;
    test_members();
    test_ranks();
    test_records();
    test_instances();
    test_tags();
    test_begun();
    test_users();
    test_worlds();
    test_full();
    free(page);
    return tap_done();
}

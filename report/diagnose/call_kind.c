/* call_kind.c - what a rank does in a call, for which it may have to wait
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "report/diagnose/call_kind.h"

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static bool is_poll(const char *name)
{
    static const char *const polls[] = { "MPI_Test", "MPI_Iprobe",
                                         "MPI_Improbe", "MPI_Parrived",
                                         "MPI_Request_get_status" };

    for (size_t i = 0; i < sizeof(polls) / sizeof(polls[0]); i++)
        if (begins(name, polls[i]))
            return true;
    return false;
}

/* Whether the program begins something that such a call stands for. */
static bool has_begun(const struct run *run, const char *const *names)
{
    for (size_t i = 0; i < run->calls; i++)
        for (size_t k = 0; names[k]; k++)
            if (begins(run->call[i].name, names[k]))
                return true;
    return false;
}

/* A wait may be for anything that was begun. */
static enum call_kind completed(const struct run *run)
{
    static const char *const receives[] = { "MPI_Irecv", "MPI_Recv_init",
                                            "MPI_Imrecv", NULL };
    static const char *const sends[] = {
        "MPI_Isend",      "MPI_Issend",     "MPI_Irsend",
        "MPI_Ibsend",     "MPI_Send_init",  "MPI_Ssend_init",
        "MPI_Rsend_init", "MPI_Bsend_init", NULL
    };
    bool received = has_begun(run, receives), sent = has_begun(run, sends);

    if (received == sent)
        return CALL_PARTNER;
    return received ? CALL_RECEIVE : CALL_SEND;
}

static enum call_kind point_to_point(const char *name)
{
    if (begins(name, "MPI_Sendrecv") || begins(name, "MPI_Isendrecv"))
        return CALL_PARTNER;
    if (strstr(name, "recv") || strstr(name, "Recv") || strstr(name, "robe"))
        return CALL_RECEIVE;
    return CALL_SEND;
}

enum call_kind call_kind(const struct run *run, const struct run_call *call)
{
    static const struct {
        const char *name;
        enum call_kind kind;
    } kinds[] = {
        { "collective", CALL_COLLECTIVE },
        { "one-sided", CALL_ONE_SIDED },
        { "file", CALL_FILE },
    };

    if (is_poll(call->name))
        return CALL_POLL;
    if (begins(call->name, "MPI_Wait") || begins(call->name, "MPI_Start"))
        return completed(run);
    if (strcmp(call->kind, "point to point") == 0)
        return point_to_point(call->name);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(call->kind, kinds[i].name) == 0)
            return kinds[i].kind;
    return CALL_OTHER;
}

const struct run_call *call_kind_find(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->calls; i++)
        if (strcmp(run->call[i].name, name) == 0)
            return &run->call[i];
    return NULL;
}

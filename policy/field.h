/* field.h - the fields that a policy is shown, in one table
 *
 * Each has a name and a type.  lua_tables.c makes Lua tables by them, and
 * doc/mitosis-policy.5 explains each of them (a test compares).
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_FIELD_H
#define MITOSIS_POLICY_FIELD_H

#include <stddef.h>

enum field_type {
    FIELD_INT,      /* int */
    FIELD_BOOL,     /* bool */
    FIELD_COUNT,    /* uint64_t */
    FIELD_NUMBER,   /* double, nil when it is not known */
    FIELD_TEXT,     /* const char * */
    FIELD_NAME,     /* char[] */
    FIELD_RANK,     /* int, the number of a rank: its table */
    FIELD_HOST,     /* int, the number of a host: its table */
    FIELD_LIMITS,   /* struct policy_limits */
    FIELD_SIZES,    /* const struct sizes *, within the limits: a list */
    FIELD_QUEUE,    /* struct policy_queue */
    FIELD_RANKS,    /* of the job: all of them, by number from 0 on */
    FIELD_HOSTS,    /* all of them, by name */
    FIELD_NAMES,    /* the names of the hosts, a list */
    FIELD_SENT,     /* bytes by rank */
    FIELD_TALK,     /* bytes by name of a host */
    FIELD_DISTANCE, /* by name of a host */
    FIELD_PREDICT,  /* struct scaling: a function that is asked about it */

    /* of an agent, see view.h: */
    FIELD_HERE,    /* int, its host: the numbers of the ranks there, a list */
    FIELD_NEAR,    /* the names of those that are, a list */
    FIELD_PROFILE, /* const struct serialize *: a table */
};

struct field {
    const char *name;
    enum field_type type;
    size_t at; /* offset in its struct */
};

/* The tables that a module meets. */
enum field_set {
    SET_JOB,
    SET_RANK,
    SET_HOST,
    SET_LIMITS,
    SET_QUEUE,
    SET_SELF,
    SETS
};

struct field_table {
    const char *name;          /* how a policy writes it: "job.ranks[r]" */
    const struct field *field; /* up to one without a name */
};

extern const struct field_table field_tables[SETS];

#endif /* !MITOSIS_POLICY_FIELD_H */

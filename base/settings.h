/* settings.h - what a user can set, in one table
 *
 * A setting has one name, MITOSIS_PROFILE in the environment and in the
 * settings file, --profile as an option of 'mitosis run'.  An option beats
 * the environment, which beats the file, which beats the default.  All that
 * names or explains settings elsewhere is made from this table.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SETTINGS_H
#define MITOSIS_BASE_SETTINGS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum setting {
    SETTING_PROFILE,          /* off, counts, times, callsites, trace, auto */
    SETTING_DEPTH,            /* call frames to report, 1 to 16 */
    SETTING_OUTPUT,           /* the report's file, or empty for the default */
    SETTING_SUMMARY,          /* the short table at the end: off, on */
    SETTING_PAGES,            /* the folder for the ranks' pages, or empty */
    SETTING_KEEP,             /* hours, of the pages of killed jobs */
    SETTING_TRACE_LIMIT,      /* bytes of trace file for each rank */
    SETTING_LOG,              /* quiet, warn, info, debug */
    SETTING_MPIEXEC,          /* what 'mitosis run' starts, or empty */
    SETTING_LAUNCHER,         /* which of auto, mpiexec, srun that is */
    SETTING_MALLEABLE,        /* may the job be changed: off, auto */
    SETTING_STRICT,           /* no change that loses anything: off, on */
    SETTING_SCRIPT,           /* changes to be made, or empty */
    SETTING_SUMS,             /* the folder for sums of the state, or empty */
    SETTING_SUMS_EVERY,       /* so many syncs, there is one */
    SETTING_POLICY,           /* who decides on changes, or empty */
    SETTING_POLICY_OPTIONS,   /* its options, "key=value,key=value" */
    SETTING_PROTOCOL,         /* by which agents talk, or empty */
    SETTING_PROTOCOL_OPTIONS, /* its options, "key=value,key=value" */
    SETTING_FIGURES,          /* the profile for it, or empty */
    SETTING_FIGURES_OPTIONS,  /* its options, "key=value,key=value" */
    SETTING_LIMITS,           /* of the number of ranks, or empty */
    SETTING_SIZES,            /* numbers of ranks there may be, or empty */
    SETTING_SHARES,           /* of rows there may be: any, even */
    SETTING_ARGUMENTS,        /* that go by the number of ranks, or empty */
    SETTING_TEMPLATES,        /* of files that do, or empty */
    SETTING_HOSTS_FILE,       /* that is watched, or empty */
    SETTING_BATCH,            /* who is asked for hosts, or empty */
    SETTING_GRANT_PATIENCE,   /* seconds, for a granted host without ranks */
    SETTING_GIVE_BACK,        /* hosts of its own allocation, too: 0, 1 */
    SETTING_COPY,             /* how state is fetched: auto, direct, ... */
    SETTING_COMPRESS,         /* between hosts: auto, off, or a level */
    SETTING_ENCRYPT,          /* what is said between hosts: 0, 1 */
    SETTING_YIELD,    /* give the core away while waiting: off, on, auto */
    SETTING_PATIENCE, /* seconds for a step of a change */
    SETTING_HOST_PATIENCE, /* seconds with a host that is lost, 0: any */
    SETTING_SOURCE_LINK,   /* from a page to lines of code, or empty */
    SETTING_COUNT
};

/* What is said when a job starts, with the reason. */
#define SETTINGS_NO_OUTPUT                                                    \
    "MITOSIS_OUTPUT: %.900s; as it is no report can be written there"

enum setting_type {
    SETTING_TEXT,
    SETTING_CHOICE,
    SETTING_NUMBER,
    SETTING_SIZE
};

struct setting_info {
    const char *name; /* "profile" */
    const char *env;  /* "MITOSIS_PROFILE" */
    enum setting_type type;
    const char *choices; /* "off|counts|...", of a choice */
    uint64_t least;      /* of a number or size */
    uint64_t most;
    const char *preset; /* the default, as text */
    const char *alone;  /* what the option means without a value, or NULL when
                           it needs one; the other value is off */
    const char *help;   /* one sentence */
};

extern const struct setting_info setting_info[SETTING_COUNT];

/* Who gave a setting its value. */
enum setting_source { FROM_PRESET, FROM_FILE, FROM_ENVIRONMENT, FROM_OPTION };

struct settings {
    char text[SETTING_COUNT][4096];
    uint64_t number[SETTING_COUNT]; /* of a number or size, or which choice */
    enum setting_source source[SETTING_COUNT];
};

/* What to call a source in a message: "default", "file", ... */
extern const char *const setting_source_name[];

/* Fill in the defaults. */
void settings_init(struct settings *s);

/* Set one from text.  Returns -1 with the reason in 'err', naming the
 * setting, what was given and what is allowed, and 's' unchanged.  A choice
 * is kept as the table writes it, a size may end in k, M, G or T.
 */
int settings_set(struct settings *s,
                 enum setting which,
                 const char *value,
                 enum setting_source source,
                 struct error *err);

/* Read the settings file: that named by MITOSIS_CONFIG, or else
 * $XDG_CONFIG_HOME/mitosis.conf or ~/.config/mitosis.conf if there is one.
 * Lines are NAME = VALUE with the names of the table, or comments after '#'.
 * Returns 0 when there is none.  A bad line is told through 'complain' and
 * passed over.
 */
int settings_read_file(struct settings *s,
                       void (*complain)(const char *text),
                       struct error *err);

/* Take over what the environment sets.  What is wrong is told through
 * 'complain', a sentence each, and passed over: a value that is not allowed,
 * and a variable MITOSIS_... that does not exist, with the one that may have
 * been meant.  An empty value counts as not set, but for text.
 */
void settings_read_environment(struct settings *s,
                               void (*complain)(const char *text));

/* The setting whose name is 'name' (with or without "MITOSIS_", any case, '-'
 * or '_'), or SETTING_COUNT.
 */
enum setting settings_find(const char *name);

/* Write how the setting is called where it comes from: "--trace-limit",
 * "MITOSIS_TRACE_LIMIT", or "trace_limit" in the file.
 */
void settings_name(enum setting which,
                   enum setting_source source,
                   char name[64]);

/* The name nearest to a misspelt one, as in the table and without any
 * "MITOSIS_", or NULL when none is near.
 */
const char *settings_nearest(const char *name);

/* Print the table for people: name, default, choices, help. */
void settings_help(FILE *out);

#endif /* !MITOSIS_BASE_SETTINGS_H */

/* settings_table.c - what a user can set, in one table
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/settings.h"

const struct setting_info setting_info[SETTING_COUNT] = {
    [SETTING_PROFILE] = {
        .name = "profile",
        .env = "MITOSIS_PROFILE",
        .type = SETTING_CHOICE,
        .choices = "off|counts|times|callsites|trace|auto",
        .preset = "auto",
        .help = "How much to watch, each level including the ones before: "
                "messages and calls, their times, the lines of code they "
                "come from, a trace of every event; auto is callsites; once "
                "watching has cost more than 1 % of the time, the callers of "
                "call paths that come up are not looked for any more.",
    },
    [SETTING_DEPTH] = {
        .name = "depth",
        .env = "MITOSIS_DEPTH",
        .type = SETTING_NUMBER,
        .least = 1,
        .most = 16,
        .preset = "1",
        .help = "How many functions of a call path are told apart and "
                "reported, counted from the MPI call outwards.",
    },
    [SETTING_OUTPUT] = {
        .name = "output",
        .env = "MITOSIS_OUTPUT",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The file to write the report to; when empty, a new file in "
                "the current folder that is named after program and job.",
    },
    [SETTING_SUMMARY] = {
        .name = "summary",
        .env = "MITOSIS_SUMMARY",
        .type = SETTING_CHOICE,
        .choices = "off|on",
        .preset = "on",
        .help = "Whether to print a short table to stderr when the job has "
                "ended.",
    },
    [SETTING_PAGES] = {
        .name = "pages",
        .env = "MITOSIS_PAGES",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The folder, best in memory, below which running ranks keep "
                "their pages; when empty, the first of /dev/shm, $TMPDIR and "
                "/tmp that can be written.",
    },
    [SETTING_KEEP] = {
        .name = "keep",
        .env = "MITOSIS_KEEP",
        .type = SETTING_NUMBER,
        .least = 0,
        .most = 8760,
        .preset = "72",
        .help = "For how many hours the pages of a job that was killed stay "
                "for 'mitosis report'; after that the next job on the host "
                "removes them.",
    },
    [SETTING_TRACE_LIMIT] = {
        .name = "trace_limit",
        .env = "MITOSIS_TRACE_LIMIT",
        .type = SETTING_SIZE,
        .least = 4096,
        .most = UINT64_C(1) << 50,
        .preset = "64M",
        .help = "How large the trace file of one rank may grow; later events "
                "are counted as lost.",
    },
    [SETTING_LOG] = {
        .name = "log",
        .env = "MITOSIS_LOG",
        .type = SETTING_CHOICE,
        .choices = "quiet|warn|info|debug",
        .preset = "warn",
        .help = "What mitosis says on stderr besides the summary.",
    },
    [SETTING_MPIEXEC] = {
        .name = "mpiexec",
        .env = "MITOSIS_MPIEXEC",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The Hydra launcher that 'mitosis run' starts; when empty, "
                "the one mitosis was built for.",
    },
    [SETTING_LAUNCHER] = {
        .name = "launcher",
        .env = "MITOSIS_LAUNCHER",
        .type = SETTING_CHOICE,
        .choices = "auto|mpiexec|srun",
        .preset = "auto",
        .help = "What 'mitosis run' starts, and whose options it takes: "
                "mpiexec, or Slurm's srun; auto is srun when there are "
                "options that only srun has. Hydra has an option --launcher, "
                "too, which gets all other values.",
    },
    [SETTING_MALLEABLE] = {
        .name = "malleable",
        .env = "MITOSIS_MALLEABLE",
        .type = SETTING_CHOICE,
        .choices = "off|auto",
        .preset = "auto",
        .help = "Whether a program that registers its state may be changed "
                "while it runs; it then gets an agent, a process on each "
                "host.",
    },
    [SETTING_STRICT] = {
        .name = "strict",
        .env = "MITOSIS_STRICT",
        .type = SETTING_CHOICE,
        .choices = "off|on",
        .preset = "off",
        .alone = "on",
        .help = "Whether a change is refused where new ranks would miss what "
                "the old ones have (a position in a file of MPI-IO, what was "
                "read from stdin) or write over it, which is else told "
                "once, or where ranks share points and have not the same.",
    },
    [SETTING_SCRIPT] = {
        .name = "script",
        .env = "MITOSIS_SCRIPT",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Changes to make at these numbers of mito_sync(), for runs "
                "that can be repeated: \"100 resize 4; 250 split 1 3\".",
    },
    [SETTING_SUMS] = {
        .name = "sums",
        .env = "MITOSIS_SUMS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "A folder in which each rank writes down, at its "
                "mito_sync()s, a sum of each thing that is registered, which "
                "'mitosis prove' compares; when empty, nothing is written.",
    },
    [SETTING_SUMS_EVERY] = {
        .name = "sums_every",
        .env = "MITOSIS_SUMS_EVERY",
        .type = SETTING_NUMBER,
        .least = 1,
        .most = UINT64_C(1) << 40,
        .preset = "1",
        .help = "At every so many mito_sync()s these sums are written, and "
                "at the first one after a change.",
    },
    [SETTING_COPY] = {
        .name = "copy",
        .env = "MITOSIS_COPY",
        .type = SETTING_CHOICE,
        .choices = "auto|direct|shared|tcp",
        .preset = "auto",
        .help = "How new ranks get the state of old ones on the same host: "
                "direct reads their memory, shared has them write it to a "
                "file in the job's folder first, tcp is the way between "
                "hosts; auto is direct where the kernel allows it.",
    },
    [SETTING_COMPRESS] = {
        .name = "compress",
        .env = "MITOSIS_COMPRESS",
        .type = SETTING_CHOICE,
        .choices = "auto|off|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19",
        .preset = "auto",
        .help = "How hard state that goes to another host is packed, as a "
                "level of zstd; auto decides from what the link takes and "
                "how small it becomes.",
    },
    [SETTING_ENCRYPT] = {
        .name = "encrypt",
        .env = "MITOSIS_ENCRYPT",
        .type = SETTING_CHOICE,
        .choices = "off|on",
        .preset = "off",
        .help = "Whether state that goes to another host is encrypted; who "
                "takes part is proved in any case.",
    },
    [SETTING_POLICY] = {
        .name = "policy",
        .env = "MITOSIS_POLICY",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The policy that says when the job is to be changed: a file "
                "NAME.lua, or the name of a shipped one, which 'mitosis "
                "policy list' lists.",
    },
    [SETTING_POLICY_OPTIONS] = {
        .name = "policy_options",
        .env = "MITOSIS_POLICY_OPTIONS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Options of the policy, \"KEY=VALUE,KEY=VALUE\"; 'mitosis "
                "run' takes them one by one, too, as --policy-option "
                "KEY=VALUE.",
    },
    [SETTING_PROTOCOL] = {
        .name = "protocol",
        .env = "MITOSIS_PROTOCOL",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The protocol by which the agents of all hosts agree on when "
                "the job is to be changed: a file NAME.lua, or the name of a "
                "shipped one, which 'mitosis policy list' lists.",
    },
    [SETTING_PROTOCOL_OPTIONS] = {
        .name = "protocol_options",
        .env = "MITOSIS_PROTOCOL_OPTIONS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Options of the protocol, \"KEY=VALUE,KEY=VALUE\", or one by "
                "one as --protocol-option KEY=VALUE.",
    },
    [SETTING_FIGURES] = {
        .name = "figures",
        .env = "MITOSIS_FIGURES",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The profile that makes figures for policy and protocol of "
                "how each host is: a file NAME.lua, or the name of a shipped "
                "one.",
    },
    [SETTING_FIGURES_OPTIONS] = {
        .name = "figures_options",
        .env = "MITOSIS_FIGURES_OPTIONS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Options of the profile, \"KEY=VALUE,KEY=VALUE\", or one by "
                "one as --figures-option KEY=VALUE.",
    },
    [SETTING_LIMITS] = {
        .name = "limits",
        .env = "MITOSIS_LIMITS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "How few and how many ranks a policy may choose, and with how "
                "many the job runs well: \"2-16\", or \"2-16,8\"; when "
                "empty, 1 to the number of cores, and as many as it was "
                "started with.",
    },
    [SETTING_SIZES] = {
        .name = "sizes",
        .env = "MITOSIS_SIZES",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The numbers of ranks that the program can run with, such as "
                "\"1,8,27\", \"2-16\", \"squares\", \"cubes\", "
                "\"powers-of-2\" or \"multiples-of-4\"; a change to "
                "another number is refused. When empty, all.",
    },
    [SETTING_SHARES] = {
        .name = "shares",
        .env = "MITOSIS_SHARES",
        .type = SETTING_CHOICE,
        .choices = "any|even",
        .preset = "any",
        .help = "Which shares of rows ranks may have: even is for programs "
                "that go on only with those of their start-up; a change "
                "that gives others, a rebalance, split or merge, is "
                "refused.",
    },
    [SETTING_ARGUMENTS] = {
        .name = "arguments",
        .env = "MITOSIS_ARGUMENTS",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "The last arguments of the program, in which {n} is the "
                "number of ranks, {nx} {ny} or {nx} {ny} {nz} a grid of "
                "them, {root} or {cuberoot} how many a square or a cube of "
                "them has each way, and {1000/n} a quotient, which has to "
                "come out even as a root has: "
                "'mitosis run' adds them to those in the command line, and "
                "new ranks get those that fit their number.",
    },
    [SETTING_TEMPLATES] = {
        .name = "templates",
        .env = "MITOSIS_TEMPLATES",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Files, with commas between, that files which the program "
                "reads are made of: FILE.template, which has braces as "
                "--arguments, makes FILE, before the job is started and "
                "before new ranks are.",
    },
    [SETTING_HOSTS_FILE] = {
        .name = "hosts_file",
        .env = "MITOSIS_HOSTS_FILE",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "A file that lists the hosts that the job may be on, a line "
                "NAME or NAME:CORES for each; it is watched: hosts that "
                "appear in it are on offer, those that vanish are left.",
    },
    [SETTING_BATCH] = {
        .name = "batch",
        .env = "MITOSIS_BATCH",
        .type = SETTING_TEXT,
        .preset = "",
        .help = "Who is asked for more hosts by 'mitosis ctl request', and "
                "gets them back: slurm is the Slurm that the job runs in, "
                "slurm:partition=cheap,qos=low the same with companions that "
                "differ from the job in that, file:PATH a file in which "
                "requests are written and answered; when empty, nobody.",
    },
    [SETTING_GRANT_PATIENCE] = {
        .name = "grant_patience",
        .env = "MITOSIS_GRANT_PATIENCE",
        .type = SETTING_NUMBER,
        .least = 1,
        .most = 30 * 24 * 3600,
        .preset = "120",
        .help = "How many seconds a host that was granted may be without "
                "ranks before it is given back.",
    },
    [SETTING_GIVE_BACK] = {
        .name = "give_back",
        .env = "MITOSIS_GIVE_BACK",
        .type = SETTING_CHOICE,
        .choices = "off|on",
        .preset = "off",
        .help = "Whether the batch system gets back hosts that the job was "
                "started with, too, once their ranks have left, but for that "
                "of the agent; nothing else may run there then.",
    },
    [SETTING_YIELD] = {
        .name = "yield",
        .env = "MITOSIS_YIELD",
        .type = SETTING_CHOICE,
        .choices = "off|on|auto",
        .preset = "auto",
        .help = "Whether ranks that wait for a message give their core away, "
                "and those that wait for long sleep between two looks; auto "
                "does so while a host has more ranks than cores.",
    },
    [SETTING_PATIENCE] = {
        .name = "patience",
        .env = "MITOSIS_PATIENCE",
        .type = SETTING_NUMBER,
        .least = 1,
        .most = 20 * 1000,
        .preset = "120",
        .help = "How many seconds new ranks may take to get ready for a "
                "change before it is given up; its other steps have their "
                "share of that.",
    },
    [SETTING_HOST_PATIENCE] = {
        .name = "host_patience",
        .env = "MITOSIS_HOST_PATIENCE",
        .type = SETTING_NUMBER,
        .least = 0,
        .most = 30 * 24 * 3600,
        .preset = "600",
        .help = "How many seconds a malleable job waits for a host that "
                "cannot be reached, while no other rank gets to another "
                "mito_sync() either, before it is ended; 0 is for ever.",
    },
    [SETTING_SOURCE_LINK] = {
        .name = "source_link",
        .env = "MITOSIS_SOURCE_LINK",
        .type = SETTING_TEXT,
        .preset = "file://%f",
        .help = "Where the lines of code on a page of 'mitosis report --html' "
                "lead to: an address in which %f is the file and %l the line, "
                "such as vscode://file%f:%l; when empty, nowhere.",
    },
};

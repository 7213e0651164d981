/* commands.c - the subcommands of mitosis
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest_name.h"
#include "command/common/commands.h"
#include "command/common/say.h"

/* ---- options ---- */

static const struct command_option run_options[] = {
    { "--policy-option", COMMAND_OPTION_POLICY_OPTION, "KEY=VALUE",
      "one option of the --policy; it may be given again", NULL },
    { "--protocol-option", COMMAND_OPTION_PROTOCOL_OPTION, "KEY=VALUE",
      "the same of the --protocol", NULL },
    { "--figures-option", COMMAND_OPTION_FIGURES_OPTION, "KEY=VALUE",
      "the same of the --figures", NULL },
    { .name = NULL },
};

static const struct command_option suggest_options[] = {
    { "--sizes", COMMAND_OPTION_SIZES, "N",
      "the other number of ranks, or \"same\" for none; twice as many if not "
      "said",
      "same" },
    { "--folder", COMMAND_OPTION_FOLDER, "FOLDER",
      "keep there what the runs write; ranks of other hosts must see it",
      NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { .name = NULL },
};

static const struct command_option prove_options[] = {
    { "--trials", COMMAND_OPTION_TRIALS, "N",
      "how many runs with changes, 5, or 4 where shares are never uneven; "
      "of five the last one has such, and of the others half keep the number "
      "of ranks",
      NULL },
    { "--sizes", COMMAND_OPTION_SIZES, "LIST",
      "other numbers of ranks for the rest, \"1,2,8\", or \"same\" for none; "
      "else the next one above and below, of all or of \"cubes\"",
      "same" },
    { "--script", COMMAND_OPTION_SCRIPT, "STEPS",
      "try these changes alone, \"17 resize 3\"", NULL },
    { "--seed", COMMAND_OPTION_SEED, "N",
      "what the syncs of the changes follow from; it is printed", NULL },
    { "--every", COMMAND_OPTION_EVERY, "K", "compare at every K syncs only, 1",
      NULL },
    { "--ignore", COMMAND_OPTION_IGNORE, "TEXT",
      "do not compare what is registered by that name, nor lines of output "
      "with that in them; it may be given again",
      NULL },
    { "--folder", COMMAND_OPTION_FOLDER, "FOLDER",
      "keep there what the runs write; ranks of other hosts must see it",
      NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { .name = NULL },
};

static const struct command_option report_options[] = {
    { "--html", COMMAND_OPTION_HTML, "FILE",
      "draw it, as a page for the browser, instead of printing it", NULL },
    { "--compare", COMMAND_OPTION_COMPARE, "FILE",
      "say what got faster and what slower since that report", NULL },
    { "--json", COMMAND_OPTION_JSON, NULL,
      "print it as JSON, for other programs", NULL },
    { "--output", COMMAND_OPTION_OUTPUT, "FILE",
      "write the report to a file, as JSON, instead of printing it", NULL },
    { "--now", COMMAND_OPTION_NOW, NULL,
      "say where each rank of a running job is, without disturbing it", NULL },
    { "--depth", COMMAND_OPTION_DEPTH, "N",
      "print N functions of each call path", NULL },
    { "--remove", COMMAND_OPTION_REMOVE, NULL,
      "remove what the job left, after the report", NULL },
    { .help = "For other tools:" },
    { "--csv", COMMAND_OPTION_CSV, "TABLE",
      "print matrix, calls, callsites, iterations or changes",
      "matrix calls callsites iterations changes" },
    { "--dot", COMMAND_OPTION_DOT, NULL,
      "print who talks to whom as a graph for Graphviz", NULL },
    { "--place", COMMAND_OPTION_PLACE, "HOSTS",
      "print a machine file for a:16,b:16 that keeps talkers together", NULL },
    { "--trace", COMMAND_OPTION_TRACE, "FILE",
      "write the trace that lies beside the report to FILE, for Perfetto or "
      "Chrome",
      NULL },
    { .name = NULL },
};

static const struct command_option compare_options[] = {
    { "--fail-above", COMMAND_OPTION_FAIL_ABOVE, "PERCENT",
      "exit with 1 if an iteration takes longer by more than that and more "
      "than noise",
      NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { "--markdown", COMMAND_OPTION_MARKDOWN, NULL,
      "for a comment on a change of the program", NULL },
    { .name = NULL },
};

static const struct command_option history_options[] = {
    { "--html", COMMAND_OPTION_HTML, "FILE",
      "draw it, as a page for the browser, instead of printing it", NULL },
    { "--badge", COMMAND_OPTION_BADGE, "FILE.svg",
      "draw a small picture of how the newest run did, instead of printing "
      "it",
      NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { .name = NULL },
};

static const struct command_option collect_options[] = {
    { "--fold", COMMAND_OPTION_FOLD, NULL,
      "of a job that moves and goes on: put the pages of its earlier ranks "
      "together",
      NULL },
    { .name = NULL },
};

static const struct command_option trace_options[] = {
    { "--rank", COMMAND_OPTION_RANK, "N", "print the events of one rank only",
      NULL },
    { .name = NULL },
};

static const struct command_option sim_options[] = {
    { "--platform", COMMAND_OPTION_PLATFORM, "FILE",
      "hosts and links to replay it on; else those of the run", NULL },
    { "--latency", COMMAND_OPTION_LATENCY, "SECONDS",
      "of the links between hosts, whatever else is said of them", NULL },
    { "--bandwidth", COMMAND_OPTION_BANDWIDTH, "BYTES",
      "a second, of these links", NULL },
    { "--map", COMMAND_OPTION_MAP, "HOSTS",
      "put the ranks, in their order, on a:2,b:2", NULL },
    { "--size", COMMAND_OPTION_SIZE, "N",
      "with so many ranks, as reports of several sizes tell", NULL },
    { "--model", COMMAND_OPTION_MODEL, "FILE",
      "a Lua function of yours says how long ranks compute in an iteration",
      NULL },
    { "--script", COMMAND_OPTION_SCRIPT, "STEPS",
      "changes at these iterations, \"100 migrate 1 b\"", NULL },
    { "--policy", COMMAND_OPTION_POLICY, "NAME",
      "have this policy or protocol decide on changes", NULL },
    { "--policy-option", COMMAND_OPTION_POLICY_OPTION, "KEY=VALUE",
      "an option of its", NULL },
    { "--limits", COMMAND_OPTION_LIMITS, "LEAST-MOST",
      "ranks that it may ask for, 2-16; 2-16,8 if the job runs well with 8",
      NULL },
    { "--sizes", COMMAND_OPTION_SIZES, "LIST",
      "numbers of ranks that can be had, such as \"cubes\"", NULL },
    { "--shares", COMMAND_OPTION_SHARES, "any|even",
      "shares of rows that ranks can have", "any even" },
    { "--sweep", COMMAND_OPTION_SWEEP, "OPTION=VALUES",
      "a line for each of several values, as in size=1..16,32; several of "
      "these are combined",
      NULL },
    { "--output", COMMAND_OPTION_OUTPUT, "FILE",
      "write it as the report of a run, for 'mitosis report' and others",
      NULL },
    { "--html", COMMAND_OPTION_HTML, "FILE",
      "write it as a page for the browser, beside the run", NULL },
    { "--smpi", COMMAND_OPTION_SMPI, "FOLDER",
      "write what is replayed for SimGrid's SMPI, instead", NULL },
    { "--elastisim", COMMAND_OPTION_ELASTISIM, "FILE",
      "write an application model for ElastiSim, instead", NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { .name = NULL },
};

static const struct command_option sim_calibrate_options[] = {
    { "--hosts", COMMAND_OPTION_HOSTS, "LIST",
      "measure these hosts, a,b,c; -f FILE does the same", NULL },
    { "--output", COMMAND_OPTION_OUTPUT, "FILE",
      "where the platform is written, platform.json", NULL },
    { .name = NULL },
};

static const struct command_option sim_cluster_options[] = {
    { "--jobs", COMMAND_OPTION_JOBS, "FILE",
      "the jobs of this log, in the Standard Workload Format", NULL },
    { "--generate", COMMAND_OPTION_GENERATE, "MODEL",
      "jobs drawn by chance: sizes and times as in Feitelson's model, or "
      "those of the --applications",
      "feitelson applications" },
    { "--nodes", COMMAND_OPTION_NODES, "N",
      "of the cluster; else those that the log tells of", NULL },
    { .help = "How jobs are:" },
    { "--kinds", COMMAND_OPTION_KINDS, "KINDS",
      "flexible, or malleable=50,moldable=25 percent and the rest rigid, "
      "which all are without it",
      "rigid moldable malleable flexible" },
    { "--range", COMMAND_OPTION_RANGE, "LEAST,PREFERRED,MOST",
      "nodes that a job may have, as shares of those it asks for, "
      "0.25,0.5,1",
      NULL },
    { "--serial", COMMAND_OPTION_SERIAL, "SHARE",
      "of a job's work on one node, which more of them do not speed up, 0.01",
      NULL },
    { "--applications", COMMAND_OPTION_APPLICATIONS, "FILE",
      "what programs they are: times by nodes, sizes, kinds, cost of changes",
      NULL },
    { .help = "Of those that are drawn:" },
    { "--count", COMMAND_OPTION_COUNT, "N", "how many, 100", NULL },
    { "--arrival", COMMAND_OPTION_ARRIVAL, "SECONDS",
      "from one to the next, in the mean, 30", NULL },
    { "--seconds", COMMAND_OPTION_SECONDS, "SECONDS",
      "that short ones of Feitelson's take, in the mean, 600", NULL },
    { "--seed", COMMAND_OPTION_SEED, "N",
      "what is drawn follows from it, 1; kinds do, too", NULL },
    { .help = "How they are run:" },
    { "--policy", COMMAND_OPTION_POLICY, "NAME",
      "have this policy change those that may be changed, throughput", NULL },
    { "--policy-option", COMMAND_OPTION_POLICY_OPTION, "KEY=VALUE",
      "an option of its", NULL },
    { "--in-order", COMMAND_OPTION_IN_ORDER, NULL,
      "start no job before one that was submitted earlier", NULL },
    { "--watts", COMMAND_OPTION_WATTS, "IDLE,LOADED", "of a node, 100,340",
      NULL },
    { .help = "What is told:" },
    { "--compare", COMMAND_OPTION_COMPARE, "FILE",
      "beside it what --json printed of another one", NULL },
    { "--svg", COMMAND_OPTION_SVG, "FILE",
      "draw nodes and jobs over time, too", NULL },
    { "--sweep", COMMAND_OPTION_SWEEP, "OPTION=VALUES",
      "a line for each of several values, as in nodes=32,64..66; ones with "
      "a comma are separated by ';'",
      NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { .name = NULL },
};

static const struct command_option top_options[] = {
    { "--job", COMMAND_OPTION_JOB, "JOB", "which one, when there are several",
      NULL },
    { "--interval", COMMAND_OPTION_INTERVAL, "MS",
      "milliseconds from one look to the next, 1000", NULL },
    { "--count", COMMAND_OPTION_COUNT, "N", "end after so many", NULL },
    { .name = NULL },
};

static const struct command_option ctl_options[] = {
    { "--job", COMMAND_OPTION_JOB, "JOB", "which one, when there are several",
      NULL },
    { .name = NULL },
};

static const struct command_option policy_options[] = {
    { "--profile", COMMAND_OPTION_PROFILE, "RUN.json",
      "the report of that run; of several the newest, and else that of this "
      "folder",
      NULL },
    { "--protocol", COMMAND_OPTION_PROTOCOL, "NAME",
      "a protocol, where a policy has the same name", NULL },
    { "--policy-option", COMMAND_OPTION_POLICY_OPTION, "KEY=VALUE",
      "one of its options", NULL },
    { "--protocol-option", COMMAND_OPTION_PROTOCOL_OPTION, "KEY=VALUE", NULL,
      NULL },
    { "--figures", COMMAND_OPTION_FIGURES, "FILE",
      "a profile that makes figures for it", NULL },
    { "--figures-option", COMMAND_OPTION_FIGURES_OPTION, "KEY=VALUE",
      "one of that one's options", NULL },
    { "--sizes", COMMAND_OPTION_SIZES, "LIST",
      "numbers of ranks that jobs can have, such as \"cubes\"", NULL },
    { "--shares", COMMAND_OPTION_SHARES, "any|even",
      "shares of rows that their ranks can have", "any even" },
    { .name = NULL },
};

static const struct command_option doctor_options[] = {
    { "--hosts", COMMAND_OPTION_HOSTS, "LIST",
      "try these hosts, a,b,c, together; -f FILE does the same", NULL },
    { "--json", COMMAND_OPTION_JSON, NULL, "for other programs", NULL },
    { "--forget", COMMAND_OPTION_FORGET, NULL, NULL,
      NULL }, /* used by another one */
    { .name = NULL },
};

static const struct command_option agent_options[] = {
    { "--join", COMMAND_OPTION_JOIN, "ADDRESS", "the host of the job's agent",
      NULL },
    { "--ticket", COMMAND_OPTION_TICKET, "FILE",
      "what 'mitosis ctl invite' wrote; else it is read from stdin", NULL },
    { .name = NULL },
};

/* ---- subcommands ---- */

const struct command commands[] = {
    { "run", command_run, "[OPTIONS] PROGRAM [ARGUMENTS]",
      "run an MPI program and report on it",
      "Runs PROGRAM under mpiexec, prints a short table when it has ended, "
      "and writes\nthe report to a new file PROGRAM-JOB.mitosis.json.\n"
      "\n"
      "OPTIONS are those of mpiexec (-n 4, -hosts a,b, ...) and the settings "
      "of mitosis\n(--profile times, --output FILE, ...) in any order; "
      "'--' ends the latter.  Behind\na ':' the next program follows, as "
      "with mpiexec.  'mitosis help settings' lists\nall settings.\n",
      run_options,
      "The exit status is that of mpiexec, or 128 and the signal that ended "
      "it; 127 if\nit or PROGRAM is not there, 126 if PROGRAM cannot be "
      "executed, 2 for a wrong\noption.\n"
      "\n"
      "  mitosis run -n 4 ./heat\n"
      "  mitosis run --depth 4 --output heat.json -n 16 -hosts a,b ./heat\n" },
    { "report", command_report, "[OPTIONS] [FILE...|JOB|FOLDER]",
      "print a report, or what a job left without one",
      "FILE    a report: it is printed in full; of several the newest.\n"
      "JOB     a job that runs, or that ended without a report; 'mitosis "
      "jobs' lists them.\n"
      "FOLDER  where the pages of such a job are.\n"
      "\n"
      "Without any, the newest report in this folder, *.mitosis.json, is "
      "meant.\n",
      report_options, NULL },
    { "jobs", command_jobs, "",
      "list the jobs that run here, or ended without a report",
      "'mitosis report JOB' reports on one of them.\n", NULL, NULL },
    { "compare", command_compare, "[OPTIONS] BEFORE.json [AFTER.json...]",
      "say what got faster and what slower between reports",
      "Of two reports it tells what became of an iteration's time, whether "
      "that is more\nthan noise, and where it went; of more, which may be of "
      "several numbers of ranks,\nspeed-up and efficiencies, a row each, "
      "beside the first one.  Without iterations\nthe times of the runs are "
      "taken, of which noise is not known.\n"
      "AFTER is the newest report in this folder, *.mitosis.json, if none is "
      "given.\n",
      compare_options,
      "  mitosis compare --fail-above 5% main.json new.json\n" },
    { "history", command_history, "[OPTIONS] [FOLDER|FILE.json...]",
      "say what became of programs over many runs",
      "Tells of each program how long an iteration took from run to run and "
      "how\nefficient it was, since when it takes longer or shorter by more "
      "than noise, and\nhow each line of code goes with the number of ranks, "
      "of which there must be three.\nRuns with the same arguments and "
      "number of ranks are compared with each other.\n"
      "FOLDER stands for all reports in it, *.json; without any, this one is "
      "meant.\n",
      history_options,
      "  mitosis history results --html history.html --badge badge.svg\n" },
    { "collect", command_collect, "[--fold] FOLDER",
      "write the report of a job that has just ended",
      "What 'mitosis run', and under plain mpiexec the last rank to end, do "
      "by\nthemselves: writes the report from the pages in FOLDER where the "
      "job's settings\nsay, prints the short table and removes the "
      "folder.\n",
      collect_options, NULL },
    { "trace", command_trace, "FILE [--rank N]",
      "print a trace, an event a line",
      "FILE is a trace, NAME.mitosis.trace, as MITOSIS_PROFILE=trace leaves "
      "it beside\nthe report.  doc/trace-format.md explains the columns.\n",
      trace_options, NULL },
    { "prove", command_prove, "[OPTIONS] PROGRAM [ARGUMENTS]",
      "try whether a program registers all that it needs",
      "Runs PROGRAM undisturbed and then with changes at random syncs, and "
      "compares what\nis registered, at each sync, and what is printed.  "
      "OPTIONS are these, and those of\n'mitosis run', of which srun's must "
      "be "
      "the last ones.\n",
      prove_options,
      "The exit status is 0 if nothing differs, 1 if something does, and 2 "
      "if it could\nnot be tried.\n"
      "\n"
      "  mitosis prove -n 4 ./heat\n" },
    { "sim", command_sim,
      "RUN.json... [--platform FILE] [--map HOSTS] [--size N] "
      "[--script STEPS] [--policy NAME] [--sweep OPTION=VALUES]",
      "replay a run, on other hosts, or with changes",
      "RUN.json is the report of a run with MITOSIS_PROFILE=trace, whose "
      "trace "
      "lies\nbeside it; of several the newest, and the others tell of other "
      "sizes and of\nwhat changes cost.  Its calls are replayed on the "
      "platform, and once more on a\nnetwork that costs nothing, which tells "
      "where time is lost.\n",
      sim_options,
      "mitosis(1) tells what is in FILE, and what is not simulated yet.\n"
      "\n"
      "  MITOSIS_PROFILE=trace mitosis run --output heat.json -n 4 ./heat\n"
      "  mitosis sim heat.json --platform platform.json --map a:2,b:2\n"
      "  mitosis sim heat.json heat-8.json --sweep size=1..16\n" },
    { "sim calibrate", command_sim_calibrate,
      "[--hosts LIST] [--output FILE] [OPTIONS]",
      "measure hosts and links, and write the platform of 'mitosis sim'",
      "Runs a small job on the hosts, this one if there are none given, and "
      "measures how\nfast they compute, what messages cost their processors, "
      "the latency and\nbandwidth of each link, and from which size on "
      "messages wait.  OPTIONS are others\nof mpiexec that jobs need here "
      "(-launcher, -iface, ...).\n",
      sim_calibrate_options,
      "  mitosis sim calibrate --hosts a,b,c\n"
      "  mitosis sim run.json --platform platform.json\n" },
    { "sim cluster", command_sim_cluster,
      "--jobs FILE|--generate MODEL [--nodes N] [--kinds KINDS] "
      "[--policy NAME]",
      "simulate many jobs on a cluster, and a policy that changes them",
      "Jobs of a log, or drawn by chance, wait for nodes and run.  A rigid "
      "one has what\nit asks for, the size of a moldable one is chosen as it "
      "starts, that of a\nmalleable one changes as it runs, and of a "
      "flexible one both.  The policy is the\none that runs live.  Told "
      "are waiting, execution and completion times, makespan,\nallocation "
      "of nodes, and energy.\n",
      sim_cluster_options,
      "  mitosis sim cluster --generate feitelson --nodes 128 --json "
      ">rigid.json\n"
      "  mitosis sim cluster --generate feitelson --nodes 128 --kinds "
      "flexible \\\n"
      "      --compare rigid.json --svg flexible.svg\n" },
    { "suggest", command_suggest, "[OPTIONS] PROGRAM [ARGUMENTS]",
      "propose the lines that make a program malleable",
      "Runs PROGRAM three times as it is: to find its iterations, to watch "
      "which memory\ntwo of them write, and to do so with another number of "
      "ranks.  OPTIONS are these,\nand those of 'mitosis run', of which "
      "srun's must be the last ones.\n",
      suggest_options,
      "It is a proposal: what is written in other iterations is not known.  "
      "The exit\nstatus is 0 if there is one.\n"
      "\n"
      "  mitosis suggest -n 2 ./heat 100 100 20\n" },
    { "top", command_top, "[--job JOB] [--interval MS] [--count N]",
      "show a running job, live",
      "Shows how fast it goes, its ranks and hosts (in full what they "
      "compute, "
      "pale the\ntime in MPI) and its changes, again each second.  Keys ask "
      "for changes, as\n'mitosis ctl' does, sort and scroll ranks; ? tells "
      "them all, q quits.  Of several\njobs one is chosen from a list.  Into "
      "a pipe it writes a line each time.\n",
      top_options, NULL },
    { "ctl", command_ctl, "[--job JOB] COMMAND",
      "ask a running job for a change, or how it is",
      "COMMAND is one of\n"
      "  status [--json]      how the job is\n"
      "  metrics              the same in the format of OpenMetrics\n"
      "  why                  what its policy saw and decided lately\n"
      "  wait                 until nothing is under way\n"
      "  hosts [add HOST|remove HOST]\n"
      "                       where it is and may be; ranks leave one that "
      "is removed\n"
      "  leave HOST --within SECONDS\n"
      "                       it goes in so many seconds; its ranks leave it "
      "before\n"
      "  request [N [--within SECONDS]|cancel REQUEST]\n"
      "                       ask the batch system for N more hosts, or what "
      "is asked for\n"
      "  invite [FILE]        write what a host needs to join it, see "
      "'mitosis help agent'\n"
      "  resize N [--hosts HOST,HOST...]\n"
      "                       carry the job on with N ranks\n"
      "  split RANK [PARTS] [--to HOST]\n"
      "                       make two ranks, or PARTS, of one\n"
      "  merge RANK RANK...   make one rank of several\n"
      "  migrate RANK HOST    carry one rank on elsewhere\n"
      "  rebalance W W...     give the ranks work in this proportion\n"
      "  CHANGE and CHANGE... all of these as one change\n",
      ctl_options,
      "Returns when the change is done; 1 if it was given up, and then the "
      "job goes on\nas it was.\n" },
    { "policy", command_policy,
      "list|show NAME|check FILE|try FILE [--profile RUN.json]",
      "list, show, check and try policies, protocols and profiles",
      "A policy says when a job is to be changed: a Lua file, or the name of "
      "a shipped\none.  A protocol is one by which the agents of all hosts "
      "agree on that, a profile\nmakes figures for either.  "
      "mitosis-policy(5) tells how to write one.\n"
      "\n"
      "list        the shipped ones\n"
      "show NAME   what it is for, its options, and its text\n"
      "check FILE  whether it loads, and what it decides about made-up "
      "jobs, or what\n            figures it makes of these\n"
      "try FILE    what it would have decided in a run\n",
      policy_options, NULL },
    { "doctor", command_doctor, "[--json] [--hosts LIST] [OPTIONS]",
      "try what this machine's MPI allows, and what it costs",
      "Runs small jobs and says, a line each, what is well, what could be "
      "better, and\nwhat is missing for jobs to be changed here, with what "
      "to do about it.\nOPTIONS are others of mpiexec that jobs need here "
      "(-launcher, -iface, ...).\n",
      doctor_options,
      "The exit status is 1 if something is missing.  'mitosis help settings' "
      "has\nMITOSIS_MPIEXEC and MITOSIS_PAGES, which this heeds as all "
      "others.\n" },
    { "agent", command_agent, "--join ADDRESS [--ticket FILE]",
      "offer this host to a running job",
      "The host is on offer from then on, for the next change of the job.\n",
      agent_options,
      "  ssh h1 mitosis ctl invite | mitosis agent --join h1\n"
      "\n"
      "It stays until the job does not need the host any more.  Ctrl-C takes "
      "the offer\nback, and ranks that are here go elsewhere first; a second "
      "one does not wait for\nthat.  (The agent itself is started by "
      "programs that register their state.)\n" },
    { "hold", command_hold, "FOLDER",
      "wait for the end of a job that was changed",
      "What is left of the first rank of such a job becomes this.\n", NULL,
      NULL },
    { "completion", command_completion, "bash|zsh|fish",
      "print what makes a shell complete these",
      "The shells find it by themselves where mitosis is installed beside "
      "them; "
      "else:\n"
      "\n"
      "  eval \"$(mitosis completion bash)\"    in ~/.bashrc, or zsh in "
      "~/.zshrc\n"
      "  mitosis completion fish | source     in config.fish\n",
      NULL, NULL },
    { "help", command_help, "[COMMAND|settings]", "tell more about these", "",
      NULL, NULL },
    { .name = NULL },
};

const struct command *commands_get(const char *name)
{
    const struct command *c = commands;

    while (c->name && strcmp(c->name, name) != 0)
        c++;
    return c->name ? c : NULL;
}

const struct command *commands_find(char *const words[], int *count)
{
    char both[64];
    const struct command *c = NULL;

    *count = 2;
    if (words[0] && words[1]) {
        snprintf(both, sizeof(both), "%s %s", words[0], words[1]);
        c = commands_get(both);
    }
    if (c || !words[0])
        return c;
    *count = 1;
    return commands_get(words[0]);
}

const struct command *command_find(char *const words[], int *count)
{
    const struct command *found = commands_find(words, count);
    const char *name = words[0];
    struct suggest_name n = suggest_name_start(name);

    if (found)
        return found;
    for (const struct command *c = commands; c->name; c++)
        suggest_name_offer(&n, c->name);
    if (n.best)
        fail(EXIT_USAGE, "there is no '%s'; did you mean '%s'?", name, n.best);
    else
        fail(EXIT_USAGE,
             "there is no '%s'; 'mitosis help' lists what there "
             "is",
             name);
    return NULL;
}

int commands_check_word(const char *word, struct error *err)
{
    return *word ? 0
                 : error_set(err, "a word is empty, as by a variable that is "
                                  "not set");
}

int commands_read(const char *name,
                  char *const argv[],
                  const struct command_option_place *places,
                  commands_option_t *option,
                  commands_word_t *word,
                  void *request,
                  struct error *err)
{
    const struct command_option *table = commands_get(name)->options, *o;
    const char *value;
    int count;

    for (; *argv; argv += count) {
        count = 1;
        if (commands_check_word(*argv, err) < 0)
            return -1;
        if (word && **argv != '-') {
            if (word(request, *argv, err) < 0)
                return -1;
        } else if (!(o = command_option_find(table, *argv))) {
            return command_option_refuse(table, name, *argv, err);
        } else if ((count = command_option_value(o, argv, &value, err)) < 0
                   || command_option_put(o, value, places, err) < 0
                   || (option && option(request, o->id, value, err) < 0)) {
            return -1;
        }
    }
    return 0;
}

int commands_usage(const char *name)
{
    return fail(EXIT_USAGE, "usage: mitosis %s %s", name,
                commands_get(name)->usage);
}

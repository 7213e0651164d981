/* commands.c - the subcommands of mitosis
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/nearest.h"
#include "command/common/commands.h"
#include "command/common/say.h"

const struct command commands[] = {
    { "run", command_run, "[OPTIONS] PROGRAM [ARGUMENTS]",
      "run an MPI program and report on it",
      "Runs PROGRAM under mpiexec, prints a short table when it has ended, "
      "and writes\nthe report to a new file PROGRAM-JOB.mitosis.json.\n"
      "\n"
      "OPTIONS are those of mpiexec (-n 4, -hosts a,b, ...) and the settings "
      "of mitosis\n(--profile times, --output FILE, ...) in any order; "
      "'--' ends the latter.  Behind\na ':' the next program follows, as "
      "with mpiexec.  'mitosis help settings' lists\nall settings.\n"
      "\n"
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
      "report' alone\n        lists them.\n"
      "FOLDER  where the pages of such a job are.\n"
      "\n"
      "  --html FILE  draw it, as a page for the browser, instead of "
      "printing it\n"
      "  --compare FILE\n"
      "               say what got faster and what slower since that report\n"
      "  --json FILE  write the report to a file, instead of printing it\n"
      "  --now        say where each rank of a running job is, without "
      "disturbing it\n"
      "  --depth N    print N functions of each call path\n"
      "  --remove     remove what the job left, after the report\n"
      "\n"
      "For other tools:\n"
      "  --csv TABLE    print matrix, calls, callsites, iterations or "
      "changes\n"
      "  --dot          print who talks to whom as a graph for Graphviz\n"
      "  --place HOSTS  print a machine file for a:16,b:16 that keeps talkers "
      "together\n"
      "  --trace FILE   write the trace that lies beside the report to FILE, "
      "for\n                 Perfetto or Chrome\n" },
    { "collect", command_collect, "FOLDER",
      "write the report of a job that has just ended",
      "What 'mitosis run', and under plain mpiexec the last rank to end, do "
      "by\nthemselves: writes the report from the pages in FOLDER where the "
      "job's settings\nsay, prints the short table and removes the "
      "folder.\n"
      "  --fold  of a job that moves and goes on: put the pages of its "
      "earlier ranks\n"
      "          together\n" },
    { "trace", command_trace, "FILE [--rank N]",
      "print a trace, an event a line",
      "FILE is a trace, NAME.mitosis.trace, as MITOSIS_PROFILE=trace leaves "
      "it beside\nthe report.  doc/trace-format.md explains the columns.\n"
      "\n"
      "  --rank N     print the events of one rank only\n" },
    { "top", command_top, "[--job JOB] [--interval MS] [--count N]",
      "show a running job, live",
      "Shows how fast it goes, its ranks and hosts (in full what they "
      "compute, "
      "pale the\ntime in MPI) and its changes, again each second.  Keys ask "
      "for changes, as\n'mitosis ctl' does; q quits.  Into a pipe it writes "
      "a line each time.\n"
      "\n"
      "  --job JOB      which one, when there are several\n"
      "  --interval MS  milliseconds from one look to the next, 1000\n"
      "  --count N      end after so many\n" },
    { "ctl", command_ctl, "[--job JOB] COMMAND",
      "ask a running job for a change, or how it is",
      "COMMAND is one of\n"
      "  status [--json]      how the job is\n"
      "  why                  what its policy saw and decided lately\n"
      "  wait                 until nothing is under way\n"
      "  hosts [add HOST|remove HOST]\n"
      "                       where it is and may be; ranks leave one that "
      "is removed\n"
      "  invite [FILE]        write what a host needs to join it, see "
      "'mitosis help agent'\n"
      "  resize N [--hosts HOST,HOST...]\n"
      "                       carry the job on with N ranks\n"
      "  split RANK [PARTS] [--to HOST]\n"
      "                       make two ranks, or PARTS, of one\n"
      "  merge RANK RANK...   make one rank of several\n"
      "  migrate RANK HOST    carry one rank on elsewhere\n"
      "  rebalance W W...     give the ranks work in this proportion\n"
      "  CHANGE and CHANGE... all of these as one change\n"
      "\n"
      "It can be left out which job, when there is only one.  Returns when "
      "the change is\ndone; 1 if it was given up, and then the job goes on "
      "as it was.\n" },
    { "policy", command_policy,
      "list|show NAME|check FILE|try FILE --profile RUN.json",
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
      "try FILE    what it would have decided in a run\n"
      "\n"
      "  --profile RUN.json          the report of that run; of several the "
      "newest\n"
      "  --policy-option KEY=VALUE   one of its options\n"
      "  --figures FILE              a profile that makes figures for it\n"
      "  --figures-option KEY=VALUE  one of that one's options\n" },
    { "doctor", command_doctor, "[--json] [--hosts LIST] [OPTIONS]",
      "try what this machine's MPI allows, and what it costs",
      "Runs small jobs and says, a line each, what is well, what could be "
      "better, and\nwhat is missing for jobs to be changed here, with what "
      "to do about it.\n"
      "\n"
      "  --hosts LIST  try these hosts, a,b,c, together; -f FILE does the "
      "same\n"
      "  --json        for other programs\n"
      "  OPTIONS       others of mpiexec that jobs need here (-launcher, "
      "-iface, ...)\n"
      "\n"
      "The exit status is 1 if something is missing.  'mitosis help "
      "settings' has\nMITOSIS_MPIEXEC and MITOSIS_PAGES, which this heeds "
      "as all others.\n" },
    { "agent", command_agent, "--join ADDRESS [--ticket FILE]",
      "offer this host to a running job",
      "ADDRESS is the host of the job's agent, on which 'mitosis ctl invite' "
      "writes a\nticket; without --ticket it is read from stdin:\n"
      "\n"
      "  ssh h1 mitosis ctl invite | mitosis agent --join h1\n"
      "\n"
      "It stays until the job does not need the host any more.  Ctrl-C takes "
      "the offer\nback, and ranks that are here go elsewhere first; a second "
      "one does not wait for\nthat.  (The agent itself is started by "
      "programs that register their state.)\n" },
    { "hold", command_hold, "FOLDER",
      "wait for the end of a job that was changed",
      "What is left of the first rank of such a job becomes this.\n" },
    { "help", command_help, "[COMMAND|settings]", "tell more about these",
      "" },
    { NULL, NULL, NULL, NULL, NULL },
};

const struct command *command_find(const char *name)
{
    struct nearest n = nearest_start(name);

    for (const struct command *c = commands; c->name; c++) {
        if (strcmp(c->name, name) == 0)
            return c;
        nearest_offer(&n, c->name);
    }
    if (n.best)
        fail(EXIT_USAGE, "there is no '%s'; did you mean '%s'?", name, n.best);
    else
        fail(EXIT_USAGE,
             "there is no '%s'; 'mitosis help' lists what there "
             "is",
             name);
    return NULL;
}

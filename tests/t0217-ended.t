#!/bin/sh
# t0217-ended.t - a job that is ended while it changes, or after that, ends as
# one that was not changed, and nothing is left behind
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"

# started COMMAND...  - run one that is to be killed, as a terminal would: in a
# process group of its own
started() { setsid timeout --foreground 120 "$@" </dev/null; }
run_it() { started "$top_builddir/mitosis" run "$@"; }
launch_it() { started "$mpiexec" "$@"; }

ended() { cat "$job.status" "$job.err"; grep -qE "^exit status ($1)\$" "$job.status"; }

# ends WHAT  - the job did, not well, and nothing is left
ends() {
    wait "$running"
    check "$job: the job ends" ended "$1"
    gone
}
# ends_with_pages WHAT  - the same for one whose pages stay for 'mitosis report',
# as nobody was left to make its report
ends_with_pages() {
    wait "$running"
    check "$job: the job ends" ended "$1"
    check 'no process is left' until_true none "$job"
    check 'its pages are, and make a report' has_pages
    rm -rf "${MITOSIS_PAGES:?}"/*
}
has_pages() { "$top_builddir/mitosis" jobs | grep fickle; }
has_report_or_pages() { test -s "$job.json" || has_pages; }

# ---- a rank is killed, and takes the others with it ----

starter=run_it
begin 'old rank killed' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
kill -KILL "$(one 1 fickle)"
ends '9|137'
wait "$asking"

check 'ctl says why nothing came of it' grep -qE \
    'was given up: (rank [01] is gone|the program is ending)' ctl.out

export MITOSIS_SCRIPT='3 resize 3'
begin 'new rank killed' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(one 2 fickle)"
ends '9|137'

# ---- mpiexec is ----

begin 'later mpiexec killed' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(who 1 mpiexec | tail -n 1)"
ends '9|137'

begin 'first mpiexec killed, after the change' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(who 1 mpiexec | head -n 1)"
ends '9|137'

begin 'first mpiexec killed, without an agent' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(agent)"
kill -KILL "$(who 1 mpiexec | head -n 1)"
ends '9|137'
unset MITOSIS_SCRIPT

begin 'first mpiexec killed, in the change' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
kill -KILL "$(who 1 mpiexec | head -n 1)"
ends '9|137'
wait "$asking"

starter=launch_it
begin 'plain mpiexec killed' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
kill -KILL "$(who 1 mpiexec | head -n 1)"
ends_with_pages '9|137'
wait "$asking"

# ---- it is asked to end ----

# forgetful  - an mpiexec that passes the request on and returns 0, as Hydra
# does every other time
cat >forgetful <<END
#!/bin/sh
"${MITOSIS_MPIEXEC:-$mpiexec}" "\$@" &
trap "kill -TERM \$!" TERM
wait
wait
END
chmod +x forgetful
begin_forgetful() { MITOSIS_MPIEXEC=$scratch/forgetful begin "$@"; }

starter=run_it
begin_forgetful 'TERM, before the change' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
kill -TERM "$(who 1 mitosis | head -n 1)"
ends 15
wait "$asking"

begin_forgetful 'TERM, without a change' 2 - "$scratch/gate"
at_gate 2
kill -TERM "$(who 1 mitosis | head -n 1)"
ends 15
starter=launch_it

# ---- Ctrl-C ----

# What mpiexec then returns is its own affair: 2, 255, now and then 0, also
# without us.  The program never came to its end.
interrupted='[0-9]+'
cut_off() { cat "$job.out"; ! grep '^fickle:' "$job.out"; }

# interrupt  - what the terminal does to all that the user has started
interrupt() {
    kill -s INT -- "-$(ps -o pgid= -p "$(who 1 mpiexec | head -n 1)" | tr -d ' ')"
}
begin 'Ctrl-C, in the change' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
interrupt
ends_with_pages "$interrupted"
check 'the program did not come to its end' cut_off
wait "$asking"

export MITOSIS_SCRIPT='3 resize 3'
# mpiexec leaves 'mitosis hold' so little time that it makes the report in one
# of ten.
begin 'Ctrl-C, after it' 2 - "$scratch/gate"
at_gate 3
interrupt
wait "$running"
check "$job: the job ends" ended "$interrupted"
check 'no process is left' until_true none "$job"
check 'its report is written, or its pages are there' \
    has_report_or_pages
rm -rf "${MITOSIS_PAGES:?}"/*
check 'the program did not come to its end' cut_off

starter=run_it
begin "Ctrl-C, under 'mitosis run'" 2 - "$scratch/gate"
at_gate 3
interrupt
ends "$interrupted"
check 'the program did not come to its end' cut_off
check 'and its report is written' test -s "$job.json"

# The first rank waits in MPI_Finalize() until the agent has written down what
# there is; that is nothing that it computes, of which it knows how long it was.
cat >waits.c <<'END'
#include <mitosis.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int step = 0, rank;
    double since;

    MPI_Init(&argc, &argv);
    since = MPI_Wtime();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    for (; step < 5; step++)
        mito_sync();
    while (access("gate", F_OK) != 0)
        usleep(10000);
    if (rank == 0)
        printf("%g\n", MPI_Wtime() - since);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
"$MPICC" -I"$top_srcdir/include" -o waits waits.c
job=waits
rm -f gate
MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
    launch -genv LD_PRELOAD "$preload" -n 2 ./waits &
running=$!
has_agent() { test -n "$(agent)" && ctl status | grep 'running, sync 5$'; }
until_true has_agent
slow=$(agent)
kill -STOP "$slow"
touch gate
sleep 3
kill -CONT "$slow"
wait "$running"
fact 'that the agent is slow at the end is not told as computing' \
    ".ranks[0].compute - $(cat waits.out) < 1.5" true
tap_done

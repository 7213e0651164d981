#!/bin/sh
# t0233-survivors.t - what a program sets for its process and an exec does not
# end does no harm to the process that stays in place of its first rank
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
program=survivor

# survives WAY WHAT  - it goes through three changes, to its result
survives() {
    job=$1
    MITOSIS_SCRIPT='10 resize 3; 25 resize 1; 40 resize 2' \
        MITOSIS_OUTPUT=$scratch/$job.json keep "$job" launch \
        -genv LD_PRELOAD "$preload" -n 2 "$programs/survivor" "$1" lockfile
    through "$2" 'resize 2 3' 'resize 3 1' 'resize 1 2'
    check 'with its result' grep -qx "survivor: $1, sum 1.0626e+06" "$job.out"
    quietly
    gone
}

survives alarm 'a job that has set alarm() is changed'
survives itimers 'one with all three timers of setitimer(), twice a millisecond'
survives timer 'one with a timer of timer_create()'
survives blocked 'one that blocks all signals while some are pending'
survives ignored 'one that ignores those that end it'
survives limits 'one with limits that leave it little time and memory'
survives lock 'one that new ranks wait for a lock of'

# Where the program lets no file grow, not even ours, nothing can be changed:
# the kernel would answer with a signal that ends the process.
job=files
MITOSIS_SCRIPT='10 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
    keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
    "$programs/survivor" files
unharmed() {
    cat "$job.out" "$job.err" "$job.status"
    grep -qx 'survivor: files, sum 1.0626e+06' "$job.out" \
        && grep -qx 'exit status 0' "$job.status"
}
check 'one whose files may not grow, by its own wish, runs to its end' unharmed
says_why() {
    cat "$job.err"
    grep -q 'File too large; the job cannot be changed$' "$job.err" \
        && grep -q 'the new ranks ended\|cannot write the report: .*: File too large' "$job.err"
}
check 'it says that it cannot be changed, and that there is no report' says_why
rm -rf "$MITOSIS_PAGES"/*-survivor-*

# A stack that is enough for the program is enough for us, too: what the
# command itself needs is not the user's to know.
job=small
(
    # shellcheck disable=SC3045 # the shells that there are have it
    ulimit -s 160
    MITOSIS_SCRIPT='10 resize 3' MITOSIS_SUMMARY=on \
        MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        "$top_builddir/mitosis" run -n 2 "$programs/survivor" small
)
printf '%s done\n' 'resize 2 3' >expected
check 'one under a small limit of the stack is changed' is_changed
check 'and its report has lines of code' grep -q 'survivor\.c:' "$job.json"
gone

# A job without environment cannot be told of a change.
job=bare
MITOSIS_OUTPUT=$scratch/$job.json keep "$job" launch \
    -genv LD_PRELOAD "$preload" -n 2 "$programs/survivor" bare
runs_on() { cat "$job.err"; grep -qx 'survivor: bare, sum 1.0626e+06' "$job.out"; }
check 'one that has thrown its environment away runs to its end' runs_on
quietly
gone

# ---- what stays in place of the first rank ----

# held WAY  - begin one that waits at its end, and find what stays
held() {
    job=held-$1
    rm -f gate
    MITOSIS_SCRIPT="10 resize ${2:-1}" MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/survivor" "$1" lockfile gate &
    running=$!
    until_true find_hold
}
# let_end  - what was looked at
let_end() {
    touch gate
    wait "$running"
}
find_hold() {
    for pid in $(members "$job"); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q '^mitosis hold ' \
            && hold=$pid && return
    done 2>/dev/null
    return 1
}
# signals NAME  - those of a mask in /proc/PID/status; all have one number more
# than their bit
signals() { sed -n "s/^$1:\t0*\([0-9a-f]*\)\$/\1/p" "/proc/$hold/status"; }
ignores_none() {
    ignored=$(signals SigIgn)
    test $((0x${ignored:-0} & ~0x180000000)) -eq 0 # two are the C library's
}
# What it passes on it reads, which takes their being blocked.
hears_all() {
    grep -E '^(Sig|Shd)' "/proc/$hold/status"
    until_true ignores_none && test "$(signals SigBlk)" = 6a07 \
        && test -z "$(signals ShdPnd)$(signals SigPnd)"
}
is_unlimited() {
    cat "/proc/$hold/limits"
    awk '/^Max (cpu time|file size|open files|address space) / {
        if ($4 != $5 && $5 != $6) bad = 1 }
        END { exit bad }' "/proc/$hold/limits"
}
has_no_files() {
    ls -l "/proc/$hold/fd"
    ! find "/proc/$hold/fd" -lname "*lockfile" | grep .
}

held blocked
check 'what stays for a job that blocks signals does not' hears_all
let_end
held ignored
check 'nor ignores any for one that does' hears_all
let_end
held limits
check 'it has no limits but those that nobody may exceed' is_unlimited
let_end
held lock
check 'and no file of the program' has_no_files
let_end

# ---- what the launcher hands on ----

held heard 3
kill -USR1 "$(who 1 mpiexec | head -n 1)"
let_end
were_signalled() {
    cat "$job.out" "$job.err" "$job.status"
    grep -qx 'survivor: 3 of 3 ranks were signalled' "$job.out" \
        && grep -qx 'exit status 0' "$job.status"
}
check 'a signal to the first mpiexec reaches the ranks that are the job' \
    were_signalled

# run_job WAY NAME  - begin one under 'mitosis run', whose process is $run; it goes
# on until it has three ranks
run_job() {
    job=$2
    rm -f gate
    MITOSIS_OUTPUT=$scratch/$job.json keep "$job" "$top_builddir/mitosis" run \
        -n 2 "$programs/survivor" "$1" lockfile gate 3 &
    running=$!
    until_true is_running && run=$(belongs "$job" \
        | awk '/ [^ ]*mitosis run / { print $1 }' | head -n 1)
}
is_running() { test "$(ctl status | grep -c 'running, sync')" -eq 2; }

# Neither the rank that is about to become what stays hears it, nor that yet.
run_job heard at-once
ctl resize 3 >ctl.out
kill -USR1 "$run"
let_end
check 'nor is one lost that comes right after a change' were_signalled
run_job asked asked
ctl resize 3 >ctl.out
kill "$run"
wait "$running"
check 'who sees to things when asked to end has the time for it' were_signalled
# Nor does one who does not catch it end as the process that it was.
run_job heard uncaught
ctl resize 3 >ctl.out
kill "$run"
wait "$running"
are_ended() {
    cat "$job.out" "$job.err" "$job.status"
    jq -e '[.ranks[].state] == ["killed", "killed", "killed"]' "$job.json" \
        && ! grep 'ranks were signalled' "$job.out" \
        && grep -qx 'exit status 15' "$job.status"
}
check 'one who does not catch it is ended where it is then' are_ended
gone
# What mitosis run should have done is left undone, the report too.
run_job heard orphaned
ctl resize 3 >ctl.out
kill -9 "$run"
check 'a job whose mitosis run is killed ends' until_true none "$job"
wait "$running" || :
rm -rf "$MITOSIS_PAGES"/*-survivor-*

# A report that cannot be written is made by the command that is told then.
job=unwritten
keep "$job" env MITOSIS_OUTPUT="$scratch/none/it.json" \
    "$top_builddir/mitosis" run -n 2 "$programs/survivor" small
made=$(sed -n "s/.*make it elsewhere with 'mitosis \(.*\) FILE'.*/\1/p" "$job.err")
is_made() {
    # shellcheck disable=SC2086 # several words
    "$top_builddir/mitosis" $made made.json && jq -e '.ranks | length == 2' made.json
}
check 'a report that cannot be written is made as is told then' is_made
rm -rf "$MITOSIS_PAGES"/*-survivor-*
tap_done

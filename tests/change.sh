# shellcheck shell=sh
# change.sh - run malleable programs through changes, and see what becomes
#
# Source it instead of job.sh.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
examples=$top_builddir/examples

# How a change is told whose new ranks have ended.  Beside tests of memory the
# kernel ends processes, and counts them for all.  Where mpiexec is late to tell
# that they have, one is told that is gone.
# shellcheck disable=SC2034 # for those who source this
ranks_ended='(the new ranks ended, with status [0-9]+, before they took over(; the kernel has ended processes here meanwhile, as memory ran out)?|new rank [0-9] is gone)'

# begin NAME RANKS ARGUMENT...  - start fickle under what $starter starts, for
# so many steps as $length says, or 40
starter=launch
begin() {
    job=$1 ranks=$2; shift 2
    rm -f gate gate.start
    # shellcheck disable=SC2086 # it may be several words
    MITOSIS_OUTPUT=$scratch/$job.json keep "$job" ${launcher:-$starter} \
        -genv LD_PRELOAD "$sanitizer${with:-}$library" -n "$ranks" "$programs/fickle" \
        "${length:-40}" "$@" &
    running=$!
}
ctl() { "$top_builddir/mitosis" ctl "$@"; }

# at_gate RANKS  - wait for them to be there
at_gate() {
    until_true is_waiting "$1" || check "$job: $1 ranks come to the gate" false
}
is_waiting() { test "$(ctl status | grep -c 'running, sync 6$')" -eq "$1"; }

# ask_for CHANGE...  - have it asked for
ask_for() {
    ctl "$@" >ctl.out 2>&1 &
    asking=$!
}

# phase WORDS  - wait until the change is so far
phase() {
    until_true in_phase "$1" || check "$job: it comes to $1" false
}
in_phase() { ctl status | grep "^under way: .*: $1"; }

# finish  - wait for what is under way, let the program go on and end
finish() {
    test -z "${asking-}" || wait "$asking"
    asking=
    touch gate gate.start
    wait "$running"
}

# Everything that belongs to a job has this in its environment, the agent and
# what stands in for ranks included.  One process looks at all that there are;
# the name is taken apart, or awk would belong to the job, too.  Numbers are
# given again from the lowest on, so the order is that of their start.
# belongs JOB [COLUMN...]  - number, COLUMN, words and environment of each
belongs() {
    file=$scratch/$1.json; shift
    ps axeww --sort=start_time,pid -o pid= "$@" -o args= \
        | awk -v file="$file" 'index($0, "MITOSIS_OUTPUT=" file)'
}

# who GENERATION NAME  - the processes of $job of that name in a generation, 1
# being all that were told of none
who() {
    belongs "$job" | awk -v wanted="$1" '{
        generation = match($0, / MITOSIS_GENERATION=[0-9]+/) \
            ? substr($0, RSTART + 20, RLENGTH - 20) : 1
        if (generation == wanted)
            print "/proc/" $1 "/comm"
    }' | xargs -r grep -ls "^$2" | cut -d/ -f3
}
one() { who "$@" | tail -n 1 | grep .; }

# What the agent has just started looks like itself for a moment.
agent() {
    belongs "$job" -o ppid= | awk '
        / mitosis agent / { parent[$1] = $2 }
        END {
            for (pid in parent)
                if (!(parent[pid] in parent))
                    print pid
        }'
}

# members JOB  - the processes of a job
members() { belongs "$1" | awk '{ print $1 }'; }
none() { test -z "$(members "$1")"; }

# is_gone  - $job has left no process and no file.  Who is about to end may.
is_gone() {
    until_true none "$job" || {
        for pid in $(members "$job"); do
            tr '\0' ' ' <"/proc/$pid/cmdline"
            echo "(process $pid)"
        done
        return 1
    }
    ! find "$MITOSIS_PAGES" -mindepth 1 | grep .
}
gone() { check "nothing is left of $job" is_gone; }

# is_changed  - $job ended well, through these changes, each "resize 2 3 done"
is_changed() {
    grep -qx 'exit status 0' "$job.status" && cat "$job.err" \
        && ask '.changes[] | "\(.what) \(.from) \(.to) \(.outcome)"' \
            >came && diff -u expected came
}

# through SENTENCE CHANGE...  - the same as a point
through() {
    sentence=$1; shift
    printf '%s done\n' "$@" >expected
    check "$sentence" is_changed
}

# quietly  - and said nothing about it
quietly() { check "$job says nothing of it" is_quiet; }
is_quiet() { ! grep . "$job.err"; }

# undisturbed RANKS PROGRAM ARGUMENT...  - what it prints by itself
undisturbed() {
    ranks=$1 program=$2; shift 2
    keep "$program.first" launch -n "$ranks" "$examples/$program" "$@"
}
same_result() { diff -u "$program.first.out" "$job.out"; }

# verify WHAT CHANGE...  - the points about a run
verify() {
    what=$1; shift
    through "$program: $what" "$@"
    check 'with the result of an undisturbed run' same_result
    quietly
    sound
    gone
}

# changed NAME SCRIPT RANKS ARGUMENT...  - run $program under a script
changed() {
    script=$2 ranks=$3
    job=$program-$1; shift 3
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        launch -genv LD_PRELOAD "$preload" -n "$ranks" "$examples/$program" \
        "$@"
}

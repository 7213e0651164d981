#!/bin/sh
# t0420-top.t - a running job in a terminal and in a pipe, with keys typed,
# windows resized, and all that may end meanwhile
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
mitosis=$top_builddir/mitosis
terminal=$top_builddir/tests/command/terminal
export TERM=vt100 LC_ALL=C.UTF-8

# start_job  - heat, for longer than this test takes; its process is $running
start_job() {
    MITOSIS_POLICY=policy.lua MITOSIS_OUTPUT=$scratch/heat.json timeout 600 "$mpiexec" \
        -genv LD_PRELOAD "$preload" -n 2 "$examples/heat" 40 31 900000000 \
        >heat.out 2>heat.err </dev/null &
    running=$!
    until_true ctl status
    until_true iterates
}
iterates() { "$mitosis" top --interval 50 --count 3 | grep -q 'iteration [1-9]'; }
end_job() {
    kill "$running"
    wait "$running" 2>/dev/null
}
# Without an agent a later generation may outlive the first one's mpiexec.
end_all() {
    end_job
    for pid in $(members heat); do
        kill -9 "$pid" 2>/dev/null
    done
    until_true none heat
}

check 'without a job it says so' refused 1 'no job is running' "$mitosis" top
check 'a job that is none is refused' \
    refused 1 'there is no job nothing' "$mitosis" top --job nothing
check 'so are wrong options' refused 2 'no option' "$mitosis" top --fast yes
check 'a word that is none' refused 2 '"foo": a job is named with --job' "$mitosis" top foo
check 'a misspelt one is corrected' \
    refused 2 'did you mean --count' "$mitosis" top --cuont 3
check 'one without value' refused 2 '--job needs a value' "$mitosis" top --job
check 'and wrong values' refused 2 'milliseconds' "$mitosis" top --interval 1

cat >policy.lua <<'END'
return {
    every = 0.05,
    decide = function() return nil, "all is well" end,
}
END
start_job

# ---- lines ----

lines() {
    "$mitosis" top --interval 100 --count 4 >lines || return
    cat lines
    test "$(wc -l <lines)" -eq 4 && ! grep -q "$(printf '\033')" lines \
        && ! grep -v '2 of 2 ranks, generation 1, iteration [0-9]' lines \
        && grep -q 'in MPI [0-9]* %, rank [01] computes most' lines
}
check 'into a pipe it writes lines' lines
closed() { "$mitosis" top --interval 50 | head -n 1 | grep -q ranks; }
check 'until nobody reads them' closed

# ---- a terminal ----

# drive SIZE  - top in a terminal, with instructions on stdin
drive() {
    "$terminal" "$1" "$mitosis" top --interval 100 >screen 2>trouble
    rc=$?
    cat trouble
    return "$rc"
}
keys() {
    drive 80x24 <<'END'
wait 2 of 2 ranks, 1 host, generation 1
wait a second
wait rank 0
wait q quit
type x
type r
wait > resize _
type 99\e
wait q quit
type :nonsense 5\n
wait nonsense
type r
wait > resize _
type 44
wait > resize 44_
END
    # with Delete, which a line of instructions cannot hold
}
check 'it shows the job and takes keys' keys
resized() {
    drive 60x12 <<'END'
wait q quit
size 200x50
wait 900000000
size 80x24
wait q quit
type q
end 0
END
}
check 'it follows the size of the terminal' resized
given_back() { tail -c 30 screen | grep -q "$(printf '\033\[?1049l')"; }
check 'and gives it back' given_back
check 'what the policy thinks is told' drive 80x24 <<'END'
wait policy: nothing: all is well
type q
end 0
END
check 'a change is asked for and done' drive 80x24 <<'END'
wait q quit
type r
type 3\n
wait done: resize 3
wait 3 of 3 ranks, 1 host, generation 2, 1 change
wait 1. resize 3, 2 to 3 ranks
type q
end 0
END
check 'one that cannot be is told' drive 80x24 <<'END'
wait q quit
type m0\n
wait merge
type :resize 3\n
wait asked for: resize 3
type q
end 0
END
check 'a signal ends it' drive 80x24 <<'END'
wait q quit
signal 15
end 143
END
check 'and gives the terminal back' given_back
check 'Ctrl-C, too' drive 80x24 <<'END'
wait q quit
signal 2
end 130
END

# ---- ends ----

job=heat
# It is killed until there is no other one.
kill_all() {
    grep 'the agent is lost and not started again' heat.err && return
    kill -9 "$(agent)"
    false
}
lost_agent() {
    until_true kill_all || return
    drive 80x24 <<'END'
wait 3 of 3 ranks
type r2\n
wait cannot be changed
wait 3 of 3 ranks
type q
end 0
END
}
check 'without an agent it still shows the job' lost_agent
end_all
rm -rf "${MITOSIS_PAGES:?}"/*

start_job
ended() {
    rm screen
    {
        echo 'wait q quit'
        until_true grep -q 'q quit' screen || return
        end_job
        echo 'wait has ended'
        echo 'end 0'
    } | drive 80x24
}
check 'it ends with the job' ended
end_all 2>/dev/null
rm -rf "${MITOSIS_PAGES:?}"/*

# ---- from two ranks to many ----

# crowd RANKS [NAME]  - a job of so many, made up; it ends with end_crowd
crowd() {
    folder=$MITOSIS_PAGES/mitosis-$(id -u)-${2:-crowd}
    mkdir -m 700 "$folder"
    mkfifo crowd.in
    "$top_builddir/tests/command/crowd" "$folder" "$1" <crowd.in >crowd.out &
    crowd=$!
    exec 9>crowd.in
    until_true grep -q there crowd.out
}
end_crowd() {
    exec 9>&-
    wait "$crowd"
    rm -rf "$folder" crowd.in crowd.out
}
# shown RANKS SIZE  - in a terminal of that size
shown() {
    drive "$2" <<END
wait $1 of $1 ranks, 1 host
wait rank $(($1 / 2))
wait 100 %
wait q quit
size 60x10
wait q quit
type q
end 0
END
}
in_lines() {
    "$mitosis" top --interval 50 --count 2 >lines || return
    cat lines
    test "$(wc -l <lines)" -eq 2 && grep -q \
        "$1 of $1 ranks.*rank $(($1 / 2)) computes most (100 %)" lines
}
for ranks in 2 16 100 512; do
    crowd "$ranks"
    check "$ranks ranks are shown in 80x24" shown "$ranks" 80x24
    check 'in a large terminal' shown "$ranks" 200x60
    check 'and in lines' in_lines "$ranks"
    end_crowd
done

# ---- several jobs ----

crowd 3 other
other=$folder
exec 8>&9
other_pid=$crowd
rm crowd.in crowd.out
crowd 40 crowd
check 'several jobs, and nobody to choose one: it says so in a line' \
    refused 1 '2 jobs are running; name one with --job' "$mitosis" top
check 'in a terminal they are listed, and one is chosen' drive 100x24 <<'END'
wait 2 jobs run here
wait > crowd                       40     1
wait   other                        3     1
wait q quit
type ?
wait Keys (any
type x
wait > crowd
type \e[B
wait   crowd
wait > other
type \n
wait other: heat
wait 3 of 3 ranks
wait Esc jobs
type \e
wait   crowd
wait > other
type \e[A
wait > crowd
type \n
wait crowd: heat
type \e[B
wait  of 40 ranks, by host
type c
wait 1 to
wait 40 ranks, by computing
wait rank 20
type \e[F
wait  to 40 of 40 ranks, by computing
wait rank 39
type ?
wait by waiting
type ?
wait q quit
type q
end 0
END
# fits WIDTH HEIGHT  - each line of each picture, and all of them together
fits() {
    perl -CSD -0777 -ne '
        for my $picture (split /\e\[H/) {
            $picture =~ s/\e\[[0-9;?]*[A-Za-z]//g;
            my @line = split /\r*\n/, $picture;
            $wrong++, print "$#line lines\n" if @line > '"$2"';
            $wrong++, print "$_\n" for grep { length > '"$1"' } @line;
        }
        exit $wrong > 0' screen
}
narrow() {
    drive "$1" <<'END' && fits "${1%x*}" "${1#*x}"
wait 2 jobs
type ?
wait Keys
type x
wait 2 jobs
type \n
wait crowd
type ?
wait Keys
type x
wait rank
type c
wait rank
type q
end 0
END
}
check 'in 40 columns and 10 lines nothing goes beyond' narrow 40x10
check 'nor in 24 and 6' narrow 24x6
uncoloured() {
    NO_COLOR=1 drive 80x24 <<'END' && ! grep -q "$(printf '\033\[[1-9]')m" screen
wait > crowd
type q
end 0
END
}
check 'without colours, where they are not wanted' uncoloured
check 'a signal ends the list' drive 80x24 <<'END'
wait > crowd
signal 15
end 143
END
check 'and gives the terminal back' given_back
ended_list() {
    rm screen
    {
        printf 'wait > crowd\ntype \\n\nwait 40 of 40\n'
        until_true grep -q '40 of 40' screen || return
        rm -r "$folder" # as a job that ends takes it away
        printf 'wait 1 job runs here; crowd has ended\nwait > other\n'
        until_true grep -q 'has ended' screen || return
        rm -r "$other"
        printf 'end 0\n'
    } | drive 100x24
}
check 'with a job it is back at the list, and ends with the last' ended_list
exec 8>&- 9>&-
wait "$crowd" "$other_pid"
rm -rf "${folder:?}" "${other:?}" crowd.in
tap_done

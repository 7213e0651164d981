#!/bin/sh
# t0430-sim.t - runs that were recorded are replayed, on their own hosts and on
# others, and what cannot be replayed is told
#
# How long a run takes is up to the machine; what is compared here are two
# replays of the same run, or a program that sleeps.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
export MITOSIS_PROFILE=trace

# sim WORD...  - replay, the result as JSON in the file came
sim() { "$mitosis" sim --json "$@" >came 2>wrong || { cat wrong; false; }; }

# so EXPRESSION  - holds of the last result
so() { jq -c 'del(.iterations, .recorded)' came; jq -e "$1" came >/dev/null; }

# gives STATUS TEXT WORD...  - it ends so, and says so in one line
gives() {
    want=$1 text=$2; shift 2
    "$mitosis" sim "$@" >out 2>err
    rc=$?
    echo "status $rc"; cat out err
    test "$rc" -eq "$want" && test "$(wc -l <err)" -eq 1 && grep -q -- "$text" err
}

# matches PATTERN COMMAND...  - it prints that
matches() {
    pattern=$1; shift
    "$@" >printed && cat printed && grep -q -- "$pattern" printed
}

# lacks TEXT FILE  - there is no such line in it
lacks() { ! grep -- "$1" "$2"; }

# has_names  - those that other programs go by
has_names() {
    jq -e '(.seconds | numbers) and (.iterations.count | numbers)
        and (.iterations.median_seconds | numbers)
        and (.iterations.seconds | arrays)
        and ([.efficiency | .parallel, .load_balance, .communication,
            .serialisation, .transfer | numbers] | length == 5)
        and (.changes == []) and (.node_seconds | numbers)' came >/dev/null
}
factors() {
    so '.efficiency | (.parallel - .load_balance * .communication | fabs) < 1e-6
        and (.communication - .serialisation * .transfer | fabs) < 1e-6
        and .parallel > 0 and .load_balance <= 1.000001'
}

# within PERCENT  - the loop took so long again
within() {
    jq -c '[.loop_seconds, .recorded.loop_seconds]' came
    jq -e --argjson most "$1" '(.loop_seconds / .recorded.loop_seconds - 1)
        * 100 | fabs < $most' came >/dev/null
}

# Programs that use much of MPI
for program in ring wildcard completions persistent types collectives \
    icollectives duplicates steps; do
    run_watched "$program" -n 4 "$programs/$program"
    check "$program: it is replayed" sim "$program.json"
    check "$program: the result has its names" has_names
    check "$program: the factors are consistent" factors
done
run_watched shapes -n 6 "$programs/shapes" all # rank 2 sleeps, and all wait for it
check 'a run of which a rank sleeps is replayed' sim shapes.json
check 'and takes as long, also where ranks share cores' within 30
sim steps.json
check 'its iterations are those of the report' \
    test "$(jq .iterations.count came)" -eq "$(jq .iterations.count steps.json)"

# What is foreseen as a report
is_report() {
    jq -e --slurpfile came came '
        def near($a; $b): ($a - $b | fabs) < 1e-9;
        (.foreseen | startswith("replayed, of steps.json on"))
        and near(.wall_seconds; $came[0].seconds)
        and .iterations.count == $came[0].iterations.count
        and near(.iterations.efficiency.parallel; $came[0].efficiency.parallel)
        and .efficiency == null
        and (.ranks | length == 4)
        and all(.ranks[]; near(.wall; .compute + .mpi + .stopped)
            and near(.mpi; .waiting + .transfer))
        and near(.compute_seconds; [.ranks[].compute] | add)
        and .changes[0].order == "migrate 1 \($host)" ' \
        --arg host "$(uname -n)" foreseen.json
}
foresee() {
    sim steps.json --script "3 migrate 1 $(uname -n)" --output foreseen.json \
        --html foreseen.html
}
check 'it is written as a report' foresee
check 'which has what is printed' is_report
is_told() {
    "$mitosis" report foreseen.json >told && cat told \
        && grep -q '^  foreseen by mitosis sim: replayed, of steps.json on ' told \
        && ! grep -E 'Who talks|Which lines|What watching' told \
        && grep -qE "^  $(uname -n) +4 +[0-9]+ +- +- +-\$" told
}
check 'is told as one, without what is not foreseen' is_told
is_compared() {
    "$mitosis" compare steps.json foreseen.json >told && cat told \
        && grep -q 'It was foreseen by mitosis sim. It would take' told \
        && ! grep -E 'Which calls|Which places' told
}
check 'and compared with the run in what is known of both' is_compared
is_printed() {
    echo 'as it was' >printed
    "$mitosis" sim steps.json --output - >>printed
    head -n 3 printed
    test "$(head -n 1 printed)" = 'as it was' && sed 1d printed | jq -e .foreseen
}
check 'it is printed behind what is there' is_printed
for file in --output --html; do
    check "$file - is not printed beside --json" \
        gives 2 '^mitosis: - is for one thing' steps.json --json "$file" -
done
check 'nor are both' gives 2 '^mitosis: - is for one thing' steps.json \
    --output - --html -
check 'it is drawn as well' grep -q 'It would run for' foreseen.html
for input in steps.json steps.trace; do
    check "$input, which is read, is not written over" \
        gives 2 "^mitosis: $input is read" steps.json --output "$input"
done
check 'it is no run to be replayed' gives 1 'has no trace: look at' foreseen.json
is_no_run() { refused 1 'is no run' "$mitosis" history steps.json foreseen.json; }
check 'nor one of a history' is_no_run
is_not_tried() {
    refused 1 'is no run' "$mitosis" policy try threshold --profile foreseen.json
}
check 'nor one that policies are tried on' is_not_tried
check 'a sweep is no run' gives 2 'does not go with --sweep' steps.json \
    --sweep latency=1,2 --html sweep.html

# Examples
for program in heat jacobi cg lu nbody; do
    run_watched "$program" -n 2 "$top_builddir/examples/plain/$program"
    check "$program: it is replayed" sim "$program.json"
    check "$program: the factors are consistent" factors
done

# enough NAME  - who sleeps needs no core: as if the host had had one for each
enough() {
    jq '.hosts[].cores = 64' "$1.json" >"$1.cores" && mv "$1.cores" "$1.json"
}

# A program that sleeps: rank 0 for 20 ms in each of its steps, the others wait
run_watched alone -n 2 "$programs/tempo" 60 20000 alone
enough alone
check 'a program that sleeps is replayed' sim alone.json
# A machine with a load of ten wakes sleepers late, which no replay knows.
check 'its loop takes about as long as it did' within 35
check 'that one rank does all of the work is seen' \
    so '.efficiency.load_balance < 0.75'
"$mitosis" sim alone.json >text
check 'and told in a sentence' \
    grep -q 'Work on the load balance: rank 0 computes' text
check 'how the figures were come by is told' grep -q 'Calibrated from the run' text
check 'what was recorded stands beside it' grep -q 'recorded' text

# Other hosts
host=$(jq -r '.hosts[0].name' heat.json)
platform() {
    cat >"$1.json" <<END
{ "hosts": [ { "name": "$host", "cores": 64, "speed": 1 },
             { "name": "fast", "cores": 1, "speed": 4 },
             { "name": "far", "cores": 64, "speed": 1 } ],
  "memory": { "latency": 1e-7, "bandwidth": 1e10 },
  "network": { "latency": $2, "bandwidth": $3 } }
END
}
platform near 1e-6 1e10
platform far 1e-2 1e6
platform none 0 1e30
seconds() { sim "$@" && jq .seconds came; }
less() { echo "$1 against $2"; jq -ne "$1 < $2" >/dev/null; }
check 'a platform is read' sim heat.json --platform near.json
check 'it says that this is a model' so '.platform == "user'\''s model"'
near=$(seconds heat.json --platform near.json --map "$host,far")
far=$(seconds heat.json --platform far.json --map "$host,far")
check 'two hosts are twice the node-seconds' \
    so '(.node_seconds / .seconds - 2 | fabs) < 1e-9'
check 'a slower network is slower' less "$near" "$far"
check 'there the transfer is to be worked on' so '.efficiency.transfer < 0.5'
ideal=$(seconds heat.json --platform none.json --map "$host,far")
check 'no network is faster than none' less "$ideal" "$near"
check 'on one that costs nothing little is lost, by what calls take themselves' \
    so '.efficiency.transfer > 0.9'
check 'a fast host makes the work of its rank short' \
    sim heat.json --platform near.json --map "$host,fast"
check 'so the load is not balanced any more' so '.efficiency.load_balance < 0.8'
"$mitosis" sim heat.json --platform near.json >text
check 'the text says whose model it is' grep -q "From the user's model" text

two=$(seconds heat.json --platform near.json --map fast:2)
sed '/fast/s/"cores": 1/"cores": 2/' near.json >cores.json
one=$(seconds heat.json --platform cores.json --map fast:2)
check 'two ranks on a core take longer than with one each' less "$one" "$two"

# Cores: those that the run had, and those that it gets
for cores in 1 2 4; do
    jq ".hosts[].cores = $cores" heat.json >"had$cores.json"
    cp heat.trace "had$cores.trace"
    sed "/$host/s/\"cores\": 64/\"cores\": $cores/" near.json >"has$cores.json"
done
sed "/$host/s/\"cores\": 64, //" near.json >untold.json
busy() { sim "$@" && jq '.seconds * .efficiency.parallel' came; }
same() { echo "$1 against $2"; jq -ne "$1 / $2 - 1 | fabs < 0.05" >/dev/null; }
usual=$(busy had2.json --platform has2.json)
check 'ranks that had to share a core compute faster on one of their own' \
    less "$(busy had1.json --platform has2.json)" "$usual"
check 'those that had one each do not on more' \
    same "$(busy had4.json --platform has4.json)" "$usual"
check 'but slower where they are to share one' \
    less "$usual" "$(busy had4.json --platform has1.json)"
check 'a host whose cores the platform does not tell has those of the run' \
    same "$(busy had1.json --platform untold.json)" \
    "$(busy had1.json --platform has1.json)"

# Changes: rank 0 of the program that sleeps goes to a host four times as fast
moved() {
    so '(.changes | length == 1)
        and (.changes[0] | .what == "migrate" and .order == "migrate 0 fast"
             and .outcome == "done" and .from == 2 and .to == 2)'
}
median='def median: sort | .[length / 2 | floor];' # as one may last long
# quarter [N]  - iterations take a fourth from the Nth on, or from the change on
# shellcheck disable=SC2016
quarter() {
    so "$median"'.changes[0].iteration as $at | .iterations.seconds
        | (.[$at + 1:-1] | median) / (.[1:$at] | median)
        | . > 0.1 and . < 0.5'
}
check 'a change at an iteration is simulated' \
    sim alone.json --platform near.json --script '31 migrate 0 fast'
check 'it is noted as in a report' moved
check 'at that iteration' so '.changes[0].iteration == 30'
check 'and iterations are short from then on' quarter
"$mitosis" sim alone.json --platform near.json --script '31 migrate 0 fast' >text
# medians  - what is said of the change is what the table says of both parts
medians() {
    cat text
    tr '\n' ' ' <text | tr -s ' ' | sed 's/.*iterations take \(.* .*s\) before and \(.* .*s\) after.*/\1 \2/' >told
    awk '/^ *[0-9]* to [0-9]/ { printf "%s%s %s", n++ ? " " : "", $8, $9 }
        END { print "" }' text >table
    cat told table
    test "$(cat told)" = "$(cat table)"
}
check 'before and after it are the medians of the table' medians
check 'what it cost is told' so '.changes[0].stopped_seconds > 0'
check 'each iteration has its efficiency' \
    so '.iterations | .count == (.efficiency | length)
        and (.efficiency | max <= 1.000001 and add > 1)'
check 'the factors are consistent' factors
jq '.changes = [{ change: 1, what: "migrate", from: 2, to: 2, bytes: 1000000,
    ready_seconds: 0.1, stopped_seconds: 0.5, outcome: "done" }]' \
    alone.json >taught.json
touch -d '1 hour ago' taught.json
check 'another run tells what a change costs' \
    sim alone.json taught.json --platform near.json \
    --script '31 migrate 0 fast'
check 'as it is priced live' \
    so '.changes[0] | .bytes == 1000000
        and (.stopped_seconds - 0.5 | fabs) < 1e-6'
cat >leave.lua <<'END'
return {
    help = "Rank 0 goes where it is fast.",
    every = 0.2,
    options = { to = { type = "text", help = "a host" } },
    decide = function(job, options)
        if job.ranks[0].host ~= options.to then
            return { migrate = { rank = 0, to = options.to }, why = "slow" }
        end
    end,
}
END
check 'a policy decides' sim alone.json --platform near.json \
    --policy ./leave.lua --policy-option to=fast
check 'its change is noted as in a report' moved
check 'with its reason' so '.changes[0].why == "leave.lua: slow"'
check 'and iterations are short after it' quarter
"$mitosis" sim alone.json --platform near.json --script '31 migrate 0 fast' >text
check 'the text says which iterations the busiest rank is of' \
    grep -q 'Work on the load balance: in iterations [0-9]* to [0-9]*' text
check 'the text tells of changes' grep -q 'After iteration 30, at .*: migrate 0 fast' text

# Other numbers of ranks: a program whose ranks sleep for 60 ms divided by them
for ranks in 6 3 2; do
    run_watched "of$ranks" -n "$ranks" "$programs/tempo" 40 60000 divided
    enough "of$ranks"
done
check 'a size between two that ran is simulated' \
    sim of2.json of6.json --size 3 --platform near.json
check 'it says that it lies between them' so '.how == "interpolated"'
check 'the result has its names' has_names
check 'the factors are consistent' factors
check 'iterations take about as long as in a run of that size' \
    so ".iterations.median_seconds / $(jq .iterations.median_seconds of3.json)
        | . > 0.4 and . < 2"
three=$(jq .iterations.median_seconds came)
sim of2.json of6.json --size 2 --platform near.json
check 'and less long than of two ranks' \
    less "$three" "$(jq .iterations.median_seconds came)"
check 'a larger one is, too' sim of2.json of6.json --size 20 --platform near.json
check 'it says that it lies outside' so '.how == "extrapolated"'
check 'and is shorter' less "$(jq .iterations.median_seconds came)" "$three"
check 'a size that ran is replayed' \
    sim of2.json of6.json --size 6 --platform near.json
check 'and said to be' so '.how == "replayed"'
"$mitosis" sim of2.json of6.json --size 3 --platform near.json >text
cat text
tr '\n' ' ' <text | tr -s ' ' >line
check 'the text has the model, and the line that it is of' \
    grep -q 'Computing before MPI_[A-Za-z]* in [a-z_]* (tempo.c:[0-9]*): [^:]* seconds, so [^ ]* [mu]*s with 3' line
check 'and says what seconds these are' \
    grep -q 'a whole core of speed 1, of which a rank has 1 here' line
# The user's model: 60 ms divided by the ranks, but for one iteration
cat >model.lua <<'END'
return { model = function(iteration, n)
    if iteration == 7 then
        local by = {}
        for rank = 0, n - 1 do by[rank] = 0.1 * (rank + 1) end
        return by
    end
    return 0.06 / n
end }
END
check 'a size of which no run was is simulated by a model' \
    sim of2.json --size 4 --platform near.json --model model.lua
check 'it says so' so '.how == "modelled"'
# An iteration lasts as long as it does for a rank in the middle, and who waits
# for another one does so in the next.
check 'iterations are at least as long as it says' \
    so '.iterations.seconds | .[2] >= 0.015 and .[2] < 0.1 and .[7] + .[8] >= 0.4'
check 'so are those of the size that ran' \
    sim of2.json --platform near.json --model model.lua
check 'with its ranks' so '.iterations.seconds | .[7] + .[8] >= 0.2 and .[7] + .[8] < 0.4'
"$mitosis" sim of2.json --size 4 --platform near.json --model model.lua \
    | tr '\n' ' ' | tr -s ' ' >line
check 'the text says whose figures these are' grep -q \
    "in each iteration is from the user's model, model.lua, not from the run" line

# A replay of many ranks tells a terminal what it does
if command -v script >/dev/null; then
    script -qec "'$mitosis' sim of2.json --size 20000 --platform near.json \
        --map far:20000 --model model.lua >/dev/null" terminal >/dev/null </dev/null
    check 'a terminal is told what takes long' \
        grep -q 'replaying 20000 ranks, [0-9.]* million steps' terminal
fi
check 'a job that grows is simulated' \
    sim of6.json of2.json --platform near.json --script '21 resize 6'
check 'with its change' so '.changes[0] | .from == 2 and .to == 6'
# shellcheck disable=SC2016
check 'and iterations that get shorter' \
    so "$median"'.iterations.seconds | (.[22:-1] | median) as $after
        | $after / (.[1:19] | median) | . > 0.1 and . < 0.8'

# How it goes with the number of ranks, as the manual asks
cat >worth.lua <<END
return {
    every = 0.05,
    decide = function(job)
$(awk '/^\.B job.predict/ { on = 1 }
    on && /^\.fi/ { exit }
    on && at { print }
    on && /^\.nf/ { at = 1 }' "$top_srcdir/doc/mitosis-policy.5")
        return nil, how
    end,
}
END
# A run of six whose iterations took a fifth of what those of three sleep
jq '.iterations.seconds |= map(0.004)' of6.json >quick.json
cp of6.trace quick.trace && touch -d '1 hour ago' quick.json
check 'a policy is told what other runs tell of more ranks' \
    sim of3.json quick.json --platform near.json --policy ./worth.lua
check 'and grows where it is worth it' \
    so '.changes[0] | .from == 3 and .to == 6
        and (.why | test("it is worth it, interpolated"))'
sim of2.json --platform near.json --policy ./worth.lua
check 'but not where one run does not tell' so '.changes == []'

# A policy that was asked, and one that would be only when all is over.
echo 'return { every = 0.01, decide = function() end }' >calm.lua
echo 'return { every = 1000, decide = function() end }' >rare.lua
# tells POLICY  - the text of what it does
tells() { "$mitosis" sim alone.json --platform near.json --policy "./$1" >text; }
check 'a policy that wants no change can be simulated' tells calm.lua
check 'it is told how often it was asked' \
    grep -q 'None: calm.lua was asked [0-9]* times and wanted none' text
check 'so can one that is never asked' tells rare.lua
check 'it is told why' \
    grep -q 'None: rare.lua was not asked. It is asked every ' text
cat >more.lua <<'END'
return { every = 0.1, decide = function(job) return { resize = job.size + 1 } end }
END
# says WORD...  - what the text has of why that one changed nothing
says() {
    "$mitosis" sim alone.json --platform near.json --policy ./more.lua "$@" \
        | tr '\n' ' ' | tr -s ' ' | grep -o 'None: more.lua was asked .*Where'
}
check 'a change that is refused is told' matches \
    'the last answer was: resize 3 is beyond the limit of 2 ranks\.' says \
    --limits 1-2
check 'so is one of a number of ranks that cannot be had' matches \
    'the last answer was: resize 3 is refused: .*\.' says --sizes 2,4
check 'other programs are told as well' sim alone.json --platform near.json \
    --policy ./rare.lua
check 'by numbers' so '.policy == {"name":"rare.lua","every":1000,"asked":0}'

check 'a policy decides while a script goes on' \
    sim alone.json --platform near.json --policy ./leave.lua \
    --policy-option to=fast --script '51 migrate 1 far'
check 'and both are done' so '[.changes[].order]
    == ["migrate 0 fast", "migrate 1 far"]'

# Several values of options, side by side
sweep() { sim of2.json of6.json --platform near.json "$@"; }
check 'several numbers of ranks are tried' sweep --sweep size=2..3,6
check 'each is a run, in their order' so '.options == ["size"]
    and [.runs[] | .values[0], .ranks, .how]
        == ["2", 2, "replayed", "3", 3, "interpolated", "6", 6, "replayed"]'
cp came swept
sweep --size 3
check 'and what it would be alone' jq -es '.[0].runs[1].seconds == .[1].seconds
    and .[0].runs[1].efficiency == .[1].efficiency' swept came
check 'several options are combined' sweep --map "$host:3,far:3" --size 6 \
    --sweep latency=0,0.01 --sweep bandwidth=1e3,1e9
check 'the last one changes first' so '[.runs[].values]
    == [["0","1e3"], ["0","1e9"], ["0.01","1e3"], ["0.01","1e9"]]'
check 'links between hosts are as they are said to be' \
    so '[.runs[].seconds] | .[0] > .[1] and .[2] > .[3] and .[3] > .[1]'
sweep --map "$host:3,far:3" --sweep size=5,6
check 'what cannot be simulated says so, and the others are' so '
    (.runs[0].refused | test("places for 6 ranks, and the run has 5"))
    and .runs[1].seconds > 0'
"$mitosis" sim of2.json of6.json --platform near.json --sweep size=2,6 >text
sweep --sweep latency=0,1 --map "$host:2" --size 2
check 'an option that changes nothing is named' so '.idle == ["latency"]'
sweep --sweep latency=0,1 --map "$host,far" --size 2
check 'and not one that does' so '.idle == []'
limits_of_policies() {
    sim alone.json --platform near.json --limits 1-2 \
        --sweep policy=./calm.lua,./rare.lua
}
check 'limits are for the policies that are tried' limits_of_policies
check 'a table is printed' grep -qE '^6 +6 +[0-9.]+ m?s .* replayed$' text
check 'where nothing can be it is an error' \
    gives 1 'with size=3: --size: how computing goes' of2.json --sweep size=3,4
check 'and a value that is none is told before' \
    gives 2 '--size: "x" is no number' of2.json --sweep size=2,x
check 'so is a latency' gives 2 '--latency: "-1" is no number from 0' \
    of2.json --latency -1
check 'so is one that is of no link' gives 0 \
    '^mitosis: all ranks are on one host, so --latency has no effect' \
    of2.json --latency 1
check 'and is none of the sources' lacks 'are as --latency' out
check 'of both both are named' gives 0 'so --latency and --bandwidth have no' \
    of2.json --platform near.json --map far:2 --latency 1 --bandwidth 1e9
check 'what changes nothing is not tried' \
    gives 2 '--sweep: no result depends on --json' of2.json --sweep json=1

# How far a replay can be trusted
check 'how well its own hosts are replayed is told' sim alone.json
check 'by a number' so '.replay_error | numbers'
check 'of other hosts it is not known' sim alone.json --platform near.json
check 'so there is none' so '.replay_error == null'
# warned NAME  - the text says so where the run, its loop or its iterations are
# off by more than 5 %, and else not
warned() {
    "$mitosis" sim "$1.json" | tr '\n' ' ' | tr -s ' ' >text
    sim "$1.json" && jq .replay_error came
    if jq -e 'def off: (.[0] / .[1] - 1 | fabs) > 0.05;
        (.replay_error | fabs > 0.05) or ([.seconds, .recorded.seconds] | off)
        or (.iterations.count > 0 and ([.iterations.median_seconds,
            .recorded.iterations.median_seconds] | off))' came >/dev/null; then
        grep -q 'do not trust' text
    else
        ! grep -q 'do not trust' text
    fi
}
warned_all() { for name in alone heat ring steps; do warned $name || return; done; }
check 'the text warns where that is much, and else not' \
    warned_all

# What is wrong
cp alone.json other.json && cp heat.trace other.trace
check 'the trace of another run is told' \
    gives 1 'other.trace is the trace of the run heat.*, and other.json the report of tempo' other.json
jq 'del(.efficiency.serialisation, .efficiency.transfer)' other.json >other.cut \
    && mv other.cut other.json
"$mitosis" report other.json >text
check 'also where its report is asked how time is lost' \
    sh -c "cat text; tr '\\n' ' ' <text | tr -s ' ' \
        | grep -q 'told apart: other.trace is the trace of the run heat'"
touch -d '1 hour ago' heat.json
check 'runs of different programs are told' \
    sh -c "'$mitosis' sim heat.json alone.json --script '3 migrate 0 x' 2>&1 \
        | tee /dev/stderr | grep -q 'alone.json is a run of tempo and heat.json one of heat: '"
check 'and those of different arguments' \
    sh -c "'$mitosis' sim of2.json alone.json --script '3 migrate 0 x' 2>&1 \
        | tee /dev/stderr | grep -q 'are of runs with different arguments'"
check 'limits without a policy are told' \
    gives 2 '--limits is for a policy: name one with --policy' \
    alone.json --limits 2-3
check 'and its options' \
    gives 2 '--policy-option is for a policy: name one with --policy' \
    alone.json --policy-option to=fast
check 'a change before all is told what is meant by it' \
    gives 1 'iteration 1: .*--size says with how many ranks' \
    alone.json --script '1 resize 2'
sed 's/"latency": 1e-06/"latency": 1e306/;s/"latency": 1e-6/"latency": 1e306/' near.json >slow.json
check 'a latency without end is told' \
    gives 1 'slow.json: "latency" of network is not from 0 to 1e+06' \
    heat.json --platform slow.json
check 'a script that is none is told' gives 1 '--script: "3 jump" is not\|is no change' \
    alone.json --script '3 jump'
check 'so is a host that is not there' \
    gives 1 "--script: the platform has no host 'nowhere'" \
    alone.json --script '3 migrate 0 nowhere'
check 'and an iteration that never comes' \
    gives 1 '--script: a change before iteration 5000, and the run has' \
    alone.json --script '5000 migrate 0 x'
check 'a policy that is not there is told' gives 1 'gone.lua' \
    alone.json --policy ./gone.lua
echo 'return { every = 0.1, decide = function() while true do end end }' >loops.lua
check 'so is one without end' gives 1 '--policy: asked at .* loops.lua:1: its budget of instructions is spent$' alone.json --policy ./loops.lua
echo 'return { model = function() while true do end end }' >loops.lua
check 'a model without end is told, with its line' \
    gives 1 '^mitosis: --model: loops.lua:1: its budget of instructions is spent$' \
    alone.json --model loops.lua
echo 'return { model = function(iteration, n) return -n end }' >less.lua
check 'so is one that returns nonsense' \
    gives 1 'less.lua:1: model(0, 2) returns -2 seconds, not 0 to 1e+09$' \
    alone.json --model less.lua
echo 'return { model = function() return 0.001 end }' >even.lua
check 'a size that cannot be foreseen is no fault of the model' \
    gives 1 '^mitosis: --size: rank .* is not told by a run of 6$' \
    shapes.json --model even.lua --size 5
check 'but what this says of a size is' \
    gives 1 '^mitosis: --model: less.lua:1: model(0, 2) returns' \
    alone.json --model less.lua --size 2
check 'and one that is not there' gives 1 '--model: none.lua: No such file' \
    alone.json --model none.lua
check 'and sizes that are none' gives 1 '--sizes: "x" is none of N' \
    alone.json --sizes x --policy ./leave.lua --policy-option to=fast
check 'sizes without a policy are told, too' \
    gives 2 '--sizes is for a policy: name one with --policy' \
    alone.json --sizes 2
check 'so are even shares' \
    gives 2 '--shares is for a policy: name one with --policy' \
    alone.json --shares even
check 'and limits that are none' gives 1 '--limits: "x" is not LEAST-MOST' \
    alone.json --limits x --policy ./leave.lua --policy-option to=fast
check 'without a run it says how it goes' gives 2 'usage: mitosis sim'
check 'a run that is not there is told' gives 1 'nowhere.json: No such file' \
    nowhere.json
cp heat.json alone-report.json
check 'a run without a trace is told' \
    gives 1 'alone-report.trace: No such file.*MITOSIS_PROFILE=trace' \
    alone-report.json
cp heat.json foreign.json && echo 'something else, and long enough for a head of a file' >foreign.trace
check 'a foreign file is told' gives 1 'foreign.trace: this is not a trace' \
    foreign.json
check 'a file that is no report is told' gives 1 'heat.trace: it is not JSON' \
    heat.trace
size=$(wc -c <heat.trace)
cp heat.json half.json && head -c $((size / 2)) heat.trace >half.trace
check 'half a trace is told' gives 1 'half.trace: the trace is cut off' half.json
cp heat.json spoilt.json && cp heat.trace spoilt.trace
printf 'XXXXXXXX' | dd of=spoilt.trace bs=1 seek=300 conv=notrunc 2>/dev/null
check 'a damaged trace is told' gives 1 'is damaged\|events are missing' spoilt.json
MITOSIS_TRACE_LIMIT=4096 run_watched short -n 2 "$programs/polling"
check 'a trace that lost calls is told' \
    gives 1 'calls were not traced.*MITOSIS_TRACE_LIMIT' short.json
run_watched onesided -n 2 "$programs/onesided"
check 'what cannot be replayed is told' gives 1 'MPI_[A-Za-z_]* is one-sided' \
    onesided.json
check 'a platform that is not there is told' \
    gives 1 'gone.json: No such file' heat.json --platform gone.json
echo '{ "hosts": [ { "name": "elsewhere" } ] }' >lacks.json
check 'a platform that lacks a host is told' \
    gives 1 "lacks.json: the platform has no host '$host', where rank 0 was" \
    heat.json --platform lacks.json
check 'so is one that knows nothing of its memory' \
    gives 1 'nothing is known of the memory within elsewhere' \
    heat.json --platform lacks.json --map elsewhere:2
check 'another number of ranks is refused in a map' \
    gives 1 'places for 3 ranks, and the run has 2; --size' \
    heat.json --platform near.json --map far:3
check 'which is what is named where another size is asked for' \
    gives 1 '^mitosis: --map: it has places for 4 ranks, and the run has 2' \
    of2.json of6.json --platform near.json --size 2 --map far:4
check 'and where a script is' gives 1 "^mitosis: --map: .* no host 'x'" \
    of2.json --platform near.json --script '3 migrate 0 far' --map x:2
check 'in a sweep, too' \
    gives 1 '^mitosis: with size=2: --map: it has places for 4 ranks' \
    of2.json of6.json --platform near.json --map far:4 --sweep size=2,3
check 'so is a platform that lacks a host' \
    gives 1 "^mitosis: lacks.json: the platform has no host '$host'" \
    of2.json of6.json --platform lacks.json --size 2
check 'a size that cannot be had is not the fault of the script' \
    gives 1 '^mitosis: --size: how computing goes .* there is only one of 2' \
    heat.json --size 4 --script '3 resize 2'
check 'so is a policy that there is not' \
    gives 1 "^mitosis: --policy: there is no policy, .* 'nix'" \
    heat.json --policy nix
is_other_program() {
    ! "$mitosis" sim "$@" >out 2>err && cat out err && test ! -s out \
        && grep -q 'steps.json .* run of steps.* heat.json one of heat: only runs' err
}
touch steps.json
check 'a report of another program is refused' is_other_program heat.json steps.json
check 'also where nothing is learned from it' \
    is_other_program heat.json steps.json --platform near.json --map far:4
check 'one size does not tell of others' \
    gives 1 '--size: how computing goes .* there is only one of 2' \
    heat.json --size 4
check 'a size that is none is told' gives 2 '--size: "0" is no number' \
    heat.json --size 0
check 'an option of none is told' gives 2 '--mpa .* did you mean --map' \
    heat.json --mpa x
tap_done

#!/bin/sh
# t0431-sim-cluster.t - jobs of a log, or drawn by chance, are run on a cluster
# that is simulated
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
mitosis=$top_builddir/mitosis
policies=$(cd "$top_srcdir/lua/policy" && pwd) || exit 1
cd "$scratch" || exit 1

# sim WORD...  - simulate, the result as JSON in the file came
sim() {
    timeout 300 "$mitosis" sim cluster --json "$@" >came 2>err || {
        cat err
        false
    }
}

# so EXPRESSION  - holds of the last result
so() { jq -c 'del(.jobs)' came; jq -e "$1" came >/dev/null; }

# gives STATUS TEXT WORD...  - it ends so, and says so in one line
gives() {
    want=$1 text=$2; shift 2
    timeout 300 "$mitosis" sim cluster "$@" >out 2>err
    rc=$?
    echo "status $rc"; cat out err
    test "$rc" -eq "$want" && test "$(wc -l <err)" -eq 1 && grep -q -- "$text" err
}

# silent WORD...  - it is done, and nothing is said besides
silent() {
    text "$@" && ! grep '^mitosis' told
}

# A log of three jobs, of which the last one can be run before the second
cat >log.swf <<'END'
; MaxNodes: 4
1 0 -1 100 3 -1 -1 3 100 -1 1 1 1 1 1 1 -1 -1
2 1 -1 100 4 -1 -1 4 100 -1 1 1 1 1 1 1 -1 -1
3 2 -1 50 1 -1 -1 1 50 -1 1 1 1 1 1 1 -1 -1
END
has_names() {
    so '(.makespan | numbers) and (.allocation | numbers)
        and (.jobs_per_second | numbers) and (.energy | numbers)
        and ([.jobs[] | .id, .submit, .start, .end | numbers] | length == 12)
        and ([.jobs[].sizes[][] | numbers] | length == 6)'
}
check 'a log is simulated' sim --jobs log.swf
check 'the result has its names' has_names
check 'the nodes are those that the log tells of' so '.nodes == 4'
check 'a job behind fills what is idle' so '[.jobs[].start] == [0, 100, 2]'
check 'the makespan is that of the last job' so '.makespan == 200'
check 'idle and loaded nodes take power' \
    so '(.energy - (750 * 340 + 50 * 100) | fabs) < 1e-6'
check 'other watts are taken' sim --jobs log.swf --watts 0,1
check 'and count' so '.energy == .node_seconds'
check 'in order nobody overtakes' sim --jobs log.swf --in-order
check 'and so all takes longer' so '[.jobs[].start] == [0, 100, 200]'
check 'a moldable job starts with what is there' \
    sim --jobs log.swf --kinds moldable
check 'and takes longer' so '.jobs[1].start == 1 and .jobs[1].sizes[0][1] == 1
    and .jobs[1].end > 300'

# Drawn by chance, with policies
draw() { sim --generate feitelson --nodes 32 --count 60 --seconds 300 "$@"; }
mean() { jq .completion came; }
less() { echo "$1 against $2"; jq -ne "$1 < $2" >/dev/null; }

# alone  - at no moment jobs have more nodes than there are
alone() {
    jq -e '[.jobs[] | .end as $last | .sizes as $s | range($s | length)
            | [$s[.][0], $s[.][1]],
              [(if . + 1 < ($s | length) then $s[. + 1][0] else $last end),
               -$s[.][1]]]
        | sort | reduce .[] as $e ({ now: 0, most: 0 };
            .now += $e[1] | .most = ([.most, .now] | max))
        | .most <= 32 and .now == 0' came
}
check 'jobs are drawn' draw
check 'as many as were asked for, on so many nodes' \
    so '(.jobs | length) == 60 and ([.jobs[].sizes[][1]] | max) <= 32'
cp came rigid.json
rigid=$(mean)
check 'the same seed draws the same' draw --seed 1
check 'in every detail' cmp came rigid.json
check 'another one others' draw --seed 2
check 'that is seen' test "$(mean)" != "$rigid"
check 'rigid jobs are not changed' so '.changes == 0 and .questions == 0'
check 'flexible jobs are changed by the policy that runs live' \
    draw --kinds flexible --policy "$policies/throughput.lua"
check 'it was asked, and changed some' so '.questions > 0 and .changes > 0
    and ([.jobs[].sizes | length] | max) > 1'
check 'they are done earlier' less "$(mean)" "$rigid"
cp came flexible.json
check 'no node is ever used twice' alone
check 'half of the jobs are malleable' draw --kinds malleable=50 \
    --policy "$policies/throughput.lua"
check 'as many as that' so '[.jobs[] | select(.kind == "malleable")] | length == 30'

# Applications
cat >apps.json <<'END'
{ "applications": [
    { "name": "cg", "times": [[1, 1000], [4, 300], [16, 120]],
      "least": 2, "preferred": 4, "size": 16, "most": 16, "share": 3,
      "iterations": 100, "state_bytes": 1e9 },
    { "name": "solver", "times": [[8, 200]], "serial": 0.1, "kind": "rigid",
      "least": 8, "size": 8, "most": 8, "executable": 1 } ] }
END
check 'jobs of applications are drawn' \
    sim --generate applications --applications apps.json --nodes 16 \
    --kinds malleable --policy "$policies/throughput.lua"
check 'with their sizes and kinds' \
    so '[.jobs[] | select(.kind == "rigid") | .sizes[0][1]] | unique == [8]'
check 'others may be changed' so '[.jobs[] | select(.kind == "malleable")] |
    length > 60'
check 'a log names them by number' \
    sim --jobs log.swf --applications apps.json --nodes 8 --kinds malleable \
    --policy "$policies/throughput.lua"
check 'so that these are rigid' so '.questions == 0'

# What is told
text() { "$mitosis" sim cluster "$@" >told 2>&1; }
check 'the text is printed' text --jobs log.swf
check 'with the figures' grep -q '^  allocation (%) *93.8$' told
check 'two are compared' text --generate feitelson --nodes 32 --count 60 \
    --seconds 300 --compare flexible.json --svg both.svg
check 'side by side' grep -qE '^  completion \(mean\) .* \+[0-9.]+ %$' told
alone_drawn() { cat told; test "$(grep -c '^<svg\|^[0-9]* jobs' told)" -eq 1; }
check 'a picture is printed' text --jobs log.swf --svg -
check 'and nothing else' alone_drawn
check 'a picture of both is drawn' grep -q '</svg>' both.svg
helps() { "$mitosis" help sim cluster | grep -q -- --kinds; }
completes() { "$mitosis" completion words sim cluster --k | grep -qx -- --kinds; }
check 'the help tells its options' helps
check 'a shell completes them' completes

# Several values of an option, side by side
sweep() { sim --generate feitelson --count 60 --seconds 300 --nodes 16 "$@"; }
check 'several values are tried' sweep --kinds rigid --sweep nodes=16,32,64
check 'in their order' so '.option == "nodes"
    and [.runs[] | .value, .nodes] == ["16", 16, "32", 32, "64", 64]'
check 'each is what it would be alone' jq -es \
    '.[0].runs[1].completion == .[1].completion
        and .[0].runs[1].energy == .[1].energy' came rigid.json
check 'values may have a comma' \
    sweep --sweep 'kinds=malleable=50,moldable=50;rigid'
check 'and are themselves then' so '[.runs[].value]
    == ["malleable=50,moldable=50", "rigid"]'
check 'a table is printed' text --jobs log.swf --sweep nodes=4,8
check 'with a line for each' grep -qE '^8 +101 s +0 s +83.3 s' told

# What is wrong
echo 'return { help = "x", every = 1, decide = function(job) while true do end end }' >loop.lua
echo 'return { help = "x", every = 1, decide = function(job) return { resize = -1, why = "x" } end }' >below.lua
echo '{}' >none.json
printf 'x\n1 0 -1 9 2 -1 -1 2 9 -1 1 1 1 1 1 1 -1 -1\n' >spoilt.swf
while read -r options; do
    read -r status text
    # shellcheck disable=SC2086 # they are several words
    check "refused: $options" gives "$status" "^mitosis: .*$text" $options
done <<'END'
--json
2 which jobs?  --jobs FILE names a log
--jobs log.swf --generate feitelson
2 either --jobs or --generate
--generate feitelson
2 how many nodes has the cluster
--generate lublin --nodes 4
2 --generate: there is no model "lublin", only feitelson and applications
--generate applications --nodes 4
1 applications are to be named: --applications FILE
--jobs log.swf --count 7
2 --count is for jobs that are drawn, with --generate
--jobs log.swf --nodes 0
2 --nodes: "0" is no whole number from 1
--jobs log.swf --nodes 3
1 job 2 needs 4 nodes, and there are 3
--jobs log.swf --kinds soft
2 --kinds: "soft": "soft" is no kind of job
--jobs log.swf --range 1
2 --range: "1" is not LEAST,PREFERRED,MOST
--jobs log.swf --serial 2
2 --serial: "2" is no number from 0 to 1
--jobs log.swf --watts 5
2 --watts: "5" is not IDLE,LOADED
--generate feitelson --nodes 4 --arrival -1
2 --arrival: "-1" is no number from 0
--jobs log.swf --seed x
2 --seed: "x" is no whole number
--jobs log.swf --applications apps.json --serial 0.5
2 --serial is for jobs without --applications
--jobs nowhere.swf
1 nowhere.swf: No such file
--jobs apps.json --nodes 4
1 apps.json:1: "{" is not a number; no other line is a job either
--jobs log.swf --applications none.json
1 none.json: this is not { "applications"
--jobs log.swf --compare apps.json
1 apps.json: this is not what 'mitosis sim cluster --json' prints
--jobs log.swf --kinds malleable --policy ./nowhere.lua
1 nowhere.lua
--jobs log.swf --policy nosuch
1 there is no policy, protocol or profile 'nosuch'
--jobs log.swf --policy hierarchical
1 hierarchical.lua is a protocol, for the hosts of one job
--jobs log.swf --policy-option nosuch=1
1 throughput.lua: it has no option "nosuch"
--jobs log.swf --kinds malleable --policy ./loop.lua
1 asked about job 1 at .* loop.lua
--jobs log.swf --kinds malleable --policy ./below.lua
1 asked about job 1 at
--jobs log.swf --svg log.swf
1 log.swf
--jobs log.swf --kinds malleable --policy ./loop.lua --svg loop.lua
1 loop.lua is read
--jobs log.swf --json --svg -
2 - is for one thing that is printed, and nothing else
--jobs log.swf --svg /nowhere/x.svg
1 /nowhere/x.svg
--jobs log.swf --sweep nodes
2 --sweep: "nodes" is not OPTION=VALUE,VALUE
--jobs log.swf --sweep nodes=4,,8
2 --sweep: "nodes=4,,8" has an empty value
--jobs log.swf --sweep nodes=4,x
2 --nodes: "x" is no whole number
--jobs log.swf --sweep node=4
2 --node=4 is no option
--jobs log.swf --sweep svg=a,b
2 --sweep: no result depends on --svg
--jobs log.swf --sweep nodes=4 --sweep seed=1
2 --sweep: one option at a time
--jobs log.swf --sweep nodes=4 --svg x.svg
2 --svg and --compare are of one simulation
--jobs log.swf --sweep nodes=4,3,2
1 with nodes=3: job 2 needs 4 nodes, and there are 3
log.swf
2 a log of jobs is named with --jobs
--jobz log.swf
2 --jobz
END
on_full_disk() {
    ! "$mitosis" sim cluster --jobs log.swf "$@" >/dev/full 2>err
    cat err
    test "$(grep -c 'cannot write' err)" -eq 1
}
check 'a full disk is noticed' on_full_disk
check 'by a sweep, too' on_full_disk --sweep nodes=4,8
check 'a line that is spoilt is told, and the others are taken' \
    gives 0 'spoilt.swf:1: "x" is not a number; so 1 line is passed over' \
    --jobs spoilt.swf --nodes 2
check 'of a sweep it is told once' \
    gives 0 'so 1 line is passed over' --jobs spoilt.swf --sweep nodes=2,3,4
check 'a policy that nobody needs is told' gives 0 'the policy is not asked' \
    --jobs log.swf --policy "$policies/throughput.lua"
check 'that all jobs are rigid, too' \
    gives 0 'are rigid .* so --range has no effect' --jobs log.swf --range 0.5,1,1
check 'whatever goes by other kinds' gives 0 'so --range and --serial have no' \
    --jobs log.swf --serial 0.5 --range 0.5,1,1
check 'and of a sweep' gives 0 'so --serial has no effect' --jobs log.swf \
    --sweep serial=0.1,0.5
check 'but not where other kinds are tried' silent --jobs log.swf --serial 0.5 \
    --sweep 'kinds=rigid;moldable'
check 'nor of jobs that are not rigid' silent --jobs log.swf --serial 0.5 \
    --range 0.5,1,1 --kinds moldable
check 'a seed of nothing that is drawn is told' gives 0 '--seed has no effect' \
    --jobs log.swf --seed 2
check 'but not one that deals out kinds' silent --jobs log.swf --seed 2 \
    --kinds moldable=50
sed '/"cg"/s/{/{ "kind": "rigid",/' apps.json >kinds.json
check 'kinds that applications have all are told' \
    gives 0 '--kinds has no effect: the kinds of all jobs are told by' \
    --generate applications --applications kinds.json --nodes 16 --kinds moldable
check 'applications tell what nodes their jobs may have' \
    gives 0 '--range has no effect: .* told by --applications' --nodes 16 \
    --generate applications --applications apps.json --kinds moldable --range 1,1,1
tap_done

#!/bin/sh
# t0500-policies.t - mitosis policy: list, show, check, try
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

# prints STATUS TEXT COMMAND...  - it ends so, with TEXT in what it says
prints() {
    status=$1 text=$2; shift 2
    "$@" >said 2>&1
    came=$?
    cat said
    test "$came" -eq "$status" && grep -qe "$text" said
}

# The shipped ones
for policy in "$top_srcdir"/lua/*/*.lua; do
    shipped=$(basename "$policy" .lua)
    as= # what tells a protocol from a policy of the same name
    case $policy in */protocol/*) as=--protocol ;; esac
    check "$shipped is listed" prints 0 "^$shipped  *[A-Z].*\.$" \
        "$mitosis" policy list
    # shellcheck disable=SC2086
    check 'and explained' prints 0 "^-- $shipped.lua - " \
        "$mitosis" policy show $as "$shipped"
    quiet='^  nothing' # on a job that is well
    test "$shipped" = smooth && quiet='^  h1: { [a-z]* = 0, [a-z]* = 0, [a-z]* = 0 }'
    # shellcheck disable=SC2086
    check 'and fails on none of the jobs' prints 0 "$quiet" \
        "$mitosis" policy check $as "$shipped"
    check 'it is a page at most' test "$(wc -l <"$policy")" -le 100
done
check 'a name that is two means the policy' prints 0 '/policy/steal-random.lua' \
    "$mitosis" policy show steal-random
echo 'return { help = "It takes a limit.", options = { limit = { type = "number" } },
               decide = function() end }' >must.lua
check 'an option that has to be given is shown without it' prints 0 \
    '^  limit=number$' "$mitosis" policy show must.lua
check 'and is wanted to check it' prints 1 'its option limit must be given' \
    "$mitosis" policy check must.lua
check 'with --protocol it means the protocol' prints 0 \
    '/protocol/steal-random.lua' "$mitosis" policy show --protocol steal-random
for name in random-stealing=random application-topology=topology \
    network-topology=network; do
    check "the protocol ${name%=*} is found by this former name" prints 0 \
        "/protocol/steal-${name#*=}.lua" "$mitosis" policy show "${name%=*}"
done
check 'a policy and --protocol are one too many' prints 2 'one at a time: a or b' \
    "$mitosis" policy show a --protocol b
listed() { "$mitosis" policy list | grep -c "^$1 "; }
listed_twice() { test "$(listed steal-random)" -eq 2; }
check 'both are listed' listed_twice
check 'a misspelt name is corrected' prints 1 "did you mean 'threshold'" \
    "$mitosis" policy show treshold
check 'one that is none is told' prints 1 "no policy, protocol or profile 'zebra'" \
    "$mitosis" policy show zebra
check 'options are shown' prints 0 '^  busy=number, default 0.5' \
    "$mitosis" policy show threshold

# One of our own: that of the manual
# example NUMBER  - that one of the manual
example() {
    awk -v wanted="$1" '/^\.EX/ { at++ }
                        /^\.EX/, /^\.EE/ { if (at == wanted && !/^\./) print }' \
        "$top_srcdir/doc/mitosis-policy.5"
}
example 1 >grow.lua
check 'the policy in the manual works' prints 0 'resize 4: 2 cores are free' \
    "$mitosis" policy check grow.lua
check 'its options count' prints 0 'resize 3: 1 cores are free' \
    "$mitosis" policy check grow.lua --policy-option spare=1
check 'one that it does not have is told' \
    prints 1 'no option "spar"; did you mean spare' \
    "$mitosis" policy check grow.lua --policy-option=spar=1
check 'also by who only shows it' \
    prints 1 'no option "spar"; did you mean spare' \
    "$mitosis" policy show grow.lua --policy-option spar=1
check 'which tells the defaults' prints 0 '^  spare=number, default 0$' \
    "$mitosis" policy show grow.lua
check 'and the values that are given' prints 0 '^  spare=number, now 1$' \
    "$mitosis" policy show grow.lua --policy-option spare=1

cat >wrong.lua <<'END'
return {
    every = 0.02,
    decide = function(job)
        return { resise = job.size + 1 }
    end,
}
END
check 'a wrong decision is told for each job' \
    prints 1 "FAILS: wrong.lua:3: a decision has no field 'resise'; did you" \
    "$mitosis" policy check wrong.lua
check 'and how many there were' prints 1 'wrong.lua fails on 12 of these' \
    "$mitosis" policy check wrong.lua
printf 'return {\n  decide = function(job)\n    return job.x.y\n' >cut.lua
check 'half a file is told with its line' prints 1 'cut.lua:4: ' \
    "$mitosis" policy check cut.lua
echo '  end }' >>cut.lua
check 'and an error with its line' prints 1 "cut.lua:3: job has no field 'x'" \
    "$mitosis" policy check ./cut.lua
check 'and the way to it' grep -q 'stack traceback' said

# A protocol
example 2 >ask.lua
check 'so does the protocol' prints 0 '^  nothing: h1: no core is idle' \
    "$mitosis" policy check ask.lua
check 'what is proposed is told, and by whom' prints 0 \
    '^  migrate 1 h4: h2: h4 has an idle core, in round 1, after 1 message' \
    "$mitosis" policy check --protocol steal-random
check 'its options count' prints 1 'no option "hop"; did you mean hops' \
    "$mitosis" policy check --protocol steal-random --policy-option hop=1
check 'it is said that it is one' prints 0 '^It is a protocol\.' \
    "$mitosis" policy show ask.lua
sed 's/return nil/return self.hots/' ask.lua >askew.lua
check 'a fault is told for each job' \
    prints 1 "FAILS: askew.lua:10: self has no field 'hots'; did you mean 'host'" \
    "$mitosis" policy check askew.lua
echo 'return { kind = "strange" }' >strange.lua
check 'a kind that there is not is told' prints 1 'its kind is none of' \
    "$mitosis" policy check strange.lua

# A profile, by itself and for others
example 3 >calm.lua
check 'so does the profile' prints 0 '^  h1: { .*calm = true.*}$' \
    "$mitosis" policy check calm.lua
check 'its options count' prints 0 '^  h1: { .*calm = false.*}$' \
    "$mitosis" policy check calm.lua --policy-option calm=-1
check 'a policy goes by its figures' prints 0 'resize 4: 2 cores are free' \
    "$mitosis" policy check grow.lua --figures calm.lua
check 'whatever these are' prints 0 'idle-cores.*$' \
    "$mitosis" policy check grow.lua --figures=calm.lua \
    --figures-option calm=-1
none_is_free() { cat said; ! grep 'are free' said; }
check 'and follows them' none_is_free
check 'so does a protocol' prints 0 'loaded-there' "$mitosis" policy check \
    --protocol=steal-random --figures calm.lua --figures-option calm=-1
check 'and follows them, too' sh -c '! grep migrate said'
check 'what is none is no profile' prints 1 \
    'grow.lua is a policy, not a profile' \
    "$mitosis" policy check ask.lua --figures grow.lua
check 'a profile has none itself' prints 1 'is a profile itself' \
    "$mitosis" policy check smooth --figures calm.lua
sed 's/free = calm and/free = calm or/' calm.lua >rough.lua
check 'a fault of it is told for each job' prints 1 \
    "FAILS: rough.lua:[0-9]*: derive: 'free' is a boolean, not a number; it would" \
    "$mitosis" policy check grow.lua --figures rough.lua

for number in 0/0 1/0 -1; do
    echo "return { kind = 'profile', derive = function() return { cores = $number } end }" >odd.lua
    check "cores are not $number" prints 1 \
        "FAILS: .*derive: 'cores' is .*, which job.hosts.name..cores cannot be" \
        "$mitosis" policy check odd.lua
done
printf '%s\n' 'return { decide = function() return nil, "\27[31mred\27]0;title\7" end }' >red.lua
check 'what a policy says steers no terminal' prints 0 \
    'nothing: ?\[31mred?\]0;title?$' "$mitosis" policy check red.lua
printf '%s\n' 'return { decide = function() error("\27[31m") end }' >bad.lua
check 'what it fails with neither' prints 1 'FAILS: .*?\[31m' \
    "$mitosis" policy check bad.lua

# The command line
check 'without words it says what there is' prints 2 'list, show, check or' \
    "$mitosis" policy
check 'so it does for another word' prints 2 'list, show, check or' \
    "$mitosis" policy lst
check 'list takes no policy' prints 2 'list takes no policy: x' \
    "$mitosis" policy list x
check 'options of a profile need one' \
    prints 2 '--figures-option is for --figures, which is not given' \
    "$mitosis" policy check threshold --figures-option calm=1
check 'check takes no report' prints 2 'check takes no --profile' \
    "$mitosis" policy check threshold --profile R.json
check 'check needs a policy' prints 2 'needs a policy' "$mitosis" policy check
check 'try needs a run' prints 2 'of which run?' \
    "$mitosis" policy try threshold
check 'an unknown option is told' prints 2 '--zebra is no option' \
    "$mitosis" policy try threshold --zebra
check 'an option needs a value' prints 2 '--profile needs a value' \
    "$mitosis" policy try threshold --profile

# On a record
export MITOSIS_OUTPUT="$scratch/heat.json"
keep heat "$mitosis" run -n 2 --script '100 resize 1' \
    "$top_builddir/examples/heat" 400 400 1500
check 'a run is recorded' grep -q 'exit status 0' heat.status
cat >told.lua <<'END'
return {
    every = 0.02,
    decide = function(job)
        if job.size == 1 and job.changes == 1 and job.last_gain then
            return nil, "it has one rank now"
        elseif job.iteration_time and job.iteration_time < 10 then
            return { resize = 7, why = "it has two ranks" }
        end
        return nil, "it began"
    end,
}
END
check 'a policy is tried on it' prints 0 'resize 7: it has two ranks' \
    "$mitosis" policy try told.lua --profile heat.json
sees() { cat said; grep -q 'nothing: it has one rank now' said; }
check 'and sees it change' sees
cat >reasons.lua <<'END'
return {
    every = 0.02,
    decide = function(job)
        return nil, "ranks: " .. job.size
    end,
}
END
check 'an answer for another reason is another one' \
    prints 0 'nothing: ranks: 2' \
    "$mitosis" policy try reasons.lua --profile heat.json
check 'which is told as well' grep -q 'nothing: ranks: 1' said
"$mitosis" policy try told.lua --profile heat.json >said
check 'and the end is told' grep -q 'told.lua would have decided .* in ' said
jq '.policies = [{ kind: "policy", name: "none.lua", limits: "1-3", answers: [] }]' \
    heat.json >limited.json
check 'the limits of the run hold' prints 0 'nothing: resize 7 is beyond the limit of 3 ranks' \
    "$mitosis" policy try told.lua --profile limited.json
check 'so do numbers of ranks that can be had' prints 0 'nothing: resize 7 is refused: 7 ranks do not go with --sizes 1-3: 3 would' \
    "$mitosis" policy try told.lua --profile heat.json --sizes 1-3
check 'also on jobs that were made up' prints 0 '^  resize 2: efficiency is 30 %' \
    "$mitosis" policy check efficiency --sizes powers-of-2
cat >uneven.lua <<'END'
return {
    every = 0.02,
    decide = function(job)
        local even = job.even_shares and "even" or "any"
        if job.size > 1 then return { split = 0, why = even } end
    end,
}
END
check 'shares need not be even' prints 0 '^ .* split 0: any$' \
    "$mitosis" policy try uneven.lua --profile heat.json
check 'unless it is said so' prints 0 ': nothing: split 0 is refused: its shares would be uneven, which --shares even rules out: resize 3 would do; even$' \
    "$mitosis" policy try uneven.lua --profile heat.json --shares even
check 'on jobs that were made up, too' prints 0 '^  nothing: split 0 is refused: .*; even$' \
    "$mitosis" policy check uneven.lua --shares=even
cat >talks.lua <<'END'
return {
    kind = "protocol",
    every = 1,
    tick = function(self)
        return { propose = { split = 0, why = "talk" } }
    end,
    receive = function(self, message) end,
}
END
check 'also for a protocol' prints 0 '^  nothing: h1: split 0 is refused: its shares' \
    "$mitosis" policy check talks.lua --shares even
check 'which goes by the numbers of ranks as well' prints 0 \
    '^  nothing: h1: split 0 is refused: .* do not go with --sizes 1-2' \
    "$mitosis" policy check talks.lua --sizes 1-2
check 'other shares are told to be none' prints 2 '--shares: "some" is neither any nor even' \
    "$mitosis" policy check uneven.lua --shares some
check 'a list that is none is told' prints 2 '--sizes: "many" is none of N' \
    "$mitosis" policy check efficiency --sizes many
jq '.wall_seconds = 5' heat.json >long.json
check 'so is a protocol' prints 0 'hierarchical.lua would have decided 0 times' \
    "$mitosis" policy try hierarchical --profile long.json
check 'with a profile' prints 0 'hierarchical.lua would have decided 0 times' \
    "$mitosis" policy try hierarchical --profile long.json --figures smooth
check 'and so is a policy' prints 0 'threshold.lua would have decided 0 times' \
    "$mitosis" policy try threshold --profile long.json --figures smooth
jq '.wall_seconds = 0.01' heat.json >short.json
check 'of a short run it is said that it was not asked' \
    prints 0 'threshold.lua was not asked: it is asked every [0-9.]* s, and' \
    "$mitosis" policy try threshold --profile short.json
check 'of a protocol as well' \
    prints 0 'hierarchical.lua was not asked: it is asked every [0-9.]* s, and' \
    "$mitosis" policy try hierarchical --profile short.json
check 'and a profile is not' prints 1 'is a profile and decides nothing' \
    "$mitosis" policy try smooth --profile heat.json
check 'a policy that fails is told' \
    prints 1 'wrong.lua failed 3 times in a row' \
    "$mitosis" policy try wrong.lua --profile=heat.json
check 'a record that is none, too' prints 1 'told.lua' \
    "$mitosis" policy try grow.lua --profile told.lua
tap_done

#!/bin/sh
# t0521-unchanged.t - a policy that changes nothing is in the report, too
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
tempo=$programs/tempo

cat >quiet.lua <<'END'
return {
    every = 0.05,
    options = { busy = { type = "number", default = 0.5 } },
    decide = function(job) return nil, "all is well" end,
}
END
cat >same.lua <<'END'
return {
    every = 0.05,
    decide = function(job) return { resize = job.size } end,
}
END
cat >wrong.lua <<'END'
return {
    every = 0.05,
    decide = function(job) return { resise = 4 } end,
}
END
cat >talk.lua <<'END'
return {
    kind = "protocol",
    every = 0.05,
    options = { far = { type = "number", default = 3 } },
    tick = function(self)
        if self.time < 1 then
            return nil, "it has only begun"
        end
        return { propose = { resize = 3, why = "try it" } }
    end,
}
END
cat >lost.lua <<'END'
return {
    kind = "protocol",
    every = 0.05,
    tick = function(self) return { resize = 3 } end,
}
END

# under NAME OPTION...  - tempo until 'ctl why' says what is in $until
under() {
    job=$1; shift
    rm -f stop
    keep "$job" timeout 120 "$mitosis" run --output "$scratch/$job.json" \
        "$@" -n 2 "$tempo" 999999 3000 even stop &
    for _ in $(seq 400); do
        "$mitosis" ctl why 2>&1 | grep -q -e "$until" && break
        sleep 0.1
    done
    touch stop
    wait
    check "$job: the program ends well" grep -qx 'exit status 0' "$job.status"
}

# prints TEXT  - in the report as text, lines joined
prints() {
    "$mitosis" report "$job.json" | tr '\n' ' ' | tr -s ' ' >said
    cat said
    grep -q -e "$1" said
}
# shows TEXT  - on the page
shows() {
    rm -f "$job.html"
    "$mitosis" report "$job.json" --html "$job.html" && grep -q -e "$1" "$job.html"
}
first='.policies[0]'

until='all is well'
under quiet --policy ./quiet.lua --policy-option busy=0.7
fact 'nothing was changed' '.changes | length' 0
fact 'the policy is in the report' "$first | [.kind, .name]" '["policy","quiet.lua"]'
fact 'with its options' "$first.options" 'busy=0.7, every=0.05, pause=0'
fact 'and how often it was asked' "$first | .asked > 0 and .every_seconds == 0.05" true
fact 'and what it answered' "[$first.answers[].answer] | index(\"nothing: all is well\") != null" true
fact 'and what it saw' "any($first.answers[]; .ranks == 2 and .iteration > 0 and .iteration_seconds > 0 and .times > 0)" true
fact 'nothing was wrong with it' "$first | [.off, .fault]" '[false,""]'
check 'it is in the text' prints 'The policy quiet.lua (busy=0.7, every=0.05, pause=0) was asked [0-9]* times*, every 50.0 ms. .*nothing: all is well (2 ranks'
check 'and on the page' shows 'The policy quiet.lua was asked [0-9]* times* and changed nothing; last it said n'
check 'reading and writing it again keeps it' sh -c "\"$mitosis\" report quiet.json --output again.json && cmp quiet.json again.json"

until='would change nothing'
under same --policy ./same.lua
fact 'what was not carried out says why' "[$first.answers[].answer] | index(\"nothing: resize 2 would change nothing\") != null" true

until='is off'
under wrong --policy ./wrong.lua
fact 'one that failed says why' "$first | [.off, .fault[:36]]" '[true,"wrong.lua:3: a decision has no field"]'
check 'in the text, too' prints "it failed and was switched off. Wrong with it: wrong.lua:3"

until='try it'
under talk --protocol ./talk.lua --limits 2-2
fact 'so it is with a protocol' "$first | [.kind, .name, .options]" '["protocol","talk.lua","far=3, every=0.05, pause=0"]'
fact 'how often it was asked' "$first.asked > 1" true
fact 'what it proposed, and why that was not done' \
    "$first.answers[0] | [(.who | length > 0), .answer, .outcome[:9]]" '[true,"resize 3: try it","not done:"]'
fact 'the limits are in the report' "$first.limits" '2-2,2'
check 'the text has it' prints 'The protocol talk.lua .*, with the limits 2-2,2, was asked .*proposed: resize 3: try it; not done'

until='but it failed and is off'
under lost --protocol ./lost.lua
fact 'one that failed is said to be off, too' "$first | [.off, .fault]" \
    '[true,"lost.lua failed 3 times in a row and is switched off until it is changed"]'
tap_done

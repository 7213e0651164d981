#!/bin/sh
# t0504-hosts-file.t - hosts come and go by a file that is watched
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
hosts_up 4

# A policy that says what it sees, and goes to each host that comes, once.
cat >follow.lua <<'END'
return {
    every = 0.2,
    decide = function(job)
        local seen = {}
        for _, name in ipairs(job.host_names) do
            local host = job.hosts[name]
            seen[#seen + 1] = name .. " " .. host.state .. " " .. host.cores
        end
        for _, name in ipairs(job.host_names) do
            if job.hosts[name].state == "joined"
                    and name > job.ranks[1].host then
                return { migrate = { rank = 1, to = name },
                         why = "it came: " .. table.concat(seen, ", ") }
            end
        end
        return nil, table.concat(seen, ", ")
    end,
}
END

printf 'h1\nh2:3\n' >hostfile
export MITOSIS_HOSTS_FILE="$scratch/hostfile" MITOSIS_POLICY="$scratch/follow.lua"
# shellcheck disable=SC2046
start comes -hosts h1,h2 -n 2 $(tempo 2000 even)
check 'the policy sees the hosts of the file' \
    wait_until why 'nothing: h1 member [0-9]*, h2 member 3'

printf '# mine\nh1\n\nh2:3 user=me\nh3:7\n' >new && mv new hostfile
check 'a host that appears is offered' \
    wait_until why 'migrate 1 h3: it came: h1 member [0-9]*, h2 member 3, h3 joined 7'
check 'and used' wait_until lists 'h3: 1 rank'
check 'one that nobody is on any more stays on offer' \
    wait_until lists 'h2: 0 ranks, on offer'

# Two at once, one of them with a rank
printf 'h1\nh4\nh2:x\n' >new && mv new hostfile
check 'a line that is wrong is told' wait_until grep -x \
    "mitosis: $scratch/hostfile:3: \"x\" is no number of cores" comes.err
check 'and nothing happens' lists 'h3: 1 rank'
printf 'h1\nh4\n' >new && mv new hostfile
check 'the ranks of a host that vanishes go on elsewhere' \
    wait_until lists_not '^h3'
check 'one on offer goes at once' lists_not '^h2'
check 'and who came instead has a rank' lists 'h4: 1 rank'
: >hostfile
check 'an empty file is not believed' wait_until grep -x \
    "mitosis: $scratch/hostfile lists no host" comes.err
check 'and nothing happens' lists 'h4: 1 rank'
rm hostfile
check 'nor is one that is gone' wait_until grep -x \
    "mitosis: $scratch/hostfile: No such file or directory" comes.err

# Away from where it may not be, and from the last one
echo h9 >hostfile
check 'one that nobody knows is told' \
    wait_until grep -q 'there is no host h9' comes.err
check 'a host is not left for nowhere' lists 'h4: 1 rank, to be left'
printf 'h2\n' >hostfile
check 'until there is another one' wait_until lists 'h2: 2 ranks'
# None of the ranks is where the agent is any more.
sync_now() { ctl status --json | jq .sync; }
goes_on() { test "$(sync_now)" -gt "$1"; }
for i in 1 2; do
    check "the job's syncs are told on ($i)" wait_until goes_on "$(sync_now)"
done
is_listed() { hosts_do look h1 "$top_builddir/mitosis" jobs | grep ' running '; }
check 'there the job is listed as one that runs' is_listed
check "the policy does not take the agent's own host for one to go to" \
    wait_until why 'nothing: h1 leaving [0-9]*, h2 '
finish
fact 'each of these was one change' '[.changes[] | [.what, .outcome]] | unique' \
    '[["migrate","done"]]'
fact 'for these reasons' '[.changes[].why | sub(":.*"; "")] | unique' \
    '["follow.lua","its host was taken away"]'

# A policy that is asked once an hour, or when a host is to be left: it has a
# rank on each, by one change and not by two.  That this saves no time is no
# reason against the next one.
cat >each.lua <<'END'
return {
    every = 3600,
    decide = function(job)
        local there = 0
        for _, name in ipairs(job.host_names) do
            there = there + (job.hosts[name].state == "leaving" and 0 or 1)
        end
        if there == job.size then
            return nil, "one on each of " .. there
        end
        return { resize = there, why = "hosts: " .. there }
    end,
}
END
printf 'h1\nh2\nh3\nh4\n' >hostfile
export MITOSIS_POLICY="$scratch/each.lua"
# shellcheck disable=SC2046
start goes -hosts h1,h2,h3,h4 -n 4 $(tempo 2000 even)
until_true lists 'h4: 1 rank' || check 'the second job starts' false
printf 'h1\nh3\nh4\n' >new && mv new hostfile
check 'a host that vanishes is left' wait_until lists_not '^h2'
printf 'h1\nh4\n' >new && mv new hostfile
check 'another one, too' wait_until lists_not '^h3'
finish
# Where the ranks are then depends on who else is busy.
fact 'its policy is asked before' \
    '.changes[0] | "\(.what) \(.outcome) \(.why)"' 'resize done each.lua: hosts: 3'
fact 'and no host takes a change more' \
    '[.changes[] | select(.what == "migrate")] | length' 0

# It is asked at once where too few iterations were seen since the last time:
# what was seen before that counts as well.
sed 's/every = 3600/every = 1/' each.lua >often.lua
printf 'h1\nh2\nh3\n' >hostfile
export MITOSIS_POLICY="$scratch/often.lua"
# shellcheck disable=SC2046
start seldom -hosts h1,h2,h3 -n 3 $(tempo 1500000 even)
check 'a policy was asked for the second time' wait_until why ' 2 times so far'
printf 'h1\nh3\n' >new && mv new hostfile
check 'a host that vanishes is left then' wait_until lists_not '^h2'
finish
fact 'as the policy has said' '.changes[0] | "\(.what) \(.outcome) \(.why)"' \
    'resize done often.lua: hosts: 2'
tap_done

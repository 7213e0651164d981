#!/bin/sh
# t0305-other-places.t - hosts as they are elsewhere: rank 0 not where mpiexec
# is, clocks apart, IPv6, a real ssh
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=20

# ---- mpiexec on a host without rank 0 ----

# start_at HOST NAME WORD...  - the same, but with the agent on HOST
start_at() {
    agent_on=$1 job=$2; shift 2
    rm -f gate
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" "$@" \
        "$programs/fickle" 0 long gate &
    running=$!
    until_true all_run || check "$job starts" false
}
ctl() { hosts_do run "${agent_on:-h1}" "$mitosis" ctl "$@"; }
all_run() {
    ctl status >now && grep -q 'rank 1: .*, running' now \
        && ! grep 'not there yet' now
}
changes() {
    printf '%s\n' "$@" >expected
    ask '.changes[] | "\(.what) \(.outcome)"' >came && diff -u expected came
}
# under COMMAND...  - what launch does, by 'mitosis run'
under() { MPIEXEC="$scratch/run" launch "$@"; }
printf '#!/bin/sh\nexec "%s" run "$@"\n' "$mitosis" >run
chmod +x run

start_at h2 elsewhere under -hosts h2,h3 -n 2
ask_for resize 3 --hosts h3,h2
check 'rank 0 may be on another host than mitosis run' says 'done at sync'
ask_for migrate 0 h1
check 'and go to that' says 'done at sync'
touch gate
wait "$running"
check 'the program ends well' ended_well
check 'and its report is made' changes 'resize done' 'migrate done'
check 'nothing is left on any host' until_true nothing_left

start_at h2 plain launch -genv LD_PRELOAD "$preload" -hosts h2,h3 -n 2
ask_for resize 3
check 'plain mpiexec on another host is said to be in the way' \
    says "mpiexec is on another host than rank 0; 'mitosis run' in its place"
touch gate
wait "$running"
check 'and the program ends well' ended_well
check 'nothing is left on any host' until_true nothing_left
agent_on=h1

# ---- signals, once a host that the job was started on has no ranks ----

# Hydra has lost the proxy there, and a signal that it forwards to that one
# would end it.
# left_host NAME  - begin a job, and have it leave h2; 'run' is mitosis run
left_host() {
    job=$1
    rm -f gate
    MITOSIS_SCRIPT='10 migrate 1 h1' MITOSIS_OUTPUT="$scratch/$job.json" \
        keep "$job" under -hosts h1,h2 -n 2 "$programs/survivor" heard \
        lockfile gate &
    running=$!
    check "$job: its ranks leave a host" until_true h2_is_left
    run=$(for pid in $(hosts_do processes h1); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q '^[^ ]*mitosis run ' \
            && echo "$pid"
    done 2>/dev/null | head -n 1)
}
h2_is_left() {
    ctl status >now && grep -q 'generation 2, .*1 change' now \
        && test "$(grep -c 'on h1, .*running' now)" -eq 2 \
        && ! hosts_do processes h2 | grep .
}
left_host signalled
kill -USR1 "$run"
touch gate
wait "$running"
were_signalled() {
    cat "$job.out" "$job.err" "$job.status"
    grep -qx 'survivor: 2 of 2 ranks were signalled' "$job.out" \
        && grep -qx 'exit status 0' "$job.status"
}
check 'a signal to mitosis run reaches the ranks' were_signalled
left_host ended
kill "$run"
wait "$running"
plainly() {
    cat "$job.out" "$job.err" "$job.status"
    ! grep 'HYD\|process manager error\|ranks were signalled' "$job.out" "$job.err" \
        && grep -qx 'exit status 15' "$job.status"
}
check 'who is asked to end does, without failures of the launcher' plainly
check 'nothing is left on any host' until_true nothing_left

# ---- clocks ----

# All processes there load what shifts it, the agent's and the outposts' too;
# a sanitizer would rather come first.
export ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0"
mkdir etc
cp -a /etc/. etc 2>/dev/null
cp "$hosts/hosts" etc/hosts
echo "$top_builddir/tests/programs/shift.so" >etc/ld.so.preload
for ahead in h1 h2; do
    hosts_do run $ahead mount --bind "$scratch/etc" /etc
    export SHIFTED=$ahead
    check 'the clock is an hour ahead' test \
        "$(hosts_do run $ahead date +%s)" -gt $(($(date +%s) + 3500))
    start_at h1 "$ahead ahead" launch -genv LD_PRELOAD "$preload" \
        -hosts h1,h2 -n 2
    ask_for migrate 1 h3
    check 'clocks an hour apart are no fault' says 'done at sync'
    ask_for resize 3 --hosts h1,h2,h3
    check 'nor the second time' says 'done at sync'
    finish
    hosts_do run $ahead umount /etc
done
unset SHIFTED

# ---- IPv6 ----

for i in 1 2 3 4; do
    hosts_do run h$i ip -6 addr add "fd77::$i/64" dev eth0 nodad
    hosts_do run h$i ip -4 rule add ipproto 6 dport 20000-31999 prohibit
done
start_at h1 'by IPv6' launch -genv LD_PRELOAD "$preload" -hosts h1,h2 -n 2
check 'where IPv4 is closed, hosts meet by IPv6' \
    sh -c "'$top_srcdir/tools/hosts' run '$hosts' h1 ss -tnp | grep 'fd77::2.*mitosis'"
ask_for migrate 1 h3
check 'and the job is changed' says 'done at sync'
# One that does not reach the agent at all says so before the others tire.
hosts_do run h4 ip -6 rule add ipproto 6 dport 20000-31999 prohibit
ask_for migrate 0 h4
check 'where both are closed, the new rank says that it reaches nobody' \
    says 'given up: .*rank 0 cannot take part: the agent is not to be reached'
finish
for i in 1 2 3 4; do
    hosts_do run h$i ip -4 rule del ipproto 6 dport 20000-31999 prohibit
done

# ---- a real ssh ----

sshd=$(command -v sshd || echo /usr/sbin/sshd)
if ! test -x "$sshd"; then
    check 'ssh # SKIP there is no sshd' true
    tap_done
    exit
fi
ssh-keygen -q -t ed25519 -N '' -f key
cp key.pub known
cat >sshd.conf <<END
HostKey $scratch/key
AuthorizedKeysFile $scratch/known
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
END
cat >ssh.conf <<END
IdentityFile $scratch/key
StrictHostKeyChecking no
UserKnownHostsFile /dev/null
LogLevel ERROR
END
printf '#!/bin/sh\nexec ssh -F "%s/ssh.conf" "$@"\n' "$scratch" >ssh
chmod +x ssh
chmod 700 "$scratch"
for i in 1 2 3 4; do
    # shellcheck disable=SC2016
    hosts_do run h$i sh -c 'mount -t tmpfs run /run && mkdir /run/sshd \
        && exec "$1" -f "$2"' sh "$sshd" "$scratch/sshd.conf"
done
mv "$hosts/ssh" "$hosts/ssh.own"
cp ssh "$hosts/ssh"
hosts_do processes | sort >daemons
nothing_left() {
    hosts_do processes | sort | comm -13 daemons - >left
    for host in h1 h2 h3 h4; do
        hosts_do run "$host" find /dev/shm -mindepth 1 >>left
    done
    ! grep . left
}
start_at h1 'by ssh' under -hosts h1,h2 -n 2
ask_for resize 3 --hosts h3,h1,h2
check 'ssh starts what goes on' says 'done at sync'
finish
tap_done

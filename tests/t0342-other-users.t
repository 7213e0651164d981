#!/bin/sh
# t0342-other-users.t - what another user of the hosts cannot do to a job, and
# that a new rank that cannot take part says why at once
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 5

# stranger HOST COMMAND  - as another user there
stranger() {
    (cd / && hosts_do run "$1" setpriv --reuid=65534 --regid=65534 \
        --clear-groups sh -c "$2")
}
folder_on() { hosts_do run "$1" find /dev/shm -maxdepth 1 -user root -name "mitosis-*"; }

start squatted -hosts h1,h2 -n 2
seen=$(basename "$(folder_on h1)")
job_name=${seen#*-*-}
check 'another user sees the name of the job' \
    stranger h1 'ls /dev/shm | grep "^mitosis-"'
check 'and nothing of what is in it' \
    test "$(stranger h1 'ls /dev/shm/mitosis-*/ 2>/dev/null' | wc -l)" = 0
for other in "$seen" "$(basename "$(folder_on h2)")" "mitosis-0-$job_name"; do
    stranger h3 "mkdir -m 777 '/dev/shm/$other'"
done
check 'he makes folders of the names that he has seen' \
    test "$(stranger h3 'ls /dev/shm | wc -l')" = 3
ask_for migrate 1 h3
check 'and they are in nobody'"'"'s way' says 'done at sync'
ask_for migrate 1 h2

# at_once CHANGE...  - and the bound for it is two minutes
at_once() {
    begun=$(date +%s)
    ask_for "$@"
    cat said
    test $(($(date +%s) - begun)) -lt 40
}
export MITOSIS_PATIENCE=120

# Who would come to know the name all the same.
key_of() { od -An -tx1 -v "$MITOSIS_KEY" | tr -d ' \n'; }
named() {
    perl -MDigest::SHA=hmac_sha256_hex -e '
        my ($key, $host, $job) = @ARGV;
        print substr hmac_sha256_hex(pack("a16", "mitosis folder") . "$host\0$job",
            pack "H*", $key), 0, 16' "$(key_of)" "$1" "$2"
}
check 'the name is made of key, host and job' \
    test "$seen" = "mitosis-0.$(named h1 "$job_name")-$job_name"
stranger h4 "mkdir -m 777 /dev/shm/mitosis-0.$(named h4 "$job_name")-$job_name"
check 'where the folder is somebody else'"'"'s that is told at once' \
    at_once migrate 1 h4
check 'to who has asked' says 'given up: .*new rank 1 cannot take part: .*belongs to somebody else'
check 'and to the user' until_true grep -q 'belongs to somebody else' squatted.err

# A host that does not share the home folder.
head -c 32 /dev/urandom >other.key
chmod 600 other.key
hosts_do run h5 mount --bind "$scratch/other.key" "$MITOSIS_KEY"
check 'another key is told at once' at_once migrate 1 h5
check 'with the host and the file' \
    says "given up: .*new rank 1 cannot take part: on h5 .*: $MITOSIS_KEY is not the user's key"
hosts_do run h5 umount "$MITOSIS_KEY"
ask_for migrate 1 h5
check 'with the same key it works' says 'done at sync'

chmod 644 "$MITOSIS_KEY"
check 'a key that others can read is told at once' at_once migrate 1 h2
check 'by its name' says "$MITOSIS_KEY: it is not ours alone"
chmod 600 "$MITOSIS_KEY"
ask_for migrate 1 h2
check 'with one that they cannot it works' says 'done at sync'
for host in h3 h4; do
    hosts_do run "$host" find /dev/shm -user 65534 -type d -empty -delete
done
finish

# From the beginning.
hosts_do run h2 mount --bind "$scratch/other.key" "$MITOSIS_KEY"
rm -f gate gate.start
MITOSIS_OUTPUT="$scratch/apart.json" keep apart launch -genv LD_PRELOAD \
    "$preload" -hosts h1,h2 -n 2 "$programs/fickle" 40 && :
check 'a job over hosts with two keys ends well' \
    grep -qx 'exit status 0' apart.status
check 'and is told what is wrong' grep -q \
    "on h2 the job's secret cannot be had: .* is not the user's key" apart.err
check 'once' test "$(grep -c "user's key" apart.err)" = 1
check 'nothing is left on any host' until_true nothing_left
tap_done

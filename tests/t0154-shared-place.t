#!/bin/sh
# t0154-shared-place.t - hosts that share the place where jobs keep their
# folders, as containers may, do not take each other's for their own
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
mitosis=$top_builddir/mitosis
hosts_up 3
heat=$top_builddir/examples/heat

# run_heat NAME HOSTS STEPS  - 4 ranks, changed as $MITOSIS_SCRIPT says
run_heat() {
    run_watched "$1" -hosts "$2" -n 4 "$heat" 200 200 "$3"
}

# changed NAME  - it ended, as it does unchanged, and nothing is left there
changed() {
    job=$1
    check "$2: the job ends" grep -q 'status 0' "$job.status"
    check "$2: and is right" grep -q '^heat: ok, ' "$job.out"
    fact "$2: all changes were made" '[.changes[].outcome] | unique' \
        '["done"]'
    check "$2: nothing is left in the place" empty
}
empty() { ! find "$place" -mindepth 1 | grep .; }

export MITOSIS_SCRIPT='50 resize 3;150 resize 5;250 migrate 0 h2;350 resize 2'

# ---- MITOSIS_PAGES in a folder that all see ----

place=$scratch/place
mkdir "$place"
export MITOSIS_PAGES="$place"
run_heat first h1,h2 600
changed first 'a shared folder'
fact 'a shared folder: the report is of all hosts' \
    '[.ranks[].host] | unique | join(" ")' 'h1 h2'

# The first host to come may be any: ranks of h1 wait here for those of h2.
cat >late <<END
#!/bin/sh
case \$(hostname) in
h1) until ls $place/mitosis-*/job >/dev/null 2>&1; do sleep 0.1; done ;;
esac
exec "\$@"
END
chmod +x late
run_watched second -hosts h1,h2 -n 4 ./late "$heat" 200 200 600
changed second 'where the second host came first'

# ---- a /dev/shm that two of them share ----

unset MITOSIS_PAGES
place=$scratch/shm
mkdir "$place"
for host in h1 h2; do
    hosts_do run "$host" mount --bind "$place" /dev/shm
done
run_heat third h1,h2,h3 600
changed third 'a shared /dev/shm'

# ---- looking at it meanwhile ----

unset MITOSIS_SCRIPT
# shellcheck disable=SC2046
start fourth -hosts h1,h2 -n 4 $(tempo 4000 even)
all_run() {
    ctl status >now && grep -q 'rank 3: .*, running' now \
        && ! grep 'not there yet' now
}
check 'ctl finds the one job there is' wait_until all_run
check 'and changes it' ctl resize 3
one() {
    hosts_do run h1 "$mitosis" jobs >listed
    cat listed
    job_name=$(sed -n 's/^\([^ ]*\) .* running .*/\1/p' listed)
    test "$(echo "$job_name" | wc -w)" -eq 1 && ctl --job "$job_name" status
}
check 'it goes by its name' one
finish

# A job that has no agent is known by its processes alone, which are another
# host's, or those of a container whose process numbers are its own.

# looks WORD...  - what mitosis says to that, where 'from' is
looks() {
    # shellcheck disable=SC2086
    hosts_do run $from "$mitosis" "$@" >seen 2>&1
    seen=$?
    cat seen
}
named() {
    job_name=$(hosts_do run h1 "$mitosis" jobs | sed -n 's/ .* running .*//p')
    test "$(echo "$job_name" | wc -w)" -eq 1
}
listed() { looks jobs; grep "^$job_name  .*  on $where  " seen; }
reported() {
    looks report "$job_name"
    test "$seen" -eq 0 && grep -q "only be seen on $where\$" seen \
        && grep -q '^ *rank.*: on h1, not seen to end, ' seen \
        && ! grep 'has ended\|lost' seen
}
kept() {
    looks "$@"
    test "$seen" -eq 1 && grep -q "$job_name belongs to $where" seen \
        && test -s "$folder/rank-0.page"
}
# shellcheck disable=SC2046
MITOSIS_MALLEABLE=off start fifth -hosts h1 -n 2 $(tempo 4000 even)
check 'a job without an agent runs' wait_until named
folder=$(echo "$place"/mitosis-*"$job_name")
for from in h2 'h1 unshare --pid --fork --mount-proc'; do
    where=h1
    test "$from" = h2 || where='a container of h1'
    check "seen from $from it is listed as one of $where" listed
    check "a report on it does not say that it has ended" reported
    check "it is not removed" kept report "$job_name" --remove
    check "nor made a report of" kept collect "$folder"
done
from=h2
asked() {
    looks ctl --job "$job_name" status
    grep "$job_name belongs to h1; ask there" seen
}
check 'who asks for its agent is told where it is' asked
finish
tap_done

#!/bin/sh
# t0310-doctor.t - what 'mitosis doctor' finds, and what it misses when it has
# been taken away
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
export MITOSIS_PATIENCE=600 # of which a job has a twelfth to start

# doctor WORD...  - its findings in the file found, its status in rc
doctor() {
    timeout 300 "$mitosis" doctor --json "$@" >found 2>err </dev/null
    rc=$?
}

# state NAME STATE [TEXT]  - what it found, whether it says so in that text,
# and whether it advises on what is not ok
state() {
    jq -e --arg name "$1" --arg state "$2" --arg text "${3-}" '
        .checks | map(select(.name == $name))
        | length == 1 and .[0].state == $state
        and (.[0].text | contains($text))
        and (.[0].advice == null) == ($state == "ok")' found \
        || { cat found err; false; }
}

# works / fails  - the verdict and the status agree
works() { cat found err; test "$rc" -eq 0 && jq -e .works found; }
fails() { cat found err; test "$rc" -eq 1 && jq -e '.works | not' found; }

left_nothing() {
    ! find "$MITOSIS_PAGES" -mindepth 1 | grep . \
        && ! find "$TMPDIR" -mindepth 1 | grep .
}
mkdir tmp
export TMPDIR="$scratch/tmp"

doctor
check 'a machine that builds us is well' works
for name in launcher kernel MPI start library faults ports sodium zstd pages crowd \
    spawn leaving; do
    check "$name is ok" state "$name" ok
done
check 'the launcher is named' state launcher ok \
    "${MITOSIS_MPIEXEC:-$mpiexec}"
check 'the MPI is that of programs' state MPI ok \
    "MPICH $("$mpiexec" --version | sed -n 's/.*Version: *//p')"
if test "$(jq -r '.checks[] | select(.name == "copies").state' found)" = ok
then
    check 'copies have a speed' sh -c \
        'jq -r ".checks[] | select(.name == \"copies\").text" found \
            | grep -q "^[0-9.]* GB/s.*memcpy [0-9.]* GB/s"'
fi
check 'nothing is left' left_nothing

screenful() {
    timeout 300 "$mitosis" doctor >screen 2>err </dev/null || return
    cat screen err
    test "$(wc -l <screen)" -le 24 && ! grep '.\{81\}' screen \
        && test "$(tail -n 1 screen)" = 'Jobs can be changed here.'
}
if jq -e '[.checks[] | select(.state != "ok")] == []' found >/dev/null; then
    check 'it is a screenful' screenful
fi

# ---- with things taken away ----

MITOSIS_MPIEXEC=$scratch/none doctor
check 'without a launcher nothing works' fails
check 'and it is named' state launcher missing "$scratch/none"
check 'where pages go is told anyway' state pages ok

MITOSIS_MPIEXEC=$(command -v true) doctor
check 'another launcher is none' state launcher missing 'not Hydra'

cat >stuck <<END
#!/bin/sh
case \$1 in --version) exec "$mpiexec" --version ;; esac
echo "the launcher is stuck" >&2
exec sleep 600
END
chmod +x stuck
MITOSIS_PATIENCE=120 MITOSIS_MPIEXEC=$scratch/stuck doctor
check 'a launcher that hangs is given up' fails
check 'with what it said' state start missing 'the launcher is stuck'

MITOSIS_MALLEABLE=off \
    "$programs/forbidden" reading timeout 300 "$mitosis" doctor --json >found 2>err
rc=$?
check 'without reading memory of others changes work' works
check 'but that is told' state copies warning 'process_vm_readv() is refused'
check 'a setting that forbids changes is told' state setting warning \
    MITOSIS_MALLEABLE
"$programs/forbidden" pidfd timeout 300 "$mitosis" doctor --json >found 2>err
rc=$?
check 'on a kernel that is too old nothing works' fails
check 'and that is told' state kernel missing 'pidfd_open() is not there'

MITOSIS_LIMITS=5-2 MITOSIS_POLICY=nix MITOSIS_PAGES=$scratch/none/there doctor
warned() {
    jq -e --arg text "$1" 'any(.checks[];
        .state == "warning" and (.text | startswith($text)))' found
}
check 'limits that are none are told' warned \
    'MITOSIS_LIMITS: "5-2": 5 is more than 2'
check 'so is a policy that is not there' warned \
    "MITOSIS_POLICY: there is no policy, protocol or profile 'nix'"
check 'pages without a place are missing' state pages missing "$scratch/none"
check 'and so nothing works' fails
mkdir full
fill="mount -t tmpfs -o size=600k none full"
if unshare --mount sh -c "$fill" 2>/dev/null; then
    MITOSIS_PAGES=$scratch/full timeout 300 unshare --mount \
        sh -c "$fill; exec '$mitosis' doctor --json" >found 2>err
    rc=$?
    check 'pages without room are missing' state pages missing 'No space left'
    check 'and so nothing works' fails
fi

# ---- several hosts ----

# mpiexec as it is, but that the second of two hosts alone has libzstd.
cat >lacking <<END
#!/bin/sh
"${MITOSIS_MPIEXEC:-$mpiexec}" "\$@" | sed 's/^zstd .*/zstd h1 0 libzstd.so.1: not there\\
zstd h2 2000000000 /'
END
chmod +x lacking
MITOSIS_MPIEXEC=$scratch/lacking doctor
check 'a host without libzstd is named, whichever of them it is' \
    state zstd warning 'not on h1: libzstd.so.1: not there'
doctor --launcher=fork
check 'a launcher is told however it is given' state launcher ok 'by fork to'
doctor --hosts "localhost,$(uname -n)"
check 'two names may be one host, which is said' \
    state reach warning 'all these names are of one host'
no_clock() { jq -e 'all(.checks[]; .name != "clocks")' found; }
check 'nothing is said of its clock' no_clock

# ---- ended early ----

asleep() { pgrep -f "$scratch/sleeping" >/dev/null; }
sed "s|exec sleep|exec '$scratch/sleeping'|" stuck >stuck-too
cp "$(command -v sleep)" sleeping && chmod +x stuck-too
MITOSIS_MPIEXEC=$scratch/stuck-too "$mitosis" doctor >found 2>err </dev/null &
doctor=$!
until_true asleep
kill -TERM "$doctor"
wait "$doctor"
rc=$?
check 'one that is asked to end does so' test "$rc" -eq 143
check 'and leaves nothing' left_nothing

# ---- wrong words ----

refused() {
    doctor "$@"
    cat err
    test "$rc" -eq 2
}
check 'a program is refused' refused ./heat
check 'a number of ranks is refused' refused -n 3
check 'a list without hosts is refused' refused --hosts ,
needs() { refused --hosts && grep -q 'hosts needs a value' err; }
check 'an option without value is refused' needs
check 'an option that mpiexec has not is refused' refused -nonsense
check 'an option without its value is refused' refused --hosts
check 'a value for what takes none is refused' refused --json=yes
check 'a file that is not there is refused' refused -f none
check 'nothing is left in the end' left_nothing
tap_done

#!/bin/sh
# t0316-memory.t - what agent, ranks and 'mitosis run' have they give back
#
# LeakSanitizer looks at their end for what nobody can free any more.  It comes
# with AddressSanitizer, which is preloaded where it is not built in.  What MPICH
# and its like lose is not ours.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
asan=$("${CC:-cc}" -print-file-name=libasan.so)
case $sanitizer in
'') test -f "$asan" || { echo '1..0 # SKIP there is no libasan.so'; exit 0; } ;;
libasan*) asan= ;; # it is there already
*) echo '1..0 # SKIP this sanitizer does not look for that'; exit 0 ;;
esac

printf 'leak:%s\n' libmpich libucp libuct libucs libucm libfabric libhwloc \
    libpciaccess libyaksa libtinfo ld-linux >not_ours
export LSAN_OPTIONS="suppressions=$scratch/not_ours:print_suppressions=0"
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1:verify_asan_link_order=0:log_path=$scratch/log:fast_unwind_on_malloc=0"
export UCX_MEM_EVENTS=no UCX_MEM_MMAP_HOOK_MODE=none

# looked COMMAND...  - it is looked at; each is a line of the file seen
mkdir -p here
cat >looked <<END
#!/bin/sh
echo "\$*" >>"$scratch/seen"
LD_PRELOAD=$asan:\$LD_PRELOAD exec "\$@"
END
chmod +x looked
# A library finds the command 'mitosis' beside its folder.
mitosis=$top_builddir/mitosis rank=
if test -z "$sanitizer"; then
    cp "$library" here/
    cp "$top_builddir/mitosis" here/mitosis.real
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$scratch/looked" \
        "$scratch/here/mitosis.real" >here/mitosis
    chmod +x here/mitosis
    mitosis=$scratch/here/mitosis rank=$scratch/looked
fi

# watch NAME WORD...  - run a job, all of it looked at
watch() {
    job=$1; shift
    rm -f log.* seen
    # shellcheck disable=SC2086 # it may be no word
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" timeout 120 \
        "$mitosis" run "$@"
}
not() { ! "$@"; }
nothing_lost() { ! cat log.* 2>/dev/null | grep .; }
went_well() {
    cat "$job.err"
    grep -qx 'exit status 0' "$job.status"
}
points_of() {
    check "$job: the program ends well" went_well
    if test -z "$sanitizer"; then
        check "$job: all of its processes are looked at" \
            test "$(wc -l <seen)" -ge "$1"
    fi
    check "$job: none of them loses memory" nothing_lost
}

# mitosis run, the agent, mitosis hold, and 2 + 3 + 3 + 2 ranks
# shellcheck disable=SC2086
watch changes --script '10 resize 3; 20 rebalance 1 2 1; 30 resize 2' -n 2 \
    $rank "$programs/fickle" 40
points_of 13
is_changed() { ask '.changes[].outcome' >came; test "$(grep -cx 'done' came)" -eq 3; }
check 'changes: all were done' is_changed

# shellcheck disable=SC2086
watch policy --policy "$top_srcdir/lua/policy/threshold.lua" -n 2 \
    $rank "$programs/fickle" 400
points_of 4

# One that is asked all that can be asked.
# shellcheck disable=SC2086
watch_asked() {
    rm -f gate gate.start
    watch asked -n 2 $rank "$programs/fickle" 40 long "$scratch/gate" &
    running=$!
    until_true ctl status
    for words in 'status --json' why hosts 'hosts add nowhere' 'resize many' \
        'resize 3' 'migrate 9 nowhere' look; do
        # shellcheck disable=SC2086
        ctl $words >/dev/null 2>&1
    done
    touch gate
    wait "$running"
    job=asked
}
watch_asked
points_of 4

# shellcheck disable=SC2086
watch plain --profile trace -n 2 $rank "$programs/ring" 10
points_of 3

# What would be lost is seen.
printf '%s\n' '#include <stdlib.h>' \
    'int main(void) { return !malloc(64); }' >leak.c
rm -f log.*
if "${CC:-cc}" ${sanitizer:+-fsanitize=address} -g -O0 -o leak leak.c; then
    ./looked ./leak
    check 'what is lost would be seen' not nothing_lost
fi
tap_done

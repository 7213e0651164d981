# shellcheck shell=sh
# job.sh - run MPI programs plainly and watched, and ask their reports
#
# Source it instead of tap.sh.  watch_job runs a program twice, and the points
# after it are about that: same_output, sound, fact and table.  Everything is
# in $scratch, where the test is, too.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
library=$top_builddir/libmitosis.so
programs=$top_builddir/tests/programs
mpiexec=${MPIEXEC:-mpiexec.hydra}

# What prove reads its list of tests from is not for them: a job that could have
# read it cannot be started a second time.
exec </dev/null

# Nor is what the user has set.
for name in $(env | sed -n 's/^\(MITOSIS_[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
export MITOSIS_CONFIG=/dev/null
export MITOSIS_KEY="$scratch/user.key"
export MITOSIS_PAGES="$scratch/pages"
export MITOSIS_PROFILE=callsites
export MITOSIS_SUMMARY=off
mkdir "$MITOSIS_PAGES"
cd "$scratch" || exit 1

# A rank that is killed in MPI_Init() leaves what MPICH and UCX have in
# /dev/shm at that moment, under names that do not tell whose it is.  So what
# was made since this test began goes when no process has it: first who has it
# open is asked and then who has mapped it, as it is mapped before it is
# closed.
touch "$scratch/begun"
left_by_ranks() {
    find /dev/shm -maxdepth 1 -user "$(id -u)" -newer "$scratch/begun" \
        \( -name 'mpich_shar_tmp*' -o -name 'ucx_shm_posix_*' \)
}
remove_left() {
    left_by_ranks | while read -r file; do
        find /proc/[0-9]*/fd -lname "$file" 2>/dev/null | grep -q . \
            || grep -qsF "$file" /proc/[0-9]*/maps || rm -f "$file"
    done
}
trap 'remove_left; rm -rf "$scratch"' EXIT

# A test that is ended takes what it has started with it: all of that has this
# key.
end_jobs() {
    grep -lsF "MITOSIS_KEY=$MITOSIS_KEY" /proc/[0-9]*/environ | cut -d/ -f3 \
        | xargs -r kill -KILL
}
trap 'end_jobs 2>/dev/null; exit 1' HUP INT TERM PIPE

# A library made with a sanitizer wants that to be loaded before it, and the
# sanitizer not to answer the signals that end a program.
sanitizer=$(readelf -d "$library" \
    | sed -n 's/.*(NEEDED).*\[\(lib[a-z]*san\.so[^]]*\)\]/\1:/p' \
    | tr -d '\n')
preload=$sanitizer$library
case $sanitizer in libtsan*) # which cannot take UCX rewriting the C library
    export UCX_MEM_EVENTS=no UCX_MEM_MMAP_HOOK_MODE=none
    export TSAN_OPTIONS="ignore_noninstrumented_modules=1:${TSAN_OPTIONS-}"
esac
export ASAN_OPTIONS="detect_leaks=0:handle_segv=0:handle_abort=0:$ASAN_OPTIONS"
if test -n "$sanitizer"; then
    # What 'mitosis run' hands to mpiexec needs that too.
    cat >sanitized <<END
#!/bin/sh
for word; do
    shift
    case \$word in "$library"*) word=$sanitizer\$word ;; esac
    set -- "\$@" "\$word"
done
exec "$mpiexec" "\$@"
END
    chmod +x sanitized
    export MITOSIS_MPIEXEC="$scratch/sanitized"
fi

# launch WORD...  - mpiexec with these words, for no longer than two minutes
launch() { timeout 120 "$mpiexec" "$@" </dev/null; }

# keep FILE COMMAND...  - run it, its output and end in FILE.*
keep() {
    file=$1; shift
    "$@" >"$file.out" 2>"$file.err"
    echo "exit status $?" >"$file.status"
}

# launch_plain WORD...  - the same, without us.  Where ranks have no core each,
# they would take it from each other, as they do not under us: they spin in
# MPI_Init() when they know that they share a host, and then while they wait.
launch_plain() {
    launch -genv LD_PRELOAD "$sanitizer$yield" -genv MPIR_CVAR_NOLOCAL 1 "$@"
}
yield=$programs/yield.so

# run_plain NAME WORD...  - run a job without us
run_plain() {
    job=$1; shift
    keep "$job.plain" launch_plain "$@"
}

# run_watched NAME WORD...  - run a job under the library
run_watched() {
    job=$1; shift
    MITOSIS_OUTPUT="$scratch/$job.json" \
        keep "$job" launch -genv LD_PRELOAD "$preload" "$@"
}

# watch_job NAME RANKS PROGRAM...  - both, the program being one of
# tests/programs when its name has no slash
watch_job() {
    job=$1 ranks=$2 program=$3; shift 3
    case $program in */*) ;; *) program=$programs/$program ;; esac
    run_plain "$job" -n "$ranks" "$program" "$@"
    run_watched "$job" -n "$ranks" "$program" "$@"
}

# same_output  - the program did what it does without us
same_output() { check "$job ends and prints the same when watched" same; }
same() {
    for part in status out err; do
        diff -u "$job.plain.$part" "$job.$part" || return
    done
}

# ask EXPRESSION  - the answer of the report, with the words of job.jq
ask() { jq -rc -L "$top_srcdir/tests" "include \"job\"; $1" "$job.json"; }

# fact SENTENCE EXPRESSION EXPECTED  - what the report answers
fact() {
    printf '%s\n' "$3" >expected
    check "$1" answers "$2"
}

# table SENTENCE EXPRESSION  - the same, for lines expected on stdin
table() {
    cat >expected
    check "$1" answers "$2"
}

answers() { ask "$1" >came && diff -u expected came; }

# as_expected  - a job that was changed printed what the file has
as_expected() {
    cat "$job.err"
    jq -r '.changes[].outcome' "$job.json"
    diff -u expected "$job.out"
}

nothing_left() { ! find "$MITOSIS_PAGES" -mindepth 1 | grep .; }

# sound  - nothing in the report contradicts the rest, nothing is left behind
sound() { check "the report of $job is sound" is_sound; }
is_sound() {
    ask faults >came && ! grep . came \
        && ! find "$MITOSIS_PAGES" -mindepth 1 | grep .
}

# sites  - a point like table, on the call sites, with what is called there in
# place of the line's number: "MPI_Send 6 24 main: MPI_Send(&token, 1"
sites() {
    cat >expected
    check "$1" shows
}
shows() { ask callsites | with_code >came && diff -u expected came; }
with_code() {
    awk -v folder="$top_srcdir/tests/programs" '
    function code(file, line, text, next_line) {
        while (line-- > 0 && (getline next_line <(folder "/" file)) > 0)
            text = (text ~ /[,&]$/ ? text : "") next_line
        close(folder "/" file)
        if (match(text, /MPI_[A-Za-z_]*\([^,)]*(,[^,)]*)?/) ||
            match(text, /[A-Za-z_]+\(/))
            return substr(text, RSTART, RLENGTH)
        return text
    }
    {
        rest = $0
        shown = ""
        while (match(rest, / \([^ ():]*:[0-9]+\)/)) {
            shown = shown substr(rest, 1, RSTART - 1) ": "
            split(substr(rest, RSTART + 2, RLENGTH - 3), at, ":")
            rest = substr(rest, RSTART + RLENGTH)
            shown = shown code(at[1], at[2])
        }
        print shown rest
    }' | LC_ALL=C sort
}

# line FILE TEXT  - where the one TEXT is in a program of tests/programs
line() {
    grep -nF -e "$2" "$top_srcdir/tests/programs/$1" | cut -d: -f1
}

# shellcheck shell=sh
# suggest.sh - have 'mitosis suggest' look at a program, and see what it says
#
# Source it instead of change.sh.  Under a sanitizer the test is skipped.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
if test -n "$sanitizer"; then
    echo '1..0 # SKIP the memory of a program under a sanitizer is not the program'"'"'s'
    exit 0
fi
export MPIR_CVAR_NOLOCAL=1 # with which MPI_Init() does not spin
mkdir folders
export TMPDIR="$scratch/folders"

# suggest JOB WORD...  - it may take five minutes
suggest() {
    job=$1; shift
    keep "$job" timeout 300 "$top_builddir/mitosis" suggest "$@"
}
show() { cat "$job.out" "$job.err"; }
tells() { show; grep -qF -e "$1" "$job.out"; }

# proved WORD...  - what it proposed is right
proved() {
    "$top_builddir/mitosis" prove --trials 2 --seed 1 -n 2 "$@"
}

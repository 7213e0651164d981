#!/bin/sh
# t0150-strangers.t - programs of Debian that nobody here wrote do the same
# when they are watched; those that are not installed are left out
#
# NetPIPE is small and ./quickstart installs it.  The others are for who has
# them: nwchem-mpich brings Open MPI with it, which then is mpicc and mpiexec.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
export UCX_LOG_LEVEL=error

# stranger PACKAGE COMMAND  - whether it is there; a point if it is not
stranger() {
    command -v "$2" >found && return
    points=$((points + 1))
    echo "ok $points - $2 # SKIP package $1 is not installed"
    return 1
}

# without EXPRESSION  - the job did the same but for what sed cuts out: times
without() {
    check "$job ends and prints the same when watched" same_without "$1"
}
same_without() {
    diff "$job.plain.status" "$job.status" || return
    for run in "$job.plain" "$job"; do
        cat "$run.out" "$run.err" | sed "$1" >"$run.cut"
    done
    diff -u "$job.plain.cut" "$job.cut" && test -s "$job.cut"
}

# energy VALUE  - the chemists' programs find the molecule as it is known
energy() {
    check "and $job is right" grep -q -- "$1" "$job.out"
}

# Each of the 46 sizes is timed three times, of 50 messages there and back.
if stranger netpipe-mpich2 NPmpich2; then
    watch_job netpipe 2 "$(cat found)" -n 50 -l 1 -u 1024 -o np.out
    without 's/-->.*//; /^Sending output/d; /^[01]: /d'
    sound
    fact 'each size is a round' '.iterations
        | .found and ([.loops[].count] | any(. == 46))' true
    fact 'what is sent is received' '[count("MPI_Send"), bytes("MPI_Send")]
        == [count("MPI_Recv"), bytes("MPI_Recv")]' true
    fact 'in as many messages as it says' '.messages
        | [length, (map(.count) | add), (map(.bytes) | add)]' \
        '[2,14046,3200784]'
fi

if stranger bagel BAGEL; then
    cat >h2.json <<'END'
{ "bagel": [
  { "title": "molecule", "basis": "sto-3g", "df_basis": "tzvpp-jkfit",
    "angstrom": "true", "geometry": [
      { "atom": "H", "xyz": [0.0, 0.0, 0.0] },
      { "atom": "H", "xyz": [0.0, 0.0, 0.74] } ] },
  { "title": "hf", "thresh": 1.0e-8 } ] }
END
    export OMP_NUM_THREADS=1
    watch_job bagel 2 "$(cat found)" h2.json
    without 's/[0-9]*\.[0-9][0-9]\( sec\.\)\{0,1\}$//'
    energy '-1.1167'
    sound
fi

if stranger yorick-mpy-mpich2 mpy.mpich2; then
    cat >there.i <<'END'
func there(void) {
  if (mp_rank == 0) {
    sum_of = 0.;
    for (i = 1; i <= 200; i++) {
      mp_send, 1, i*[1., 2., 3., 4.];
      sum_of += sum(mp_recv(1));
    }
    write, format="sum %g\n", sum_of;
  } else if (mp_rank == 1) {
    for (i = 1; i <= 200; i++) mp_send, 0, 2*mp_recv(0);
  }
}
END
    cat >main.i <<'END'
mp_include, "there.i";
mp_exec, "there;";
quit;
END
    watch_job yorick 2 "$(cat found)" -batch main.i
    same_output
    check 'and yorick is right' grep -qx 'sum 402000' yorick.out
    sound
    fact 'four numbers came back 200 times' '.messages[]
        | select(.from == 1 and .to == 0) | .sizes["32"]' 200
    fact 'and that is among the loops' '[.iterations.loops[].count]
        | any(. >= 198 and . <= 201)' true
fi

if stranger nwchem-mpich nwchem.mpich; then
    cat >h2.nw <<'END'
start h2
geometry units angstrom noautosym
  H 0 0 0
  H 0 0 0.74
end
basis
  H library sto-3g
end
task scf energy
END
    export ARMCI_USE_WIN_ALLOCATE=0 # with it this version aborts by itself
    watch_job nwchem 2 "$(cat found)" h2.nw
    # Who is ahead takes the next task: how many that makes differs, too.
    without '/date\|time\|cpu\|wall\|hostname\|memory\|bytes\|calls:/Id
        s/[0-9]*\.[0-9]s\{0,1\}$//'
    energy 'Total SCF energy = *-1.11675931'
    sound
fi
tap_done

#!/bin/sh
# A storm of questions: beyond the first ten thousand of a kind most are only
# counted, so that they cost next to nothing; the count stays exact.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job polling 2 polling
same_output
sound
table 'every question counts' \
    'calls(.name == "MPI_Test" or .name == "MPI_Iprobe")' <<'END'
MPI_Iprobe 1000000 0
MPI_Test 1000000 0
END
fact 'ten thousand and every 64th after them were timed' \
    '[call("MPI_Test", "MPI_Iprobe") | .count - .untimed]' '[25468,25468]'
fact 'a report says so' '[.unseen[] | select(contains("only counted"))]
    | length' 2
table 'what is asked for comes all the same' messages <<'END'
0>1 2 0 0:2
1>0 2 8 4:2
END
table 'and so do the other calls' calls <<'END'
MPI_Barrier 2 0
MPI_Irecv 1 4
MPI_Probe 1 0
MPI_Recv 3 4
MPI_Send 4 8
MPI_Wait 1 0
END
fact 'the call site stands for all of them' '[.callsites[]
    | select(.call == "MPI_Test") | .count > 960000 and .count <= 1000064]' \
    '[true]'
fact 'as does the time' '[call("MPI_Test", "MPI_Iprobe").seconds > 0.001]' \
    '[true,true]'

# A yes is noted however often the answer was no.
watch_job patient 2 patient
same_output
sound
table 'a yes that is only counted completes what it completes' messages <<'END'
0>1 5 0 0:5
1>0 5 40 8:5
END
table 'in whatever way it was asked for' calls <<'END'
MPI_Imrecv 1 8
MPI_Irecv 4 32
MPI_Recv 5 0
MPI_Send 10 40
MPI_Wait 1 0
END
fact 'all of them were asked often enough' '[.calls[] | select(polled)
    | .count > 20000 and .untimed > 9000] | tojson' \
    '[true,true,true,true,true]'

# Cores that ranks share: ask is not wait.
MITOSIS_YIELD=on run_watched shared -n 2 "$programs/patient"
job=shared
fact 'who waits for long sleeps' '.ranks[1].switches_voluntary
    > 3 * .ranks[0].switches_voluntary' true
fact 'who asks again and again does not' '.ranks[0].switches_voluntary < 200' \
    true
MITOSIS_YIELD=on run_watched long -n 2 "$programs/tempo" 3 400000 alone
job=long
fact 'who has waited for a tenth of a second looks a thousand times in one' \
    '.ranks[1] | .switches_voluntary > 0
        and .switches_voluntary < 1800 + 1000 * .mpi' true
tap_done

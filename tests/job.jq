# job.jq - what tests ask a report, as lines of text
#
# Lists are in an order of their own, so that a test can say what it expects
# whatever came first in the run.
#
# SPDX-License-Identifier: BSD-3-Clause

# Size classes as "4:2 8:1", each limit with its count.
def sizes: .sizes | to_entries | map("\(.key):\(.value)") | join(" ");

# "MPI_Send 6 48", the count and the bytes of each call that is for others but
# the polls, which are made as often as it takes; and those calls left out.
def polls: ["MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Testsome",
    "MPI_Iprobe", "MPI_Improbe", "MPI_Parrived", "MPI_Request_get_status",
    "MPI_Waitsome"];
def polled: .name | IN(polls[]);
def calls(f): [.calls[] | select(f) | "\(.name) \(.count) \(.bytes)"]
    | sort | .[];
def own: .kind == "local" or .kind == "setup";
def calls: calls((polled or own) | not);
def own_calls: calls(own);

# The same for one call, or 0 of it.
def call($name): .calls | map(select(.name == $name)) | .[0];
def count($name): call($name).count // 0;
def bytes($name): call($name).bytes // 0;

# "0>1 3 24 4:1 8:1 16:1", the messages of each pair of ranks.
def messages: .messages[] | "\(.from)>\(.to) \(.count) \(.bytes) \(sizes)";

# "0 3 24 3 24", what each rank sent and received.
def ranks: .ranks[] | "\(.rank) \(.sent_count) \(.sent_bytes)"
    + " \(.received_count) \(.received_bytes)";

# "0>1 put 1 40 got 2 80", one-sided.
def onesided: .one_sided[] | "\(.from)>\(.to) put \(.put_count)"
    + " \(.put_bytes) got \(.get_count) \(.get_bytes)";

# "MPI_Bcast MPI_COMM_WORLD 3 48 16:3", collectives by communicator, which
# goes by its members when it has no name.
def collectives: [.communicators as $comms | .collectives[]
    | ($comms[.comm] | if .name == "" then .members else .name end) as $comm
    | "\(.call) \($comm) \(.count) \(.bytes) \(sizes)"] | sort | .[];

# "even 2,0 size 2 made 1 ranks 2"
def communicators: [.communicators[] | "\(.name) \(.members) size \(.size)"
    + " made \(.made) ranks \(.ranks)"] | sort | .[];

# "MPI_Send 6 48 main (ring.c:27)"
def callsites: [.callsites[] | "\(.call) \(.count) \(.bytes)"
    + " \(.frames | join(" < "))"] | sort | .[];

# What is wrong with any report of a run that went well.
def unbalanced: .messages as $messages | .ranks[]
    | . as $r
    | ($messages | map(select(.to == $r.rank))) as $to
    | ($messages | map(select(.from == $r.rank))) as $from
    | select(($to | map(.count) | add // 0) != .received_count
        or ($to | map(.bytes) | add // 0) != .received_bytes
        or ($from | map(.count) | add // 0) != .sent_count
        or ($from | map(.bytes) | add // 0) != .sent_bytes)
    | "rank \(.rank): received \(.received_count) \(.received_bytes), sent to"
        + " it \($to | map(.count) | add // 0)"
        + " \($to | map(.bytes) | add // 0)";
def unsized: (.messages[], .calls[], .collectives[])
    | select(.sizes != {} and .untimed == null
        and .count != (.sizes | add))
    | "sizes do not add up: \(tojson)";
def unsited: .level as $level | if $level == "counts" then empty else
    .callsites as $sites | .calls[] | . as $call
    | select(own | not) | ($sites | map(select(.call == $call.name))) as $of
    | select(($of | map(.count) | add // 0) != .count - .untimed
        and (polled | not)
        or ($of | map(.bytes) | add // 0) != .bytes)
    | "call sites do not add up: \($call | tojson)" end;
def mistimed: .ranks[]
    | select((.wall - .compute - .mpi - .paused - .stopped | fabs) > 1e-6
        or (.mpi - .waiting - .transfer - .other | fabs) > 1e-6
        or ((.compute_on_core + .compute_no_core + .compute_asleep) as $split
            | $split != 0 and ($split - .compute | fabs) > 1e-6)
        or .compute_in_kernel > .compute_on_core + 1e-6
        or .compute < 0 or .transfer < 0 or .wall <= 0)
    | "times of rank \(.rank) do not add up: \(tojson)";
def faults:
    if .mitosis != 1 then "not our report" else empty end,
    if .complete then empty
    else "not complete: \(.incomplete_reason)" end,
    if .missing_ranks == "" then empty
    else "missing ranks: \(.missing_ranks)" end,
    if .size == (.ranks | length) then empty
    else "\(.ranks | length) of \(.size) ranks" end,
    (.unseen[] | select(test("only counted|counted and not timed|hangs in MPI_Finalize") | not) | "unseen: \(.)"),
    (.ranks[] | select(.state | IN("finished", "succeeded") | not)
        | "rank \(.rank) is \(.state)"),
    unbalanced, unsized, unsited, mistimed;

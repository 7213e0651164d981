#!/bin/sh
# MPI-IO: bytes are those that were written and read, not those asked for.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job fileio 3 fileio "$scratch/file"
same_output
sound
table 'a read at the end of a file counts what was there' calls <<'END'
MPI_Barrier 3 0
MPI_File_close 3 0
MPI_File_iwrite_at 3 1200
MPI_File_open 3 0
MPI_File_read_at 3 120
MPI_File_read_at_all 3 1200
MPI_File_set_size 3 0
MPI_File_set_view 3 0
MPI_File_sync 3 0
MPI_File_write_all 3 1200
MPI_File_write_at 3 1200
MPI_Wait 3 0
END
table 'each rank tells what it read and wrote' \
    '.ranks[] | "\(.rank) \(.file_read_bytes) \(.file_written_bytes)"' <<'END'
0 440 1200
1 440 1200
2 440 1200
END
fact 'what MPI sends for it is nobody'"'"'s message' \
    '[.messages, .one_sided]' '[[],[]]'
fact 'and nobody'"'"'s communicator' '[.communicators[].made]' '[1,1]'
tap_done

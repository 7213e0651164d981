#!/bin/sh
# t0411-pager.t - what 'mitosis report' prints at a terminal: colours, and a
# pager
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
terminal=$top_builddir/tests/command/terminal
escape=$(printf '\033')
export TERM=xterm
unset NO_COLOR PAGER LESS

"$LUA" "$top_srcdir/tests/report/large.lua" 4 pair >one.json
cp one.json two.json
"$mitosis" report one.json >plain
"$mitosis" compare one.json two.json >compared

# shows FILE COMMAND...  - in a terminal the command prints this, but for colours
shows() {
    expected=$1; shift
    echo 'end 0' | "$terminal" 100x30 "$mitosis" "$@" >came 2>trouble
    cat trouble
    tr -d '\r' <came | sed "s/$escape\[[0-9]*m//g" | diff "$expected" -
}
coloured() { grep -q "$escape" came; }
colourless() { ! coloured; }

check 'into a pipe there are no colours' sh -c "! grep -q '$escape' plain"
export PAGER=cat
check 'in a terminal the same is printed' shows plain report one.json
check 'in colour' coloured
has_bold() { grep -q "^$escape\[1mWhat limits it$escape\[0m" came; }
check 'titles stand out' has_bold
per_line() { # colours end with their line
    awk -v e="$escape" '{ on = gsub(e "\\[[1-9][0-9]*m", ""); off = gsub(e "\\[0m", "") }
        on != off { print; wrong = 1 } END { exit wrong }' came
}
check 'no colour goes on in the next line' per_line
check 'a comparison, too' shows compared compare one.json two.json
check 'is in colour' coloured
check 'by the other command as well' shows compared report two.json \
    --compare one.json
export NO_COLOR=1
check 'without colours the same is printed' shows plain report one.json
check 'and there are none' colourless
unset NO_COLOR
TERM=dumb
check 'a terminal that cannot do more' shows plain report one.json
check 'gets none' colourless
TERM=xterm

PAGER='sed s/^/page:/'
sed 's/^/page:/' plain >paged
check 'it goes through the pager' shows paged report one.json
check 'in colour as well' coloured
PAGER=
check 'an empty one is none' shows plain report one.json
PAGER="$scratch/nowhere"
check 'of one that is not there it is told' sh -c "
    echo 'end 0' | '$terminal' 100x30 '$mitosis' report one.json \
        | tr -d '\r' | sed 's/$escape\[[0-9]*m//g' >came
    grep -q nowhere came && sed '/nowhere/d' came | diff plain -"
PAGER="'"
check 'nor is what no shell can read' shows plain report one.json
PAGER='  '
check 'nor blanks' shows plain report one.json
PAGER='tee all'
export LESS=-X
check 'if less is told something else by the user' shows plain report one.json
check 'there are no colours' colourless
unset LESS
PAGER='head -n 1 >first'
check 'one that reads no more ends it' shows /dev/null report one.json
check 'and has read what it wanted' test "$(wc -l <first)" = 1
PAGER='cat >read; exit 3'
check 'its exit status is not ours' shows /dev/null report one.json
check 'and it has all' test -s read
unset PAGER
if command -v less >/dev/null; then
    "$LUA" "$top_srcdir/tests/report/large.lua" 64 pair >long.json
    check 'without a word it is less, which q ends' sh -c "
        printf 'wait What limits it\ntype q\nend 0\n' \
            | '$terminal' 80x10 '$mitosis' report long.json >came \
        && ! grep -q 'What was not seen' came"
fi
tap_done

#!/bin/sh
# t0255-templates.t - input files that go by the number of ranks
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/restart.sh"
real=$programs/fickle

# Each process reads its process grid, writes it down, and ends where it is not
# one of so many ranks, or is not to start.
programs=$scratch/bin
mkdir bin
cat >bin/fickle <<END
#!/bin/sh
grid=\$(sed -n 's/^grid = //p' grid.in)
echo "generation \${MITOSIS_GENERATION:-1}: \$grid" >>"$scratch/grids"
test ! -e "$scratch/refuse" || exit 5
test "\$((\${grid% *} * \${grid#* }))" -eq "\$PMI_SIZE" || exit 6
exec "$real" "\$@"
END
chmod +x bin/fickle
cat >grid.in.template <<'END'
# {{as it is}}
grid = {nx} {ny}
rows = "{120/n} {n}"
END

# is_for NX NY ROWS  - grid.in is as it has to be
is_for() {
    printf '# {as it is}\ngrid = %s %s\nrows = "%s %s"\n' "$1" "$2" "$3" \
        $(($1 * $2)) | diff -u - grid.in
}
# read_as GENERATION RANKS NX NY  - so many processes have read this
read_as() {
    cat grids
    test "$(grep -cx "generation $1: $3 $4" grids)" -eq "$2" \
        && test "$(grep -c "^generation $1:" grids)" -eq "$2"
}
# refused PATTERN WORD...  - what ctl says to these words
refused() {
    pattern=$1; shift
    ctl "$@" >ctl.out 2>&1
    test $? -eq 1 && cat ctl.out && grep -qE -e "$pattern" ctl.out
}
tidy() { ls; ! find . -maxdepth 1 -name 'grid.in.*' ! -name '*.template' | grep .; }

# ---- changes ----

export MITOSIS_TEMPLATES=grid.in.template
launcher="$top_builddir/mitosis run"
begin grid 1 long "$scratch/gate"
until_true has_agent
check 'the first ranks have a file for their number' is_for 1 1 120
works resize 4
check 'new ranks have one for theirs' read_as 2 4 2 2
works resize 2
check 'and again' read_as 3 2 2 1
check 'the file stays as the ranks have it' is_for 2 1 60
check 'a number for which there is none is refused' refused \
    '7 ranks do not go with --templates: grid.in.template: \{120/n\} does not come out even with 7 ranks: 6 or 8 would$' \
    resize 7
touch refuse
check 'a change is given up' refused 'resize 3 was given up' resize 3
check 'its ranks had a file of theirs' read_as 4 3 3 1
check 'and the file is put back' is_for 2 1 60
rm refuse
mv grid.in kept.in
mkdir grid.in
check 'a file that cannot be written keeps ranks from being started' refused \
    'grid.in cannot be written: Is a directory' resize 3
rmdir grid.in
mv kept.in grid.in
until_true one 3 fickle
victim=$(one 3 fickle)
kill -STOP "$victim"
ask_for resize 4
phase 'agreeing'
check 'a change is under way' is_for 2 2 30
kill_agent
kill -CONT "$victim"
await_another
wait "$asking"
asking=
check 'with the agent gone, the next one puts the file back' is_for 2 1 60
works resize 3
check 'and has it made anew' is_for 3 1 40
finish
check 'the program ends well' grep -x 'exit status 0' grid.status
check 'nothing but the file is left' tidy
gone

# Under plain mpiexec the first file is the user's.
rm -f grids gate
echo 'grid = 2 1' >grid.in
launcher=launch
begin plain 2 long "$scratch/gate"
until_true has_agent
works resize 4
check 'under plain mpiexec, too' read_as 2 4 2 2
finish
gone

# ---- what is wrong is told before anything is started ----

unset MITOSIS_TEMPLATES
rm -f grids grid.in
# wrong PATTERN WORD...  - so 'mitosis run' ends
wrong() {
    pattern=$1; shift
    "$top_builddir/mitosis" run "$@" bin/fickle 1 - '' >run.out 2>&1
    test $? -eq 2 && cat run.out && grep -qE -e "$pattern" run.out \
        && test "$(wc -l <run.out)" -eq 1 && ! test -e grids && ! test -f grid.in
}
check 'a template that is not there' wrong \
    '^mitosis: --templates: none.template: No such file or directory$' \
    --templates none.template -n 2
check 'a name with another ending' wrong \
    '--templates: "grid.in" has another ending than .template: FILE.template is the template of FILE' \
    --templates grid.in -n 2
printf 'one\nx = {q}\n' >bad.template
check 'a brace that is not understood' wrong \
    '--templates: bad.template, line 2: \{q\} is not understood: there are' \
    --templates grid.in.template,bad.template -n 2
printf '\n{n\n' >bad.template
check 'or is not closed' wrong \
    'bad.template, line 2: there is no \} after \{n; \{\{ stands for a brace$' \
    --templates bad.template -n 2
check 'a first number for which there is none' wrong \
    '7 ranks do not go with --templates: grid.in.template: .*: 6 or 8 would' \
    --templates grid.in.template -n 7
check 'no number at all' wrong '--templates needs the number of ranks, as -n N' \
    --templates grid.in.template
check 'several programs' wrong '--templates: the job is not of one program' \
    --templates grid.in.template -n 1 bin/fickle : -n 1
mkdir grid.in
check 'a file that cannot be written' wrong \
    'grid.in cannot be written: Is a directory' \
    --templates grid.in.template -n 2
check 'and nothing is left of it' tidy
tap_done

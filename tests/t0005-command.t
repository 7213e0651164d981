#!/bin/sh
# t0005-command.t - what the command mitosis does about its options and its
# mpiexec, for which a script stands in here
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
mitosis=$top_builddir/mitosis
MITOSIS_PAGES=$scratch/pages
HOME=$scratch
MITOSIS_MPIEXEC=$scratch/mpiexec
export MITOSIS_PAGES HOME MITOSIS_MPIEXEC
unset LD_PRELOAD XDG_CONFIG_HOME MITOSIS_CONFIG MITOSIS_LOG MITOSIS_PROFILE
mkdir "$scratch/pages" && cd "$scratch" || exit 1

# The stand-in: tells its words, one a line, then does what $act says.
cat >mpiexec <<'END'
#!/bin/sh
printf '%s\n' "$@" >words
eval "$act"
END
chmod +x mpiexec

# status COMMAND...  - run it, its words in files out and err, its status in rc
status() {
    timeout 120 "$@" >out 2>err </dev/null
    rc=$?
}

# gives STATUS PATTERN COMMAND...  - it ends so, and says so on stderr
gives() {
    want=$1 pattern=$2; shift 2
    status "$@"
    echo "status $rc"; cat out err
    test "$rc" -eq "$want" && grep -q -- "$pattern" err
}

# ends STATUS COMMAND...  - it ends so
ends() {
    want=$1; shift
    status "$@"
    echo "status $rc"; cat err
    test "$rc" -eq "$want"
}

# prints STATUS PATTERN COMMAND...  - the same of stdout
prints() {
    want=$1 pattern=$2; shift 2
    status "$@"
    echo "status $rc"; cat out err
    test "$rc" -eq "$want" && grep -q -- "$pattern" out
}

# words WORD...  - the last words that mpiexec was given
words() {
    cat words
    tail -n $# words >last
    printf '%s\n' "$@" | cmp - last
}

# given NAME VALUE  - mpiexec was given -genv NAME VALUE
given() {
    cat words
    grep -A 2 -x -- -genv words | tr '\n' ' ' | grep -qF -- "-genv $1 $2 "
}

on_full_disk() {
    for words in help 'policy list' 'policy show threshold' jobs; do
        # shellcheck disable=SC2086
        ! "$mitosis" $words >/dev/full 2>err || return
        cat err
        grep 'cannot write to stdout: No space left on device' err || return
    done
}
lines() { cat "$2"; test "$(wc -l <"$2")" -eq "$1"; }
nothing_left() { ls pages; test -z "$(ls pages)"; }

variables() { grep -o 'MITOSIS_[A-Z_]*' "$1" | sort -u; }
in_manual() {
    "$mitosis" help settings >all
    sed 's/\\-/-/g' "$top_srcdir/doc/mitosis-settings.5" >manual
    variables all >want
    variables manual | grep -vx MITOSIS_JOB | diff want - || return
    grep -oE '^--[a-z-]*|default [a-zA-Z0-9]*' all >texts
    while read -r text; do
        grep -qF -- "$text" manual || { echo "no $text"; return 1; }
    done <texts
}
commands_in_manual() {
    "$mitosis" help | sed -n 's/^  mitosis \([a-z]*\) .*/\1/p' >texts
    while read -r text; do
        grep -q "^\.SS .*mitosis $text" "$top_srcdir/doc/mitosis.1" \
            || { echo "no $text"; return 1; }
    done <texts
}

# section COMMAND  - of the manual
section() {
    sed 's/\\-/-/g; s/\\[~&]/ /g' "$top_srcdir/doc/mitosis.1" \
        | awk -v of="$1" '/^\.S[SH]/ { inside = $0 ~ "mitosis " of &&
                              (of ~ " " || $0 !~ "mitosis sim (cluster|calibrate)") }
                          inside'
}

options() { grep -oE -- '--[a-z-]+' | sort -u; }

# The help of a command and its part of the manual have the same options, but
# for one of another command and one that is there for its other name.
options_in_manual() {
    for one in report collect trace sim 'sim cluster' 'sim calibrate' top ctl policy doctor \
        agent; do
        # shellcheck disable=SC2086 # it may be two words
        "$mitosis" help $one | options | grep -vxE -- '--(limits|output)' >listed
        section "$one" | options | grep -vxE -- '--(limits|output)' >explained
        test -s explained && diff listed explained || return
    done
}

completed() {
    # shellcheck disable=SC2016
    bash -c 'eval "$("$1" completion bash)"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _mitosis; printf "%s\n" "${COMPREPLY[@]}"' - "$mitosis" "$mitosis" \
        "$@" >came
    cat came
}

# completes INTO WORD...  - in bash the last of these words may become INTO
completes() {
    into=$1; shift
    completed "$@" && grep -qxF -- "$into" came
}

# offered WORD...  - of a shell that has "--option=value" as one word
offered() { "$mitosis" completion words "$@" >came; cat came; }
offers() {
    into=$1; shift
    offered "$@" && grep -qxF -- "$into" came
}

# spares INTO WORD...  - that is not offered
spares() {
    into=$1; shift
    offered "$@" && ! grep -qxF -- "$into" came
}
once() { offered "$@"; test "$(sort came | uniq -d)" = ''; }
fish_completes() {
    ! command -v fish >/dev/null && return
    PATH=$top_builddir:$PATH fish -c 'mitosis completion fish | source
        complete -C "mitosis report --csv=it"' >came
    cat came
    test "$(cat came)" = --csv=iterations
}
shells_take() {
    for shell in bash zsh fish; do
        "$mitosis" completion "$shell" >"$shell.script" || return
        ! command -v "$shell" >/dev/null || "$shell" -n "$shell.script" \
            || return
    done
}

format_explained() {
    grep -o '^ *[A-Z]*("[a-z_0-9]*"' "$top_srcdir/report/json/schema.c" \
        | grep -o '[a-z_0-9]*"$' | tr -d '"' | sort -u >names
    test -s names || return
    while read -r text; do
        grep -q "\`$text\`" "$top_srcdir/doc/profile-format.md" \
            || { echo "no $text"; return 1; }
    done <names
}

# The command itself
check 'without words it lists its commands' \
    prints 2 'mitosis run ' "$mitosis"
check 'so does help'          prints 0 'mitosis report ' "$mitosis" help
check 'help explains one'     prints 0 'FOLDER' "$mitosis" help collect
check 'as the command does'   prints 0 'OPTIONS are' "$mitosis" run --help
check 'and behind other words' prints 0 '^mitosis report ' \
    "$mitosis" report some.json --help
check 'it tells its version'  prints 0 '^mitosis [0-9]' "$mitosis" --version
check 'and nothing else then' gives 2 'no more words: x' "$mitosis" --version x
check 'a misspelt command is corrected' \
    gives 2 "no 'reprot'; did you mean 'report'" "$mitosis" reprot
check 'a strange one refused' gives 2 "no 'zebra'; 'mitosis help'" \
    "$mitosis" zebra
check 'so in help'            gives 2 "no 'zebra'" "$mitosis" help zebra
check 'a full disk is noticed' on_full_disk

# The manual
check 'the manual has every setting and its default' in_manual
check 'and every command' commands_in_manual
check 'the manual has the options of every command' options_in_manual
check 'and the format every name in a report' format_explained

# Shells that complete it
touch report-1.json
check 'a shell completes a command' completes report rep
check 'a shell completes an option' completes --compare report --com
check 'a shell completes the value of an option' \
    completes iterations report --csv it
check 'a shell completes a value behind "="' \
    completes callsites report --csv = calls
check 'a shell completes a setting' completes --trace-limit run -n 4 --tr
check 'a shell completes the value of a setting' \
    completes callsites run -n 4 --profile c
check 'a shell completes a policy' completes granularity policy show gran
while read -r into line; do
    # shellcheck disable=SC2086 # it is several words
    check "a shell completes $line into $into" completes "$into" $line
done <<'END'
gradual sim --policy gr
hierarchical sim --policy h
gradual sim report-1.json --policy gr
throughput sim cluster --policy t
hierarchical policy try gradual --protocol h
smooth policy try gradual --figures s
report-1.json policy try gradual --profile rep
report-1.json sim --platform rep
report-1.json sim cluster --compare rep
report-1.json sim calibrate --output rep
report-1.json sim calibrate -f rep
report-1.json doctor -f rep
pages sim --smpi pa
pages suggest --folder pa
pages prove --every 2 --folder pa
report-1.json agent --ticket rep
calibrate sim c
cluster sim cl
cluster help sim cl
--trace-limit prove -n 4 --tr
granularity prove --policy gran
report-1.json prove --json rep
report-1.json suggest -n 2 --sizes 3 rep
--hosts ctl resize 3 --h
--to ctl split 0 --t
--depth run --strict -n 4 --de
off run --strict o
--depth run --strict --de
-hostfile run -n 2 ./x : -hostf
migrate ctl resize 3 and mig
--to ctl resize 3 and split 0 --t
pages run -wdir pa
END
check 'behind an option that needs no value the program is completed' \
    offers :files run --strict -n 4 x
check 'and no files where a number is' spares :files run -n ''
check 'or hosts are' spares :files run -hosts ''
check 'or ranks' spares :files run --limits ''
check 'nor is anything asked beside a change' spares status ctl resize 3 and ''
files_once() { offered "$@"; test "$(grep -c :files came)" -eq 1; }
check 'nor files offered twice' files_once policy check frob
check 'nor behind an option with more words than there are' \
    files_once run -genv A
check 'and no policy of a job for which there is a protocol alone' \
    spares hierarchical sim cluster --policy ''
check 'nor the word for them' spares policies sim --policy ''
check 'nor files for what takes none' spares :files sim cluster x
check 'nor a command of two words as one' spares 'sim cluster' ''
check 'nor an option twice' once prove --
check 'a shell that has option and value in one word gets the value' \
    offers iterations report --csv=it
check 'behind an option that has its value the next word is completed' \
    offers :files run --policy-option=a=1 x
check 'fish puts the option in front of it' fish_completes
check 'a shell completes a change' completes rebalance ctl --job x re
check 'an option of no question is none of ctl' \
    gives 2 '\-\-jbo is no option of mitosis ctl; did you mean --job' \
    "$mitosis" ctl --jbo x status
check 'options of policies have a form' \
    gives 2 '^mitosis: --policy-option: "x" is not KEY=VALUE' \
    "$mitosis" policy try threshold --policy-option x
check 'those of figures, too' \
    gives 2 '^mitosis: --figures-option: "x" is not KEY=VALUE' \
    "$mitosis" policy try threshold --figures-option x
check 'and in simulations' \
    gives 2 '^mitosis: --policy-option: "x" is not KEY=VALUE' \
    "$mitosis" sim x.json --policy threshold --policy-option x
check 'of clusters as well' \
    gives 2 '^mitosis: --policy-option: "x" is not KEY=VALUE' \
    "$mitosis" sim cluster --policy-option x
check 'a host that is added has a name' \
    gives 2 '"hosts add" is not: hosts \[add HOST' "$mitosis" ctl hosts add
check 'a shell completes when a host goes' completes --within ctl leave h2 --
check 'a host that leaves does so in a time' \
    gives 2 '"leave h2" is not: leave HOST --within' "$mitosis" ctl leave h2
check 'which is above 0' gives 2 '"0" is no number of seconds, above 0' \
    "$mitosis" ctl leave h2 --within 0
check 'a number of hosts is one' gives 2 '"0" is no number of hosts, from 1' \
    "$mitosis" ctl request 0
check 'a request has a form' gives 2 '"request two" is not: request \[N' \
    "$mitosis" ctl request two
check 'a batch system is one that there is' \
    gives 2 '\-\-batch: "slurp" is no batch system; there is file:PATH' \
    "$mitosis" run --batch slurp /bin/true
check 'and its file is there' gives 2 '\-\-batch: /nowhere: No such file' \
    "$mitosis" run --batch file:/nowhere /bin/true
check 'companions differ from their job in what can be chosen' \
    gives 2 '\-\-batch: "speed=high" is nothing that is chosen for companions' \
    "$mitosis" run --batch slurm:speed=high /bin/true
check 'a shell completes a file' completes report-1.json report rep
check 'bash, zsh and fish can read what is for them' shells_take
check 'an unknown shell is refused' gives 2 usage "$mitosis" completion csh

# mitosis run: the command line
act='exit 0'
export act
status "$mitosis" run --depth 3 -n 2 /bin/true --depth 4 -- 'a b' ''
check 'mpiexec gets its options and the program its own' \
    words -n 2 /bin/true --depth 4 -- 'a b' ''
check 'and the library'     given LD_PRELOAD \
    "$(cd "$top_builddir" && pwd -P)/libmitosis.so"
check 'and the settings'    given MITOSIS_DEPTH 3
check 'and the job'         grep -qxE 'true-[a-z0-9]{6}' words
check 'and its place'       given MITOSIS_PAGES "$scratch/pages"
status "$mitosis" run --output here.json --pages pages /bin/true
check 'files are meant here' given MITOSIS_OUTPUT "$PWD/here.json"
check 'folders too'          given MITOSIS_PAGES "$PWD/pages"
rm words
check 'no report can be where there is no folder' \
    gives 2 '--output: .*/none/: No such file' \
    "$mitosis" run --output none/it.json /bin/true
check 'nor in the place of one' gives 2 "--output: $PWD/pages: Is a directory" \
    "$mitosis" run --output pages /bin/true
check 'standard output is no place for a report' \
    gives 2 "--output: standard output is the program's" \
    "$mitosis" run --output - /bin/true
check 'and nothing is run then' test ! -e words
check 'where it is no option that names the place, that is told' \
    gives 0 'MITOSIS_OUTPUT: .*/none/: No such file or directory; as it is no report' \
    env MITOSIS_OUTPUT=none/it.json "$mitosis" run /bin/true
check 'and all is run' test -e words
status env LD_PRELOAD=libm.so.6 \
    ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" \
    "$mitosis" run /bin/true
check 'what was preloaded still is' grep -q '.so:libm.so.6$' words
status env MITOSIS_DEPTH=77 "$mitosis" run /bin/true
check 'a bad variable is told once' lines 2 err
check 'and not handed on' given MITOSIS_DEPTH 1
status "$mitosis" run --profile off -n 2 /bin/true
check 'profile off adds nothing' lines 3 words
check 'and says nothing' lines 0 err
status "$mitosis" run -info
check 'mpiexec is asked what it knows' lines 1 words

check 'a misspelt option is corrected' \
    gives 2 '--dpeth .* did you mean --depth' "$mitosis" run --dpeth 2 x
check 'a bad value is refused' \
    gives 2 '--depth: "99" is no number' "$mitosis" run --depth 99 x
check 'a missing program too' gives 2 'no program' "$mitosis" run -n 4

# mitosis run: the program
act='cat >input; exit 7'
echo 'some words' | "$mitosis" run /bin/true 2>err
rc=$?
check 'the status is that of mpiexec'  test $rc -eq 7
check 'and so is the input'            grep -qx 'some words' input
act='kill -KILL $$'
status "$mitosis" run /bin/true
check 'a killed mpiexec is told'       test $rc -eq 137
act='exit 127'
check 'status 127 is just a status' \
    gives 127 'no rank of /bin/true' "$mitosis" run /bin/true
check 'a missing mpiexec is another' \
    gives 127 'MITOSIS_MPIEXEC can name' \
    "$mitosis" run --mpiexec ./nowhere /bin/true
act='exit 0'
check 'a program without MPI is told' \
    gives 0 'no rank of /bin/true told anything: it did not' \
    "$mitosis" run /bin/true
check 'in one line' lines 1 err
status "$mitosis" run --log quiet /bin/true
check 'and not with log quiet' lines 0 err
echo 'int main(void) { return 0; }' >static.c
if ${CC:-cc} -static -o static static.c 2>/dev/null; then
    check 'a static one too' \
        gives 0 'of ./static told anything: it is statically' \
        "$mitosis" run ./static
fi
check 'a missing one too' gives 0 'there is no such program' \
    "$mitosis" run ./nowhere
act='exit 255'
: >no-program
check 'one that is not executable too' \
    gives 126 'no-program told anything: it is not executable' \
    "$mitosis" run ./no-program
check 'of one that did not come so far it is told how it ended' \
    gives 255 'ring came to MPI_Init: it ended with status 255 before' \
    "$mitosis" run "$top_builddir/tests/programs/ring"
check 'and a folder' gives 126 'told anything: it is a folder' \
    "$mitosis" run "$scratch"
check 'and one without name' \
    gives 127 'no rank of "" told anything: there is no such program' \
    "$mitosis" run ''
echo '#!/no/such/interpreter' >orphan
chmod +x orphan
check 'and one that nothing can interpret' \
    gives 126 'the interpreter that it names is not here' \
    "$mitosis" run ./orphan
for profile in auto off; do
    check "one that mpiexec cannot find gives 127 (profile $profile)" \
        ends 127 "$mitosis" run --profile "$profile" ./nowhere
    check 'nor one that is in no folder of PATH' \
        ends 127 "$mitosis" run --profile "$profile" nowhere
    check 'one that cannot be executed gives 126' \
        ends 126 "$mitosis" run --profile "$profile" ./no-program
    check 'one that can be keeps the status of mpiexec' \
        ends 255 "$mitosis" run --profile "$profile" /bin/true
    check 'and what is in a folder unknown' \
        ends 255 "$mitosis" run --profile "$profile" -wdir /tmp ./nowhere
done
act='exit 0'
check 'nothing is left' nothing_left
check 'a folder that cannot be used costs the profile only' \
    gives 0 'nowhere: No such file.*without a profile' \
    env MITOSIS_PAGES=/nowhere "$mitosis" run /bin/true
check 'and the program runs' words /bin/true

# A wrong option is told by its name, before anything is started; of what is in
# the environment the program does not suffer.
rm -f words
while read -r options; do
    read -r text
    # shellcheck disable=SC2086 # they are several words
    check "run $options: a wrong command line" \
        gives 2 "^mitosis: $text" "$mitosis" run $options /bin/true
done <<'END'
--sizes 8,x
--sizes: "x" is none of N, LEAST-MOST, squares, cubes
--arguments {m}
--arguments: {m} is not understood
--limits 5-2
--limits: "5-2": 5 is more than 2$
--limits x
--limits: "x" is not LEAST-MOST
--script x
--script: 
--hosts-file /nowhere
--hosts-file: /nowhere: No such file
--pages /nowhere
--pages: /nowhere: No such file
--pages /dev/null
--pages: /dev/null: Not a directory
--policy nix
--policy: there is no policy, protocol or profile 'nix'
--protocol nix
--protocol: there is no policy, protocol or profile 'nix'
--protocol threshold
--protocol: .*threshold.* policy
--figures nix
--figures: there is no policy, protocol or profile 'nix'
--policy-option busy=1
--policy-options: these are for --policy, which is not given
--protocol-options busy=1
--protocol-options: these are for --protocol, which is not given
--profile off --policy threshold
--policy: no job is changed with --profile=off
--encrypt 2
--encrypt: "2" is none of off|on
--compress 20
--compress: "20" is none of auto|off|1..19
END
check 'and nothing was started' test ! -e words
check 'in the environment it costs what it is for' gives 0 '' \
    env MITOSIS_LIMITS=x MITOSIS_HOSTS_FILE=/nowhere MITOSIS_POLICY=nix \
    "$mitosis" run /bin/true
check 'and the program runs' words /bin/true
check 'a variable that is near to none is not corrected' \
    gives 0 "unknown variable MITOSIS_FOO; 'mitosis help" \
    env MITOSIS_FOO=1 "$mitosis" run /bin/true
# Signals: the stand-in says which came.
act='trap "echo got >signal; exit 3" TERM; touch ready
    while :; do sleep 0.05; done'
"$mitosis" run /bin/true 2>err &
pid=$!
until_true test -f ready
kill -TERM $pid
wait $pid
rc=$?
check 'a signal is passed on' test -f signal
check 'and the status comes back' test $rc -eq 3
act='touch ready2; exec sleep 20'
"$mitosis" run /bin/true 2>err &
pid=$!
until_true test -f ready2
kill -HUP $pid
wait $pid
check 'one that ends mpiexec too' test $? -eq 129

# mitosis collect and report
check 'collecting takes a folder'  gives 2 'usage' "$mitosis" collect
check 'that has pages'             gives 1 . "$mitosis" collect "$scratch"
check 'without jobs there are none' \
    prints 0 'no jobs' "$mitosis" jobs
mkdir -m 700 "pages/mitosis-$(id -u)-heat-abcdef"
check 'it may be named by its folder' gives 1 'no pages\|heat-abcdef' \
    "$mitosis" report "pages/mitosis-$(id -u)-heat-abcdef"
mkdir -m 700 mine && echo 'what I have changed' >mine/changes
while read -r words; do
    # shellcheck disable=SC2086 # they are several words
    check "a folder of no job is not taken for one: $words" refused 1 \
        "^mitosis: ./mine is no job's folder; 'mitosis jobs' lists jobs$" \
        "$mitosis" $words
done <<'END'
ctl --job ./mine status
ctl --job ./mine invite
top --job ./mine
report ./mine
report ./mine --now
report ./mine --remove
END
check 'and nothing in it is removed' test -e mine/changes
check 'an empty one is listed' prints 0 'heat-abcdef .*empty' \
    "$mitosis" jobs
check 'the list takes no words' gives 2 'usage: mitosis jobs' \
    "$mitosis" jobs heat
check 'a misspelt one corrected' \
    gives 1 'did you mean heat-abcdef' "$mitosis" report haet-abcdef
check 'it has no report'      gives 1 . "$mitosis" report heat
check 'but can be removed'    "$mitosis" report heat --remove
check 'and is gone'           nothing_left
check 'a strange job is told' gives 1 'no report, folder or job zebra' \
    "$mitosis" report zebra
check 'a file that is no report too' gives 1 'mpiexec' \
    "$mitosis" report mpiexec
for name in heal-abcdex heap-abcdef head-abcxyz; do
    mkdir -m 700 "pages/mitosis-$(id -u)-$name"
done
check 'of several the nearest' \
    gives 1 'did you mean heap-abcdef' "$mitosis" report haep-abcdef

# A program lies where it is started, and its jobs begin with its name.
printf '\177ELF' >heal
mkdir head
printf '{ "format": "other" }\n' >heap
check 'a file that is no report does not hide a job' \
    gives 1 'heal-abcdex' "$mitosis" report heal
check 'nor does a folder without pages' \
    gives 1 'mitosis-[0-9]*-head-abcxyz' "$mitosis" report head
check 'one that may be a report does' \
    gives 1 'heap: ' "$mitosis" report heap
cp heal heal.json
check 'as does one by the name of a report' \
    gives 1 'heal\.json: it is not JSON' "$mitosis" report heal.json
mkdir -m 700 "pages/mitosis-$(id -u)-heal-abcdey"
check 'of several jobs none is taken' \
    gives 1 'heal may be any of 2 jobs' "$mitosis" report heal
rm -r pages/* head heal heal.json heap
check 'a report is no job' \
    gives 1 '^mitosis: mpiexec is a file; --now is for a job' \
    "$mitosis" report mpiexec --now
ln -s circle circle
check 'what cannot be seen is told so' \
    gives 1 'circle: Too many levels' "$mitosis" report circle
check 'a misspelt option is corrected' \
    gives 2 '--jsn .* did you mean --json' "$mitosis" report --jsn x
check 'an option without value refused' \
    gives 2 '--output needs a value' "$mitosis" report x --output
check 'or with an empty one' \
    gives 2 '--output needs a value' "$mitosis" report x --output ''
check 'a word that is empty is refused, and names no job' \
    gives 2 '^mitosis: a word is empty' "$mitosis" report '' --remove
while read -r words; do
    # shellcheck disable=SC2086 # they are several words
    check "nor a host, folder or change: $words ''" \
        refused 2 '^mitosis: a word is empty' "$mitosis" $words ''
done <<'END'
ctl
ctl resize 2
ctl migrate 0
ctl hosts
ctl hosts add
ctl hosts remove
ctl request
collect
collect --fold
END
check 'nor does an empty name' \
    gives 2 '--job needs a value' "$mitosis" top --job ''
check 'one without job too'    gives 2 'of which job?  None runs here' "$mitosis" report --now
check 'and two jobs' gives 2 'one at a time' "$mitosis" report a b
check 'of two reports the missing one is named' \
    gives 2 '^mitosis: missing.json: No such file' \
    "$mitosis" report mpiexec missing.json
check 'and a wrong depth' \
    gives 2 '"0" is no whole number from 1 to 16' "$mitosis" report a --depth=0

# The newest report of a folder
report_of() {
    printf '{"mitosis":1,"program":["%s"],"mpi":"x","size":1,"complete":true,' "$1"
    printf '"wall_seconds":%s,"ranks":[{"rank":0,"host":"h",' "$2"
    printf '"wall":1,"mpi":0,"compute":1}],"calls":[],"callsites":[],'
    printf '"messages":[],"iterations":{"found":false,"count":0,'
    printf '"median_seconds":0,"calls_per_iteration":0}}\n'
}
mkdir runs && cd runs || exit 1
check 'without any report one must be named' \
    gives 2 'of which run?  No report, .*mitosis jobs' "$mitosis" report
report_of old 4 >old.mitosis.json && touch -d '2026-01-01' old.mitosis.json
report_of new 2 >new.mitosis.json && touch -d '2026-01-02' new.mitosis.json
report_of other 1 >other.json
mkdir later.mitosis.json
check 'without words the newest is taken' prints 0 '^new$' "$mitosis" report
check 'and said which it is' \
    grep -qx 'mitosis: new.mitosis.json is the newest report here' err
check '--json prints it' prints 0 '"wall_seconds": 2,' "$mitosis" report --json
check 'beside what is drawn of it' prints 0 '"mitosis": 1,' "$mitosis" \
    report old.mitosis.json --json --html page.html
check 'which is there' grep -q '<html' page.html
check 'with tables it is not' gives 2 'and nothing else' "$mitosis" report \
    old.mitosis.json --json --csv matrix
check 'of tables and graphs one is printed' \
    gives 2 'one thing each' "$mitosis" report old.mitosis.json --dot --csv calls
check 'and no comparison beside them' gives 2 '^mitosis: --compare prints a' \
    "$mitosis" report old.mitosis.json --json --compare new.mitosis.json
check 'nor with what is printed in place of a file' \
    gives 2 '^mitosis: - is for one thing' "$mitosis" \
    report old.mitosis.json --html - --json
check 'of which there is one' gives 2 '^mitosis: - is for one thing' \
    "$mitosis" report old.mitosis.json --html - --output -
check 'which stands alone' prints 0 '"mitosis": 1,' "$mitosis" \
    report old.mitosis.json --output - --html page.html
check 'one report is compared with the newest' prints 0 \
    'two programs, old and new,' "$mitosis" compare old.mitosis.json
check 'which is said, too' grep -q 'new.mitosis.json is the newest' err
check 'the newest one not with itself' gives 2 'with which one is it' \
    "$mitosis" compare ./new.mitosis.json
check 'a policy is tried on the newest, too' \
    prints 0 . "$mitosis" policy try granularity
check 'which is said there as well' grep -q 'new.mitosis.json is the newest' err
check 'a folder is no report' gives 1 '^mitosis: .: it is a folder and no report' \
    "$mitosis" compare . old.mitosis.json
cd ..
tap_done

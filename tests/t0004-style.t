#!/bin/sh
# t0004-style.t - each file says in its first lines what it is for and under
# which licence, and shellcheck has nothing to say about scripts
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 1

# All our files: those that git knows; of an unpacked tarball all but what is
# made in it.
if git ls-files >"$scratch/all" 2>/dev/null && test -s "$scratch/all"; then
    grep -v '"' "$scratch/all" | while read -r file; do
        test ! -f "$file" || echo "$file"
    done >"$scratch/ours"
else
    find . -name _build -prune -o -type f -print | sed 's|^\./||' \
        | grep -vE '^(m4|build-aux|autom4te\.cache)/|^(aclocal|configure)|/\.' \
        >"$scratch/ours"
fi

# Our files with the given endings.
files() {
    for ending; do
        grep "\.$ending\$" "$scratch/ours"
    done | LC_ALL=C sort
}

# Files that a shell runs or reads, whatever their names end with.
scripts() {
    # shellcheck disable=SC2046
    {
        files sh
        awk 'FNR == 1 && /^#!\/bin\/sh/ { print FILENAME } { nextfile }' \
            $(cat "$scratch/ours")
    } | LC_ALL=C sort -u
}

# named PREFIX ENDING...  - one of the first two lines is "PREFIX name.c - what
# for"; one process looks at all
named() {
    prefix=$1; shift
    # shellcheck disable=SC2046
    awk -v prefix="^$prefix " '
        function end() {
            if (last != "" && !found) { print last; missing = 1 }
        }
        FNR == 1 {
            end()
            last = FILENAME; found = 0
            name = FILENAME; sub(/.*\//, "", name); gsub(/[.+]/, "[&]", name)
            what = prefix "(([a-z]+/)*" name " - |Tests of |tests of )."
        }
        $0 ~ what { found = 1 }
        FNR >= 2 { nextfile }
        END { end(); exit missing }' $(files "$@")
}

licensed() {
    # shellcheck disable=SC2046
    ! grep -L '[*#!-] SPDX-License-Identifier: BSD-3-Clause$' \
        $(files c h f90 lua t list; scripts) | grep .
}

# Guards are the path, so that no two are the same: who includes both headers
# would miss the second one.
guarded() {
    # shellcheck disable=SC2046
    awk 'function end() {
            if (last != "" && (!begun || !defined \
                || line != "#endif /* !" guard " */")) {
                print last; wrong = 1
            }
        }
        FNR == 1 {
            end()
            last = FILENAME; begun = defined = 0
            guard = FILENAME; sub(/\.h$/, "", guard); gsub("/", "_", guard)
            guard = guard == "include_mitosis" ? "MITOSIS_H" \
                : "MITOSIS_" toupper(guard) "_H"
        }
        $0 == "#ifndef " guard { begun = 1 }
        $0 == "#define " guard { defined = 1 }
        { line = $0 }
        END { end(); exit wrong }' $(files h)
}

# A compiler leaves out a memset() of what is not read any more.
wiped() {
    # shellcheck disable=SC2046
    ! grep -nE 'memset\([^,]*(secret|key)\b.*, 0,' $(files c)
}

# skip NAME TOOL  - a point that needs a tool that is not there
skip() {
    points=$((points + 1))
    echo "ok $points - $1 # SKIP $2 is not installed"
}

# What has a "#!" is run by its name.
runnable() {
    # shellcheck disable=SC2046
    ! awk 'FNR == 1 && /^#!/ { print FILENAME } { nextfile }' \
        $(cat "$scratch/ours") | while read -r file; do
        test -x "$file" || echo "$file"
    done | grep .
}

# What the pages name is there, also after a file was moved; or the build
# makes it.
named_files() {
    missing=$(cat doc/*.md README.md tests/README.md 2>/dev/null \
        | grep -oE '(^|[^A-Za-z0-9_./-])([a-z0-9-]+/)+[A-Za-z0-9_-]+\.[a-z]+\b' \
        | grep -oE '[a-z].*\.([ch]|lua|list|t)$' | LC_ALL=C sort -u \
        | while read -r file; do
        test -f "$file" || test -f "$top_builddir/$file" || echo "$file"
    done)
    echo "$missing"
    test -z "$missing"
}

# The folders with code, to see that none is left out.
complete() {
    for folder in agent include tools bench lua; do
        files c h lua | grep -q "^$folder/" || scripts | grep "^$folder/" \
            || { echo "$folder"; return 1; }
    done
}

# What a script sources is looked at by itself; with each that does so it would
# take twice as long.  So what is set for the other one seems to be unused.  All
# scripts at once take several times as long as a few at a time.
shell_clean() {
    scripts | xargs -n 16 shellcheck --norc --exclude=SC1091,SC2034,SC2154
}

check 'all folders are looked at'       complete
check 'C files say what they are for'   named '/\*' c h
check 'Fortran files too'               named '!' f90
check 'so do scripts'                   named '(#|--)' sh lua
check 'each names its licence'          licensed
check 'headers are guarded'             guarded
check 'secrets are wiped by what does so' wiped
check 'scripts can be run'              runnable
check 'files that pages name are there' named_files
name='scripts are clean'
if command -v shellcheck >/dev/null; then
    check "$name" shell_clean
else
    skip "$name" shellcheck
fi
tap_done

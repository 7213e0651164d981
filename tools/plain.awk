# plain.awk - make the plain version of an example: the same program without
# what makes it malleable
#
# Left out are the lines that include mitosis.h or mitosis.hpp or use its
# module, each statement that begins with a function of mito_ or mito::, with
# register_state() or with an 'if' of them, and all below the heading "to be malleable" up to the next
# heading.  A comment "plain: TEXT" is the line that the plain version has in
# place of the next one.
#
# SPDX-License-Identifier: BSD-3-Clause
function indent(line)
{
    match(line, /^ */)
    return substr(line, 1, RLENGTH)
}

# The statement goes on in the next line.
function goes_on(line)
{
    if (fortran)
        return line ~ /&$/
    return line !~ /;( \/\*.*\*\/)?$/
}

FNR == 1 { fortran = FILENAME ~ /\.f90$/ }
/^\/\* ---- / { section = /to be malleable/ }
section || /^#include <mitosis\.h(pp)?>$/ || /^ *use mitosis$/ { next }
block != "" {
    if ($0 == block)
        block = ""
    next
}
statement || /^ *(call |if \()?(mito_|mito::|register_state\()/ {
    if (/\{$/)
        block = indent($0) "}"
    statement = block == "" && goes_on($0)
    next
}
/^ *(\/\*|!) plain: / {
    text = $0
    sub(/^ *(\/\*|!) plain: /, "", text)
    sub(/ \*\/$/, "", text)
    print indent($0) text
    getline
    next
}
{ print }

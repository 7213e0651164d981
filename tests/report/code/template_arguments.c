/* Tests of report/code/template_arguments.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/code/template_arguments.h"
#include "tests/tap.h"

int main(void)
{
    static const struct {
        const char *name, *cut;
    } cases[] = {
        { "main", "main" },
        { "", "" },
        { "solve<double>", "solve<double>" },
        { "solve<0123456789abcdef>", "solve<0123456789abcdef>" },
        { "solve<0123456789abcdefg>", "solve<...>" },
        { "Grid<Cell<double>, std::allocator<Cell<double> > >::step<int>",
          "Grid<...>::step<int>" },
        { "int solve<Matrix<double, int, long>>(Matrix<double, int, long>&)",
          "int solve<...>(Matrix<...>&)" },
        { "Vector<double>::operator<", "Vector<double>::operator<" },
        { "operator<< <Matrix<double, int, long> >", "operator<< <...>" },
        { "Sorted<&Matrix<double>::operator> >::sort", "Sorted<...>::sort" },
        { "Pointer<Matrix<double, int, long> >::operator->",
          "Pointer<...>::operator->" },
        { "fixed<(Limit)(12 > 3), 0123456789>::f", "fixed<...>::f" },
        { "S::operator><std::basic_string<char> >", "S::operator><...>" },
        { "S::operator->*<std::basic_string<char> >", "S::operator->*<...>" },
        { "my_operator<Matrix<double, int, long> >", "my_operator<...>" },
        { "open<Matrix<double, int, long>", "open<Matrix<...>" },
    };
    arena_t *a = arena_create();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *cut = template_arguments_cut(cases[i].name, a);

        ok(cut && strcmp(cut, cases[i].cut) == 0, "%s is %s", cases[i].name,
           cut);
    }
    arena_destroy(a);
    return tap_done();
}

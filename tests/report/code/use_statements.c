/* Tests of report/code/use_statements.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "report/code/use_statements.h"
#include "tests/tap.h"

static const char path[] = "use_statements.f90";

static const struct {
    const char *what, *text;
    int line;
    const char *module, *variable;
    const char *name; /* or NULL */
} cases[] = {
    { "a variable that is named", "module a\n use b, only: x, y\nend\n", 1,
      "b", "y", "y" },
    { "one that is not", "module a\n use b, only: x, y\nend\n", 1, "b", "z",
      NULL },
    { "another module", "module a\n use bb, only: x\n use b\nend\n", 1, "b",
      "x", NULL },
    { "another name", "module a\n USE B, ONLY : Mine => X\nend\n", 1, "b", "x",
      "mine" },
    { "which is not the variable's", "module a\n use b, only: m=>x\nend\n", 1,
      "b", "m", NULL },
    { "another name in all of a module", "module a\n use b, m => x\nend\n", 1,
      "b", "x", "m" },
    { "lines that go on, with what does not count between",
      "subroutine a(n, & ! use b, only: x\n  k)\n! here\n\n#ifdef B\n"
      "  use, intrinsic :: iso_c_binding\n#endif\n  use :: b, only: & ! one\n"
      "    y, &\n  & x",
      1, "b", "x", "x" },
    { "fixed form, where a comment stands in front",
      "      subroutine a\nc     it\nC     is\n*     old\n      use b, only: "
      "y,\n"
      "     & x\n      end\n",
      1, "b", "x", "x" },
    { "a function whose type is in the first column",
      "complex function a(n)\n use b, only: x\nend\n", 1, "b", "x", "x" },
    { "what stands behind other statements is another unit's",
      "module a\n implicit none\ncontains\n subroutine s\n use b, only: x\n",
      1, "b", "x", NULL },
    { "and is found there",
      "module a\n implicit none\ncontains\n subroutine s\n use b, only: x\n",
      4, "b", "x", "x" },
    { "a name that begins like the word", "module a\n used = 1\n", 1, "b", "x",
      NULL },
    { "a line behind the last one", "module a\n", 9, "b", "x", NULL },
};

int main(void)
{
    arena_t *a = arena_create();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        FILE *out = fopen(path, "w");
        const char *uses, *name;

        fputs(cases[i].text, out);
        fclose(out);
        uses = use_statements_read(path, cases[i].line, a);
        name = uses ? use_statements_name(uses, cases[i].module,
                                          cases[i].variable, a)
                    : "";
        ok(cases[i].name ? name && strcmp(name, cases[i].name) == 0 : !name,
           "%s (%s)", cases[i].what, name ? name : "none");
    }
    ok(!use_statements_read("no/such/file", 1, a),
       "a file that is not there says nothing");
    remove(path);
    arena_destroy(a);
    return tap_done();
}

/* Tests of command/suggest/source_loop.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/suggest/source_loop.h"
#include "tests/tap.h"

static const char c[] = "#include <stdio.h>\n"         /* 1 */
                        "#include <mpi.h>\n"           /* 2 */
                        "#include \"own.h\"\n"         /* 3 */
                        "int main(void)\n"             /* 4 */
                        "{\n"                          /* 5 */
                        "    /* for ( { */ setup();\n" /* 6 */
                        "    for (int i = 0;\n"        /* 7 */
                        "         i < 3; i++) {\n"     /* 8 */
                        "        puts(\"} {\");\n"     /* 9 */
                        "        while (ready())\n"    /* 10 */
                        "            wait_for();\n"    /* 11 */
                        "        exchange();\n"        /* 12 */
                        "        if (odd) {\n"         /* 13 */
                        "            reduce();\n"      /* 14 */
                        "        }\n"                  /* 15 */
                        "        do {\n"               /* 16 */
                        "            inner();\n"       /* 17 */
                        "        } while (more());\n"  /* 18 */
                        "        last();\n"            /* 19 */
                        "    }\n"                      /* 20 */
                        "    finish();\n"              /* 21 */
                        "}\n";

static const char fortran[] = "program p\n"                /* 1 */
                              "    use mpi\n"              /* 2 */
                              "    implicit none\n"        /* 3 */
                              "    time: do step = 1, &\n" /* 4 */
                              "              steps\n"      /* 5 */
                              "        do i = 1, 3\n"      /* 6 */
                              "            call inner()\n" /* 7 */
                              "        end do\n"           /* 8 */
                              "        call exchange()\n"  /* 9 */
                              "    enddo time\n"           /* 10 */
                              "    call finish()\n"        /* 11 */
                              "contains\n"                 /* 12 */
                              "    subroutine inner()\n"   /* 13 */
                              "        call reduce()\n"    /* 14 */
                              "    end subroutine\n";

static const struct {
    const char *what;
    bool fortran, outermost;
    int line, head, first; /* 0 for none */
    bool bare;
} cases[] = {
    { "a line before all loops is in none", false, false, 6, 0, 0, false },
    { "a call in a loop whose head has two lines", false, false, 12, 7, 8,
      false },
    { "braces in a comment and in a text do not count", false, false, 9, 7, 8,
      false },
    { "a body without braces", false, false, 11, 10, 10, true },
    { "the loop around it", false, true, 11, 7, 8, false },
    { "a condition is no loop", false, false, 14, 7, 8, false },
    { "a loop with its condition behind", false, false, 17, 16, 16, false },
    { "which is over there", false, false, 19, 7, 8, false },
    { "a line behind all loops is in none", false, false, 21, 0, 0, false },
    { "Fortran: a loop with a name and two lines", true, false, 9, 4, 5,
      false },
    { "Fortran: one within", true, false, 7, 6, 6, false },
    { "Fortran: the loop around it", true, true, 7, 4, 5, false },
    { "Fortran: behind the loop", true, false, 11, 0, 0, false },
    { "Fortran: a procedure begins anew", true, false, 14, 0, 0, false },
};

int main(void)
{
    struct source_loop l = { 0 };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        l = (struct source_loop){ 0 };
        bool found =
            cases[i].fortran
                ? source_loop_find_fortran(fortran, cases[i].line,
                                           cases[i].outermost, &l)
                : source_loop_find(c, cases[i].line, cases[i].outermost, &l);

        ok(found == (cases[i].head > 0) && l.head == cases[i].head
               && l.first == cases[i].first && l.bare == cases[i].bare,
           "%s (%d, %d)", cases[i].what, l.head, l.first);
    }
    ok(source_loop_includes(c) == 2,
       "an include goes behind the last one of a system's file");
    ok(source_loop_includes("int a;\n") == 0, "or on top");
    ok(source_loop_uses(fortran, 9) == 2, "a use behind the last one");
    ok(source_loop_find_fortran("do k = 1, 9\ncall f()\nend do\n", 2, false,
                                &l)
           && l.counted,
       "a do loop counts by itself");
    ok(source_loop_find_fortran("do while (k < 9)\ncall f()\nend do\n", 2,
                                false, &l)
           && !l.counted,
       "do while does not");
    return tap_done();
}

/* Tests of command/suggest/source_loop.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

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
    bool fortran;
    int line, around, head, first; /* the innermost of so many loops */
    bool bare;
} cases[] = {
    { "a line before all loops is in none", false, 6, 0, 0, 0, false },
    { "a call in a loop whose head has two lines", false, 12, 1, 7, 8, false },
    { "braces in a comment and in a text do not count", false, 9, 1, 7, 8,
      false },
    { "a body without braces in another loop", false, 11, 2, 10, 10, true },
    { "a condition is no loop", false, 14, 1, 7, 8, false },
    { "a loop with its condition behind", false, 17, 2, 16, 16, false },
    { "which is over there", false, 19, 1, 7, 8, false },
    { "a line behind all loops is in none", false, 21, 0, 0, 0, false },
    { "Fortran: a loop with a name and two lines", true, 9, 1, 4, 5, false },
    { "Fortran: one within", true, 7, 2, 6, 6, false },
    { "Fortran: behind the loop", true, 11, 0, 0, 0, false },
    { "Fortran: a procedure begins anew", true, 14, 0, 0, 0, false },
};

/* Where "use mitosis" goes for the last line. */
static void test_uses(void)
{
    static const struct {
        const char *what, *text;
        int line, behind;
    } uses[] = {
        { "a subroutine with a word before",
          "subroutine a\nuse mpi\nend\nrecursive subroutine b\ncall c\n", 5,
          4 },
        { "a function with its type before",
          "subroutine a\nuse mpi\nend\nreal(8) function b(x)\ny = x\n", 5, 4 },
        { "an end is none",
          "subroutine a\nuse mpi\nend subroutine a\ncall c\n", 4, 2 },
        { "a call of what is called so neither",
          "subroutine a\nuse mpi\ncall function(b)\nx = function (b)\n", 4,
          2 },
        { "the head of several lines, with a comment",
          "subroutine a(b, & ! one\n  c)\ncall d\n", 3, 2 },
        { "a line that is the last one of the file", "use mpi, & ! one", 2,
          1 },
    };

    for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); i++) {
        int behind = source_loop_uses(uses[i].text, uses[i].line);

        ok(behind == uses[i].behind, "a use: %s (%d)", uses[i].what, behind);
    }
}

static void test_heads(void)
{
    static const struct {
        const char *what, *text;
        bool fortran;
        int line;
        const char *head; /* or NULL */
    } heads[] = {
        { "for, with parentheses in it", "for (p = 0; p < f(n); p++)\n", false,
          1, "p = 0; p < f(n); p++" },
        { "while, in two lines", "x();\n  while (a\n  && b) {\n", false, 2,
          "a\n  && b" },
        { "behind another word", "for_all(x); while(y) z();\n", false, 1,
          "y" },
        { "do has none", "do {\n} while (x);\n", false, 1, NULL },
        { "none is without an end", "for (x\n", false, 1, NULL },
        { "do in Fortran", "ranks: do p = 0, n - 1 ! all\nend do\n", true, 1,
          " p = 0, n - 1 " },
        { "an assignment has none", "x = 1\n", true, 1, NULL },
    };

    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        size_t length = 0;
        const char *head =
            heads[i].fortran
                ? source_loop_head_fortran(heads[i].text, heads[i].line,
                                           &length)
                : source_loop_head(heads[i].text, heads[i].line, &length);

        ok(heads[i].head ? head && length == strlen(heads[i].head)
                               && strncmp(head, heads[i].head, length) == 0
                         : !head,
           "the head of a loop: %s", heads[i].what);
    }
}

/* What is there already. */
static void test_there(void)
{
    static const char c[] = "#include <mpi.h>\n# include \"mitosis.h\"\n";
    static const char f[] = "module m\n"
                            "use mitosis ! all\n"
                            "contains\n"
                            "subroutine a()\n"
                            "end subroutine\n"
                            "end module\n"
                            "subroutine b()\n"
                            "use mitosis, only: mito_sync\n"
                            "call a()\n"
                            "end subroutine\n"
                            "program p\n"
                            "use :: mitosis\n"
                            "call b()\n"
                            "end program\n";

    ok(source_loop_has_include(c, "#include <mitosis.h>"),
       "an include is found, by either kind of quotes");
    ok(!source_loop_has_include(c, "#include <mitosis.hpp>")
           && !source_loop_has_include(c, "#include <mitosis>"),
       "and not by a part of its name");
    ok(source_loop_has_use(f, 5, "mitosis"), "Fortran: a use of the module's");
    ok(!source_loop_has_use(f, 9, "mitosis"),
       "but not behind it, nor one of a part");
    ok(source_loop_has_use(f, 13, "mitosis"), "and a program's own");
}

int main(void)
{
    struct source_loop l[SOURCE_LOOP_DEEP];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int around = cases[i].fortran
                         ? source_loop_find_fortran(fortran, cases[i].line, l)
                         : source_loop_find(c, cases[i].line, l);
        struct source_loop last = { 0 };

        if (around > 0)
            last = l[around - 1];
        ok(around == cases[i].around && last.head == cases[i].head
               && last.first == cases[i].first && last.bare == cases[i].bare,
           "%s (%d: %d, %d)", cases[i].what, around, last.head, last.first);
    }
    ok(source_loop_find(c, 11, l) == 2 && l[0].head == 7 && l[0].first == 8,
       "the outermost loop is the first");
    ok(source_loop_find_fortran(fortran, 7, l) == 2 && l[0].head == 4
           && l[0].first == 5,
       "Fortran: the outermost loop, too");
    ok(source_loop_includes(c) == 2,
       "an include goes behind the last one of a system's file");
    ok(source_loop_includes("int a;\n") == 0, "or on top");
    ok(source_loop_uses(fortran, 9) == 2, "a use behind the last one");
    ok(source_loop_find_fortran("do k = 1, 9\ncall f()\nend do\n", 2, l) == 1
           && l[0].counted,
       "a do loop counts by itself");
    ok(source_loop_find_fortran("do while (k < 9)\ncall f()\nend do\n", 2, l)
               == 1
           && !l[0].counted,
       "do while does not");
    ok(source_loop_find("void f() {\nwhile (k < 1'000) {\nx = 'a';\ng();\n"
                        "}\n}\n",
                        4, l)
               == 1
           && l[0].head == 2 && l[0].first == 2,
       "quotes in a number of C++ are no text's");
    ok(source_loop_find("for (int i = 0x1f; i < 2e3; i++)\n  f(1.5);\n", 2, l)
               == 1
           && l[0].bare,
       "numbers of other kinds");
    test_heads();
    test_uses();
    test_there();
    return tap_done();
}

/* Tests of job/input_files.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/input_files.h"
#include "job/sizes.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-input-XXXXXX";

static void put(const char *name, const char *text, size_t bytes)
{
    char path[100];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file) {
        fwrite(text, 1, bytes, file);
        fclose(file);
    }
}

/* What is in the file, "" where there is none. */
static const char *get(const char *name)
{
    static char text[1000];
    char path[100];
    size_t bytes = 0;
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "r");
    if (file) {
        bytes = fread(text, 1, sizeof(text) - 1, file);
        fclose(file);
    }
    text[bytes] = '\0';
    return text;
}

/* 'path' is one of the files. */
static void test_link(const struct input_files *f, const char *path)
{
    char target[100];
    struct error err = { "" };
    struct stat st;

    snprintf(target, sizeof(target), "%s/elsewhere", folder);
    ok(rename(path, target) == 0 && symlink("elsewhere", path) == 0
           && input_files_write(f, 12, &err) == 0
           && strcmp(get("elsewhere"), "12\n") == 0 && lstat(path, &st) == 0
           && S_ISLNK(st.st_mode),
       "a symbolic link stays one: %s", err.text);
    ok(input_files_write(f, 6, &err) == 0, "and is written again");
}

static void test_write(void)
{
    static const char one[] = "'{nx}' {ny}\n\n\"{{ {120/n}}}", two[] = "{n}\n";
    char path[100], list[200];
    struct input_files f;
    struct error err = { "" };
    struct sizes sizes;
    struct stat st;

    put("one.template", one, strlen(one));
    put("two.in.template", two, strlen(two));
    snprintf(path, sizeof(path), "%s/two.in.template", folder);
    chmod(path, 0640);
    snprintf(list, sizeof(list), "one.template, %s", path);
    ok(input_files_read(&f, list, folder, &err) == 0 && f.count == 2,
       "templates are read, by a name or a path");
    ok(input_files_is_choosy(&f) && input_files_check(&f, 6, &err) == 0,
       "six ranks can be had");
    ok(input_files_check(&f, 7, &err) < 0, "seven cannot");
    has(err.text, "one.template: {120/n} does not come out even with 7",
        "and why");
    ok(input_files_write(&f, 6, &err) == 0
           && strcmp(get("one"), "'3' 2\n\n\"{ 20}") == 0,
       "quotes and lines stay as they are: %s", get("one"));
    ok(strcmp(get("two.in"), "6\n") == 0, "all are written");
    snprintf(path, sizeof(path), "%s/two.in", folder);
    ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0640,
       "with the mode of the template");
    test_link(&f, path);
    ok(input_files_write(&f, 7, &err) < 0
           && strcmp(get("one"), "'3' 2\n\n\"{ 20}") == 0,
       "one that cannot be made stays");
    has(err.text, "one.template, line 3: {120/n} does not come out even",
        "which line is to blame");
    ok(sizes_read(&sizes, "", "", &err) == 0 && !sizes_is_choosy(&sizes),
       "without them all numbers can be had");
    sizes.files = &f;
    ok(sizes_is_choosy(&sizes) && sizes_above(&sizes, 6) == 8
           && sizes_check(&sizes, 7, &err) < 0,
       "with them some cannot");
    has(err.text, "7 ranks do not go with --templates: one.template: {120/n}",
        "and which file is to blame");
    input_files_clear(&f);
    input_files_clear(&f);
    ok(input_files_read(&f, "", folder, &err) == 0 && f.count == 0
           && input_files_write(&f, 3, &err) == 0,
       "there may be none");
}

static void test_wrong(void)
{
    static const struct {
        const char *list, *why;
    } cases[] = {
        { "none.template", "none.template: No such file or directory" },
        { "one", "\"one\" has another ending than .template" },
        { ".template", "\".template\" has another ending" },
        { "a/.template", "has another ending" },
        { "two.in.template,", "\"\" has another ending" },
        { "binary.template", "binary.template is no text" },
        { "brace.template", "brace.template, line 2: there is a } without" },
        { "grid.template", "grid.template, of a grid it has to have {nx}" },
        { "folder.template", "folder.template is no file" },
    };
    char path[100];

    put("binary.template", "a\0b", 3);
    put("brace.template", "\n}\n", 3);
    put("grid.template", "{ny}\n", 5);
    snprintf(path, sizeof(path), "%s/folder.template", folder);
    mkdir(path, 0700);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { "" };
        struct input_files f;

        ok(input_files_read(&f, cases[i].list, folder, &err) < 0
               && f.count == 0,
           "\"%s\" is refused", cases[i].list);
        has(err.text, cases[i].why, "and why is told");
    }
}

int main(void)
{
    char command[100];

    if (!mkdtemp(folder)) {
        printf("Bail out! no folder\n");
        return EXIT_FAILURE;
    }
    test_write();
    test_wrong();
    snprintf(command, sizeof(command), "rm -r %s", folder);
    ok(system(command) == 0, "nothing else is left");
    return tap_done();
}

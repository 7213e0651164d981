/* parse_file.c - a file of JSON, or why it is none
 *
 * What the parser says of a folder or an empty file is about brackets.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "report/json/parse_file.h"

int parse_file_check(const char *path, const char *what, struct error *err)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode) || S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
        return error_set(err, "%s: it is a %s and no %s", path,
                         S_ISDIR(st.st_mode) ? "folder" : "device", what);
    if (S_ISREG(st.st_mode) && st.st_size == 0)
        return error_set(err, "%s: it is empty", path);
    return 0;
}

struct json_t *parse_file(const char *path,
                          const char *what,
                          struct error *err)
{
    json_error_t why;
    json_t *root;

    if (parse_file_check(path, what, err) < 0)
        return NULL;
    root = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (root)
        return root;
    if (json_error_code(&why) == json_error_cannot_open_file)
        error_set(err, "%s: %s", path, strerror(errno));
    else if (!why.text[0])
        error_set(err, "%s: %s", path, strerror(ENOMEM));
    else if (json_error_code(&why) == json_error_premature_end_of_input)
        error_set(err, "%s: it is cut off in line %d", path, why.line);
    else
        error_set(err, "%s: it is not JSON: line %d: %s", path, why.line,
                  why.text);
    return NULL;
}

const char *parse_file_unknown(json_t *of, const char *const keys[])
{
    const char *key;
    json_t *value;

    json_object_foreach(of, key, value)
    {
        int i = 0;

        while (keys[i] && strcmp(keys[i], key) != 0)
            i++;
        if (!keys[i])
            return key;
    }
    return NULL;
}

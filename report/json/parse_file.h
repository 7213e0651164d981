/* parse_file.h - a file of JSON, or why it is none
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_PARSE_FILE_H
#define MITOSIS_REPORT_JSON_PARSE_FILE_H

#include "base/error.h"

struct json_t; /* of jansson */

/* Whether 'path' can be a file that is a 'what', as "report": it is there, not
 * empty, and no folder or device, which may have no end.  Returns -1 with the
 * path and what is wrong in 'err'.
 */
int parse_file_check(const char *path, const char *what, struct error *err);

/* Parse the file 'path', which is to be a 'what', as "report".  Returns what
 * is given back with json_decref(), or NULL with the path and what is wrong in
 * 'err'.
 */
struct json_t *parse_file(const char *path,
                          const char *what,
                          struct error *err);

/* A key of the object 'of' that is none of 'keys', which end with NULL; or
 * NULL when there is none.
 */
const char *parse_file_unknown(struct json_t *of, const char *const keys[]);

#endif /* !MITOSIS_REPORT_JSON_PARSE_FILE_H */

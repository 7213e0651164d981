/* text.h - policies from text, for tests
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_POLICY_TEXT_H
#define MITOSIS_TESTS_POLICY_TEXT_H

#include "policy/policy.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A policy that decides by these lines. */
#define DECIDE(body) "return { decide = function(job, options) " body " end }"

/* Load a policy from text by way of a scratch file. */
policy_t *text_policy(const char *text,
                      const char *options,
                      struct error *err);

/* Write 'text' over the file 'path'. */
void text_write(const char *path, const char *text);

#endif /* !MITOSIS_TESTS_POLICY_TEXT_H */

/* module_kind.h - the kinds of files in Lua, see module.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_MODULE_KIND_H
#define MITOSIS_POLICY_LUA_MODULE_KIND_H

enum module_kind {
    MODULE_DECIDE,
    MODULE_PROTOCOL,
    MODULE_PROFILE,
    MODULE_KINDS
};

/* How files say it: "decide", and how we do: "a policy". */
extern const char *const module_kind_name[MODULE_KINDS];
extern const char *const module_kind_word[MODULE_KINDS];

#endif /* !MITOSIS_POLICY_LUA_MODULE_KIND_H */

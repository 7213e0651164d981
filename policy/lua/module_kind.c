/* module_kind.c - the kinds of files in Lua, see module.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "policy/lua/module_kind.h"

const char *const module_kind_name[MODULE_KINDS] = {
    [MODULE_DECIDE] = "decide",
    [MODULE_PROTOCOL] = "protocol",
    [MODULE_PROFILE] = "profile",
};

const char *const module_kind_word[MODULE_KINDS] = {
    [MODULE_DECIDE] = "a policy",
    [MODULE_PROTOCOL] = "a protocol",
    [MODULE_PROFILE] = "a profile",
};

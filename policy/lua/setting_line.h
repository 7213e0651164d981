/* setting_line.h - the line at which a name is given a value in a text in Lua
 *
 * Lua keeps no lines of the fields of a table, and who has misspelt one wants
 * to be led there.  So this looks at the text, and is right about texts that
 * people write; it is for messages only.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_SETTING_LINE_H
#define MITOSIS_POLICY_LUA_SETTING_LINE_H

/* The number of the first line that has "NAME =", comments left out; 0 when
 * there is none.
 */
int setting_line(const char *text, const char *name);

#endif /* !MITOSIS_POLICY_LUA_SETTING_LINE_H */

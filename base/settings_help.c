/* settings_help.c - what a user can set, explained
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/parse_value.h"
#include "base/settings.h"

/* One paragraph of help, filled to 76 columns, 8 of them blank. */
static void print_filled(FILE *out, const char *text)
{
    enum { MARGIN = 8, WIDTH = 76 };
    int column = 0;

    while (*text) {
        int len = (int)strcspn(text, " ");

        if (column == 0 || column + 1 + len > WIDTH) {
            fprintf(out, "%s%*s", column == 0 ? "" : "\n", MARGIN, "");
            column = MARGIN;
        } else {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", len, text);
        column += len;
        text += len + (text[len] == ' ');
    }
    fputc('\n', out);
}

static void print_values(FILE *out, const struct setting_info *info)
{
    char choices[256];

    switch (info->type) {
    case SETTING_CHOICE:
        parse_value_tell_choices(info->choices, choices, sizeof(choices));
        fprintf(out, "=%s", choices);
        break;
    case SETTING_NUMBER:
        fprintf(out, "=%" PRIu64 "..%" PRIu64, info->least, info->most);
        break;
    case SETTING_SIZE:
        fprintf(out, "=SIZE[k|M|G]");
        break;
    case SETTING_TEXT:
        fprintf(out, "=TEXT");
        break;
    }
}

void settings_help(FILE *out)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_info *info = &setting_info[i];
        char option[64];

        settings_name(i, FROM_OPTION, option);
        fprintf(out, "%s%s", i ? "\n" : "", option);
        print_values(out, info);
        fprintf(out, "\n    %s", info->env);
        if (*info->preset)
            fprintf(out, ", default %s", info->preset);
        fputc('\n', out);
        print_filled(out, info->help);
    }
}

/* settings_help.c - what a user can set, explained
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/parse_value.h"
#include "base/print_words.h"
#include "base/settings.h"

enum { MARGIN = 8, WIDTH = 76 }; /* of the help itself */

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
        fprintf(out, "\n%*s", MARGIN, "");
        print_words(out, info->help, MARGIN, WIDTH);
    }
}

/* parse_value.c - read what people give as a choice, a number, a size
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/append_text.h"
#include "base/parse_value.h"

char parse_value_letter(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

bool parse_value_is(const char *a, size_t len, const char *b)
{
    for (size_t i = 0; i < len; i++)
        if (parse_value_letter(a[i]) != parse_value_letter(b[i]))
            return false;
    return b[len] == '\0';
}

/* Find 'text' among "this|that". */
static bool find(const char *choices,
                 const char *text,
                 char *word,
                 uint64_t *number)
{
    const char *at = choices;

    for (uint64_t i = 0; *at; i++) {
        size_t len = strcspn(at, "|");

        if (parse_value_is(at, len, text)) {
            memcpy(word, at, len);
            word[len] = '\0';
            *number = i;
            return true;
        }
        at += len + (at[len] == '|');
    }
    return false;
}

/* Other words that people use for off and on. */
static const char *usual_word(const char *text)
{
    static const char *const words[][2] = {
        { "0", "off" }, { "no", "off" }, { "false", "off" },
        { "1", "on" },  { "yes", "on" }, { "true", "on" },
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (parse_value_is(text, strlen(text), words[i][0]))
            return words[i][1];
    return text;
}

bool parse_value_choice(const char *choices,
                        const char *text,
                        char *word,
                        uint64_t *number)
{
    return find(choices, text, word, number)
           || find(choices, usual_word(text), word, number);
}

/* The number that the word at 'at' is, or -1. */
static long number_at(const char *at)
{
    size_t len = strcspn(at, "|");

    return len > 0 && strspn(at, "0123456789") == len ? strtol(at, NULL, 10)
                                                      : -1;
}

static const char *word_behind(const char *at)
{
    at += strcspn(at, "|");
    return at + (*at == '|');
}

void parse_value_tell_choices(const char *choices, char *text, size_t size)
{
    text[0] = '\0';
    for (const char *at = choices; *at; at = word_behind(at)) {
        long first = number_at(at), last = first;

        append_text(text, size, "%s%.*s", *text ? "|" : "",
                    (int)strcspn(at, "|"), at);
        while (first >= 0 && number_at(word_behind(at)) == last + 1) {
            at = word_behind(at);
            last++;
        }
        if (last > first)
            append_text(text, size, "..%ld", last);
    }
}

/* Digits, and where they end. */
static bool parse_digits(const char *text, const char **end, uint64_t *number)
{
    uint64_t sum = 0;
    const char *at = text;

    for (; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(sum, 10, &sum)
            || __builtin_add_overflow(sum, (uint64_t)(*at - '0'), &sum))
            return false;
    *end = at;
    *number = sum;
    return at > text;
}

bool parse_value_number(const char *text, uint64_t *number)
{
    const char *end;
    uint64_t sum;

    if (!parse_digits(text, &end, &sum) || *end)
        return false;
    *number = sum;
    return true;
}

bool parse_value_size(const char *text, uint64_t *number)
{
    static const char suffixes[] = "kmgt";
    const char *end, *suffix;
    uint64_t sum, unit = 1;

    if (!parse_digits(text, &end, &sum))
        return false;
    if (*end && (suffix = strchr(suffixes, parse_value_letter(*end)))) {
        unit <<= 10 * (suffix - suffixes + 1);
        end++;
        if (*end == 'i')
            end++;
    }
    if (parse_value_letter(*end) == 'b')
        end++;
    if (*end || __builtin_mul_overflow(sum, unit, &sum))
        return false;
    *number = sum;
    return true;
}

/* suggest_name.h - which of the known names a misspelt word may have meant
 *
 *     struct suggest_name n = suggest_name_start("profiel");
 *     for each known name: suggest_name_offer(&n, name);
 *     if (n.best) "did you mean n.best?"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_SUGGEST_NAME_H
#define MITOSIS_BASE_SUGGEST_NAME_H

struct suggest_name {
    const char *word;
    const char *best;  /* the nearest name offered, NULL when none is near */
    unsigned distance; /* its distance, or the first that is not near */
};

/* Begin to look for 'word', which must live as long as the search. */
struct suggest_name suggest_name_start(const char *word);

/* Compare with 'name', which is remembered when it is nearer than those
 * before.  Letters are compared without case, '-' and '_' are the same.
 */
void suggest_name_offer(struct suggest_name *n, const char *name);

/* How many letters must be put in, left out, replaced, or swapped with their
 * neighbour to make one word of the other.  Words beyond 63 letters are far
 * from everything.
 */
unsigned suggest_name_distance(const char *a, const char *b);

#endif /* !MITOSIS_BASE_SUGGEST_NAME_H */

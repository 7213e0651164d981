/* slurm_drained_nodes.c - nodes that Slurm drains, and what of that is news
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_drained_nodes.h"
#include "agent/batch/slurm_nodes.h"
#include "base/system/host.h"

struct drained_node {
    char name[HOST_NAME];
    bool told; /* how it is with it: */
    bool drains;
    bool listed; /* the last time */
    struct drained_node *next;
};

/* The node of that name, which is new if need be.  Returns NULL without
 * memory.
 */
static struct drained_node *node_of(struct slurm_drained_nodes *d,
                                    const char *name)
{
    struct drained_node **at = &d->first;

    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    if (!*at && (*at = calloc(1, sizeof(**at))))
        snprintf((*at)->name, sizeof((*at)->name), "%s", name);
    return *at;
}

static void tell(const struct batch_listener *l, const struct slurm_node *node)
{
    struct error why;

    error_set(&why, "Slurm drains it%s%.200s%s", *node->reason ? " (" : "",
              node->reason, *node->reason ? ")" : "");
    if (node->drains)
        l->drains(l->arg, node->name, why.text);
    else
        l->stays(l->arg, node->name);
}

static void take_node(struct slurm_drained_nodes *d,
                      const struct slurm_node *node,
                      const struct batch_listener *l)
{
    struct drained_node *n =
        strlen(node->name) < HOST_NAME ? node_of(d, node->name) : NULL;

    if (!n)
        return;
    n->listed = true;
    if (n->told && n->drains == node->drains)
        return;
    n->told = true;
    n->drains = node->drains;
    tell(l, node);
}

static void forget_unlisted(struct slurm_drained_nodes *d)
{
    struct drained_node **at = &d->first, *n;

    while ((n = *at))
        if (n->listed) {
            at = &n->next;
        } else {
            *at = n->next;
            free(n);
        }
}

void slurm_drained_nodes_take(struct slurm_drained_nodes *d,
                              char *text,
                              const struct batch_listener *l)
{
    struct slurm_node node;

    for (struct drained_node *n = d->first; n; n = n->next)
        n->listed = false;
    while (slurm_nodes_next(&text, &node))
        take_node(d, &node, l);
    forget_unlisted(d);
}

void slurm_drained_nodes_clear(struct slurm_drained_nodes *d)
{
    for (struct drained_node *n = d->first; n; n = n->next)
        n->listed = false;
    forget_unlisted(d);
}

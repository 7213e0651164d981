/* layout_like.h - a layout that is like another one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_LAYOUT_LIKE_H
#define MITOSIS_PMPI_STATE_LAYOUT_LIKE_H

#include "pmpi/state/registered.h"

/* Fill in what 'l' does not say as the layout of 'from' has it.  When they
 * have the 'same_count', items go to the owners that those of 'from' have, so
 * it says none itself.  Names in it stay valid as long as 'from' stays where
 * it is.
 */
void layout_like(mito_layout *l,
                 const struct registered *from,
                 bool same_count);

#endif /* !MITOSIS_PMPI_STATE_LAYOUT_LIKE_H */

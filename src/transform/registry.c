/* The list that the command line, the window and the manual read. */
#include "transform/registry.h"
#include <string.h>

/* The order is that of the manual. */
#define IHOP_ALL_TRANSFORMS(X)                                                                     \
  X (interchange)                                                                                  \
  X (permute)                                                                                      \
  X (reverse)                                                                                      \
  X (skew)                                                                                         \
  X (shift)                                                                                        \
  X (strip_mine)                                                                                   \
  X (tile)                                                                                         \
  X (collapse)                                                                                     \
  X (nest)                                                                                         \
  X (sink)                                                                                         \
  X (swap_statements)                                                                              \
  X (distribute)                                                                                   \
  X (fuse)                                                                                         \
  X (peel)                                                                                         \
  X (split)                                                                                        \
  X (unroll)                                                                                       \
  X (full_unroll)                                                                                  \
  X (unroll_and_jam)                                                                               \
  X (unswitch)                                                                                     \
  X (remove_header)                                                                                \
  X (guard)                                                                                        \
  X (hoist)                                                                                        \
  X (canonicalize)                                                                                 \
  X (normalize)                                                                                    \
  X (schedule)                                                                                     \
  X (wavefront)                                                                                    \
  X (vectorize)                                                                                    \
  X (scalar_expand)                                                                                \
  X (privatize)                                                                                    \
  X (declare_iterator)                                                                             \
  X (solve_bound)                                                                                  \
  X (expand_assign)                                                                                \
  X (reduction)                                                                                    \
  X (induction)                                                                                    \
  X (wrap_around)                                                                                  \
  X (scan)                                                                                         \
  X (locate)                                                                                       \
  X (pack)                                                                                         \
  X (contract)                                                                                     \
  X (scalar_replace)                                                                               \
  X (array_expand)                                                                                 \
  X (in_place)                                                                                     \
  X (rename)                                                                                       \
  X (substitute)                                                                                   \
  X (copy_array)                                                                                   \
  X (inline)                                                                                       \
  X (outline)                                                                                      \
  X (unpack)                                                                                       \
  X (promote)                                                                                      \
  X (flatten)                                                                                      \
  X (specialise)                                                                                   \
  X (to_blocks)                                                                                    \
  X (to_threads)                                                                                   \
  X (fences)                                                                                       \
  X (cyclic)                                                                                       \
  X (stage)                                                                                        \
  X (unguard)                                                                                      \
  X (keep_last)                                                                                    \
  X (version)                                                                                      \
  X (copy_loop)                                                                                    \
  X (if_convert)                                                                                   \
  X (persistent)                                                                                   \
  X (inline_value)                                                                                 \
  X (extract_call)                                                                                 \
  X (rotate)                                                                                       \
  X (swap_members)                                                                                 \
  X (target)

#define IHOP_DECLARE(name) extern const IhopTransform ihop_transform_##name;
IHOP_ALL_TRANSFORMS (IHOP_DECLARE)
#undef IHOP_DECLARE

const IhopTransform *const ihop_transforms[] = {
#define IHOP_LIST(name) &ihop_transform_##name,
  IHOP_ALL_TRANSFORMS (IHOP_LIST)
#undef IHOP_LIST
  NULL
};

const IhopTransform *
ihop_transform_find (const char *name)
{
  for (guint i = 0; ihop_transforms[i]; i++)
    if (strcmp (ihop_transforms[i]->name, name) == 0)
      return ihop_transforms[i];
  return NULL;
}

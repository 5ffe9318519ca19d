/* The list that the command line, the window and the manual read. */
#include "transform/steps.h"
#include <string.h>

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

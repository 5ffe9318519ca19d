#include "analysis/scop/induction_variable.h"

void
ihop_induction_free (gpointer data)
{
  if (data)
    g_free (((IhopInduction *) data)->by);
  g_free (data);
}

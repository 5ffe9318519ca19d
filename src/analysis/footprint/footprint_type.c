#include "analysis/footprint/footprint_type.h"

IhopBox *
ihop_box_new (IhopPool *pool, guint rank)
{
  IhopBox *box = ihop_pool_alloc (pool, sizeof *box);

  box->rank = rank;
  box->lower = ihop_pool_alloc (pool, rank * sizeof *box->lower);
  box->count = ihop_pool_alloc (pool, rank * sizeof *box->count);
  return box;
}

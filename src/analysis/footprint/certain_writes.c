/* Whether all elements of a box are certain to be written. */
#include "analysis/footprint/certain_writes.h"

/* What a write leaves of an element: a member of a record is not all of it. NULL: the whole element. */
static const IhopStep *
member_written (const IhopAccess *access)
{
  for (guint i = 0; i < access->ref->steps->len; i++)
    {
      const IhopStep *step = &g_array_index (access->ref->steps, IhopStep, i);
      if (step->kind == IHOP_STEP_FIELD)
        return step;
    }
  return NULL;
}

/* Elements that are certainly written: as a whole, or (field not NULL) at least in this member. */
static isl_set *
certain_writes (IhopFootprintWork *work, const IhopSymbol *field)
{
  isl_set *written = NULL;

  for (guint i = 0; i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      const IhopStep *member = member_written (access);
      isl_set *one;
      if (!access->is_write || access->may != IHOP_MAY_NOT
          || access->n_dims != work->footprint->rank)
        continue;
      /* A member's own members and elements are not counted up. */
      if (member && (member->field != field || !ihop_type_is_scalar (field->type)))
        continue;
      one = ihop_footprint_elements (work, access);
      if (one)
        written = written ? isl_set_union (written, one) : one;
    }
  return written;
}

/* Keeps box. */
static gboolean
writes_member (IhopFootprintWork *work, isl_set *box, const IhopSymbol *field)
{
  isl_set *written = certain_writes (work, field), *missing;
  gboolean all;

  if (written == NULL || !ihop_set_is_simple (written))
    {
      isl_set_free (written);
      return FALSE;
    }
  missing = isl_set_subtract (
    isl_set_intersect_params (isl_set_copy (box), isl_set_copy (work->scop->ranges)), written);
  all = isl_set_is_empty (missing) == isl_bool_true;
  isl_set_free (missing);
  return all;
}

static const IhopType *
element_type (const IhopFootprint *footprint)
{
  const IhopType *type = ihop_type_strip (footprint->symbol->type);

  while (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER)
    type = ihop_type_strip (type->target);
  return type;
}

/* Whether its members are all there is of a record. Bytes and bits between them hold what they held before, which a
 * program can see (memcmp, fwrite): they do not come into being on the device by writing the members. */
static gboolean
is_all_members (const IhopType *record)
{
  guint64 bits = 0;

  for (guint i = 0; i < record->n_fields; i++)
    bits += record->fields[i]->bit_width ? record->fields[i]->bit_width
                                         : 8 * ihop_type_strip (record->fields[i]->type)->size;
  return bits == 8 * record->size;
}

gboolean
ihop_footprint_writes_all (IhopFootprintWork *work, isl_set *box)
{
  const IhopType *type = element_type (work->footprint);
  gboolean all = box != NULL;

  if (type->kind != IHOP_TYPE_RECORD || type->is_union || type->fields == NULL || !is_all_members (type))
    all = all && writes_member (work, box, NULL);
  else
    for (guint i = 0; all && i < type->n_fields; i++)
      all = writes_member (work, box, type->fields[i]);
  isl_set_free (box);
  return all;
}

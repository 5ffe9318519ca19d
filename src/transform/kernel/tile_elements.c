#include "transform/kernel/tile_elements.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/program/isl_operations.h"
#include "transform/build/bounds.h"
#include "transform/build/make.h"
#include "transform/build/refusal.h"
#include "transform/kernel/first_element.h"
#include "transform/kernel/tile_rows.h"
#include "transform/legality/obstacle.h"

enum { MOST_OPERATIONS = 20 * 1000 * 1000, LARGEST = 4096, MOST_ELEMENTS = 1 << 16 };

/* Takes message. */
static gboolean
refuse_message (const IhopTile *tile, const IhopNode *node, IhopMessage *message)
{
  ihop_refuse_message (tile->step, IHOP_T_STORAGE, node, message);
  return FALSE;
}
#define refuse(tile, node, ...) refuse_message (tile, node, ihop_message (__VA_ARGS__))

/* ---- The references ------------------------------------------------------------------------------------------ */

/* Without quotients and remainders: of these isl may not find out in reasonable time where they begin. */
static gboolean
is_linear (const IhopAccess *access)
{
  for (guint d = 0; d < access->n_dims; d++)
    if (access->linear[d] == NULL)
      return FALSE;
  return TRUE;
}

/* A whole element, and no other one than its relation says. */
static gboolean
is_element (const IhopTile *tile, const IhopAccess *access)
{
  return access->map && ihop_tile_has_rank (tile, access) && is_linear (access) && ihop_type_is_scalar (access->node->type)
         && !ihop_type_is_volatile (access->node->type);
}

/* It is certain to be touched wherever its relation says so. */
static gboolean
is_certain (const IhopAccess *access)
{
  return access->may == IHOP_MAY_NOT && access->statement->is_exact;
}

/* Only if a condition on data holds; if so, what its relation says. */
static gboolean
is_possible_read (const IhopAccess *access)
{
  return !access->is_write && access->may <= IHOP_MAY_CONDITION;
}

static isl_stat
keep_aff (isl_set *set, isl_aff *aff, void *user)
{
  isl_aff **kept = user;

  isl_set_free (set);
  isl_aff_free (*kept);
  *kept = aff;
  return isl_stat_ok;
}

/* As a sum of variables; NULL: it is none. */
static IhopSum *
sum_of_begin (IhopBuild *build, const IhopScop *scop, isl_pw_aff *begin)
{
  const IhopBoundWriter writing = { build, scop, 0, NULL };
  g_autoptr (IhopSum) sum = ihop_sum_new (0);
  isl_aff *aff = NULL;
  gboolean fine = isl_pw_aff_foreach_piece (begin, keep_aff, &aff) == isl_stat_ok && aff
                  && isl_aff_dim (aff, isl_dim_div) == 0;

  for (int i = 0; fine && i < isl_aff_dim (aff, isl_dim_param); i++)
    {
      isl_val *factor = isl_aff_get_coefficient_val (aff, isl_dim_param, i);
      isl_space *space = isl_aff_get_domain_space (aff);
      isl_id *id = isl_space_get_dim_id (space, isl_dim_param, (unsigned) i);
      const IhopNode *node = isl_val_is_zero (factor) ? NULL : ihop_bounds_parameter (&writing, id);
      fine = isl_val_is_zero (factor) || (isl_val_is_int (factor) && node && node->kind == IHOP_REF);
      if (fine && node)
        ihop_sum_add_term (sum, node->symbol, isl_val_get_num_si (factor));
      isl_val_free (factor);
      isl_id_free (id);
      isl_space_free (space);
    }
  isl_val *constant = aff ? isl_aff_get_constant_val (aff) : NULL;
  fine = fine && constant && isl_val_is_int (constant);
  sum->constant = fine ? isl_val_get_num_si (constant) : 0;
  isl_val_free (constant);
  isl_aff_free (aff);
  return fine ? g_steal_pointer (&sum) : NULL;
}

/* What is needed of a begin: only where it differs from others. */
static gboolean
begins_alike (IhopSum *const *a, IhopSum *const *b, guint rank)
{
  for (guint d = 0; d < rank; d++)
    {
      g_autoptr (IhopSum) distance = ihop_sum_copy (a[d]);
      ihop_sum_add (distance, b[d], -1);
      if (distance->terms->len || distance->constant)
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  IhopSum *first[IHOP_TILE_RANK];
  isl_pw_aff *begin[IHOP_TILE_RANK];
} Begin;

static void
begin_clear (Begin *begin)
{
  for (guint d = 0; d < IHOP_TILE_RANK; d++)
    {
      g_clear_pointer (&begin->first[d], ihop_sum_free);
      g_clear_pointer (&begin->begin[d], isl_pw_aff_free);
    }
}

static gboolean
read_begin (IhopBuild *build, const IhopTile *tile, const IhopAccess *access, Begin *begin)
{
  isl_set *elements = ihop_tile_elements (tile, access);
  gboolean fine = elements != NULL;

  *begin = (Begin){ 0 };
  for (guint d = 0; fine && d < tile->rank; d++)
    {
      begin->begin[d] = ihop_first_element (elements, d);
      begin->first[d] = begin->begin[d] ? sum_of_begin (build, tile->scop, begin->begin[d]) : NULL;
      fine = begin->first[d] != NULL;
    }
  isl_set_free (elements);
  return fine || refuse (tile, access->node, "it is not known where the elements of %s that are used here begin",
                         tile->array->name);
}

static gboolean
refuse_inexact (const IhopTile *tile, const IhopAccess *access)
{
  return refuse (tile, access->node, "which elements of %s are touched here is not known exactly", tile->array->name);
}

/* Adds an access to its group; groups are numbered as they come. */
static gboolean
sort_access (IhopBuild *build, IhopTile *tile, const IhopAccess *access, GArray *groups, guint wanted)
{
  Begin begin;
  guint group = 0;

  if (!is_element (tile, access) || !(is_certain (access) || is_possible_read (access)))
    return refuse_inexact (tile, access);
  if (!read_begin (build, tile, access, &begin))
    {
      begin_clear (&begin);
      return FALSE;
    }
  while (group < groups->len && !begins_alike (g_array_index (groups, Begin, group).first, begin.first, tile->rank))
    group++;
  if (group + 1 == wanted)
    g_ptr_array_add (tile->accesses, (gpointer) access);
  if (group == groups->len)
    g_array_append_val (groups, begin);
  else
    begin_clear (&begin);
  return TRUE;
}

static gboolean
find_group (IhopBuild *build, IhopTile *tile, guint wanted)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Begin));
  gboolean fine = TRUE;

  if (ihop_type_strip (tile->array->type)->kind == IHOP_TYPE_POINTER
      && g_hash_table_contains (tile->scop->written, tile->array))
    return refuse (tile, tile->code, "%s itself is set here", tile->array->name);

  g_array_set_clear_func (groups, (GDestroyNotify) begin_clear);
  for (guint i = 0; fine && i < tile->scop->accesses->len; i++)
    {
      const IhopAccess *access = tile->scop->accesses->pdata[i];
      if (access->ref->root == tile->array && access->n_dims > 0)
        fine = sort_access (build, tile, access, groups, wanted);
    }
  if (!fine)
    return FALSE;
  if (wanted > groups->len)
    return refuse (tile, tile->code, "%s is used in %u groups of references here", tile->array->name, groups->len);
  Begin *begin = &g_array_index (groups, Begin, wanted - 1);
  for (guint d = 0; d < tile->rank; d++)
    {
      tile->first[d] = g_steal_pointer (&begin->first[d]);
      tile->begin[d] = g_steal_pointer (&begin->begin[d]);
    }
  return TRUE;
}

/* ---- Reads that need not happen --------------------------------------------------------------------------------- */

/* Elements that are certain to be touched; NULL: none is. */
static isl_set *
certain_elements (const IhopTile *tile)
{
  isl_set *all = NULL;

  for (guint i = 0; i < tile->accesses->len; i++)
    {
      const IhopAccess *access = tile->accesses->pdata[i];
      if (!is_certain (access))
        continue;
      isl_set *elements = ihop_tile_elements (tile, access);
      all = all ? isl_set_coalesce (isl_set_union (all, elements)) : elements;
    }
  return all;
}

/* "x[i] = c ? e : x[i]" reads nothing that it does not set: the copies touch no other element than the code does. */
static gboolean
are_reads_covered (const IhopTile *tile)
{
  isl_set *certain = certain_elements (tile);
  gboolean fine = TRUE;

  for (guint i = 0; fine && i < tile->accesses->len; i++)
    {
      const IhopAccess *access = tile->accesses->pdata[i];
      if (is_certain (access))
        continue;
      isl_set *elements = ihop_tile_elements (tile, access);
      fine = certain && isl_set_is_subset (elements, certain) == isl_bool_true;
      isl_set_free (elements);
      if (!fine)
        refuse_inexact (tile, access);
    }
  isl_set_free (certain);
  return fine;
}

/* ---- Who else touches them --------------------------------------------------------------------------------------- */

static gboolean
meets_tile (const IhopTile *tile, const IhopAccess *other)
{
  for (guint i = 0; i < tile->accesses->len; i++)
    {
      const IhopAccess *access = tile->accesses->pdata[i];
      g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
      IhopOverlap overlap = ihop_overlap_of (tile->scop, access, other, promises);
      if (ihop_first_assumption (promises))
        overlap = ihop_overlap_of (tile->scop, access, other, NULL);
      if ((access->is_write || other->is_write) && overlap.kind != IHOP_OVERLAP_NONE)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_alone (const IhopTile *tile)
{
  for (guint i = 0; i < tile->scop->accesses->len; i++)
    {
      const IhopAccess *other = tile->scop->accesses->pdata[i];
      if (g_ptr_array_find (tile->accesses, other, NULL) || !meets_tile (tile, other))
        continue;
      const IhopNode *node = other->node;
      return refuse (tile, node, "%s may touch the elements of %s that are to be kept, too (line %u)",
                     other->ref->root->name, tile->array->name, ihop_range_line (node->place));
    }
  return TRUE;
}

/* ---- The box --------------------------------------------------------------------------------------------------------- */

/* Subscripts → places in the tile. */
static isl_set *
places_of (const IhopTile *tile, isl_set *elements)
{
  isl_map *moved = NULL;

  for (guint d = 0; d < tile->rank; d++)
    {
      isl_local_space *space = isl_local_space_from_space (isl_set_get_space (elements));
      isl_pw_aff *subscript = isl_pw_aff_from_aff (isl_aff_var_on_domain (space, isl_dim_set, d));
      isl_map *begin = isl_map_from_range (isl_set_from_pw_aff (isl_pw_aff_copy (tile->begin[d])));
      isl_map *all = isl_map_from_domain_and_range (isl_set_universe (isl_set_get_space (elements)),
                                                    isl_map_range (begin));
      isl_map *place = isl_map_sum (isl_map_from_pw_aff (subscript), isl_map_neg (all));
      moved = moved ? isl_map_flat_range_product (moved, place) : place;
    }
  isl_set *places = isl_set_apply (elements, moved);
  return isl_set_coalesce (isl_set_remove_redundancies (places));
}

/* Without existential variables, if it is the same set then. */
static isl_set *
plain (isl_set *set)
{
  isl_set *simple = isl_set_coalesce (isl_set_remove_divs (isl_set_copy (set)));

  if (ihop_set_is_simple (set) && isl_set_is_equal (set, simple) == isl_bool_true)
    {
      isl_set_free (set);
      return simple;
    }
  isl_set_free (simple);
  return set;
}

static isl_set *
places_touched (const IhopTile *tile, gboolean only_written)
{
  isl_set *all = NULL;

  for (guint i = 0; i < tile->accesses->len; i++)
    {
      const IhopAccess *access = tile->accesses->pdata[i];
      if (only_written && !access->is_write)
        continue;
      isl_set *places = plain (places_of (tile, ihop_tile_elements (tile, access)));
      all = all ? isl_set_coalesce (isl_set_union (all, places)) : places;
    }
  return all;
}

/* The statement of the code itself that holds a node. */
static const IhopNode *
statement_of (const IhopTile *tile, const IhopNode *node)
{
  for (guint i = 0; tile->code->kind == IHOP_BLOCK && i < tile->code->n_children; i++)
    if (ihop_node_holds (tile->code->child[i], node))
      return tile->code->child[i];
  return tile->code;
}

/* Whether one write there sets all elements before anything reads one. */
static gboolean
is_set_first (const IhopTile *tile)
{
  const IhopAccess *first = tile->accesses->pdata[0];
  const IhopNode *statement = statement_of (tile, first->node);
  isl_set *places;

  if (!first->is_write || statement == tile->code)
    return FALSE;
  for (guint i = 0; i < tile->accesses->len; i++)
    {
      const IhopAccess *access = tile->accesses->pdata[i];
      if (!access->is_write && statement_of (tile, access->node) == statement)
        return FALSE;
    }
  places = plain (places_of (tile, ihop_tile_elements (tile, first)));
  gboolean all = isl_set_is_equal (places, tile->touched) == isl_bool_true;
  isl_set_free (places);
  return all;
}

static gboolean
measure (IhopTile *tile)
{
  gint64 elements = 1;

  tile->touched = places_touched (tile, FALSE);
  tile->written = places_touched (tile, TRUE);
  tile->is_set_first = is_set_first (tile);
  for (guint d = 0; d < tile->rank; d++)
    {
      isl_val *least = ihop_instances_bound (isl_set_copy (tile->touched), d, FALSE);
      isl_val *most = ihop_instances_bound (isl_set_copy (tile->touched), d, TRUE);
      gboolean known = least && most && isl_val_is_int (least) == isl_bool_true && isl_val_is_int (most) == isl_bool_true
                       && isl_val_get_num_si (least) == 0 && isl_val_get_num_si (most) < LARGEST;
      tile->size[d] = known ? isl_val_get_num_si (most) + 1 : 0;
      elements *= tile->size[d];
      known &= elements <= MOST_ELEMENTS;
      isl_val_free (least);
      isl_val_free (most);
      if (!known)
        return refuse (tile, ((const IhopAccess *) tile->accesses->pdata[0])->node,
                       "the elements of %s that are used here fill no box of constant size", tile->array->name);
    }
  return TRUE;
}

/* What has been found of it so far. */
static void
forget (IhopTile *tile)
{
  for (guint d = 0; d < IHOP_TILE_RANK; d++)
    {
      g_clear_pointer (&tile->begin[d], isl_pw_aff_free);
      g_clear_pointer (&tile->first[d], ihop_sum_free);
    }
  g_clear_pointer (&tile->touched, isl_set_free);
  g_clear_pointer (&tile->written, isl_set_free);
  g_ptr_array_set_size (tile->accesses, 0);
}

static gboolean
find (IhopBuild *build, IhopTile *tile, guint group)
{
  return find_group (build, tile, group) && are_reads_covered (tile) && is_alone (tile) && measure (tile);
}

/* Where one subscript with rows of constant length gives no box, a row's number and an element's may. */
static gboolean
find_somehow (IhopBuild *build, IhopTile *tile, guint group)
{
  guint before = tile->step->diags->len;

  if (find (build, tile, group))
    return TRUE;
  if (!ihop_tile_cut_rows (tile))
    return FALSE;
  g_ptr_array_set_size (tile->step->diags, (gint) before);
  forget (tile);
  return find (build, tile, group);
}

IhopTile *
ihop_tile_new (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, guint group)
{
  g_autoptr (IhopTile) tile = g_new0 (IhopTile, 1);

  ihop_operations_limit (ihop_facts_isl (build->step->facts), MOST_OPERATIONS);
  tile->step = build->step;
  tile->code = header->body;
  tile->array = array;
  tile->budget = ihop_facts_budget (build->step->facts);
  tile->scop = ihop_scop_new (build->step->facts, header->name->function, header->body, &tile->budget);
  tile->accesses = g_ptr_array_new ();
  if (!ihop_require_followed (build->step, tile->scop) || (tile->rank = ihop_tile_find_rank (tile)) == 0
      || !ihop_require_no_assumption (build->step, header->loop, tile->scop->assumptions) || !find_somehow (build, tile, group))
    return NULL;
  return g_steal_pointer (&tile);
}

void
ihop_tile_free (IhopTile *tile)
{
  isl_ctx *ctx;

  if (tile == NULL)
    return;
  ctx = tile->scop->ctx;
  forget (tile);
  g_ptr_array_unref (tile->accesses);
  ihop_scop_free (tile->scop);
  g_free (tile);
  ihop_operations_free (ctx);
}

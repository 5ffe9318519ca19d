/* copy-array: elements that are read before any iteration writes them are copied in front of the loop, so that no
 * iteration has to wait until another one has read them (node splitting; Kuck, Kuhn, Padua, Leasure and Wolfe 1981).
 *
 * The proof: no write of the loop, in whatever iteration, comes before the read of the same memory (no flow
 * dependence); every iteration makes the read, so that the copy reads nothing more; and where it reads depends on the
 * iterator only. */
#include "analysis/scop/execution_order.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/loop_proof.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/preconditions.h"
#include "transform/legality/witness.h"
#include "transform/storage/copy_array_box.h"
#include "transform/storage/element_box.h"

typedef struct
{
  IhopLoopProof *proof;
  const IhopSymbol *symbol;
  GPtrArray *reads;        /* of const IhopAccess *: of the reference that is copied */
  const IhopAccess *flow;  /* a write that a read may get its value from … */
  const IhopAccess *fed;   /* … the read */
} Copying;

/* Instances of the write before instances of the read, in the same element. */
static gboolean
may_feed (Copying *self, const IhopAccess *write, const IhopAccess *read)
{
  IhopLoopProof *proof = self->proof;
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
  IhopOverlap overlap = ihop_overlap_of (proof->scop, write, read, promises);
  gboolean by_owner = TRUE;

  for (guint i = 0; i < promises->len; i++)
    by_owner &= ((IhopAssumption *) promises->pdata[i])->by_owner;
  if (overlap.kind == IHOP_OVERLAP_NONE && by_owner)
    return FALSE;
  if (overlap.kind != IHOP_OVERLAP_SURE || write->map == NULL || read->map == NULL)
    return TRUE;
  guint n = overlap.n_dims;
  isl_map *to = isl_map_project_out (isl_map_copy (read->map), isl_dim_out, n, read->n_dims - n);
  isl_map *pairs
    = isl_map_project_out (isl_map_copy (write->map), isl_dim_out, n, write->n_dims - n);
  pairs = isl_map_apply_range (pairs, isl_map_reverse (to));
  pairs = isl_map_intersect (
    pairs, ihop_scop_before (proof->scop, write->statement->loop, write->statement->depth,
                             read->statement->loop, read->statement->depth,
                             write->position < read->position, 0));
  pairs = isl_map_intersect_params (pairs, isl_set_copy (proof->scop->context));
  gboolean feeds = isl_map_is_empty (pairs) != isl_bool_true;
  isl_map_free (pairs);
  return feeds;
}

static const IhopAccess *
feeder (Copying *self, const IhopAccess *read)
{
  for (guint i = 0; i < self->proof->scop->accesses->len; i++)
    {
      const IhopAccess *write = self->proof->scop->accesses->pdata[i];
      if (write->is_write && may_feed (self, write, read))
        return write;
    }
  return NULL;
}

/* "x[i] += e" reads and writes by one reference. */
static gboolean
is_written_here (Copying *self, const IhopAccess *read)
{
  for (guint i = 0; i < self->proof->scop->accesses->len; i++)
    {
      const IhopAccess *write = self->proof->scop->accesses->pdata[i];
      if (write->is_write && write->node == read->node)
        return TRUE;
    }
  return FALSE;
}

/* Whether something in the loop writes it later: else there is nothing to gain. */
static gboolean
is_overwritten (Copying *self, const IhopAccess *read)
{
  for (guint i = 0; i < self->proof->scop->accesses->len; i++)
    {
      const IhopAccess *write = self->proof->scop->accesses->pdata[i];
      if (write->is_write && ihop_proof_may_alias (self->proof, write, read))
        return TRUE;
    }
  return FALSE;
}

static gboolean
can_copy (Copying *self, const IhopAccess *read)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *self->proof->step;

  quiet.diags = diags;
  return !read->is_write && read->may != IHOP_MAY_CALL && read->node->kind == IHOP_INDEX
         && ihop_type_is_scalar (read->node->type) && read->statement->depth == 1
         && ihop_type_equal (read->node->type, read->ref->type)
         && !ihop_type_is_volatile (self->symbol->type) && !is_written_here (self, read)
         && ihop_proof_in_every_iteration (self->proof, read)
         && ihop_require_invariant (&quiet, self->proof->header, read->node->child[1], "")
         && is_overwritten (self, read);
}

/* Elements that reads in inner loops take before anything in the loop writes them, and something does later. */
static gboolean
is_old (Copying *self, const IhopAccess *read)
{
  return !read->is_write && read->statement->is_exact && ihop_type_is_scalar (read->node->type)
         && ihop_element_is_exact (read, self->symbol, read->n_dims) && !ihop_type_is_volatile (self->symbol->type)
         && !is_written_here (self, read) && is_overwritten (self, read) && feeder (self, read) == NULL;
}

static gboolean
find_old (Copying *self, const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *read = accesses->pdata[i];
      if (is_old (self, read) && (self->reads->len == 0 || ((IhopAccess *) self->reads->pdata[0])->n_dims == read->n_dims))
        g_ptr_array_add (self->reads, (gpointer) read);
    }
  return self->reads->len > 0;
}

/* The first reference that can be copied, with all that are spelt the same. */
static gboolean
find_reads (Copying *self, const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *read = accesses->pdata[i];
      const IhopAccess *first = self->reads->len ? self->reads->pdata[0] : read;
      const IhopAccess *write;
      if (!can_copy (self, read) || !ihop_same_expression (read->node, first->node))
        continue;
      write = feeder (self, read);
      if (write == NULL)
        g_ptr_array_add (self->reads, (gpointer) read);
      else if (self->flow == NULL)
        {
          self->flow = write;
          self->fed = read;
        }
    }
  return self->reads->len > 0;
}

static void
refuse (Copying *self)
{
  const IhopLoopProof *proof = self->proof;

  if (self->flow)
    {
      g_autofree char *text = ihop_witness_reference (self->fed->node);
      g_autofree char *write = ihop_witness_reference (self->flow->node);
      g_autoptr (GPtrArray) carried = g_ptr_array_new_with_free_func (ihop_carried_free);
      IhopOverlap overlap = ihop_overlap_of (proof->scop, self->flow, self->fed, NULL);
      ihop_carried_find (proof->scop, self->flow, self->fed, &overlap, carried);
      if (carried->len)
        ihop_proof_refuse_carried (self->proof, carried->pdata[0], N_ ("%s brings a new value to the read"), NULL);
      else
        ihop_refuse (proof->step, IHOP_T_STORAGE, self->fed->node,
                     "%s (line %u) may read what %s (line %u) has written in the same iteration", text,
                     ihop_range_line (self->fed->node->place), write,
                     ihop_range_line (self->flow->node->place));
      return;
    }
  ihop_refuse (proof->step, IHOP_T_STORAGE, proof->header->loop,
               "no element of %s is read in every iteration of %s, or of loops in it, and "
               "written by the loop, too", self->symbol->name, proof->header->name->address);
}

/* --- building -------------------------------------------------------------------------------- */

/* As many elements as iterations; an array of none is no C. */
static const IhopNode *
elements (IhopBuild *build, const IhopHeader *header)
{
  gint64 trips = ihop_header_trips (header);

  if (trips >= 0)
    return ihop_make_integer (build, MAX (trips, 1));
  return ihop_make_conditional (build, ihop_header_condition (build, header),
                                ihop_header_count (build, header), ihop_make_integer (build, 1));
}

static IhopRewrite *
copied (Copying *self)
{
  const IhopHeader *header = self->proof->header;
  const IhopNode *node = ((IhopAccess *) self->reads->pdata[0])->node;
  g_autoptr (IhopBuild) build = ihop_build_new (self->proof->step, header->name->function);
  g_autoptr (GHashTable) exchanged = g_hash_table_new (NULL, NULL);
  g_autofree char *name = g_strdup_printf ("%s_old", self->symbol->name);
  IhopSymbol *copy = ihop_make_variable (build, self->symbol, node->type, name);
  const IhopNode *at = ihop_make_binary (
    build, IHOP_OP_SUB, ihop_make_ref (build, header->iterator), header->lower);
  GPtrArray *news = g_ptr_array_new ();

  copy->type = copy->declared_type
    = ihop_type_array_of (build, copy->type, elements (build, header));
  const IhopNode *element = ihop_make_index (build, ihop_make_ref (build, copy), at);
  if (!ihop_require_nameable (build->step, header->body, at)
      || !ihop_require_declarable (build->step, header, copy->type))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  for (guint i = 0; i < self->reads->len; i++)
    g_hash_table_insert (exchanged, (gpointer) ((IhopAccess *) self->reads->pdata[i])->node,
                         (gpointer) element);
  const IhopNode *set = ihop_make_assignment (build, IHOP_OP_NONE, element, ihop_copy (build, node, NULL));
  ihop_append (news, ihop_make_declaration (build, copy, NULL));
  ihop_append (news, ihop_copy (build, ihop_make_loop_like (build, header->loop, set), NULL));
  ihop_append (news, ihop_make_loop_like (build, header->loop, ihop_replace_nodes (build, header->body, exchanged)));
  return ihop_build_finish (build, header->loop, 1, news);
}

static IhopRewrite *
copy_array_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopSymbol *symbol;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header)
      || !ihop_require_unit_step (step, &header, FALSE) || !ihop_require_repeatable_header (step, &header)
      || !ihop_require_single_exit (step, &header) || !ihop_require_returning_calls (step, &header)
      || !(symbol = ihop_require_variable (step, &header, words[1])))
    return NULL;
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (step, &header);
  if (proof == NULL)
    return NULL;
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, symbol);
  g_autoptr (GPtrArray) reads = g_ptr_array_new ();
  Copying self = { .proof = proof, .symbol = symbol, .reads = reads };
  if (!find_reads (&self, accesses))
    {
      if (find_old (&self, accesses))
        return ihop_copy_array_box (proof, symbol, reads);
      refuse (&self);
      return NULL;
    }
  const IhopNode *node = ((IhopAccess *) reads->pdata[0])->node;
  return ihop_require_invariant_subscripts (step, &header, node)
             && ihop_require_stack_size (step, &header, node->type)
           ? copied (&self)
           : NULL;
}

const IhopTransform ihop_transform_copy_array = {
  .name = "copy-array",
  .usage = "LOOP ARRAY",
  .summary = N_ ("Elements that are read before they are written are copied before the loop"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = copy_array_build,
};

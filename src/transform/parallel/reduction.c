/* reduction: partial results, an element a lane, and a loop over lanes that is parallel; or one result that every
 * iteration updates atomically. Lane p takes iterations p, p + lanes, …
 *
 * The proof: but for the reduction the loop is parallel (analysis/verdict/loops.h), and all that the loop does to the
 * variable is its updates. Integers come out the same in any order: sums and products are computed in unsigned types,
 * modulo a power of two, since another order could overflow where the owner's does not. Floating-point results are
 * rounded differently: only on the owner's word. Kuck 1978; Allen and Kennedy 2001, section 5.6. */
#include "transform/build/args.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/preconditions.h"
#include "transform/legality/witness.h"
#include "transform/parallel/reduction_atomic.h"
#include "transform/parallel/reduction_partial.h"
#include <string.h>

enum { LANES = 8, MOST_LANES = 4096 };

static gboolean
read_words (IhopTransformStep *step, char **words, guint n, IhopReductionLoop *self)
{
  for (guint i = 2; i < n; i++)
    if (strcmp (words[i], "reassociate") == 0)
      self->reassociate = TRUE;
    else if (strcmp (words[i], "tree") == 0)
      self->tree = TRUE;
    else if (strcmp (words[i], "atomic") == 0)
      self->atomic = TRUE;
    else if (!ihop_args_number (step, words[i], N_ ("the number of lanes"), 2, MOST_LANES,
                                &self->lanes))
      return FALSE;
  if (!self->tree || (self->lanes & (self->lanes - 1)) == 0)
    return TRUE;
  ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "a tree needs 2, 4, 8, 16 … lanes");
  return FALSE;
}

/* The one reduction into this variable, and no other: of those the order would change, too. */
static const IhopReduction *
find_reduction (IhopLoopProof *proof, const char *name)
{
  const GPtrArray *reductions = proof->loop.reductions;
  const IhopReduction *found = NULL;

  for (guint i = 0; i < reductions->len; i++)
    if (g_str_equal (((IhopReduction *) reductions->pdata[i])->symbol->name, name))
      found = reductions->pdata[i];
  if (found == NULL)
    ihop_refuse (proof->step, IHOP_T_STORAGE, proof->header->loop,
                 "%s does not reduce into %s: nothing carried ties its iterations by it",
                 proof->header->name->address, name);
  else if (reductions->len > 1)
    ihop_diag_code (ihop_refuse (proof->step, IHOP_T_SHAPE, proof->header->loop,
                                   "%s has %u reductions; the order of the others would change",
                                   proof->header->name->address, reductions->len),
                      "distribute %s all", proof->header->name->address);
  return found && reductions->len == 1 ? found : NULL;
}

static gboolean
is_bool (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type->kind == IHOP_TYPE_INTEGER && type->name
         && (g_str_equal (type->name, "_Bool") || g_str_equal (type->name, "bool"));
}

static gboolean
can_regroup (IhopReductionLoop *self)
{
  const IhopReduction *reduction = self->reduction;
  const IhopNode *where = reduction->updates->pdata[0];
  const char *why = NULL;

  if (reduction->operator == IHOP_REDUCE_LAND || reduction->operator == IHOP_REDUCE_LOR)
    why = N_ ("&& and || leave out what need not be evaluated");
  else if (is_bool (reduction->type))
    why = N_ ("a _Bool does not keep what is added to it");
  else if (ihop_type_strip (reduction->type)->size > 8
           && ihop_type_is_integer (reduction->type))
    why = N_ ("its type is wider than 64 bits");
  else if (reduction->element->kind == IHOP_MEMBER && reduction->element->symbol->bit_width)
    why = N_ ("it is a bit field");
  if (why)
    ihop_refuse (self->step, IHOP_T_SHAPE, where, "the partial results of %s cannot be put "
                 "together: %s", reduction->symbol->name, ihop_argument_phrase (why));
  return why == NULL;
}

static gboolean
may_round (IhopReductionLoop *self)
{
  const IhopReduction *reduction = self->reduction;

  if (ihop_type_is_integer (reduction->type))
    return TRUE;
  return ihop_require_reassociation (self->step, self->header, reduction->updates->pdata[0],
                                     reduction->symbol->name, self->reassociate, "reduction");
}

/* What the last iteration leaves behind would be another one's now. */
static gboolean
leaves_nothing (IhopReductionLoop *self)
{
  const IhopLoopProof *proof = self->proof;
  const char *name = NULL;

  for (guint i = 0; i < proof->loop.privates->len; i++)
    {
      const IhopPrivate *private = proof->loop.privates->pdata[i];
      if (private->needs_last)
        name = private->symbol->name;
    }
  if (name)
    ihop_refuse (self->step, IHOP_T_LIVE, self->header->loop,
                 "the value of %s after %s is used, and this step may change it", name,
                 self->header->name->address);
  return name == NULL && ihop_require_dead_counter (self->step, self->header);
}

/* The pointer to what is reduced into is read, too. */
static gboolean
is_way (const IhopReduction *reduction, const IhopAccess *access)
{
  return reduction->is_element && !access->is_write && access->ref->steps->len == 0
         && ihop_type_strip (reduction->symbol->type)->kind == IHOP_TYPE_POINTER;
}

/* The mentions of the place that is reduced into, and no other access to that variable. */
static gboolean
owns_all (IhopReductionLoop *self)
{
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (self->proof, self->reduction->symbol);

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (is_way (self->reduction, access))
        continue;
      if (access->update && g_ptr_array_find (self->reduction->updates, access->update, NULL))
        {
          self->is_certain |= ihop_proof_in_every_iteration (self->proof, access);
          continue;
        }
      g_autofree char *text = ihop_witness_reference (access->node);
      g_autofree char *update = ihop_witness_reference (self->reduction->element);
      ihop_refuse (self->step, IHOP_T_STORAGE, access->node,
                   "%s (line %u) is used beside the updates of %s (line %u)", text,
                   ihop_range_line (access->node->place), update, self->reduction->line);
      return FALSE;
    }
  return TRUE;
}

/* Partial results want one place that can be named before the loop. */
static gboolean
has_one_place (IhopReductionLoop *self)
{
  const IhopReduction *reduction = self->reduction;
  g_autoptr (GPtrArray) own = ihop_mentions_of (reduction->element, self->header->iterator);
  const char *why = NULL;

  if (!reduction->is_element)
    return TRUE;
  if (!reduction->is_invariant || own->len)
    why = N_ ("%s is not the same element in every iteration");
  else if (!self->is_certain)
    why = N_ ("%s is not reached in every iteration: before the loop it may not be there");
  if (why)
    {
      g_autofree char *text = ihop_witness_reference (reduction->element);
      ihop_diag_code (ihop_refuse (self->step, IHOP_T_STORAGE, reduction->updates->pdata[0],
                                     why, text),
                        "reduction %s %s atomic", self->header->name->address,
                        reduction->symbol->name);
      return FALSE;
    }
  return ihop_require_invariant_place (self->step, self->header, reduction->element);
}

static gboolean
find_call (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_CALL)
    *(const IhopNode **) data = node;
  return *(const IhopNode **) data == NULL;
}

/* fmax and a comparison treat "not a number" differently: all updates must be of one kind. */
static gboolean
is_of_one_kind (IhopReductionLoop *self)
{
  const IhopReduction *reduction = self->reduction;

  if (reduction->operator != IHOP_REDUCE_MIN && reduction->operator != IHOP_REDUCE_MAX)
    return TRUE;
  for (guint i = 0; i < reduction->updates->len; i++)
    {
      const IhopNode *update = reduction->updates->pdata[i], *call = NULL, *assign;
      assign = update->kind == IHOP_EXPRESSION ? ihop_node_strip (update->child[0], TRUE) : NULL;
      if (assign && ihop_node_strip (assign->child[1], TRUE)->kind == IHOP_CALL)
        ihop_node_walk (assign->child[1], find_call, &call);
      if (i > 0 && (call != NULL) != (self->call != NULL))
        {
          ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, update,
                                         "the updates of %s are spelt in two ways, which treat NaN differently",
                                         reduction->symbol->name),
                            "write all of them with fmax or fmin, or all as comparisons");
          return FALSE;
        }
      self->call = call;
    }
  return TRUE;
}

static IhopRewrite *
reduced (IhopReductionLoop *self)
{
  if (!can_regroup (self) || !leaves_nothing (self) || !owns_all (self))
    return NULL;
  if (self->atomic)
    return may_round (self) ? ihop_reduction_atomic (self) : NULL;
  if (!has_one_place (self) || !is_of_one_kind (self) || !may_round (self))
    return NULL;
  return ihop_reduction_partial (self);
}

static IhopRewrite *
reduction_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopReductionLoop self = { .step = step, .header = &header, .lanes = LANES };

  if (!ihop_args_count (step, n, 2, 5)
      || !read_words (step, words, n, &self) || !ihop_header_of (step, words[0], &header)
      || !ihop_require_repeatable_header (step, &header) || !ihop_require_single_exit (step, &header))
    return NULL;
  g_autoptr (IhopLoopProof) proof = self.proof = ihop_proof_new (step, &header);
  if (proof == NULL || !ihop_proof_need_parallel (proof)
      || !(self.reduction = find_reduction (proof, words[1])))
    return NULL;
  return reduced (&self);
}

const IhopTransform ihop_transform_reduction = {
  .name = "reduction",
  .usage = "LOOP VARIABLE [LANES] [tree] [atomic] [reassociate]",
  .summary = N_ ("A result that all iterations add to becomes partial results, put together at the end"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = reduction_build,
};

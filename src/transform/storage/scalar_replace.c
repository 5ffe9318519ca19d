/* scalar-replace: an element that is the same throughout a loop is kept in a variable: read once before the loop and
 * written once behind it. Or the element that an iteration writes and the next one reads (scalar_replace_carried.c).
 * Callahan, Carr and Kennedy 1990.
 *
 * The proof: the element's address is the same everywhere in the loop and computed without effects; no other reference
 * that writes (or reads, where this one writes) may mean the same memory; and every iteration reads (writes) it, so
 * that doing so once more is no new access. */
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/witness.h"
#include "transform/storage/scalar_replace_carried.h"
#include "transform/storage/scalar_replace_element.h"

typedef struct
{
  IhopLoopProof *proof;
  const IhopSymbol *symbol;
  GPtrArray *own;          /* of const IhopAccess *: of the reference that is replaced */
  const IhopNode *place;
  gboolean is_read, is_written, surely_read, surely_written;
} Replace;

/* --- which reference ------------------------------------------------------------------------- */

/* Whether it could stay in a variable; the reasons against it are not shown. */
static gboolean
is_candidate (const IhopLoopProof *proof, const IhopNode *place)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *proof->step;

  quiet.diags = diags;
  return ihop_type_is_scalar (place->type)
         && ihop_type_strip (place->type)->kind != IHOP_TYPE_POINTER
         && ihop_require_invariant_place (&quiet, proof->header, place);
}

/* The first reference that stays the same, with all its accesses. */
static gboolean
find_place (Replace *self, const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len && self->place == NULL; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      gboolean whole = access->may != IHOP_MAY_CALL
                       && (access->node->kind == IHOP_INDEX || access->node->kind == IHOP_MEMBER
                           || access->node->kind == IHOP_REF
                           || (access->node->kind == IHOP_UNARY
                               && access->node->op == IHOP_OP_DEREF));
      if (whole && is_candidate (self->proof, access->node)
          && ihop_type_equal (access->node->type, access->ref->type))
        self->place = access->node;
    }
  for (guint i = 0; self->place && i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (access->may == IHOP_MAY_CALL || !ihop_same_expression (access->node, self->place))
        continue;
      g_ptr_array_add (self->own, (gpointer) access);
      gboolean always = ihop_proof_in_every_iteration (self->proof, access);
      *(access->is_write ? &self->is_written : &self->is_read) = TRUE;
      *(access->is_write ? &self->surely_written : &self->surely_read) |= always;
    }
  return self->place != NULL;
}

/* --- the proof ------------------------------------------------------------------------------- */

/* A variable's own place is always there; an element, or what a pointer points to, only if the
 * owner's loop goes there, too. */
static gboolean
is_there (const Replace *self)
{
  g_autofree char *text = ihop_witness_reference (self->place);

  if (ihop_node_strip (self->place, FALSE)->kind == IHOP_REF
      || (self->is_written ? self->surely_written : self->surely_read))
    return TRUE;
  ihop_refuse (self->proof->step, IHOP_T_STORAGE, self->place,
               self->is_written ? N_ ("%s is not written in every iteration of %s: once more could be once too often")
                                : N_ ("%s is not read in every iteration of %s: once more could be once too often"),
               text, self->proof->header->name->address);
  return FALSE;
}

/* The first reference may stand where nothing ever runs: then it meets nobody, and the others do. */
static gboolean
are_alone (const Replace *self)
{
  for (guint i = 0; i < self->own->len; i++)
    if (!ihop_scalar_replace_is_alone (self->proof, self->own->pdata[i], self->own, self->is_written))
      return FALSE;
  return TRUE;
}

static gboolean
can_replace (const Replace *self)
{
  IhopLoopProof *proof = self->proof;

  if (ihop_node_strip (self->place, FALSE)->kind == IHOP_REF
      && ihop_defs_is_tame (proof->step->facts, proof->header->name->function, self->symbol))
    {
      ihop_refuse (proof->step, IHOP_T_STORAGE, self->place,
                   "%s is a variable of the function's own already", self->symbol->name);
      return FALSE;
    }
  return is_there (self) && are_alone (self);
}

/* --- building -------------------------------------------------------------------------------- */

static IhopRewrite *
replaced (const Replace *self)
{
  const IhopHeader *header = self->proof->header;
  g_autoptr (IhopBuild) build = ihop_build_new (self->proof->step, header->name->function);
  g_autoptr (GHashTable) exchanged = g_hash_table_new (NULL, NULL);
  IhopSymbol *variable = ihop_scalar_replace_variable (build, self->symbol, self->place);
  const IhopNode *place = ihop_copy (build, self->place, NULL);
  GPtrArray *news = g_ptr_array_new (), *around = g_ptr_array_new ();
  gboolean load = self->is_read || !self->surely_written;

  for (guint i = 0; i < self->own->len; i++)
    g_hash_table_insert (exchanged, (gpointer) ((IhopAccess *) self->own->pdata[i])->node,
                         (gpointer) ihop_make_ref (build, variable));
  const IhopNode *body = ihop_replace_nodes (build, header->body, exchanged);
  ihop_append (around, ihop_make_declaration (build, variable, load ? place : NULL));
  ihop_append (around, ihop_make_loop_like (build, header->loop, body));
  if (self->is_written)
    ihop_append_assignment (build, around, IHOP_OP_NONE, place, ihop_make_ref (build, variable));
  ihop_append_if_runs (build, header, news, around);
  return ihop_build_finish (build, header->loop, 1, news);
}

static IhopRewrite *
scalar_replace_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopSymbol *symbol;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_repeatable_header (step, &header)
      || !ihop_require_single_exit (step, &header) || !ihop_require_returning_calls (step, &header)
      || !ihop_require_dead_counter (step, &header)
      || !(symbol = ihop_require_variable (step, &header, words[1])))
    return NULL;
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (step, &header);
  if (proof == NULL)
    return NULL;
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, symbol);
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  Replace self = { .proof = proof, .symbol = symbol, .own = own };
  if (!find_place (&self, accesses))
    return ihop_scalar_replace_carried (proof, symbol);
  return can_replace (&self) ? replaced (&self) : NULL;
}

const IhopTransform ihop_transform_scalar_replace = {
  .name = "scalar-replace",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("An element that is the same throughout the loop, or carried to the next iteration, "
                 "stays in a variable"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = scalar_replace_build,
};

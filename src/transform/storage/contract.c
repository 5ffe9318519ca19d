/* contract: an array whose elements live for one iteration only loses the dimensions that tell iterations apart; with
 * none left it is a scalar (Warren 1984; Sarkar and Gao 1991; Lefebvre and Feautrier 1998).
 *
 * The proof: the array is the function's own, and each mention of it is an element, in this loop; a dropped subscript
 * is the same expression everywhere, and the same value throughout an iteration, so that different elements stay
 * different within an iteration; and each read sees what its own iteration has written. */
#include "analysis/memory/definitions.h"
#include "analysis/verdict/privatization.h"
#include "analysis/verdict/verdict.h"
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/loop_proof.h"
#include "transform/legality/witness.h"
#include "transform/legality/own_variable.h"
#include "transform/storage/array_references.h"

enum { MOST_RANK = 8 };

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopReferences *references;
  gboolean dropped[MOST_RANK + 1];
} Contract;

/* All references stand in the loop. */
static gboolean
are_inside (Contract *self)
{
  g_autoptr (IhopReferences) inside
    = ihop_references_of (self->header->body, self->references->symbol);

  for (guint i = 0; i < self->references->nodes->len; i++)
    {
      const IhopNode *node = self->references->nodes->pdata[i];
      if (g_ptr_array_find (inside->nodes, node, NULL))
        continue;
      g_autofree char *text = ihop_witness_reference (node);
      ihop_refuse (self->step, IHOP_T_STORAGE, node, "%s (line %u) is used outside of %s", text,
                   ihop_range_line (node->place), self->header->name->address);
      return FALSE;
    }
  return TRUE;
}

/* A reference whose subscript d differs from that of the first; NULL: all are the same. */
static const IhopNode *
different (const Contract *self, guint d)
{
  const GPtrArray *nodes = self->references->nodes;
  const IhopNode *first = ihop_subscript (self->references, nodes->pdata[0], d);

  for (guint i = 1; i < nodes->len; i++)
    if (!ihop_same_expression (first, ihop_subscript (self->references, nodes->pdata[i], d)))
      return nodes->pdata[i];
  return NULL;
}

static gboolean
choose_dropped (Contract *self)
{
  const IhopNode *first = self->references->nodes->pdata[0], *other = NULL;
  IhopArgument culprit = { 0 };
  gboolean any = FALSE;

  for (guint d = 0; d < self->references->rank; d++)
    {
      const IhopNode *differs = different (self, d);
      gboolean changes = ihop_defs_may_change_value (
        self->step->facts, self->header->name->function, self->header->body,
        ihop_subscript (self->references, first, d), &culprit);
      self->dropped[d] = differs == NULL && !changes;
      any |= self->dropped[d];
      other = differs ? differs : other;
    }
  if (any)
    return TRUE;
  g_autofree char *text = ihop_witness_reference (first);
  g_autofree char *second = ihop_witness_reference (other ? other : first);
  if (other)
    ihop_refuse (self->step, IHOP_T_STORAGE, other,
                 "an iteration of %s uses different elements: %s (line %u) and %s (line %u)",
                 self->header->name->address, text, ihop_range_line (first->place), second,
                 ihop_range_line (other->place));
  else
    ihop_refuse (self->step, IHOP_T_STORAGE, first,
                 "which element %s is changes within an iteration of %s (%s)", text,
                 self->header->name->address, culprit);
  return FALSE;
}

/* Each read sees what the same iteration has written before. What is left in the array after the
 * loop does not matter: nobody else mentions it. */
static gboolean
is_covered (Contract *self)
{
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (self->step, self->header);
  const IhopAccess *uncovered = NULL;

  if (proof == NULL)
    return FALSE;
  g_autoptr (GPtrArray) accesses
    = ihop_proof_accesses (proof, self->references->symbol);
  g_autofree IhopPrivate *private
    = ihop_privatize (proof->scop, self->references->symbol, accesses, &uncovered);
  if (accesses->len && (private || uncovered == NULL))
    return TRUE;
  return uncovered ? ihop_proof_refuse_uncovered (proof, uncovered, accesses) : FALSE;
}

/* The reference with the subscripts that are kept. */
static const IhopNode *
thinned (const Contract *self, IhopBuild *build, IhopSymbol *symbol, const IhopNode *reference,
         GHashTable *news)
{
  const IhopNode *now = ihop_make_ref (build, symbol);

  for (guint d = 0; d < self->references->rank; d++)
    if (!self->dropped[d])
      now = ihop_make_index (build, now,
                             ihop_replace_nodes (build,
                                                 ihop_subscript (self->references, reference, d), news));
  return now;
}

static IhopRewrite *
contracted (Contract *self)
{
  const IhopFunction *function = self->header->name->function;
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  const IhopSymbol *old = self->references->symbol;
  const IhopNode *declaration
    = ihop_defs_of (self->step->facts, function, old)->declaration;
  IhopSymbol *symbol = ihop_pool_alloc (build->pool, sizeof *symbol);
  IhopNode *variable = ihop_node_copy (build->pool, declaration);

  *symbol = *old;
  symbol->type = symbol->declared_type = ihop_array_without (build, old->type, self->dropped);
  symbol->range = (IhopRange){ 0 };
  variable->symbol = symbol;
  variable->child[0] = NULL;
  g_hash_table_insert (news, (gpointer) declaration, variable);
  /* Iterations share what each had an element of: who runs them at once must ask anew. */
  ihop_drop_marks (function, self->header->loop, TRUE, news);
  /* References inside subscripts first. */
  for (guint i = self->references->nodes->len; i-- > 0;)
    g_hash_table_insert (news, self->references->nodes->pdata[i],
                         (gpointer) thinned (self, build, symbol,
                                             self->references->nodes->pdata[i], news));
  return ihop_build_finish_body (build, ihop_replace_nodes (build, function->body, news));
}

static gboolean
starts_empty (Contract *self)
{
  const IhopFunction *function = self->header->name->function;
  const IhopNode *declaration
    = ihop_defs_of (self->step->facts, function, self->references->symbol)->declaration;

  if (declaration->child[0] == NULL && self->references->rank <= MOST_RANK)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_SHAPE, declaration, "%s has an initializer",
               self->references->symbol->name);
  return FALSE;
}

static IhopRewrite *
contract_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  Contract self = { .step = step, .header = &header };

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header))
    return NULL;
  g_autoptr (IhopReferences) references = self.references
    = ihop_require_own_array (step, &header, ihop_require_variable (step, &header, words[1]));
  if (references == NULL || !starts_empty (&self) || !are_inside (&self)
      || !choose_dropped (&self) || !is_covered (&self))
    return NULL;
  return contracted (&self);
}

const IhopTransform ihop_transform_contract = {
  .name = "contract",
  .usage = "LOOP ARRAY",
  .summary = N_ ("An array whose elements live for one iteration becomes smaller, or a scalar"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = contract_build,
};

/* Whether a loop does nothing with a variable but search: the proof that locate.c states. */
#include "transform/parallel/locate_proof.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/invariance.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/invariance.h"
#include "transform/legality/own_variable.h"
#include "transform/parallel/locate_sites.h"

static const IhopNode *
bare (const IhopNode *node)
{
  return ihop_node_strip (node, TRUE);
}

/* All take the same variables by the same comparison. */
static gboolean
are_alike (IhopLocate *self)
{
  const IhopLocateSite *first = self->sites->pdata[0];

  for (guint i = 1; i < self->sites->len; i++)
    {
      const IhopLocateSite *site = self->sites->pdata[i];
      gboolean alike = site->assigns->len == first->assigns->len && site->relation == first->relation
                       && ihop_same_expression (site->best, first->best);
      for (guint k = 0; alike && k < first->assigns->len; k++)
        alike = ihop_locate_assigned (site->assigns, ihop_locate_target (first->assigns->pdata[k])) != NULL;
      if (alike)
        continue;
      ihop_refuse (self->step, IHOP_T_SHAPE, site->statement,
                   "here something else is searched for, or otherwise, than in line %u",
                   ihop_range_line (first->statement->place));
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_declared_inside (const IhopLocate *self, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (self->header->loop);

  return g_hash_table_contains (declared, symbol);
}

/* The variables, each of them the function's own, and assigned once where it is. */
static gboolean
take_variables (IhopLocate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];

  for (guint i = 0; i < site->assigns->len; i++)
    {
      IhopSymbol *symbol = ihop_locate_target (site->assigns->pdata[i]);
      if (g_ptr_array_find (self->found, symbol, NULL) || is_declared_inside (self, symbol))
        {
          ihop_refuse (self->step, IHOP_T_SHAPE, site->assigns->pdata[i],
                       "%s is set twice here, or declared in the loop", symbol->name);
          return FALSE;
        }
      if (!ihop_require_own_number (self->step, self->header, symbol)
          || !ihop_require_no_extent (self->step, self->header, symbol))
        return FALSE;
      g_ptr_array_add (self->found, symbol);
    }
  return TRUE;
}

static const IhopLocateSite *
site_around (const IhopLocate *self, const IhopNode *node)
{
  for (guint i = 0; i < self->sites->len; i++)
    if (ihop_node_holds (((IhopLocateSite *) self->sites->pdata[i])->statement, node))
      return self->sites->pdata[i];
  return NULL;
}

/* Not in the values that are compared or taken, nor in what stands before "&&": on the left of "=", and
 * in what is compared with. */
static gboolean
is_mentioned_well (const IhopLocate *self, const IhopNode *mention)
{
  const IhopLocateSite *site = site_around (self, mention);

  if (site == NULL)
    return FALSE;
  for (guint i = 0; i < site->assigns->len; i++)
    if (bare (((IhopNode *) site->assigns->pdata[i])->child[0]) == mention)
      return TRUE;
  return site->best && ihop_node_holds (site->best, mention);
}

static gboolean
are_only_searched (IhopLocate *self)
{
  for (guint k = 0; k < self->found->len; k++)
    {
      const IhopSymbol *symbol = self->found->pdata[k];
      g_autoptr (GPtrArray) mentions = ihop_mentions_of (self->header->loop, symbol);
      for (guint i = 0; i < mentions->len; i++)
        if (!is_mentioned_well (self, mentions->pdata[i]))
          {
            ihop_refuse (self->step, IHOP_T_STORAGE, mentions->pdata[i],
                         "here an iteration uses the %s that others have found", symbol->name);
            return FALSE;
          }
    }
  return TRUE;
}

static gboolean
find_act (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_CALL)
    {
      const IhopNode *callee = bare (node->child[0]);
      gboolean direct = callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION;
      if (!direct || !ihop_effects_is_pure (ihop_effects_of (search[0], callee->symbol)))
        search[1] = (gpointer) node;
    }
  else if (node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR
           || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
           || (node->type && ihop_type_is_volatile (node->type)))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

/* What is compared gives the same value when it is taken. */
static gboolean
is_value (IhopLocate *self, const IhopNode *node)
{
  gpointer search[2] = { self->step->facts, NULL };

  ihop_node_walk (node, find_act, search);
  if (search[1])
    ihop_refuse (self->step, IHOP_T_STORAGE, search[1],
                 "what is compared, or taken, does more than give a value");
  return search[1] == NULL;
}

static gboolean
is_arithmetic (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_REF:
    case IHOP_INTEGER:
    case IHOP_FLOATING:
    case IHOP_CAST:
    case IHOP_PAREN:
      return TRUE;
    case IHOP_UNARY:
      return node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS;
    case IHOP_BINARY:
      return node->op <= IHOP_OP_MUL || ihop_type_is_floating (node->type);
    default:
      return FALSE;
    }
}

/* A strip takes more values than the owner's loop did. Part of what is compared has been computed. */
static gboolean
is_harmless (const IhopLocateSite *site, const IhopNode *node)
{
  gboolean known = site->better && ihop_node_effect (site->better) == NULL
                   && (node->kind == IHOP_INDEX || node->kind == IHOP_REF)
                   && ihop_same_expression (bare (site->better), node);

  if (known)
    return TRUE;
  if (!is_arithmetic (node))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !is_harmless (site, node->child[i]))
      return FALSE;
  return TRUE;
}

/* The value that is compared is kept as it is. */
static gboolean
is_taken_whole (IhopLocate *self, const IhopLocateSite *site)
{
  const IhopNode *best = bare (site->best), *better = bare (site->better);

  if (best->kind != IHOP_REF || ihop_locate_assigned (site->assigns, best->symbol) == NULL
      || ihop_locate_holds (best->type, better->type))
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, site->statement,
               "%s does not hold every value that it is compared with: it may be rounded on the way",
               best->symbol->name);
  return FALSE;
}

static gboolean
are_values (IhopLocate *self, const IhopLocateSite *site)
{
  const IhopNode *compared = site->better ? bare (site->better) : NULL;

  if (compared && (!is_value (self, compared) || !is_taken_whole (self, site)))
    return FALSE;
  for (guint i = 0; compared && i < site->assigns->len; i++)
    {
      const IhopNode *value = bare (((IhopNode *) site->assigns->pdata[i])->child[1]);
      if (!is_value (self, value))
        return FALSE;
      if (ihop_locate_is_same (value, compared) || is_harmless (site, value))
        continue;
      ihop_refuse (self->step, IHOP_T_STORAGE, value,
                   "this is not computed in every iteration, and may fault where it is not");
      return FALSE;
    }
  return TRUE;
}

/* a[p] means the same in all iterations, and after them. */
static gboolean
is_best_fixed (IhopLocate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];

  if (site->best == NULL || self->by_value)
    return TRUE;
  if (ihop_unrepeatable_part (NULL, site->best))
    {
      ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_STORAGE, site->best,
                                     "what is compared with may be rounded differently when it is "
                                     "computed again"),
                        "keep the best value in a variable beside its place");
      return FALSE;
    }
  IhopValues *values = ihop_values_alloc (self->build, self->found->len);
  for (guint i = 0; i < self->found->len; i++)
    {
      values->symbol[i] = self->found->pdata[i];
      values->value[i] = ihop_make_integer (self->build, 0);
    }
  const IhopNode *place = ihop_copy (self->build, site->best, values);
  if (ihop_mentions (place, self->header->iterator))
    {
      ihop_refuse (self->step, IHOP_T_STORAGE, site->best, "what this refers to changes with %s",
                   self->header->iterator->name);
      return FALSE;
    }
  return ihop_require_invariant (self->step, self->header, place, N_ ("what is compared with"));
}

gboolean
ihop_locate_is_search (IhopLocate *self, const char *name)
{
  if (self->sites->len == 0)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop,
                   "%s does not search for %s: no \"if (x > m) { m = x; p = i; }\", "
                   "\"if (a[i] > a[p]) p = i;\" or \"p = i;\" sets it",
                   self->header->name->address, name);
      return FALSE;
    }
  if (!are_alike (self) || !take_variables (self) || !are_only_searched (self))
    return FALSE;
  const IhopLocateSite *first = self->sites->pdata[0];
  self->by_value = first->best && bare (first->best)->kind == IHOP_REF;
  for (guint i = 0; i < self->sites->len; i++)
    if (!are_values (self, self->sites->pdata[i]))
      return FALSE;
  return is_best_fixed (self);
}

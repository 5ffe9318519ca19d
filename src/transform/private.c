#include "transform/private.h"
#include "analysis/defs.h"
#include "analysis/judge.h"

static GPtrArray *
accesses_of (const IhopScop *scop, const IhopSymbol *symbol)
{
  GPtrArray *accesses = g_ptr_array_new ();

  for (guint i = 0; i < scop->accesses->len; i++)
    if (((IhopAccess *) scop->accesses->pdata[i])->ref->root == symbol)
      g_ptr_array_add (accesses, scop->accesses->pdata[i]);
  return accesses;
}

/* What is not followed could read it; what is taken for granted could be wrong. */
static gboolean
is_followed (IhopTransformStep *step, const IhopScop *scop)
{
  if (scop->obstacles->len)
    {
      const IhopObstacle *obstacle = scop->obstacles->pdata[0];
      ihop_refuse (step, IHOP_T_UNKNOWN, obstacle->node, "%s", obstacle->message);
      return FALSE;
    }
  for (guint i = 0; i < scop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = scop->assumptions->pdata[i];
      if (assumption->by_owner)
        continue;
      ihop_refuse (step, IHOP_T_UNKNOWN, scop->root, "this is right only if %s", assumption->text);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_proved (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
{
  IhopBudget budget = ihop_budget_seconds (ihop_facts_options (step->facts)->seconds);
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, header->name->function, header->loop, &budget);
  g_autoptr (GPtrArray) accesses = accesses_of (scop, symbol);
  const IhopAccess *uncovered = NULL;

  if (!is_followed (step, scop))
    return FALSE;
  g_autofree IhopPrivate *private
    = accesses->len ? ihop_privatize (scop, symbol, accesses, &uncovered) : NULL;
  if (private && !private->needs_last)
    return TRUE;
  if (uncovered)
    ihop_refuse (step, IHOP_T_STORAGE, uncovered->node,
                 "%s is read before the same iteration of %s has set it", symbol->name,
                 header->name->address);
  else if (accesses->len)
    ihop_refuse (step, IHOP_T_STORAGE, header->loop, "the value of %s is used after %s",
                 symbol->name, header->name->address);
  else
    ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s does not use %s", header->name->address,
                 symbol->name);
  return FALSE;
}

/* A variable of the function's own that nobody has the address of. */
static gboolean
is_local (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
{
  if (symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
      && symbol->kind == IHOP_SYMBOL_VARIABLE && !ihop_type_is_volatile (symbol->type)
      && !ihop_defs_of (step->facts, header->name->function, symbol)->address_taken
      && !ihop_type_is_variable_length (symbol->type))
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, header->loop,
               "%s is no variable of this function's own that nobody has the address of",
               symbol->name);
  return FALSE;
}

IhopSymbol *
ihop_private_of (IhopTransformStep *step, const IhopHeader *header, const char *name,
                 gboolean *inside)
{
  IhopSymbol *symbol = NULL;
  guint child, k;

  for (guint i = 0; header->body->kind == IHOP_BLOCK && i < header->body->n_children; i++)
    if (header->body->child[i]->kind == IHOP_DECLARATION)
      for (k = 0; k < header->body->child[i]->n_children; k++)
        if (g_str_equal (header->body->child[i]->child[k]->symbol->name, name))
          symbol = header->body->child[i]->child[k]->symbol;
  if (symbol == NULL)
    symbol = ihop_args_variable (step, header->name->function, header->loop, name);
  if (symbol == NULL)
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, header->loop, "there is no variable %s here", name);
      return NULL;
    }
  *inside = ihop_find_declarator (header->body, symbol, &child, &k);
  if (symbol == header->iterator || !is_local (step, header, symbol)
      || (!*inside && !is_proved (step, header, symbol)))
    {
      if (symbol == header->iterator)
        ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is what the loop counts with", name);
      return NULL;
    }
  return symbol;
}

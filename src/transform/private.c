#include "transform/private.h"
#include "analysis/defs.h"

static gboolean
is_proved (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
{
  const IhopLoop *loop = ihop_loops_find (step->facts, step->tree, header->loop);

  for (guint i = 0; loop && i < loop->privates->len; i++)
    {
      const IhopPrivate *private = loop->privates->pdata[i];
      if (private->symbol != symbol)
        continue;
      if (!private->needs_last)
        return TRUE;
      ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                   "the value of %s that the last iteration leaves may be used after %s",
                   symbol->name, header->name->address);
      return FALSE;
    }
  ihop_refuse (step, IHOP_T_STORAGE, header->loop,
               "it is not proved that each iteration of %s sets %s before it reads it",
               header->name->address, symbol->name);
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

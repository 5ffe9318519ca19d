/* Variables of which every iteration may have a copy of its own: asked of the analysis, and copied. */
#include "transform/storage/privatizable.h"
#include "analysis/verdict/verdict.h"
#include "analysis/verdict/privatization.h"
#include "transform/build/args.h"
#include "transform/build/declarators.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/legality/loop_proof.h"
#include "transform/legality/own_variable.h"

/* *last: the value after the loop is used, and every iteration is sure to leave one. */
static gboolean
is_proved (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol,
           gboolean *last)
{
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (step, header);
  const IhopAccess *uncovered = NULL;

  if (proof == NULL)
    return FALSE;
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, symbol);
  g_autofree IhopPrivate *private
    = accesses->len ? ihop_privatize (proof->scop, symbol, accesses, &uncovered) : NULL;
  *last = private && private->needs_last;
  if (private && (!*last || private->last_is_certain))
    return TRUE;
  if (uncovered)
    return ihop_proof_refuse_uncovered (proof, uncovered, accesses);
  if (accesses->len)
    ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                 "the value of %s is used after %s, and not every iteration sets (all of) it",
                 symbol->name, header->name->address);
  else
    ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s does not use %s", header->name->address,
                 symbol->name);
  return FALSE;
}

IhopSymbol *
ihop_require_privatizable (IhopTransformStep *step, const IhopHeader *header, const char *name,
                           gboolean *inside, gboolean *last)
{
  IhopSymbol *symbol = ihop_declared_in_body (header->body, name);
  guint child, k;

  if (symbol == NULL)
    symbol = ihop_args_variable (step, header->name->function, header->loop, name);
  if (symbol == NULL)
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, header->loop, "there is no variable %s here", name);
      return NULL;
    }
  *last = FALSE;
  *inside = ihop_find_declarator (header->body, symbol, &child, &k);
  if (symbol == header->iterator || !ihop_require_own_variable (step, header, symbol)
      || !ihop_require_no_extent (step, header, symbol)
      || (!*inside && !is_proved (step, header, symbol, last)))
    {
      if (symbol == header->iterator)
        ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is what the loop counts with", name);
      return NULL;
    }
  return symbol;
}

const IhopNode *
ihop_make_variable_copy (IhopBuild *build, const IhopHeader *header, const IhopNode *into,
                         const IhopNode *from)
{
  const IhopType *type = ihop_type_strip (into->type);

  if (type->kind != IHOP_TYPE_ARRAY)
    return ihop_make_assignment (build, IHOP_OP_NONE, into, from);
  IhopSymbol *counter = ihop_make_counter (build, header, "at");
  const IhopNode *at = ihop_make_ref (build, counter);
  const IhopNode *body = ihop_make_variable_copy (build, header, ihop_make_index (build, into, at),
                                                  ihop_make_index (build, from, at));
  return ihop_make_for (build, header->loop, counter, TRUE, ihop_make_integer (build, 0),
                        IHOP_OP_LT, ihop_make_integer (build, (gint64) type->count), 1, body);
}

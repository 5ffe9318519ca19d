#include "analysis/scop/assumption.h"

IhopAssumption *
ihop_assumption_new (IhopAssumeKind kind, const IhopSymbol *a, const IhopSymbol *b, IhopMessage *message)
{
  IhopAssumption *assumption = g_new0 (IhopAssumption, 1);

  assumption->kind = kind;
  assumption->a = (IhopSymbol *) a;
  assumption->b = (IhopSymbol *) b;
  assumption->message = message;
  return assumption;
}

void
ihop_assumption_free (gpointer data)
{
  IhopAssumption *assumption = data;

  g_free (assumption->condition);
  ihop_message_unref (assumption->message);
  g_free (assumption);
}

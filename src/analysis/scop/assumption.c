#include "analysis/scop/assumption.h"

IhopAssumption *
ihop_assumption_new (IhopAssumeKind kind, const IhopSymbol *a, const IhopSymbol *b)
{
  IhopAssumption *assumption = g_new0 (IhopAssumption, 1);

  assumption->kind = kind;
  assumption->a = (IhopSymbol *) a;
  assumption->b = (IhopSymbol *) b;
  return assumption;
}

void
ihop_assumption_free (gpointer data)
{
  IhopAssumption *assumption = data;

  g_free (assumption->condition);
  g_free (assumption->text);
  g_free (assumption);
}

/* What both kinds of scalar replacement ask of an element and make for it. */
#include "transform/storage/scalar_replace_element.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/legality/witness.h"

static gboolean
refuse_other (IhopLoopProof *proof, const IhopAccess *reference, const IhopAccess *other)
{
  g_autofree char *text = ihop_witness_reference (reference->node);
  g_autofree char *second = ihop_witness_reference (other->node);
  IhopDependence *meeting = ihop_proof_aliasing_instances (proof, reference, other, FALSE);

  const char *format = other->is_write ? N_ ("%s (line %u) is written in %s and may be the same memory as %s (line %u)")
                                       : N_ ("%s (line %u) is read in %s and may be the same memory as %s (line %u)");
  IhopMessage *sentence = ihop_message (format, second, ihop_range_line (other->node->place),
                                        proof->header->name->address, text, ihop_range_line (reference->node->place));
  IhopDiag *diag = ihop_witness_refuse (proof->step, IHOP_T_STORAGE, other->node, sentence, meeting);
  if (other->ref->root != reference->ref->root)
    ihop_diag_remedy (diag, IHOP_REMEDY_RESTRICT);
  return FALSE;
}

gboolean
ihop_scalar_replace_is_alone (IhopLoopProof *proof, const IhopAccess *reference, const GPtrArray *own,
                              gboolean reads_too)
{
  for (guint i = 0; i < proof->scop->accesses->len; i++)
    {
      const IhopAccess *other = proof->scop->accesses->pdata[i];
      if (g_ptr_array_find ((GPtrArray *) own, other, NULL) || (!other->is_write && !reads_too)
          || !ihop_proof_may_alias (proof, reference, other))
        continue;
      return refuse_other (proof, reference, other);
    }
  return TRUE;
}

IhopSymbol *
ihop_scalar_replace_variable (IhopBuild *build, const IhopSymbol *symbol, const IhopNode *reference)
{
  g_autofree char *name = g_strdup_printf ("%s_value", symbol->name);

  return ihop_make_variable (build, symbol, reference->type, name);
}

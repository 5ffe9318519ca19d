/* Whether subscripts stay within their rows. */
#include "analysis/extract/row_bounds.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/runtime_condition.h"
#include "ir/key.h"

gboolean
ihop_rows_hold (IhopScop *scop, const IhopAccess *access, isl_pw_aff *index, isl_pw_aff *size, gboolean quiet)
{
  isl_set *low = isl_set_complement (isl_pw_aff_nonneg_set (isl_pw_aff_copy (index)));
  isl_set *high = isl_pw_aff_ge_set (isl_pw_aff_copy (index), isl_pw_aff_copy (size));
  isl_set *bad = isl_set_union (low, high);

  bad = isl_set_intersect (bad, isl_set_copy (access->statement->domain));
  bad = isl_set_intersect_params (bad, isl_set_copy (scop->context));
  if (isl_set_is_empty (bad) == isl_bool_true)
    {
      isl_set_free (bad);
      return TRUE;
    }
  bad = isl_set_intersect_params (bad, isl_set_copy (scop->ranges));
  if (isl_set_is_empty (bad) == isl_bool_true || quiet || bad == NULL)
    {
      gboolean fine = bad && isl_set_is_empty (bad) == isl_bool_true;
      isl_set_free (bad);
      return fine;
    }

  g_autofree char *key = ihop_node_key (access->node);
  g_autoptr (IhopMessage) purpose = ihop_message ("%s stays in its row", ihop_argument_word_or (key, "a subscript"));

  return ihop_context_exclude (scop, isl_set_params (bad), isl_set_copy (access->statement->domain), purpose);
}

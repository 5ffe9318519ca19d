/* Variables that come round again: "buffer ^= 1", "buffer = 1 - buffer", "stage = (stage + 1) % 3". Where such a variable begins with a
 * constant, and so many iterations lead from it back to it through constants, it holds the one that the number of iterations says. */
#include "prove/loops.h"

enum { MOST_STAGES = 4 };

/* "x = f (x)", "x ^= …": its operator and what it is set by. */
gboolean
prove_read_turn (const IhopNode *statement, Update *update)
{
  const IhopNode *node = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
  const IhopNode *left = node && node->kind == IHOP_ASSIGN ? ihop_node_strip (node->child[0], FALSE) : NULL;

  if (left == NULL || left->kind != IHOP_REF || left->symbol->space != IHOP_SPACE_HOST
      || ihop_type_strip (left->type)->kind != IHOP_TYPE_INTEGER)
    return FALSE;
  *update = (Update){ .symbol = left->symbol, .name = left, .op = node->op, .by = node->child[1] };
  return TRUE;
}

/* What an iteration makes of what the variable is bound to; FALSE: no constant. */
static gboolean
next_stage (Walk *walk, const Update *update, gint64 *number)
{
  const IhopNode *parts[2] = { update->name, update->by };
  IhopNode sum = { .kind = IHOP_BINARY, .op = update->op, .type = update->name->type, .n_children = 2, .child = parts };
  Value *value = prove_evaluate (walk, update->op == IHOP_OP_NONE ? update->by : &sum);
  gboolean is_known = prove_value_constant (value, number);

  prove_value_free (value);
  return is_known;
}

/* How many iterations lead back to the first stage; 0: that is not known. */
static guint
list_stages (Walk *walk, const Update *update, gint64 stage[MOST_STAGES])
{
  gint64 number;

  if (!prove_value_constant (update->first->value, &number))
    return 0;
  for (guint n = 0; n < MOST_STAGES; n++)
    {
      stage[n] = number;
      prove_bind (walk, update->symbol, prove_value_number (walk->model, number));
      if (!next_stage (walk, update, &number))
        return 0;
      if (number == stage[0])
        return n + 1;
    }
  return 0;
}

void
prove_bind_turn (Walk *walk, const Update *update, guint dim)
{
  const Model *model = walk->model;
  gint64 stage[MOST_STAGES];
  guint n = prove_is_volatile (model, update->symbol) ? 0 : list_stages (walk, update, stage);
  isl_pw_aff *sum = n ? prove_number (model, 0) : NULL;

  for (guint i = 0; i < n; i++)
    {
      isl_pw_aff *trip = prove_value_affine (prove_value_dim (model, dim));
      isl_set *here = isl_pw_aff_eq_set (isl_pw_aff_mod_val (trip, isl_val_int_from_ui (model->ctx, n)), prove_number (model, i));
      sum = isl_pw_aff_add (sum, isl_pw_aff_scale_val (isl_set_indicator_function (here), isl_val_int_from_si (model->ctx, stage[i])));
    }
  prove_bind (walk, update->symbol, prove_value_new (sum));
}

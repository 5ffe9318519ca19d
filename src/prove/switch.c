/* A switch whose cases do not run into each other is the branches "if (value == 1) …; else if (value == 2) …; else …". */
#include "ir/jumps.h"
#include "ir/query.h"
#include "ir/known_types.h"
#include "prove/model.h"

/* What is run for some values; all but its statements' list are nodes of the source. */
typedef struct
{
  GPtrArray *values;        /* of const IhopNode * */
  gboolean is_default;
  GPtrArray *statements;    /* of const IhopNode *, without the break at the end */
  gboolean ends;            /* by a break, or by what leaves more than the switch */
} Arm;

static void
arm_free (gpointer data)
{
  Arm *arm = data;

  g_ptr_array_unref (arm->values);
  g_ptr_array_unref (arm->statements);
  g_free (arm);
}

/* ---- What the source says ---------------------------------------------------------------------------------------------- */

static gboolean
has_effect (const IhopNode *node)
{
  gboolean has = node->kind == IHOP_ASSIGN || node->kind == IHOP_CALL || node->kind == IHOP_OPAQUE_EXPR
                 || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC && node->op <= IHOP_OP_POST_DEC);

  for (guint i = 0; i < node->n_children; i++)
    has = has || (node->child[i] && has_effect (node->child[i]));
  return has;
}

/* Whether it has a break that ends the switch around. */
static gboolean
has_break (const IhopNode *node)
{
  gboolean has = node->kind == IHOP_BREAK;

  if (!ihop_kind_is_statement (node->kind) || ihop_kind_is_loop (node->kind) || node->kind == IHOP_SWITCH)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    has = has || (node->child[i] && has_break (node->child[i]));
  return has;
}

/* "case 1: case 2: statement": the statement; NULL: a value is not a number. */
static const IhopNode *
read_labels (Arm *arm, const IhopNode *node)
{
  for (; node && node->kind == IHOP_CASE; node = node->child[2])
    if (node->child[1] || (node->child[0] && !(node->child[0]->flags & IHOP_NODE_CONSTANT)))
      return NULL;
    else if (node->child[0])
      g_ptr_array_add (arm->values, (gpointer) node->child[0]);
    else
      arm->is_default = TRUE;
  return node;
}

/* Adds to what the arm runs; FALSE: it ends in a way that is not seen through. */
static gboolean
add_statement (Arm *arm, const IhopNode *node)
{
  if (arm->ends)
    return FALSE;
  arm->ends = node->kind == IHOP_BREAK || node->kind == IHOP_RETURN || node->kind == IHOP_CONTINUE;
  if (node->kind == IHOP_BLOCK)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i] && !add_statement (arm, node->child[i]))
          return FALSE;
      return TRUE;
    }
  if (node->kind != IHOP_BREAK)
    g_ptr_array_add (arm->statements, (gpointer) node);
  return node->kind == IHOP_BREAK || !has_break (node);
}

/* NULL: it is not as simple as that. */
static GPtrArray *
read_arms (const IhopNode *node)
{
  const IhopNode *body = node->child[1];
  GPtrArray *arms = g_ptr_array_new_with_free_func (arm_free);
  gboolean fits = !has_effect (node->child[0]) && !ihop_switch_has_hidden_case (node);

  for (guint i = 0; i < body->n_children && fits; i++)
    {
      const IhopNode *statement = body->child[i];
      Arm *arm = arms->len ? arms->pdata[arms->len - 1] : NULL;
      if (statement->kind == IHOP_CASE)
        {
          fits = arm == NULL || arm->ends;
          arm = g_new0 (Arm, 1);
          arm->values = g_ptr_array_new ();
          arm->statements = g_ptr_array_new ();
          g_ptr_array_add (arms, arm);
          statement = read_labels (arm, statement);
        }
      fits = fits && arm && statement && add_statement (arm, statement);
    }
  if (!fits)
    g_clear_pointer (&arms, g_ptr_array_unref);
  return arms;
}

/* ---- As branches -------------------------------------------------------------------------------------------------------- */

/* Nodes that live as long as the walk over them. */
static IhopNode *
make (GPtrArray *made, IhopKind kind, IhopOperator op, const IhopNode *a, const IhopNode *b, const IhopNode *c)
{
  IhopNode *node = g_new0 (IhopNode, 1);
  const IhopNode **child = g_new0 (const IhopNode *, 3);

  *node = (IhopNode){ .kind = kind, .op = op, .type = &ihop_type_int, .n_children = c || kind == IHOP_IF ? 3 : 2, .child = child };
  child[0] = a, child[1] = b, child[2] = c;
  g_ptr_array_add (made, node);
  g_ptr_array_add (made, child);
  return node;
}

static const IhopNode *
condition_of (GPtrArray *made, const IhopNode *value, const Arm *arm)
{
  const IhopNode *condition = NULL;

  for (guint i = 0; i < arm->values->len; i++)
    {
      const IhopNode *equal = make (made, IHOP_BINARY, IHOP_OP_EQ, value, arm->values->pdata[i], NULL);
      condition = condition ? make (made, IHOP_BINARY, IHOP_OP_LOR, condition, equal, NULL) : equal;
    }
  return condition;
}

static const IhopNode *
body_of (GPtrArray *made, const Arm *arm)
{
  IhopNode *block = g_new0 (IhopNode, 1);

  *block = (IhopNode){ .kind = IHOP_BLOCK, .n_children = arm->statements->len, .child = (const IhopNode **) arm->statements->pdata };
  g_ptr_array_add (made, block);
  return block;
}

/* Values of which nothing is said come to the arm that is the default, wherever that stands. */
static const IhopNode *
branches_of (GPtrArray *made, const IhopNode *value, const GPtrArray *arms)
{
  const IhopNode *rest = NULL;

  for (guint i = 0; i < arms->len; i++)
    if (((const Arm *) arms->pdata[i])->is_default)
      rest = body_of (made, arms->pdata[i]);
  for (guint i = arms->len; i-- > 0;)
    {
      const Arm *arm = arms->pdata[i];
      if (!arm->is_default)
        rest = make (made, IHOP_IF, IHOP_OP_NONE, condition_of (made, value, arm), body_of (made, arm), rest);
    }
  return rest;
}

void
prove_walk_switch (Walk *walk, const IhopNode *node)
{
  g_autoptr (GPtrArray) arms = read_arms (node), made = g_ptr_array_new_with_free_func (g_free);

  if (arms == NULL)
    {
      prove_skip (walk, node, ihop_message ("a switch whose cases run into each other is not followed"));
      return;
    }
  prove_walk_expression (walk, node->child[0]);
  const IhopNode *branches = branches_of (made, node->child[0], arms);
  if (branches)
    prove_walk_statement (walk, branches);
}

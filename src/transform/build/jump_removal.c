/* Jumps out of the middle of statements, as if and else. */
#include "transform/build/jump_removal.h"
#include "transform/build/body.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include <string.h>

static gboolean structure (const IhopJumpRemoval *self, const GPtrArray *statements, GPtrArray *into);

/* --- questions -------------------------------------------------------------------------------- */

const IhopNode *
ihop_jump_removal_first (const IhopJumpRemoval *self, const IhopNode *node)
{
  const IhopNode *found = NULL;

  if (self->jump == IHOP_CONTINUE)
    return ihop_body_continue (node); /* inner loops have their own */
  if (node == NULL || node->kind == self->jump)
    return node;
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    found = ihop_jump_removal_first (self, node->child[i]);
  return found;
}

/* Control never comes out behind it. */
static gboolean
always_leaves (const IhopJumpRemoval *self, const IhopNode *node)
{
  if (node == NULL)
    return FALSE;
  if (node->kind == self->jump)
    return TRUE;
  if (node->kind == IHOP_IF)
    return always_leaves (self, node->child[1]) && always_leaves (self, node->child[2]);
  if (node->kind == IHOP_BLOCK)
    for (guint i = 0; i < node->n_children; i++)
      if (always_leaves (self, node->child[i]))
        return TRUE;
  return FALSE;
}

static void
append (GPtrArray *into, const GPtrArray *statements, guint from)
{
  for (guint i = from; i < statements->len; i++)
    g_ptr_array_add (into, statements->pdata[i]);
}

static GPtrArray *
statements_of (const IhopNode *node)
{
  GPtrArray *statements = g_ptr_array_new ();

  if (node && node->kind == IHOP_BLOCK)
    for (guint i = 0; i < node->n_children; i++)
      g_ptr_array_add (statements, (gpointer) node->child[i]);
  else if (node)
    g_ptr_array_add (statements, (gpointer) node);
  return statements;
}

/* --- the shape -------------------------------------------------------------------------------- */

static gboolean
refuse (const IhopJumpRemoval *self, const IhopNode *node)
{
  self->refuse (self->data, ihop_jump_removal_first (self, node));
  return FALSE;
}

/* A branch, and what follows where the branch does not leave. NULL after a refusal. */
static const IhopNode *
branch (const IhopJumpRemoval *self, const IhopNode *own, const GPtrArray *statements, guint rest)
{
  g_autoptr (GPtrArray) all = NULL;
  GPtrArray *into = g_ptr_array_new ();

  if (own && always_leaves (self, own))
    all = statements_of (own);
  else
    {
      all = g_ptr_array_new ();
      if (own) /* as a whole, so that what it declares is not seen behind it */
        g_ptr_array_add (all, (gpointer) own);
      append (all, statements, rest);
    }
  if (structure (self, all, into))
    return ihop_make_body (self->build, into);
  g_ptr_array_unref (into);
  return NULL;
}

static gboolean
is_empty (const IhopNode *node)
{
  return (node->kind == IHOP_BLOCK && node->n_children == 0) || node->kind == IHOP_EMPTY;
}

static void
append_if (const IhopJumpRemoval *self, const IhopNode *condition, const IhopNode *then,
           const IhopNode *otherwise, GPtrArray *into)
{
  const IhopNode *made;

  if (is_empty (then) && is_empty (otherwise) && !ihop_node_effect (condition))
    return;
  if (is_empty (then) && !is_empty (otherwise))
    made = ihop_make_if (self->build, ihop_make_not (self->build, condition), otherwise, NULL);
  else
    made = ihop_make_if (self->build, condition, then, is_empty (otherwise) ? NULL : otherwise);
  g_ptr_array_add (into, (gpointer) made);
}

/* What follows goes to the branch that comes to it; there is only one copy of it. */
static gboolean
structure_if (const IhopJumpRemoval *self, const GPtrArray *statements, guint at, GPtrArray *into)
{
  const IhopNode *choice = statements->pdata[at];
  gboolean is_last = at + 1 == statements->len;

  if (!is_last && !always_leaves (self, choice->child[1]) && !always_leaves (self, choice->child[2]))
    return refuse (self, choice);
  const IhopNode *then = branch (self, choice->child[1], statements, at + 1);
  const IhopNode *otherwise = then ? branch (self, choice->child[2], statements, at + 1) : NULL;
  if (otherwise == NULL)
    return FALSE;
  append_if (self, choice->child[0], then, otherwise, into);
  return TRUE;
}

static gboolean
structure_block (const IhopJumpRemoval *self, const GPtrArray *statements, guint at, GPtrArray *into)
{
  const IhopNode *block = statements->pdata[at];
  gboolean is_last = at + 1 == statements->len || always_leaves (self, block), fine;
  g_autoptr (GPtrArray) all = statements_of (block);
  GPtrArray *inside = g_ptr_array_new ();

  if (!is_last && ihop_declares (block))
    {
      g_ptr_array_unref (inside);
      return refuse (self, block);
    }
  if (!is_last)
    append (all, statements, at + 1);
  fine = structure (self, all, inside);
  if (fine && ihop_declares (block))
    ihop_append (into, ihop_make_body (self->build, g_ptr_array_ref (inside)));
  else if (fine)
    append (into, inside, 0);
  g_ptr_array_unref (inside);
  return fine;
}

/* Nothing behind a jump is reached. */
static gboolean
structure (const IhopJumpRemoval *self, const GPtrArray *statements, GPtrArray *into)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (ihop_jump_removal_first (self, statement) == NULL)
        {
          g_ptr_array_add (into, (gpointer) statement);
          continue;
        }
      if (statement->kind == self->jump)
        {
          if (self->at_jump)
            self->at_jump (self->data, statement, into);
          return TRUE;
        }
      if (statement->kind == IHOP_IF)
        return structure_if (self, statements, i, into);
      return statement->kind == IHOP_BLOCK ? structure_block (self, statements, i, into)
                                           : refuse (self, statement);
    }
  return self->at_end == NULL || self->at_end (self->data, into);
}

GPtrArray *
ihop_jump_removal_run (const IhopJumpRemoval *self, const IhopNode *body)
{
  GPtrArray *into = g_ptr_array_new ();
  g_autoptr (GPtrArray) statements = statements_of (body);

  if (structure (self, statements, into))
    return into;
  g_ptr_array_unref (into);
  return NULL;
}

static void
be_silent (gpointer data, const IhopNode *jump)
{
}

static gboolean
can_guard (IhopTransformStep *step, const IhopLoopName *name)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  const IhopJumpRemoval self = { .build = build, .jump = IHOP_CONTINUE, .refuse = be_silent };
  g_autoptr (GPtrArray) statements = ihop_jump_removal_run (&self, ihop_loop_body (name->loop));

  return statements != NULL;
}

void
ihop_remedy_jump (IhopTransformStep *step, IhopDiag *diag, const IhopNode *jump)
{
  const IhopLoopName *around = NULL;

  for (guint i = 0; i < step->names->len; i++)
    {
      const IhopLoopName *name = step->names->pdata[i];
      g_autoptr (GPtrArray) path = ihop_node_path (name->loop, jump);
      if (path)
        around = name; /* the last one is the innermost */
    }
  if (jump->kind == IHOP_BREAK)
    ihop_diag_remedy (diag, "let the loop run to its end and remember what was found");
  else if (jump->kind == IHOP_CONTINUE && around && can_guard (step, around))
    ihop_diag_code (diag, "guard %s", around->address);
  else if (jump->kind == IHOP_CONTINUE)
    ihop_diag_remedy (diag, "put what follows into an if");
}

static void
find_own_jump (const IhopNode *node, gboolean in_switch, const IhopNode **found)
{
  if (node == NULL || ihop_kind_is_loop (node->kind) || *found)
    return;
  if (node->kind == IHOP_CONTINUE || (node->kind == IHOP_BREAK && !in_switch))
    *found = node;
  for (guint i = 0; i < node->n_children; i++)
    find_own_jump (node->child[i], in_switch || node->kind == IHOP_SWITCH, found);
}

gboolean
ihop_require_no_jumps (IhopTransformStep *step, const IhopNode *body)
{
  const IhopNode *found = NULL;

  find_own_jump (body, FALSE, &found);
  if (found)
    ihop_remedy_jump (step,
                       ihop_refuse (step, IHOP_T_SHAPE, found, found->kind == IHOP_CONTINUE
                                                                    ? N_ ("a continue cannot stand outside of its loop")
                                                                    : N_ ("a break cannot stand outside of its loop")),
                       found);
  return found == NULL;
}

/* Where the variables of paths are declared: as far out as a path's value is the same, so that several loops share one
 * variable. Runs of statements in one block that leave the path alone, from the outermost block inwards. */
#include "transform/storage/unpack_place.h"
#include "analysis/memory/certain_read.h"
#include "analysis/memory/function_entry.h"
#include "ir/expression.h"
#include "ir/print.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/storage/unpack_guard.h"
#include "transform/storage/unpack_unchanged.h"
#include <string.h>

static void
note_trouble (IhopUnpack *self, const IhopNode *node, const char *format, const char *text)
{
  if (self->why)
    return;
  self->trouble = node;
  self->why = ihop_message (format, text);
}

static char *
path_text (const IhopUnpackPath *path)
{
  return ihop_print_node (path->node, NULL);
}

/* Whether code holds a loop worked on, or is in one, that reads the path. */
static gboolean
reads_in_loops (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path)
{
  for (guint i = 0; i < self->loops->len; i++)
    {
      const IhopNode *loop = self->loops->pdata[i];
      if (!ihop_node_holds (code, loop))
        continue;
      g_autoptr (GPtrArray) found = ihop_unpack_references (loop, path);
      if (found->len)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_loop_worked_on (const IhopUnpack *self, const IhopNode *node)
{
  return g_ptr_array_find ((GPtrArray *) self->loops, node, NULL);
}

/* "im_data" for im->data, "n_value" for *n */
static char *
variable_name (const IhopUnpackPath *path)
{
  g_autofree char *text = path_text (path);
  GString *name = g_string_new (NULL);

  for (const char *c = text; *c; c++)
    if (g_ascii_isalnum (*c) || *c == '_')
      g_string_append_c (name, *c);
    else if (name->len && name->str[name->len - 1] != '_')
      g_string_append_c (name, '_');
  while (name->len && name->str[name->len - 1] == '_')
    g_string_truncate (name, name->len - 1);
  if (ihop_unpack_is_number_behind (path->node))
    g_string_append (name, "_value");
  return g_string_free (name, FALSE);
}

IhopSymbol *
ihop_unpack_variable (IhopUnpack *self, const IhopUnpackPath *path)
{
  const IhopSymbol like = { .name = "", .type = path->node->type };
  g_autofree char *name = variable_name (path);

  return ihop_make_variable (self->build, &like, NULL, name);
}

static void
stand_before (IhopUnpack *self, const IhopNode *statement, const IhopNode *declaration)
{
  GPtrArray *all = g_hash_table_lookup (self->before, statement);

  if (all == NULL)
    {
      all = g_ptr_array_new ();
      g_hash_table_insert (self->before, (gpointer) statement, all);
    }
  g_ptr_array_add (all, (gpointer) declaration);
}

/* Where a variable is declared, and what it is set to. */
typedef struct
{
  const IhopNode *statement; /* right before it */
  const IhopNode *guard;     /* the path is read only where this holds; NULL: always */
  const IhopNode *call;      /* that the statement sets the path to: it is made for the variable; NULL: the path is read */
} Declaration;

static const IhopNode *
value_of (IhopUnpack *self, const IhopUnpackPath *path, const Declaration *where, const IhopSymbol *variable)
{
  const IhopNode *value = ihop_copy (self->build, where->call ? where->call : path->node, NULL);

  if (where->call)
    g_hash_table_insert (self->news, (gpointer) where->call, (gpointer) ihop_make_ref (self->build, (IhopSymbol *) variable));
  return where->guard ? ihop_make_conditional (self->build, where->guard, value, ihop_make_integer (self->build, 0)) : value;
}

/* One variable for the references in children "from" to "to" of a block. */
static IhopSymbol *
declare (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint from, guint to, const Declaration *where)
{
  IhopSymbol *variable = ihop_unpack_variable (self, path);

  stand_before (self, where->statement,
                ihop_make_declaration (self->build, variable, value_of (self, path, where, variable)));
  for (guint i = from; i <= to; i++)
    {
      g_autoptr (GPtrArray) found = ihop_unpack_references (block->child[i], path);
      for (guint k = 0; k < found->len; k++)
        g_hash_table_insert (self->news, found->pdata[k],
                             (gpointer) ihop_make_ref (self->build, variable));
    }
  path->is_placed = TRUE;
  return variable;
}

static void place_in (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block);

static gboolean
is_begin (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, "target begin");
}

static gboolean
is_end (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, "target end");
}

/* Before the pragmas that speak of the statement, and before the run it is marked in. */
static guint
in_front (const IhopNode *block, guint at)
{
  for (guint i = at; i-- > 0 && !is_end (block->child[i]);)
    if (is_begin (block->child[i]))
      at = i;
  while (at > 0 && block->child[at - 1]->kind == IHOP_PRAGMA
         && !g_str_has_prefix (block->child[at - 1]->text, "scop")
         && !is_end (block->child[at - 1]))
    at--;
  return at;
}

/* The outermost block may leave things to a test before anything has happened. */
static GPtrArray *
risks_for (const IhopUnpack *self, const IhopNode *block)
{
  return self->may_test && block == self->function->body
           ? g_ptr_array_new_with_free_func (g_free) : NULL;
}

static gboolean
keeps_all (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint from, guint to,
           GPtrArray *risks)
{
  for (guint i = from; i < to; i++)
    if (!ihop_unpack_leaves_unchanged (self, block->child[i], path, risks))
      return FALSE;
  return TRUE;
}

/* The last child from "from" on that reads the path before one changes it. */
static guint
end_of_run (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint from,
            GPtrArray *risks)
{
  guint last = from;

  for (guint i = from; i < block->n_children; i++)
    {
      guint n = risks ? risks->len : 0;
      if (!ihop_unpack_leaves_unchanged (self, block->child[i], path, risks))
        {
          if (risks)
            g_ptr_array_set_size (risks, (gint) n);
          break;
        }
      if (reads_in_loops (self, block->child[i], path))
        last = i;
    }
  return last;
}

/* Tests stand at the function's start, where the variable must be set. */
static gboolean
can_test (IhopUnpack *self, const GPtrArray *risks, guint at)
{
  return risks == NULL || risks->len == 0
         || at <= ihop_entry_length (self->step->facts, self->function);
}

static void
keep_risks (IhopUnpackPath *path, IhopSymbol *variable, GPtrArray *risks, gboolean outermost)
{
  if (outermost && path->variable == NULL)
    path->variable = variable;
  for (guint i = 0; risks && i < risks->len; i++)
    g_ptr_array_add (path->relies_on, g_memdup2 (risks->pdata[i], sizeof (IhopUnpackRisk)));
}

static gboolean
is_call (const IhopNode *value)
{
  value = ihop_node_strip (value, TRUE);
  while (value->kind == IHOP_CAST)
    value = ihop_node_strip (value->child[0], TRUE);
  return value->kind == IHOP_CALL;
}

/* "s->a = malloc (n);" in front of child "at", with nothing in between that changes s->a: "double *s_a = malloc (n);" says what
 * s_a points to, which reading s->a does not. */
static Declaration
declaration_at (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint at)
{
  Declaration where = { .statement = block->child[at] };

  for (guint i = at; path->is_pointer && i-- > 0;)
    {
      const IhopNode *statement = block->child[i];
      const IhopNode *set = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : statement;
      gboolean is_set = set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE
                        && ihop_expression_equal (ihop_node_strip (set->child[0], TRUE), path->node);
      if (is_set && is_call (set->child[1]))
        return (Declaration){ .statement = statement, .call = set->child[1] };
      if (is_set || statement->kind == IHOP_PRAGMA || !ihop_unpack_leaves_unchanged (self, statement, path, NULL))
        break;
    }
  return where;
}

/* Nothing happens between these children, so that a condition is the same before both. */
static gboolean
is_right_before (const IhopNode *block, guint at, guint from)
{
  while (at < from && block->child[at]->kind == IHOP_PRAGMA)
    at++;
  return at == from;
}

/* A run from child "from" on. FALSE: the path cannot be read there; *to: where the run ends. */
static gboolean
place_run (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint from, guint *to)
{
  g_autoptr (GPtrArray) risks = risks_for (self, block);
  guint at = in_front (block, from);

  *to = end_of_run (self, path, block, from, risks);
  if (!keeps_all (self, path, block, at, from, NULL) || !can_test (self, risks, at))
    return FALSE;
  gboolean safe = ihop_read_is_certain (self->step->facts, self->function, block, at, path->node);
  Declaration where = declaration_at (self, path, block, at);
  if (!safe && where.call == NULL)
    {
      *to = from;
      where.guard = is_right_before (block, at, from) ? ihop_unpack_guard (self, block->child[from], path) : NULL;
      if (where.guard == NULL)
        return FALSE;
    }
  IhopSymbol *variable = declare (self, path, block, from, *to, &where);
  keep_risks (path, variable, risks, block == self->function->body);
  return TRUE;
}

/* Further in: blocks of a statement that is no loop worked on itself. */
static void
place_inside (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *node)
{
  if (is_loop_worked_on (self, node))
    {
      g_autofree char *text = path_text (path);
      note_trouble (self, node, N_ ("%s may change in the loop, or be no valid place where it starts"),
                    text);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind)
          || !reads_in_loops (self, child, path))
        continue;
      if (child->kind == IHOP_BLOCK)
        place_in (self, path, child);
      else
        place_inside (self, path, child);
    }
}

static void
place_in (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block)
{
  for (guint i = 0; i < block->n_children; i++)
    {
      guint to = i;
      g_autoptr (GPtrArray) risks = risks_for (self, block);
      if (!reads_in_loops (self, block->child[i], path))
        continue;
      if (ihop_unpack_leaves_unchanged (self, block->child[i], path, risks)
          && place_run (self, path, block, i, &to))
        i = to;
      else if (block->child[i]->kind == IHOP_BLOCK)
        place_in (self, path, block->child[i]);
      else
        place_inside (self, path, block->child[i]);
    }
}

void
ihop_unpack_place (IhopUnpack *self, IhopUnpackPath *path)
{
  place_in (self, path, self->function->body);
}

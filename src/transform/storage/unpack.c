/* unpack: members of structs that a loop only reads are read once, into local variables (scalar
 * replacement of loads; Callahan, Carr and Kennedy 1990).
 *
 * Each variable is declared as far out as its value is the same, so that several loops share it:
 * runs of statements in one block that leave the path alone, from the outermost block inwards. */
#include "transform/storage/unpack.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/function_entry.h"
#include "ir/print.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/name_capture.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/storage/unpack_safe.h"
#include "transform/storage/unpack_unchanged.h"
#include <string.h>

static void place_in (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block);

static void
note_trouble (IhopUnpack *self, const IhopNode *node, const char *format, const char *text)
{
  if (self->why)
    return;
  self->trouble = node;
  self->why = g_strdup_printf (format, text);
}

static char *
path_text (const IhopUnpackPath *path)
{
  return ihop_print_node (path->node, NULL);
}

/* --- which statements ------------------------------------------------------------------------- */

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

/* --- declaring -------------------------------------------------------------------------------- */

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

/* One variable for the references in children "from" to "to" of a block, set before child "at". */
static IhopSymbol *
declare (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint at, guint from,
         guint to, const IhopNode *guard)
{
  IhopSymbol *variable = ihop_unpack_variable (self, path);
  const IhopNode *value = ihop_copy (self->build, path->node, NULL);

  if (guard)
    value = ihop_make_conditional (self->build, guard, value,
                                   ihop_make_integer (self->build, 0));
  stand_before (self, block->child[at], ihop_make_declaration (self->build, variable, value));
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

/* --- where ------------------------------------------------------------------------------------ */

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
    if (!ihop_unpack_keeps (self, block->child[i], path, risks))
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
      if (!ihop_unpack_keeps (self, block->child[i], path, risks))
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

/* A run from child "from" on. FALSE: the path cannot be read there; *to: where the run ends. */
static gboolean
place_run (IhopUnpack *self, IhopUnpackPath *path, const IhopNode *block, guint from, guint *to)
{
  g_autoptr (GPtrArray) risks = risks_for (self, block);
  guint at = in_front (block, from);

  *to = end_of_run (self, path, block, from, risks);
  if (!keeps_all (self, path, block, at, from, NULL) || !can_test (self, risks, at))
    return FALSE;
  gboolean safe = ihop_unpack_is_safe (self, block, at, path);
  const IhopNode *guard = NULL;
  if (!safe)
    {
      *to = from;
      guard = ihop_unpack_guard (self, block->child[from], path);
      if (guard == NULL)
        return FALSE;
    }
  IhopSymbol *variable = declare (self, path, block, at, from, *to, guard);
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
      note_trouble (self, node, "%s may change in the loop, or be no valid place where it starts",
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
      if (ihop_unpack_keeps (self, block->child[i], path, risks)
          && place_run (self, path, block, i, &to))
        i = to;
      else if (block->child[i]->kind == IHOP_BLOCK)
        place_in (self, path, block->child[i]);
      else
        place_inside (self, path, block->child[i]);
    }
}

/* --- tests ------------------------------------------------------------------------------------ */

/* The variable that holds a pointer at the function's start. */
static const IhopSymbol *
pointer_variable (const IhopUnpack *self, const IhopNode *pointer)
{
  if (pointer->kind == IHOP_REF)
    return pointer->symbol;
  for (guint i = 0; i < self->paths->len; i++)
    {
      const IhopUnpackPath *path = self->paths->pdata[i];
      if (path->variable && ihop_same_expression (path->node, pointer))
        return path->variable;
    }
  return NULL;
}

/* The object that a place lies in: its address and size. */
static void
object_of (const IhopNode *place, char **address, char **bytes)
{
  const IhopNode *node = place;

  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  gboolean is_behind = node->kind == IHOP_MEMBER || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
  g_autofree char *text
    = ihop_print_node (is_behind ? ihop_node_strip (node->child[0], TRUE) : node, NULL);
  *address = g_strdup_printf ("%s%s", is_behind ? "" : "&", text);
  *bytes = g_strdup_printf ("sizeof %s%s", is_behind ? "*" : "", text);
}

static gboolean
is_known (const GPtrArray *guards, const IhopGuard *guard)
{
  for (guint i = 0; i < guards->len; i++)
    {
      const IhopGuard *other = guards->pdata[i];
      if (g_str_equal (other->function, guard->function)
          && g_str_equal (other->address, guard->address)
          && g_str_equal (other->pointer, guard->pointer))
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_guard (IhopUnpack *self, const IhopUnpackRisk *risk, GPtrArray *guards)
{
  const IhopSymbol *pointer = pointer_variable (self, risk->pointer);
  IhopGuard *guard;

  if (pointer == NULL)
    return FALSE;
  guard = g_new0 (IhopGuard, 1);
  guard->function = g_strdup (self->function->symbol->name);
  guard->pointer = g_strdup (pointer->name);
  object_of (risk->place, &guard->address, &guard->bytes);
  if (is_known (guards, guard))
    ihop_guard_free (guard);
  else
    g_ptr_array_add (guards, guard);
  return TRUE;
}

static gboolean
add_guards (IhopUnpack *self, GPtrArray *guards)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      const IhopUnpackPath *path = self->paths->pdata[i];
      for (guint k = 0; path->is_placed && k < path->relies_on->len; k++)
        if (guards == NULL || !add_guard (self, path->relies_on->pdata[k], guards))
          return FALSE;
    }
  return TRUE;
}

/* --- building --------------------------------------------------------------------------------- */

static const IhopNode *
with_declarations (IhopUnpack *self, const IhopNode *block, const IhopNode *now)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    {
      GPtrArray *before = g_hash_table_lookup (self->before, block->child[i]);
      if (before)
        g_ptr_array_extend (all, before, NULL, NULL);
      g_ptr_array_add (all, (gpointer) now->child[i]);
    }
  if (all->len == block->n_children)
    return now;
  IhopNode *copy = ihop_node_new (self->build->pool, IHOP_BLOCK, all->len);
  copy->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < all->len; i++)
    copy->child[i] = all->pdata[i];
  return copy;
}

static const IhopNode *
rebuilt (IhopUnpack *self, const IhopNode *node)
{
  const IhopNode *now = g_hash_table_lookup (self->news, node);
  IhopNode *copy = NULL;

  if (now)
    return now;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i] ? rebuilt (self, node->child[i]) : NULL;
      if (child == node->child[i])
        continue;
      if (copy == NULL)
        {
          copy = ihop_node_copy (self->build->pool, node);
          copy->spelling = NULL;
        }
      copy->child[i] = child;
    }
  now = copy ? copy : node;
  return node->kind == IHOP_BLOCK ? with_declarations (self, node, now) : now;
}

static gboolean
find_bound (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  const IhopUnpackPath *path = pair[0];

  if (node->kind != IHOP_FOR || node->child[1] == NULL)
    return TRUE;
  g_autoptr (GPtrArray) found = ihop_unpack_references (node->child[1], path);
  if (found->len)
    pair[1] = (gpointer) node;
  return pair[1] == NULL;
}

/* "s.n", when other members of s are set. */
static gboolean
is_in_changing (const IhopUnpack *self, const IhopNode *node)
{
  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF && ihop_defs_may_change (self->step->facts, self->function, self->function->body, node->symbol);
}

/* "j < w->ny", from behind a pointer: such a loop is no axis of a kernel. Nor could anybody say at the function's start
 * how far one goes with a bound in a struct that changes. */
static gboolean
is_bound (const IhopUnpack *self, const IhopUnpackPath *path)
{
  gpointer pair[2] = { (gpointer) path, NULL };
  gboolean may_be = ihop_unpack_is_count (path->node)
                    && (ihop_unpack_is_member_behind (path->node) || is_in_changing (self, path->node));

  for (guint i = 0; i < self->loops->len && may_be; i++)
    ihop_node_walk (self->loops->pdata[i], find_bound, pair);
  return pair[1] != NULL;
}

static gboolean
is_worth_it (const IhopUnpack *self, const IhopUnpackPath *path)
{
  return path->is_pointer || ihop_unpack_is_number_behind (path->node) || is_bound (self, path);
}

static gboolean
any_is_worth_it (const IhopUnpack *self)
{
  for (guint i = 0; i < self->paths->len; i++)
    if (is_worth_it (self, self->paths->pdata[i]))
      return TRUE;
  return FALSE;
}

static IhopRewrite *
unpack (IhopUnpack *self, GPtrArray *guards)
{
  gboolean placed = FALSE;

  for (guint i = 0; i < self->paths->len; i++)
    {
      IhopUnpackPath *path = self->paths->pdata[i];
      place_in (self, path, self->function->body);
      placed |= path->is_placed && is_worth_it (self, path);
    }
  if (!placed || !add_guards (self, guards))
    return NULL;
  return ihop_build_finish_body (self->build, rebuilt (self, self->function->body));
}

static void
path_free (gpointer data)
{
  IhopUnpackPath *path = data;

  g_ptr_array_unref (path->relies_on);
  g_free (path);
}

static IhopRewrite *
run (IhopUnpack *self, GPtrArray *guards)
{
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->function);
  IhopRewrite *rewrite = NULL;

  self->build = build;
  self->paths = g_ptr_array_new_with_free_func (path_free);
  self->news = g_hash_table_new (NULL, NULL);
  self->before = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->may_test = guards != NULL;
  ihop_unpack_find (self);
  if (any_is_worth_it (self) && !ihop_defs_has_labels (self->step->facts, self->function))
    rewrite = unpack (self, guards);
  g_ptr_array_unref (self->paths);
  g_hash_table_unref (self->news);
  g_hash_table_unref (self->before);
  return rewrite;
}

static IhopTree *
tree_of (IhopRewrite *rewrite, const IhopFunction *function)
{
  const IhopFunction *now = ihop_tree_function_of (rewrite->tree, function->symbol);
  char *trouble = ihop_tree_verify (rewrite->tree);

  if (trouble)
    g_error ("unpack has built a malformed tree: %s", trouble);
  return ihop_names_captured (now) ? NULL : ihop_tree_ref (rewrite->tree);
}

IhopTree *
ihop_unpack_run (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function,
                 const GPtrArray *loops, GPtrArray *guards)
{
  g_autoptr (GPtrArray) quiet = ihop_diags_new ();
  IhopTransformStep step = { .facts = facts, .tree = tree, .diags = quiet };
  IhopUnpack self = { .step = &step, .function = function, .loops = loops };
  guint n = guards ? guards->len : 0;
  IhopTree *now = NULL;

  step.names = ihop_address_list (tree);
  g_autoptr (IhopRewrite) rewrite = run (&self, guards);
  if (rewrite)
    now = tree_of (rewrite, function);
  if (now == NULL && guards)
    g_ptr_array_set_size (guards, (gint) n);
  g_ptr_array_unref (step.names);
  g_free (self.why);
  return now;
}

/* --- the step --------------------------------------------------------------------------------- */

/* The outermost loops of the function. */
static void
add_loops (const IhopNode *node, GPtrArray *loops)
{
  if (ihop_kind_is_loop (node->kind))
    g_ptr_array_add (loops, (gpointer) node);
  for (guint i = 0; i < node->n_children && !ihop_kind_is_loop (node->kind); i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      add_loops (node->child[i], loops);
}

static gboolean
read_arguments (IhopTransformStep *step, const char *word, IhopUnpack *self, GPtrArray *loops)
{
  if (strchr (word, '/') || strchr (word, ':'))
    {
      const IhopLoopName *name = ihop_args_loop (step, word);
      if (name == NULL)
        return FALSE;
      self->function = name->function;
      g_ptr_array_add (loops, (gpointer) name->loop);
      return TRUE;
    }
  self->function = ihop_args_function (step, word);
  if (self->function)
    add_loops (self->function->body, loops);
  return self->function != NULL;
}

static IhopRewrite *
unpack_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  IhopUnpack self = { .step = step, .loops = loops };

  if (!ihop_args_count (step, n, 1, 1)
      || !read_arguments (step, words[0], &self, loops))
    return NULL;
  IhopRewrite *rewrite = run (&self, NULL);
  if (rewrite == NULL)
    ihop_diag_remedy (
      ihop_refuse (step, IHOP_T_UNKNOWN, self.trouble ? self.trouble : self.function->body, "%s",
                   self.why ? self.why : "nothing is read here from a struct or behind a pointer that stays the same"),
      "copy the member to a local pointer before the loop and use that");
  g_free (self.why);
  return rewrite;
}

const IhopTransform ihop_transform_unpack = {
  .name = "unpack",
  .usage = "FUNCTION|LOOP",
  .summary = "Members of structs that loops only read are kept in local variables",
  .kind = IHOP_TRANSFORM_TEXT,
  .build = unpack_build,
};

/* substitute: a local variable that is set once is replaced by its value where it is used: with "double *row = a[i];"
 * row[j] is a[i][j] (forward substitution; Kuck, Kuhn, Leasure and Wolfe 1980).
 *
 * The proof: the value has no effects and is of the variable's own type; all uses stand behind the statement that sets
 * it, in the same block; and nothing that runs there changes what the value is made of.
 *
 * A static variable of the file stays, as other functions may read it: it is written out behind the only statement of the function that
 * sets it, where nothing that runs there sets it again, called functions included. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include "transform/build/args.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/entry_value.h"
#include "transform/legality/loop_control.h"
#include "transform/text/substitute_element.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopLoopName *name;
  const IhopSymbol *symbol;
  const IhopNode *variable; /* its declarator; NULL: the file's own */
  const IhopNode *value;    /* what it is set to, in this block … */
  const IhopNode *block;
  guint child, k;           /* … by this child, a declaration of which it is variable number k … */
  gboolean is_assigned;     /* … or an assignment */
} Substitution;

/* --- the variable ------------------------------------------------------------------------------ */

typedef struct
{
  const char *name;
  const IhopNode *found;
  guint n;
} Find;

static gboolean
look_for_variable (const IhopNode *node, gpointer data)
{
  Find *find = data;

  if (node->kind == IHOP_VARIABLE && g_str_equal (node->symbol->name, find->name))
    {
      find->found = node;
      find->n++;
    }
  return TRUE;
}

static gboolean
look_for_symbol (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == search[0])
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

static gboolean
look_for_block (const IhopNode *node, gpointer data)
{
  Substitution *self = data;

  /* A block that is visited behind the one that was found would lose the place. */
  if (self->block == NULL && node->kind == IHOP_BLOCK
      && ihop_find_declarator (node, self->symbol, &self->child, &self->k))
    self->block = node;
  return self->block == NULL;
}

static gboolean
is_files_own (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->is_global && symbol->storage == IHOP_STORAGE_STATIC;
}

/* One that the loop sees, declared before it. */
static void
find_outer (Substitution *self, const char *name)
{
  const IhopFunction *function = self->name->function;
  gpointer search[2] = { ihop_args_variable (self->step, function, self->name->loop, name), NULL };

  if (search[0])
    ihop_node_walk (function->body, look_for_symbol, search);
  self->symbol = search[0];
  self->variable = search[1];
  if (self->variable)
    ihop_node_walk (function->body, look_for_block, self);
  else if (self->symbol && is_files_own (self->symbol))
    self->block = function->body;
}

static gboolean
find_variable (Substitution *self, const char *name)
{
  Find find = { name, NULL, 0 };

  ihop_node_walk (ihop_loop_body (self->name->loop), look_for_variable, &find);
  self->variable = find.found;
  self->symbol = find.found ? find.found->symbol : NULL;
  if (find.n == 1)
    ihop_node_walk (self->name->loop, look_for_block, self);
  else if (find.n == 0)
    find_outer (self, name);
  if (self->block)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_ARGUMENTS, self->name->loop,
               find.n > 1 ? N_ ("more than one variable %s is declared in or before %s")
                          : N_ ("no variable %s is declared in or before %s"),
               name, self->name->address);
  return FALSE;
}

/* --- what it is set to ------------------------------------------------------------------------ */

static const IhopNode *
assigned_value (const IhopNode *statement, const IhopSymbol *symbol)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (assign == NULL || assign->kind != IHOP_ASSIGN || assign->op != IHOP_OP_NONE)
    return NULL;
  const IhopNode *left = ihop_node_strip (assign->child[0], TRUE);
  return left->kind == IHOP_REF && left->symbol == symbol ? assign->child[1] : NULL;
}

static gboolean
holds_behind (const IhopNode *block, guint at, const IhopNode *node)
{
  for (guint i = at + 1; i < block->n_children; i++)
    if (ihop_node_holds (block->child[i], node))
      return TRUE;
  return FALSE;
}

/* All mentions stand behind child "at" of the block, which sets the variable; of the file's own, the loop does. */
static gboolean
is_used_behind (const Substitution *self, const IhopNode *block, guint at)
{
  const IhopSymbol *symbol = self->symbol;

  if (self->variable == NULL)
    return holds_behind (block, at, self->name->loop);
  g_autoptr (GPtrArray) all = ihop_mentions_of (self->name->function->body, symbol);
  guint behind = 1;

  for (guint i = at + 1; i < block->n_children; i++)
    {
      g_autoptr (GPtrArray) some = ihop_mentions_of (block->child[i], symbol);
      behind += some->len;
    }
  return behind == all->len;
}

static gboolean
look_for_assignment (const IhopNode *node, gpointer data)
{
  Substitution *self = data;

  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children && self->value == NULL; i++)
    {
      const IhopNode *value = assigned_value (node->child[i], self->symbol);
      if (value == NULL || !is_used_behind (self, node, i))
        continue;
      self->value = value;
      self->block = node;
      self->child = i;
      self->is_assigned = TRUE;
    }
  return self->value == NULL;
}

/* A label could be reached without what sets the variable. */
static void
find_value (Substitution *self)
{
  self->value = self->variable ? self->variable->child[0] : NULL;
  if (self->value == NULL && !ihop_defs_has_labels (self->step->facts, self->name->function))
    ihop_node_walk (self->block, look_for_assignment, self);
}

/* What runs behind the statement may set the file's own variable. */
static gboolean
sets_meanwhile (const Substitution *self)
{
  for (guint i = self->child + 1; self->variable == NULL && self->value && i < self->block->n_children; i++)
    if (ihop_defs_may_change (self->step->facts, self->name->function, self->block->child[i], self->symbol))
      return TRUE;
  return FALSE;
}

static gboolean
is_set_once (Substitution *self)
{
  const IhopSymbol *symbol = self->symbol;
  const IhopNode *value = self->value ? ihop_node_strip (self->value, TRUE) : NULL;
  const IhopDefs *defs = ihop_defs_of (self->step->facts, self->name->function, symbol);
  const IhopNode *place = self->variable ? self->variable : self->name->loop;

  if (value == NULL || value->kind == IHOP_INIT_LIST || (symbol->storage != IHOP_STORAGE_AUTO && !is_files_own (symbol))
      || defs->n_writes != 1 || defs->address_taken || sets_meanwhile (self))
    ihop_refuse (self->step, IHOP_T_STORAGE, place,
                 "%s is not set once, before all its uses", symbol->name);
  else if (ihop_type_is_volatile (symbol->type) || !ihop_type_holds_unchanged (symbol->type, value->type))
    ihop_refuse (self->step, IHOP_T_STORAGE, place,
                 "%s is of another type than its value, which is converted", symbol->name);
  else if (ihop_node_effect (value))
    ihop_refuse (self->step, IHOP_T_STORAGE, ihop_node_effect (value),
                 "the value of %s has an effect, which would happen again", symbol->name);
  else
    return TRUE;
  return FALSE;
}

/* --- its value -------------------------------------------------------------------------------- */

typedef struct
{
  const IhopNode *place;
  const IhopNode *found;
} Change;

static void
look_at_change (const IhopNode *stored, gpointer data)
{
  Change *change = data;

  change->found = stored ? stored : change->place;
}

static gboolean
keeps_place (Substitution *self, const IhopNode *code, const IhopNode *place)
{
  Change change = { place, NULL };

  ihop_touch_each_change (self->step->facts, self->name->function, code, place, look_at_change, &change);
  return change.found == NULL;
}

static gboolean keeps (Substitution *self, const IhopNode *code, const IhopNode *node);

static gboolean
keeps_parts (Substitution *self, const IhopNode *code, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !keeps (self, code, node->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
keeps (Substitution *self, const IhopNode *code, const IhopNode *node)
{
  gboolean is_array = node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY;
  gboolean is_place = node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
                      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);

  if (node->kind == IHOP_OPAQUE_EXPR || node->kind == IHOP_COMPOUND || node->kind == IHOP_CALL)
    return FALSE;
  if (node->kind == IHOP_SIZEOF)
    return node->flags & IHOP_NODE_CONSTANT;
  if (node->kind == IHOP_REF && !is_array && node->symbol->kind <= IHOP_SYMBOL_PARAMETER
      && ihop_defs_may_change (self->step->facts, self->name->function, code, node->symbol))
    return FALSE;
  /* "&a[2]" does not look at the element. */
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS
      && ihop_node_strip (node->child[0], TRUE)->kind == IHOP_INDEX)
    return keeps_parts (self, code, ihop_node_strip (node->child[0], TRUE));
  if (is_place && !is_array && !keeps_place (self, code, node))
    return FALSE;
  return keeps_parts (self, code, node);
}

/* The last statement of the block that names the variable; with labels about, control may come back to any. */
static guint
last_mention (Substitution *self)
{
  guint last = self->block->n_children - 1;

  while (last > self->child && !ihop_defs_has_labels (self->step->facts, self->name->function)
         && !ihop_mentions (self->block->child[last], self->symbol))
    last--;
  return last;
}

static gboolean
is_kept (Substitution *self)
{
  guint last = last_mention (self);

  for (guint i = self->child; i <= last; i++)
    if ((i > self->child || self->block->child[i]->n_children > 1)
        && !keeps (self, self->block->child[i], self->value))
      {
        ihop_refuse (self->step, IHOP_T_UNKNOWN, self->block->child[i],
                     "what %s was made of may change here", self->symbol->name);
        return FALSE;
      }
  return TRUE;
}

/* --- */

static void
write_out_in (Substitution *self, IhopBuild *build, const IhopNode *node, GHashTable *news)
{
  ihop_replace_mentions (news, node, self->symbol, ihop_node_strip (self->value, TRUE));
  ihop_substitute_elements (build, node, self->symbol, self->value, news);
}

static const IhopNode *
written_out (Substitution *self, IhopBuild *build)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  if (self->variable)
    write_out_in (self, build, self->block, news);
  for (guint i = self->child + 1; self->variable == NULL && i < self->block->n_children; i++)
    write_out_in (self, build, self->block->child[i], news);
  if (self->is_assigned && self->variable)
    g_hash_table_insert (news, (gpointer) self->block->child[self->child], NULL);
  const IhopNode *block = g_hash_table_size (news) ? ihop_replace_nodes (build, self->block, news)
                                                   : self->block;
  return self->is_assigned ? block
                           : ihop_without_declarator (build, block, self->child, self->k, NULL);
}

static IhopRewrite *
substitute_build (IhopTransformStep *step, char **words, guint n)
{
  Substitution self = { .step = step };

  if (!ihop_args_count (step, n, 2, 2)
      || !(self.name = ihop_args_loop (step, words[0])) || !find_variable (&self, words[1]))
    return NULL;
  find_value (&self);
  if (!is_set_once (&self) || !is_kept (&self)
      || !ihop_require_no_types (step, self.block->child[self.child]))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.name->function);
  const IhopNode *now = written_out (&self, build);
  return self.block == build->function->body ? ihop_build_finish_body (build, now)
                                             : ihop_build_finish_one (build, self.block, now);
}

const IhopTransform ihop_transform_substitute = {
  .name = "substitute",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A local variable that is set once is written out where it is used"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = substitute_build,
};

/* substitute: a local variable that is set once, where it is declared, is written out where it is used
 * ("double *row = a[i];" … row[j] is a[i][j]). Forward substitution: Kuck, Kuhn, Leasure and Wolfe
 * 1980.
 *
 * The proof: the value has no effects, is of the variable's own type, and nothing that runs between the
 * declaration and the end of its block changes what it is made of. */
#include "analysis/defs.h"
#include "analysis/touch.h"
#include "transform/steps.h"
#include "transform/storage.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopLoopName *name;
  const IhopNode *variable; /* its declarator */
  const IhopNode *block;    /* that declares it … */
  guint child, k;           /* … as variable number k of this child */
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
look_for_block (const IhopNode *node, gpointer data)
{
  Substitution *self = data;

  if (node->kind == IHOP_BLOCK
      && ihop_find_declarator (node, self->variable->symbol, &self->child, &self->k))
    self->block = node;
  return self->block == NULL;
}

static gboolean
find_variable (Substitution *self, const char *name)
{
  Find find = { name, NULL, 0 };

  ihop_node_walk (ihop_loop_body (self->name->loop), look_for_variable, &find);
  self->variable = find.found;
  if (find.n == 1)
    ihop_node_walk (self->name->loop, look_for_block, self);
  if (self->block)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_ARGUMENTS, self->name->loop, "%s variable %s is declared in a block of %s",
               find.n > 1 ? "more than one" : "no", name, self->name->address);
  return FALSE;
}

/* The same type, or pointers to the same of which one only promises not to write through it. */
static gboolean
holds_it_as_it_is (const IhopType *variable, const IhopType *value)
{
  const IhopType *a = ihop_type_strip (variable), *b = ihop_type_strip (value);

  if (a->kind == IHOP_TYPE_POINTER && b->kind == IHOP_TYPE_POINTER)
    {
      IhopType x = *ihop_type_strip (a->target), y = *ihop_type_strip (b->target);
      x.qualifiers = y.qualifiers = 0;
      return !ihop_type_is_volatile (a->target) && !ihop_type_is_volatile (b->target)
             && ihop_type_equal (&x, &y);
    }
  return ihop_type_is_scalar (a) && ihop_type_equal (a, b);
}

static gboolean
is_set_once (Substitution *self)
{
  const IhopSymbol *symbol = self->variable->symbol;
  const IhopNode *value
    = self->variable->child[0] ? ihop_node_strip (self->variable->child[0], TRUE) : NULL;
  const IhopDefs *defs = ihop_defs_of (self->step->facts, self->name->function, symbol);

  if (value == NULL || value->kind == IHOP_INIT_LIST || symbol->storage != IHOP_STORAGE_AUTO
      || defs->n_writes != 1 || defs->address_taken)
    ihop_refuse (self->step, IHOP_T_STORAGE, self->variable,
                 "%s is not set once, where it is declared", symbol->name);
  else if (ihop_type_is_volatile (symbol->type) || !holds_it_as_it_is (symbol->type, value->type))
    ihop_refuse (self->step, IHOP_T_STORAGE, self->variable,
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
  gboolean pointer = ihop_type_strip (change->place->type)->kind == IHOP_TYPE_POINTER;

  if (pointer && !ihop_type_may_change_pointers (stored ? stored->type : NULL))
    return;
  change->found = stored ? stored : change->place;
}

static gboolean
keeps_place (Substitution *self, const IhopNode *code, const IhopNode *place)
{
  Change change = { place, NULL };

  ihop_touch_each_change (self->step->facts, self->name->function, code, place, look_at_change, &change);
  return change.found == NULL;
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
  if (is_place && !is_array && !keeps_place (self, code, node))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !keeps (self, code, node->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_kept (Substitution *self)
{
  for (guint i = self->child; i < self->block->n_children; i++)
    if ((i > self->child || self->block->child[i]->n_children > 1)
        && !keeps (self, self->block->child[i], self->variable->child[0]))
      {
        ihop_refuse (self->step, IHOP_T_UNKNOWN, self->block->child[i],
                     "what %s was made of may change here", self->variable->symbol->name);
        return FALSE;
      }
  return TRUE;
}

/* --- */

static const IhopNode *
written_out (Substitution *self, IhopBuild *build)
{
  g_autoptr (GPtrArray) mentions = ihop_mentions_of (self->block, self->variable->symbol);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < mentions->len; i++)
    g_hash_table_insert (news, mentions->pdata[i],
                         (gpointer) ihop_node_strip (self->variable->child[0], TRUE));
  const IhopNode *block = mentions->len ? ihop_exchange (build, self->block, news) : self->block;
  return ihop_without_declarator (build, block, self->child, self->k, NULL);
}

static IhopRewrite *
substitute_build (IhopTransformStep *step, char **words, guint n)
{
  Substitution self = { .step = step };

  if (!ihop_args_count (step, &ihop_transform_substitute, n, 2, 2)
      || !(self.name = ihop_args_loop (step, words[0])) || !find_variable (&self, words[1])
      || !is_set_once (&self) || !is_kept (&self)
      || !ihop_storage_is_plain (step, self.block->child[self.child]))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.name->function);
  return ihop_build_finish_one (build, self.block, written_out (&self, build));
}

const IhopTransform ihop_transform_substitute = {
  .name = "substitute",
  .usage = "LOOP VARIABLE",
  .summary = "A local variable that is set once is written out where it is used",
  .kind = IHOP_TRANSFORM_TEXT,
  .build = substitute_build,
};

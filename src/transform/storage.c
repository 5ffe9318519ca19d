/* Small questions and small pieces of steps that change storage. */
#include "transform/storage.h"
#include "analysis/cover.h"
#include "analysis/defs.h"
#include "analysis/effects.h"
#include "transform/witness.h"

const IhopType ihop_type_long
  = { .kind = IHOP_TYPE_INTEGER, .name = "long", .size = 8, .align = 8, .is_signed = TRUE };
const IhopType ihop_type_unsigned
  = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned", .size = 4, .align = 4 };
const IhopType ihop_type_unsigned_long
  = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned long", .size = 8, .align = 8 };

/* --- variables ------------------------------------------------------------------------------- */

typedef struct
{
  IhopFacts *facts;
  const IhopSymbol *symbol;
  const IhopNode *found;   /* where a pointer into the variable may get away */
} Escape;

/* Argument number i of a call that may keep it. */
static gboolean
may_keep (const Escape *self, const IhopNode *call, guint i)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  gboolean direct = callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION;
  const IhopEffects *effects = direct ? ihop_effects_of (self->facts, callee->symbol) : NULL;

  if (effects == NULL || !effects->is_known || effects->n_params == 0)
    return TRUE;
  return effects->params[MIN (i, effects->n_params) - 1] & (IHOP_EFFECT_KEEPS | IHOP_EFFECT_FREES);
}

/* An array, or an array in a record, turns into a pointer unless it is subscripted or measured. */
static gboolean
find_escape (const IhopNode *node, gpointer data)
{
  Escape *self = data;

  for (guint i = 0; i < node->n_children && self->found == NULL; i++)
    {
      const IhopNode *part = node->child[i] ? ihop_node_strip (node->child[i], TRUE) : NULL;
      gboolean used_here = node->kind == IHOP_INDEX || node->kind == IHOP_SIZEOF
                           || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
                           || node->kind == IHOP_PAREN
                           || (node->kind == IHOP_CAST && node->flags & IHOP_NODE_IMPLICIT);
      if (part == NULL || part->type == NULL || used_here
          || ihop_type_strip (part->type)->kind != IHOP_TYPE_ARRAY
          || ihop_defs_root (part) != self->symbol
          || (node->kind == IHOP_CALL && i > 0 && !may_keep (self, node, i)))
        continue;
      self->found = part;
    }
  return self->found == NULL;
}

gboolean
ihop_storage_is_own (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
{
  Escape escape = { step->facts, symbol, NULL };

  ihop_node_walk (header->name->function->body, find_escape, &escape);
  if (symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
      && symbol->kind == IHOP_SYMBOL_VARIABLE && !ihop_type_is_volatile (symbol->type)
      && !ihop_defs_of (step->facts, header->name->function, symbol)->address_taken
      && !ihop_type_is_variable_length (symbol->type) && escape.found == NULL)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, escape.found ? escape.found : header->loop,
               "%s is no variable of this function's own that nobody has the address of",
               symbol->name);
  return FALSE;
}

gboolean
ihop_storage_is_own_number (IhopTransformStep *step, const IhopHeader *header,
                            const IhopSymbol *symbol)
{
  if (symbol == header->iterator)
    {
      ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is what the loop counts with",
                   symbol->name);
      return FALSE;
    }
  if (ihop_defs_is_tame (step->facts, header->name->function, symbol)
      && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_POINTER)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, header->loop,
               "%s is no number of this function's own that nobody has the address of",
               symbol->name);
  return FALSE;
}

gboolean
ihop_storage_is_modular (IhopTransformStep *step, const IhopHeader *header,
                         const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);
  gboolean is_bool = type->name
                     && (g_str_equal (type->name, "_Bool") || g_str_equal (type->name, "bool"));

  if (type->kind == IHOP_TYPE_INTEGER && type->size <= 8 && !is_bool)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is no integer that wraps around at its size",
               symbol->name);
  return FALSE;
}

static gboolean
find_named (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_VARIABLE && g_str_equal (node->symbol->name, search[0]))
    search[1] = node->symbol;
  return search[1] == NULL;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *found;
} Extent;

static gboolean
find_extent (const IhopNode *node, gpointer data)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();
  Extent *self = data;

  ihop_node_extents (node, extents);
  for (guint i = 0; i < extents->len; i++)
    if (ihop_mentions (extents->pdata[i], self->symbol))
      self->found = node;
  return self->found == NULL;
}

gboolean
ihop_storage_is_no_extent (IhopTransformStep *step, const IhopHeader *header,
                           const IhopSymbol *symbol)
{
  Extent self = { symbol, NULL };

  ihop_node_walk (header->name->function->body, find_extent, &self);
  if (self.found)
    ihop_refuse (step, IHOP_T_SHAPE, self.found, "here the extent of an array depends on %s",
                 symbol->name);
  return self.found == NULL;
}

IhopSymbol *
ihop_storage_variable (IhopTransformStep *step, const IhopHeader *header, const char *name)
{
  gpointer search[2] = { (gpointer) name, NULL };

  ihop_node_walk (header->body, find_named, search);
  if (search[1])
    {
      ihop_refuse (step, IHOP_T_SHAPE, header->loop, "%s is declared in the loop: each iteration "
                   "has one of its own", name);
      return NULL;
    }
  IhopSymbol *symbol
    = ihop_args_variable (step, header->name->function, header->loop, name);
  if (symbol == NULL)
    ihop_refuse (step, IHOP_T_ARGUMENTS, header->loop, "there is no variable %s here", name);
  return symbol && ihop_storage_is_no_extent (step, header, symbol) ? symbol : NULL;
}

GPtrArray *
ihop_mentions_of (const IhopNode *node, const IhopSymbol *symbol)
{
  GPtrArray *found = g_ptr_array_new (), *stack = g_ptr_array_new ();

  g_ptr_array_add (stack, (gpointer) node);
  while (stack->len)
    {
      const IhopNode *next = g_ptr_array_steal_index (stack, stack->len - 1);
      if (next->kind == IHOP_REF && next->symbol == symbol)
        g_ptr_array_add (found, (gpointer) next);
      for (guint i = next->n_children; i-- > 0;)
        if (next->child[i])
          g_ptr_array_add (stack, (gpointer) next->child[i]);
    }
  g_ptr_array_unref (stack);
  return found;
}

gboolean
ihop_storage_may_round (IhopTransformStep *step, const IhopHeader *header, const IhopNode *update,
                        const char *name, gboolean reassociate, const char *again)
{
  const IhopNode *where = update->range.source || update->place.source ? update : header->loop;

  if (reassociate)
    ihop_diags_add (step->diags, IHOP_WARNING, IHOP_T_REASSOCIATED,
                    where->range.source ? where->range : where->place,
                    "%s is computed in another order on your word: it may be rounded differently",
                    name);
  else
    ihop_diag_remedy (ihop_refuse (step, IHOP_T_UNKNOWN, where,
                                   "%s is a floating-point number: in another order it is "
                                   "rounded differently", name),
                      "%s %s %s reassociate", again, header->name->address, name);
  return reassociate;
}

/* --- what the loop leaves alone --------------------------------------------------------------- */

typedef struct
{
  guint loops, switches;
  const IhopNode *found;
} Jump;

/* A jump that leaves or enters this node, which is inside so many loops and switches. */
static void
find_jump (const IhopNode *node, Jump *jump)
{
  gboolean loop = ihop_kind_is_loop (node->kind), choice = node->kind == IHOP_SWITCH;

  if (node->kind == IHOP_GOTO || node->kind == IHOP_LABEL || node->kind == IHOP_RETURN
      || (node->kind == IHOP_CONTINUE && jump->loops == 0)
      || (node->kind == IHOP_CASE && jump->switches == 0)
      || (node->kind == IHOP_BREAK && jump->loops + jump->switches == 0))
    jump->found = node;
  jump->loops += loop;
  jump->switches += choice;
  for (guint i = 0; i < node->n_children && jump->found == NULL; i++)
    if (node->child[i])
      find_jump (node->child[i], jump);
  jump->loops -= loop;
  jump->switches -= choice;
}

static gboolean
find_tag (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_DECLARATION && node->spelling)
    *found = node;
  return *found == NULL;
}

gboolean
ihop_storage_is_plain (IhopTransformStep *step, const IhopNode *node)
{
  const IhopNode *found = NULL;

  ihop_node_walk (node, find_tag, &found);
  if (found)
    ihop_refuse (step, IHOP_T_SHAPE, found, "a type is declared here, in the midst of the code");
  return found == NULL;
}

gboolean
ihop_storage_runs_through (IhopTransformStep *step, const IhopHeader *header)
{
  Jump jump = { 0 };

  find_jump (header->body, &jump);
  if (jump.found)
    ihop_refuse (step, IHOP_T_SHAPE, jump.found,
                 "control may leave an iteration of %s in the middle here", header->name->address);
  return jump.found == NULL && ihop_storage_is_plain (step, header->body);
}

gboolean
ihop_storage_counter_is_dead (IhopTransformStep *step, const IhopHeader *header)
{
  if (header->declared_here
      || !ihop_live_after (step->facts, header->name->function, header->loop, header->iterator))
    return TRUE;
  ihop_refuse (step, IHOP_T_LIVE, header->loop,
               "the value of %s after %s is used, and this step may change it",
               header->iterator->name, header->name->address);
  return FALSE;
}

typedef struct
{
  IhopFacts *facts;
  const IhopNode *found;
} Return;

static gboolean
find_endless (const IhopNode *node, gpointer data)
{
  Return *self = data;

  if (node->kind == IHOP_CALL)
    {
      const IhopNode *callee = ihop_node_strip (node->child[0], TRUE);
      const IhopSymbol *symbol = callee->kind == IHOP_REF ? callee->symbol : NULL;
      gboolean direct = symbol && symbol->kind == IHOP_SYMBOL_FUNCTION;
      if (ihop_effects_of (self->facts, direct ? symbol : NULL)->may_not_return)
        self->found = node;
    }
  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    self->found = node;
  return self->found == NULL;
}

gboolean
ihop_storage_comes_back (IhopTransformStep *step, const IhopHeader *header)
{
  Return self = { step->facts, NULL };

  ihop_node_walk (header->body, find_endless, &self);
  if (self.found)
    ihop_refuse (step, IHOP_T_UNKNOWN, self.found,
                 "what is called here may not come back: %s may end early",
                 header->name->address);
  return self.found == NULL;
}

typedef struct
{
  const char *name;
  const IhopNode *found;
} Write;

static gboolean
find_write (const IhopNode *node, gpointer data)
{
  Write *self = data;
  const IhopSymbol *root = NULL;

  if (node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC))
    root = ihop_defs_root (node->child[0]);
  if (node->kind == IHOP_VARIABLE)
    root = node->symbol;
  if (root && g_str_equal (root->name, self->name))
    self->found = node;
  return self->found == NULL;
}

gboolean
ihop_storage_is_fixed (IhopTransformStep *step, const IhopHeader *header,
                       const IhopNode *expression, const char *what)
{
  const char *culprit = NULL;

  if (!ihop_defs_may_change_value (step->facts, header->name->function, header->body, expression,
                                   &culprit))
    return ihop_storage_can_say (step, header->body, expression);
  Write write = { culprit, NULL };
  ihop_node_walk (header->body, find_write, &write);
  g_autofree char *text = ihop_witness_reference (expression);
  g_autofree char *line
    = write.found ? g_strdup_printf (", line %u", ihop_range_line (write.found->place)) : NULL;
  ihop_refuse (step, IHOP_T_UNKNOWN, expression, "%s, %s, may change in %s (%s%s)", what, text,
               header->name->address, culprit, line ? line : "");
  return FALSE;
}

typedef struct
{
  const IhopNode *expression;
  const IhopNode *found;  /* a declaration in the way */
} Name;

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_REF && g_str_equal (node->symbol->name, search[0]))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

static gboolean
find_clash (const IhopNode *node, gpointer data)
{
  Name *self = data;

  if (node->kind == IHOP_DECLARATION && node->n_children == 0)
    self->found = node;
  if (node->kind == IHOP_VARIABLE)
    {
      gpointer search[2] = { (gpointer) node->symbol->name, NULL };
      ihop_node_walk (self->expression, find_mention, search);
      if (search[1])
        self->found = node;
    }
  return self->found == NULL;
}

gboolean
ihop_storage_can_say (IhopTransformStep *step, const IhopNode *body, const IhopNode *expression)
{
  Name name = { expression, NULL };

  ihop_node_walk (body, find_clash, &name);
  if (name.found)
    ihop_refuse (step, IHOP_T_NAME, name.found,
                 "what is declared here would be meant by an expression of the new code");
  return name.found == NULL;
}

gboolean
ihop_storage_can_declare (IhopTransformStep *step, const IhopHeader *header, const IhopType *type)
{
  const IhopFunction *function = header->name->function;
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, header->loop);
  gboolean jumps = ihop_defs_has_labels (step->facts, function);

  for (guint i = 0; path && i < path->len; i++)
    jumps |= ((IhopNode *) path->pdata[i])->kind == IHOP_SWITCH;
  if (!jumps || !ihop_type_is_variable_length (type))
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, header->loop,
               "a jump could lead past the declaration of an array of variable length");
  return FALSE;
}

/* Whether the first value is the same number where it is not converted to the iterator's type: there its text
 * will stand again. */
static gboolean
starts_unconverted (const IhopHeader *header)
{
  const IhopType *iterator = ihop_type_strip (header->iterator->type);
  const IhopNode *first = header->lower;
  gint64 value, converted;

  while (first->kind == IHOP_CAST && (first->flags & IHOP_NODE_IMPLICIT))
    first = first->child[0];
  const IhopType *type = ihop_type_strip (first->type);
  if (ihop_constant_of (first, &value) && ihop_constant_of (header->lower, &converted))
    return value == converted;
  return type->kind == IHOP_TYPE_INTEGER
         && (type->size < iterator->size || (type->size == iterator->size && type->is_signed));
}

gboolean
ihop_header_is_repeatable (IhopTransformStep *step, const IhopHeader *header)
{
  if (!ihop_header_is_signed (step, header))
    return FALSE;
  if (!starts_unconverted (header))
    {
      ihop_refuse (step, IHOP_T_HEADER, header->lower,
                   "the first value of %s is of another type than %s", header->iterator->name,
                   header->iterator->name);
      return FALSE;
    }
  return ihop_storage_is_fixed (step, header, header->lower, "the first value")
         && ihop_storage_is_fixed (step, header, header->bound, "the bound");
}

const IhopNode *
ihop_reference_in (const IhopNode *node, const IhopNode *reference)
{
  const IhopNode *found = node->kind == reference->kind && ihop_same_expression (node, reference)
                            ? node : NULL;

  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->child[i])
      found = ihop_reference_in (node->child[i], reference);
  return found;
}

/* What finding the place needs: subscripts, pointers, indices; not the place itself. */
gboolean
ihop_place_is_fixed (IhopTransformStep *step, const IhopHeader *header, const IhopNode *place)
{
  g_autoptr (GPtrArray) own = ihop_mentions_of (place, header->iterator);

  if (own->len)
    {
      ihop_refuse (step, IHOP_T_STORAGE, place, "what this refers to changes with %s",
                   header->iterator->name);
      return FALSE;
    }
  if (ihop_type_is_volatile (place->type))
    {
      ihop_refuse (step, IHOP_T_STORAGE, place, "this is volatile");
      return FALSE;
    }
  if (!ihop_storage_can_say (step, header->body, place))
    return FALSE;
  place = ihop_node_strip (place, FALSE);
  while (place->kind == IHOP_INDEX || place->kind == IHOP_MEMBER)
    {
      const IhopNode *base = ihop_node_strip (place->child[0], TRUE);
      gboolean behind = ihop_type_strip (base->type)->kind == IHOP_TYPE_POINTER;
      if ((place->kind == IHOP_INDEX
           && !ihop_storage_is_fixed (step, header, place->child[1], "the subscript"))
          || (behind && !ihop_storage_is_fixed (step, header, base, "the pointer")))
        return FALSE;
      if (behind)
        return TRUE;
      place = base;
    }
  if (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF)
    return ihop_storage_is_fixed (step, header, place->child[0], "the pointer");
  if (place->kind == IHOP_REF)
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, place, "it is not told where this refers to");
  return FALSE;
}

/* --- making ---------------------------------------------------------------------------------- */

/* A block without those of its statements that are exchanged for nothing. */
static const IhopNode *
thinned (IhopBuild *build, const IhopNode *block, GHashTable *news)
{
  GPtrArray *kept = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    {
      gpointer now = NULL;
      if (!g_hash_table_lookup_extended (news, block->child[i], NULL, &now) || now)
        g_ptr_array_add (kept, (gpointer) ihop_exchange (build, block->child[i], news));
    }
  IhopNode *copy = ihop_node_new (build->pool, IHOP_BLOCK, kept->len);
  copy->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < kept->len; i++)
    copy->child[i] = kept->pdata[i];
  g_ptr_array_unref (kept);
  return copy;
}

const IhopNode *
ihop_exchange (IhopBuild *build, const IhopNode *node, GHashTable *news)
{
  IhopNode *copy = NULL;
  gpointer now;

  if (g_hash_table_lookup_extended (news, node, NULL, &now))
    return now ? now : ihop_node_new (build->pool, IHOP_BLOCK, 0);
  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children; i++)
    if (g_hash_table_lookup_extended (news, node->child[i], NULL, &now) && now == NULL)
      return thinned (build, node, news);
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child
        = node->child[i] ? ihop_exchange (build, node->child[i], news) : NULL;
      if (child == node->child[i])
        continue;
      if (copy == NULL)
        {
          copy = ihop_node_copy (build->pool, node);
          copy->spelling = NULL;
        }
      copy->child[i] = child;
    }
  return copy ? copy : node;
}

void
ihop_exchange_marks (const IhopFunction *function, const IhopNode *loop, gboolean outer,
                     GHashTable *news)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, loop);

  for (guint i = path->len; i-- > 1;)
    {
      const IhopNode *node = path->pdata[i], *block = path->pdata[i - 1];
      guint at = 0;
      if (block->kind != IHOP_BLOCK || (node != loop && !outer))
        continue;
      while (block->child[at] != node)
        at++;
      while (at > 0 && ihop_is_mark (block->child[at - 1]))
        if (!ihop_is_hint (block->child[--at]))
          g_hash_table_insert (news, (gpointer) block->child[at], NULL);
    }
}

void
ihop_keep_targets (IhopBuild *build, const IhopFunction *function, const IhopNode *loop, GPtrArray *into)
{
  const IhopNode *block;
  guint from, at;

  if (!ihop_sibling_of (function, loop, &block, &at))
    return;
  from = at;
  while (from > 0 && block->child[from - 1]->kind == IHOP_PRAGMA)
    from--;
  for (; from < at; from++)
    if (g_str_has_prefix (block->child[from]->text, "target")
        && !g_str_has_prefix (block->child[from]->text, "target begin")
        && !g_str_has_prefix (block->child[from]->text, "target end"))
      g_ptr_array_add (into, (gpointer) ihop_make_mark (build, block->child[from]->text));
}

IhopSymbol *
ihop_make_counter (IhopBuild *build, const IhopHeader *header, const char *name)
{
  return ihop_make_variable (build, header->iterator, &ihop_type_int, name);
}

const IhopType *
ihop_type_pointer_to (IhopBuild *build, const IhopType *target)
{
  IhopType *pointer = ihop_pool_alloc (build->pool, sizeof *pointer);

  pointer->kind = IHOP_TYPE_POINTER;
  pointer->target = target;
  pointer->size = pointer->align = sizeof (void *);
  return pointer;
}

const IhopType *
ihop_type_array_of (IhopBuild *build, const IhopType *element, const IhopNode *count)
{
  IhopType *type = ihop_pool_alloc (build->pool, sizeof *type);
  gint64 constant;

  type->kind = IHOP_TYPE_ARRAY;
  type->target = element;
  type->align = element->align;
  type->count_expr = count;
  type->has_count = ihop_constant_of (count, &constant);
  if (type->has_count)
    {
      type->count = (guint64) constant;
      type->size = type->count * element->size;
    }
  return type;
}

const IhopNode *
ihop_make_cast (IhopBuild *build, const IhopType *type, const IhopNode *operand)
{
  IhopNode *cast = ihop_node_new (build->pool, IHOP_CAST, 1);

  cast->type = type;
  cast->child[0] = operand;
  return cast;
}

const IhopNode *
ihop_make_number (IhopBuild *build, const IhopType *type, gint64 value)
{
  IhopNode *cast = (IhopNode *) ihop_make_cast (build, type, ihop_make_integer (build, value));

  cast->flags = IHOP_NODE_IMPLICIT;
  return cast;
}

const IhopNode *
ihop_header_condition (IhopBuild *build, const IhopHeader *header)
{
  return ihop_make_relation (build, header->relation, header->lower, header->bound);
}

void
ihop_append_if_runs (IhopBuild *build, const IhopHeader *header, GPtrArray *into,
                     GPtrArray *statements)
{
  if (ihop_header_runs (build->step, header, 1))
    {
      g_ptr_array_extend (into, statements, NULL, NULL);
      g_ptr_array_unref (statements);
      return;
    }
  const IhopNode *body = ihop_make_body (build, statements);
  g_ptr_array_add (into, (gpointer) ihop_make_if (build, ihop_header_condition (build, header),
                                                  body, NULL));
}

const IhopNode *
ihop_make_as (IhopBuild *build, const IhopType *type, const IhopNode *value)
{
  gboolean converts = value->kind == IHOP_CAST && value->flags & IHOP_NODE_IMPLICIT;

  while (value->kind == IHOP_CAST && value->flags & IHOP_NODE_IMPLICIT
         && ihop_type_equal (value->type, type))
    value = value->child[0];
  if (!converts && ihop_type_equal (value->type, type))
    return value;
  return ihop_make_cast (build, type, value);
}

/* Small pieces of new code for steps that change storage. */
#include "transform/legality/preconditions.h"

const IhopType ihop_type_long
  = { .kind = IHOP_TYPE_INTEGER, .name = "long", .size = 8, .align = 8, .is_signed = TRUE };
const IhopType ihop_type_unsigned
  = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned", .size = 4, .align = 4 };
const IhopType ihop_type_unsigned_long
  = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned long", .size = 8, .align = 8 };

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

/* New statements and variables. */
#include "transform/build/make_statement.h"
#include "transform/build/body.h"
#include "transform/build/make.h"
#include "transform/build/make_type.h"

const IhopNode *
ihop_make_mark (IhopBuild *build, const char *words)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_PRAGMA, 0);

  node->text = ihop_pool_strdup (build->pool, words);
  node->flags = IHOP_NODE_OURS;
  return node;
}

const IhopNode *
ihop_make_statement (IhopBuild *build, const IhopNode *expression)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_EXPRESSION, 1);

  node->child[0] = expression;
  return node;
}

const IhopNode *
ihop_make_assignment (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  return ihop_make_statement (build, ihop_make_assign (build, op, left, right));
}

void
ihop_append_assignment (IhopBuild *build, GPtrArray *into, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  ihop_append (into, ihop_make_assignment (build, op, left, right));
}

const IhopNode *
ihop_make_declaration (IhopBuild *build, IhopSymbol *symbol, const IhopNode *initializer)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_DECLARATION, 1);
  IhopNode *variable = ihop_node_new (build->pool, IHOP_VARIABLE, 1);

  variable->symbol = symbol;
  variable->child[0] = initializer;
  node->child[0] = variable;
  return node;
}

const IhopNode *
ihop_make_if (IhopBuild *build, const IhopNode *condition, const IhopNode *then,
              const IhopNode *otherwise)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_IF, 3);

  node->child[0] = condition;
  node->child[1] = then;
  node->child[2] = otherwise;
  return node;
}

const IhopNode *
ihop_make_body (IhopBuild *build, GPtrArray *statements)
{
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;

  if (only && only->kind != IHOP_DECLARATION)
    {
      g_ptr_array_unref (statements);
      return only;
    }

  IhopNode *block = ihop_node_new (build->pool, IHOP_BLOCK, statements->len);

  for (guint i = 0; i < statements->len; i++)
    block->child[i] = statements->pdata[i];
  g_ptr_array_unref (statements);
  return block;
}

/* "i++", "i -= 2" */
static const IhopNode *
make_step (IhopBuild *build, IhopSymbol *iterator, gint64 step)
{
  const IhopNode *ref = ihop_make_ref (build, iterator);

  if (ABS (step) > 1)
    return ihop_make_assign (build, step > 0 ? IHOP_OP_ADD : IHOP_OP_SUB, ref,
                             ihop_make_integer (build, ABS (step)));

  IhopNode *node = ihop_node_new (build->pool, IHOP_UNARY, 1);

  node->op = step > 0 ? IHOP_OP_POST_INC : IHOP_OP_POST_DEC;
  node->type = ref->type;
  node->child[0] = ref;
  return node;
}

const IhopNode *
ihop_make_for (IhopBuild *build, const IhopNode *like, IhopSymbol *iterator, gboolean declared,
               const IhopNode *lower, IhopOperator relation, const IhopNode *bound, gint64 step,
               const IhopNode *body)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_FOR, 4);
  const IhopNode *ref = ihop_make_ref (build, iterator);

  node->place = like->range.source ? like->range : like->place;
  node->child[0]
    = declared
        ? ihop_make_declaration (build, iterator, lower)
        : ihop_make_statement (build, ihop_make_assign (build, IHOP_OP_NONE, ref, lower));
  node->child[1] = ihop_make_relation (build, relation, ihop_make_ref (build, iterator), bound);
  node->child[2] = make_step (build, iterator, step);
  node->child[3] = body;
  return node;
}

const IhopNode *
ihop_make_loop_like (IhopBuild *build, const IhopNode *loop, const IhopNode *body)
{
  IhopNode *node = ihop_node_copy (build->pool, loop);

  node->child[3] = body;
  return node;
}

IhopSymbol *
ihop_make_variable (IhopBuild *build, const IhopSymbol *like, const IhopType *type,
                    const char *name)
{
  IhopSymbol *symbol = ihop_pool_alloc (build->pool, sizeof *symbol);
  char *fresh = g_strdup (name);

  for (guint n = 2; g_hash_table_contains (build->taken, fresh); n++)
    {
      g_free (fresh);
      fresh = g_strdup_printf ("%s%u", name, n);
    }
  g_hash_table_add (build->taken, fresh);
  *symbol = like ? *like : (IhopSymbol){ 0 };
  symbol->kind = IHOP_SYMBOL_VARIABLE;
  symbol->storage = IHOP_STORAGE_AUTO;
  symbol->is_global = FALSE;
  symbol->range = (IhopRange){ 0 };
  symbol->name = ihop_pool_strdup (build->pool, fresh);
  symbol->type = ihop_type_unqualified (build, type ? type : like->type);
  symbol->declared_type = symbol->type;
  return symbol;
}

typedef struct
{
  const char *name;
  guint iterators, others; /* variables of this name that loops declare in their heads, and those that stand elsewhere */
  guint mentions;
} Namesakes;

static gboolean
count_namesakes (const IhopNode *node, gpointer data)
{
  Namesakes *same = data;
  const IhopNode *init = node->kind == IHOP_FOR ? node->child[0] : NULL;

  if (node->kind == IHOP_VARIABLE && g_str_equal (node->symbol->name, same->name))
    same->others++;
  if (node->kind == IHOP_REF && node->symbol && g_str_equal (node->symbol->name, same->name))
    same->mentions++;
  if (init && init->kind == IHOP_DECLARATION && init->n_children == 1
      && g_str_equal (init->child[0]->symbol->name, same->name))
    {
      same->iterators++;
      same->others--; /* it is counted when it is come to */
    }
  return TRUE;
}

IhopSymbol *
ihop_make_iterator (IhopBuild *build, const IhopSymbol *like, const IhopType *type, const char *name, const IhopNode *code)
{
  Namesakes all = { name, 0, 0, 0 }, inside = { name, 0, 0, 0 };
  gboolean is_parameter = FALSE;

  ihop_node_walk (build->function->body, count_namesakes, &all);
  ihop_node_walk (code, count_namesakes, &inside);
  for (guint i = 0; i < build->function->n_params; i++)
    is_parameter |= g_str_equal (build->function->params[i]->name, name);
  IhopSymbol *symbol = ihop_make_variable (build, like, type, name);
  if (all.iterators > 0 && all.others == 0 && inside.mentions == 0 && inside.iterators == 0 && !is_parameter)
    symbol->name = ihop_pool_strdup (build->pool, name);
  return symbol;
}

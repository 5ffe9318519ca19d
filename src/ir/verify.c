/* Whether a tree is well formed. A tree that is not is our bug, whoever built it. */
#include "ir/tree.h"

/* What may stand at each place: a letter a child; capitals must be there.
 * s statement, x expression, v variable, i init clause (statement without its own scope);
 * the last letter goes for all further children when "*" follows. */
static const char *const shapes[IHOP_N_KINDS] = {
  [IHOP_BLOCK] = "S*", [IHOP_DECLARATION] = "V*", [IHOP_VARIABLE] = "x", [IHOP_EXPRESSION] = "X",
  [IHOP_IF] = "XSs", [IHOP_FOR] = "sxxS", [IHOP_WHILE] = "XS", [IHOP_DO] = "SX",
  [IHOP_SWITCH] = "XS", [IHOP_CASE] = "xxS", [IHOP_LABEL] = "S", [IHOP_GOTO] = "x*",
  [IHOP_BREAK] = "", [IHOP_CONTINUE] = "", [IHOP_RETURN] = "x", [IHOP_EMPTY] = "",
  [IHOP_PRAGMA] = "", [IHOP_OPAQUE] = "a*", [IHOP_INTEGER] = "", [IHOP_FLOATING] = "",
  [IHOP_STRING] = "", [IHOP_REF] = "", [IHOP_MEMBER] = "X", [IHOP_INDEX] = "XX",
  [IHOP_UNARY] = "X", [IHOP_BINARY] = "XX", [IHOP_ASSIGN] = "XX", [IHOP_CONDITIONAL] = "XxX",
  [IHOP_CALL] = "XX*", [IHOP_CAST] = "X", [IHOP_PAREN] = "X", [IHOP_SIZEOF] = "x",
  [IHOP_INIT_LIST] = "x*", [IHOP_COMPOUND] = "X", [IHOP_OPAQUE_EXPR] = "a*"
};

typedef struct
{
  const IhopTree *tree;
  char *trouble; /* the first one; owned */
} Verify;

static void G_GNUC_PRINTF (3, 4)
complain (Verify *verify, const IhopNode *node, const char *format, ...)
{
  va_list arguments;

  if (verify->trouble)
    return;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  verify->trouble = g_strdup_printf ("%s %u in line %u: %s", ihop_kind_name (node->kind), node->id,
                                     ihop_range_line (node->place), message);
}

static gboolean
fits (char letter, const IhopNode *child)
{
  if (child == NULL)
    return g_ascii_islower (letter);
  switch (g_ascii_tolower (letter))
    {
    case 's':
      return ihop_kind_is_statement (child->kind) && child->kind != IHOP_VARIABLE;
    case 'x':
      return !ihop_kind_is_statement (child->kind);
    case 'v':
      return child->kind == IHOP_VARIABLE;
    default:
      return TRUE;
    }
}

static void
check_shape (Verify *verify, const IhopNode *node)
{
  const char *shape = shapes[node->kind];
  guint i = 0;

  for (; *shape && i < node->n_children; i++)
    {
      if (!fits (*shape, node->child[i]))
        complain (verify, node, "child %u is %s", i,
                  node->child[i] ? ihop_kind_name (node->child[i]->kind) : "missing");
      if (shape[1] != '*')
        shape++;
    }
  if (i < node->n_children || (*shape && shape[1] != '*'))
    complain (verify, node, "it has %u children", node->n_children);
}

/* Which kinds cannot do without a symbol. */
static gboolean
needs_symbol (IhopKind kind)
{
  return kind == IHOP_VARIABLE || kind == IHOP_REF || kind == IHOP_MEMBER || kind == IHOP_LABEL;
}

static gboolean
op_fits (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_BINARY:
      return node->op >= IHOP_OP_ADD && node->op <= IHOP_OP_COMMA;
    case IHOP_UNARY:
      return node->op >= IHOP_OP_NEG && node->op <= IHOP_OP_POST_DEC;
    case IHOP_ASSIGN:
      return node->op <= IHOP_OP_XOR;
    default:
      return node->op == IHOP_OP_NONE;
    }
}

static void
check_parts (Verify *verify, const IhopNode *node)
{
  if (!ihop_kind_is_statement (node->kind) && node->type == NULL)
    complain (verify, node, "it has no type");
  if (needs_symbol (node->kind) && node->symbol == NULL)
    complain (verify, node, "it has no symbol");
  if (node->symbol && (node->symbol->name == NULL || node->symbol->declared_type == NULL)
      && node->symbol->kind != IHOP_SYMBOL_LABEL)
    complain (verify, node, "its symbol has no name or no type");
  if (!op_fits (node))
    complain (verify, node, "its operator is %d", node->op);
  if ((node->kind == IHOP_STRING || node->kind == IHOP_PRAGMA || node->kind == IHOP_OPAQUE
       || node->kind == IHOP_OPAQUE_EXPR)
      && node->text == NULL)
    complain (verify, node, "it has no text");
  if (node->kind == IHOP_INTEGER && !(node->flags & IHOP_NODE_CONSTANT))
    complain (verify, node, "it has no value");
}

static gboolean
source_is_known (const IhopTree *tree, const IhopSource *source)
{
  return g_ptr_array_find (tree->sources, source, NULL);
}

static void
check_range (Verify *verify, const IhopNode *node, IhopRange range)
{
  if (range.source == NULL)
    return;
  if (range.begin > range.end || range.end > range.source->length)
    complain (verify, node, "its range is %zu to %zu", (size_t) range.begin, (size_t) range.end);
  if (!source_is_known (verify->tree, range.source))
    complain (verify, node, "its range is in a file that the tree does not hold");
}

/* A part of bytes lies within the bytes; an #include may put it in another file. */
static void
check_nesting (Verify *verify, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child && child->range.source && child->range.source == node->range.source
          && !ihop_range_contains (node->range, child->range))
        complain (verify, node, "its %s (child %u, line %u) lies outside of it",
                  ihop_kind_name (child->kind), i, ihop_range_line (child->range));
    }
}

static gboolean
check_node (const IhopNode *node, gpointer data)
{
  Verify *verify = data;

  if (node->kind >= IHOP_N_KINDS)
    {
      verify->trouble = g_strdup_printf ("node %u is of no known kind", node->id);
      return FALSE;
    }
  check_shape (verify, node);
  check_parts (verify, node);
  check_range (verify, node, node->range);
  check_range (verify, node, node->place);
  check_nesting (verify, node);
  return verify->trouble == NULL;
}

static void
check_function (Verify *verify, const IhopFunction *function)
{
  if (function->symbol == NULL || function->symbol->kind != IHOP_SYMBOL_FUNCTION)
    verify->trouble = g_strdup ("a function has no symbol");
  else if (function->body == NULL || function->body->kind != IHOP_BLOCK)
    verify->trouble = g_strdup_printf ("%s has no block for a body", function->symbol->name);
  else
    ihop_node_walk (function->body, check_node, verify);
}

char *
ihop_tree_verify (const IhopTree *tree)
{
  Verify verify = { .tree = tree };

  for (guint i = 0; i < tree->functions->len && !verify.trouble; i++)
    check_function (&verify, tree->functions->pdata[i]);
  for (guint i = 0; i < tree->global_nodes->len && !verify.trouble; i++)
    ihop_node_walk (tree->global_nodes->pdata[i], check_node, &verify);
  return verify.trouble;
}

/* Variables and static functions that only kernels used: on the host they would stand idle, and
 * compilers would say so. */
#include "ir/expression.h"
#include "gpugen/emit/host_unused.h"
#include "gpugen/emit/device_versions.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  const IhopFunction *function;
  GHashTable *used;        /* of IhopSymbol *: referred to outside of what goes to the device */
  GHashTable *replaced;    /* of const IhopNode *: statements that kernels take the place of */
  GHashTable *launched;    /* the same with those that stand beside the launch, for when it may not be */
  GString *texts;          /* C text that is put into the host program */
} Unused;

static void
note_text (Unused *unused, const char *text)
{
  g_string_append_printf (unused->texts, " %s ", text ? text : "");
}

static void
note_expression (Unused *unused, const IhopNode *node)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  for (guint i = 0; i < symbols->len; i++)
    g_hash_table_add (unused->used, symbols->pdata[i]);
}

static gboolean
visit_used (const IhopNode *node, gpointer data)
{
  Unused *unused = data;

  if (g_hash_table_contains (unused->replaced, node))
    return FALSE;
  if (node->kind == IHOP_REF)
    g_hash_table_add (unused->used, node->symbol);
  if (node->flags & IHOP_NODE_RESOLVED)
    {
      /* Bytes that name more than the tree knows: "_Generic (k, …)". */
      g_autofree char *bytes = ihop_range_text (node->range);
      note_text (unused, bytes);
    }
  if (node->kind == IHOP_VARIABLE)
    for (const IhopType *type = node->symbol->declared_type;
         type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER);
         type = type->target)
      if (type->kind == IHOP_TYPE_ARRAY && type->count_expr)
        ihop_node_walk (type->count_expr, visit_used, data);
  return TRUE;
}

/* On the CPU a loop makes place for its own header and a call. */
static void
note_taken (gpointer loop, gpointer text, gpointer data)
{
  Unused *unused = data;

  g_hash_table_add (unused->replaced, loop);
  g_hash_table_add (unused->launched, loop);
  note_text (unused, text);
}

static void
note_after (Unused *unused, const IhopKernel *kernel)
{
  for (guint i = 0; kernel->iterators_after && i < kernel->iterators_after->len; i++)
    {
      g_hash_table_add (unused->used, kernel->iterators_after->pdata[i]);
      note_expression (unused, kernel->iterator_values->pdata[i]);
    }
}

/* What the launch says of a kernel in its place. */
static void
note_kernel (Unused *unused, const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->params->len; i++)
    g_hash_table_add (unused->used, ((const IhopKernelParam *) kernel->params->pdata[i])->symbol);
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      note_expression (unused, kernel->axes[i].max_trips);
      if (i == 0) /* those inside may begin at iterators that only the threads have */
        note_expression (unused, kernel->axes[i].first);
    }
  note_after (unused, kernel);
  gboolean is_beside = kernel->conditions && kernel->conditions->len > 0;
  for (guint i = 0; i < kernel->statements->len; i++)
    {
      g_hash_table_add (unused->launched, kernel->statements->pdata[i]);
      if (!is_beside)
        g_hash_table_add (unused->replaced, kernel->statements->pdata[i]);
    }
}

static void
note_variables (Unused *unused)
{
  const IhopPlan *plan = unused->print->plan;

  for (guint i = 0; i < plan->variables->len; i++)
    {
      const IhopDeviceVariable *variable = plan->variables->pdata[i];
      for (guint d = 0; variable->function == unused->function && d < variable->rank; d++)
        note_expression (unused, variable->extents[d]);
      if (variable->function == unused->function && variable->when)
        note_expression (unused, variable->when);
    }
  for (guint i = 0; i < plan->transfers->len; i++)
    {
      const IhopBox *box = ((const IhopTransfer *) plan->transfers->pdata[i])->box;
      for (guint d = 0; box && d < box->rank; d++)
        {
          note_expression (unused, box->lower[d]);
          note_expression (unused, box->count[d]);
        }
    }
}

/* ---- Declarations without some of their names -------------------------------------------- */

typedef struct
{
  IhopPrint *print;
  Unused *unused;
} Cut;

static gboolean
is_idle (const Unused *unused, const IhopNode *variable)
{
  return variable->kind == IHOP_VARIABLE && !ihop_node_effect (variable->child[0])
         && !g_hash_table_contains (unused->used, variable->symbol)
         && !ihop_text_has_word (unused->texts->str, variable->symbol->name);
}

/* "int i, j[3]" at the commas that no bracket encloses. */
static GPtrArray *
pieces_of (const char *text)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (g_free);
  const char *begin = text, *at;
  int depth = 0;

  for (at = text; *at && *at != ';'; at++)
    {
      depth += (strchr ("([{", *at) != NULL) - (strchr (")]}", *at) != NULL);
      if (*at == ',' && depth == 0)
        {
          g_ptr_array_add (pieces, g_strstrip (g_strndup (begin, at - begin)));
          begin = at + 1;
        }
    }
  g_ptr_array_add (pieces, g_strstrip (g_strndup (begin, at - begin)));
  return pieces;
}

/* The specifiers that the first piece begins with: what stands before "*…name". NULL: not plain. */
static char *
specifiers_of (const char *piece, const char *name)
{
  const char *at = strstr (piece, name);

  while (at && ((at > piece && (g_ascii_isalnum (at[-1]) || at[-1] == '_'))
                || g_ascii_isalnum (at[strlen (name)]) || at[strlen (name)] == '_'))
    at = strstr (at + 1, name);
  while (at && at > piece && (at[-1] == '*' || at[-1] == ' '))
    at--;
  return at && at > piece && at[-1] != '(' ? g_strndup (piece, at - piece) : NULL;
}

static char *
shortened (const Unused *unused, const IhopNode *declaration, const char *text)
{
  g_autoptr (GPtrArray) pieces = pieces_of (text);
  const char *first_name = declaration->child[0]->symbol->name;
  g_autofree char *specifiers = specifiers_of (pieces->pdata[0], first_name);
  g_autoptr (GString) out = g_string_new (specifiers);

  if (specifiers == NULL || pieces->len != declaration->n_children)
    return NULL;
  for (guint i = 0; i < pieces->len; i++)
    {
      const char *piece = pieces->pdata[i];
      if (is_idle (unused, declaration->child[i]))
        continue;
      g_string_append_printf (out, "%s%s", out->len > strlen (specifiers) ? ", " : " ",
                              i == 0 ? g_strchug (pieces->pdata[0]) + strlen (specifiers)
                                         + strspn (piece + strlen (specifiers), " ")
                                     : piece);
    }
  /* C gives no addresses of variables kept in registers; copies need them. */
  gboolean is_register = g_str_has_prefix (specifiers, "register ");
  return out->len > strlen (specifiers)
           ? g_strconcat (out->str + (is_register ? strlen ("register ") : 0), ";", NULL) : g_strdup ("");
}

static void
cut_declaration (Unused *unused, const IhopNode *node)
{
  gboolean idle = FALSE;
  const IhopSource *source = unused->print->plan->tree->source;

  for (guint i = 0; i < node->n_children; i++)
    idle |= node->child[i] && is_idle (unused, node->child[i]);
  /* What another text takes the place of is not there to be cut. */
  if (!idle || node->range.source != source
      || ihop_edits_covers (unused->print->edits, node->range.begin))
    return;
  g_autofree char *text = ihop_range_text (node->range);
  if (strstr (text, "/*") || strstr (text, "//") || strchr (text, '#') || strchr (text, '"')
      || strchr (text, '\''))
    return;
  g_autofree char *shorter = shortened (unused, node, text);
  if (shorter && shorter[0])
    ihop_edits_replace (unused->print->edits, node->range.begin, node->range.end, shorter);
  else if (shorter)
    ihop_printing_remove_lines (unused->print, node->range);
}

static void
cut_declarations (Unused *unused, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind)
          || g_hash_table_contains (unused->launched, child))
        continue; /* its text is written by whoever writes the launch */
      if (node->kind == IHOP_BLOCK && child->kind == IHOP_DECLARATION)
        cut_declaration (unused, child);
      else
        cut_declarations (unused, child);
    }
}

static void
cut_function (IhopPrint *print, const IhopFunction *function)
{
  Unused unused = { .print = print, .function = function,
                    .used = g_hash_table_new (NULL, NULL),
                    .replaced = g_hash_table_new (NULL, NULL),
                    .launched = g_hash_table_new (NULL, NULL), .texts = g_string_new (NULL) };
  gboolean has_kernels = FALSE;

  for (guint i = 0; i < print->plan->kernels->len; i++)
    {
      const IhopKernel *kernel = print->plan->kernels->pdata[i];
      if (kernel->function != function)
        continue;
      has_kernels = TRUE;
      if (print->dialect == IHOP_DIALECT_CPU)
        note_after (&unused, kernel);
      else
        note_kernel (&unused, kernel);
    }
  if (has_kernels)
    {
      if (print->dialect == IHOP_DIALECT_CPU)
        g_hash_table_foreach (print->taken, note_taken, &unused);
      else
        note_variables (&unused);
      ihop_node_walk (function->body, visit_used, &unused);
      cut_declarations (&unused, function->body);
    }
  g_hash_table_unref (unused.used);
  g_hash_table_unref (unused.replaced);
  g_hash_table_unref (unused.launched);
  g_string_free (unused.texts, TRUE);
}

void
ihop_host_cut_unused (IhopPrint *print)
{
  for (guint i = 0; i < print->plan->tree->functions->len; i++)
    if (ihop_printing_is_in (print, print->plan->tree->functions->pdata[i]))
      cut_function (print, print->plan->tree->functions->pdata[i]);
}

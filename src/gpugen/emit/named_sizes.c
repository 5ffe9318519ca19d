#include "gpugen/emit/named_sizes.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/pointer_scope.h"
#include "gpugen/emit/shape.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/plan/lookup.h"
#include <string.h>

enum { SHORT = 50 }; /* letters that are written out each time */

typedef struct
{
  const IhopFunction *function;
  char *bytes;             /* in C */
  char *name;
  IhopPoint at;            /* of the allocation that declares it, if no test does */
  const IhopDeviceVariable *first; /* that is allocated there */
  guint n_uses;            /* in tests and allocations */
  gboolean is_in_tests;
} NamedSize;

static void
named_size_free (gpointer data)
{
  NamedSize *size = data;

  g_free (size->bytes);
  g_free (size->name);
  g_free (size);
}

/* ---- which there are ---- */

static gboolean
find_jump (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_LABEL || node->kind == IHOP_CASE;
  return !*found;
}

/* C++ lets nothing jump over what is set where it is declared. */
static gboolean
has_jumps (const IhopFunction *function)
{
  gboolean found = FALSE;

  ihop_node_walk (function->body, find_jump, &found);
  return found;
}

static gboolean
is_long (const char *bytes)
{
  return strlen (bytes) > SHORT && strstr (bytes, "ihop_size");
}

/* As ihop_shape_bytes has it for an array that is counted in elements; NULL: it is said in another way. */
static char *
bytes_in_test (const IhopNode *bytes)
{
  if (bytes == NULL || bytes->kind != IHOP_BINARY || bytes->op != IHOP_OP_MUL || bytes->child[1]->kind != IHOP_SIZEOF)
    return NULL;
  g_autofree char *count = ihop_shape_size (bytes->child[0]), *element = ihop_text_of (bytes->child[1]);

  return g_strdup_printf ("%s * %s", count, element);
}

static gboolean
is_same_place (const IhopPoint *a, const IhopPoint *b)
{
  return a->kind == b->kind && a->anchor == b->anchor;
}

static NamedSize *
find_size (const GPtrArray *sizes, const IhopFunction *function, const char *bytes, const IhopPoint *at)
{
  for (guint i = 0; i < sizes->len; i++)
    {
      NamedSize *size = sizes->pdata[i];
      if (size->function == function && g_str_equal (size->bytes, bytes) && (size->is_in_tests || (at && is_same_place (&size->at, at))))
        return size;
    }
  return NULL;
}

/* Takes bytes. */
static void
add_size (GPtrArray *sizes, const IhopFunction *function, char *bytes, const IhopSymbol *symbol, const IhopDeviceVariable *first)
{
  NamedSize *size = find_size (sizes, function, bytes, first ? &first->allocate : NULL);

  if (size)
    {
      size->n_uses++;
      g_free (bytes);
      return;
    }
  size = g_new0 (NamedSize, 1);
  *size = (NamedSize){ .function = function, .bytes = bytes, .first = first, .n_uses = 1, .is_in_tests = first == NULL };
  if (first)
    size->at = first->allocate;
  size->name = g_strconcat (first && g_str_has_prefix (first->name, "d_") ? first->name + strlen ("d_") : symbol->name, "_bytes", NULL);
  g_ptr_array_add (sizes, size);
}

/* What is read from memory may be another number by the time of the allocation. */
static void
add_side (GPtrArray *sizes, const IhopFunction *function, const IhopNode *side, const IhopSymbol *symbol)
{
  char *bytes = symbol && !ihop_size_reads_memory (side) ? bytes_in_test (side) : NULL;

  if (bytes && is_long (bytes))
    add_size (sizes, function, bytes, symbol, NULL);
  else
    g_free (bytes);
}

/* A version for the device makes no tests. */
static void
add_tests (const IhopPrint *print, GPtrArray *sizes)
{
  const GPtrArray *overlaps = print->plan->overlaps;

  for (guint i = 0; print->version == NULL && i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (test->condition || has_jumps (test->function))
        continue;
      add_side (sizes, test->function, test->bytes_a, test->a);
      add_side (sizes, test->function, test->bytes_b, test->b);
    }
}

static void
add_variables (IhopPrint *print, GPtrArray *sizes)
{
  for (guint i = 0; i < print->plan->variables->len; i++)
    {
      const IhopDeviceVariable *variable = print->plan->variables->pdata[i];
      if (!ihop_printing_keeps (print, variable) || has_jumps (variable->function) || !ihop_pointer_is_declared_there (print->plan, variable))
        continue;
      char *bytes = ihop_shape_bytes (ihop_printing_shape (print, variable));
      if (is_long (bytes))
        add_size (sizes, variable->function, bytes, variable->symbol, variable);
      else
        g_free (bytes);
    }
}

/* Names that the file has for nothing else, and each once in a function. */
static void
make_names_free (IhopPrint *print, GPtrArray *sizes)
{
  for (guint i = 0; i < sizes->len; i++)
    {
      NamedSize *size = sizes->pdata[i];
      g_autofree char *base = g_steal_pointer (&size->name);
      size->name = ihop_printing_free_name (print->plan->tree, base);
      for (guint k = 0, n = 2; k < i; k++)
        {
          const NamedSize *other = sizes->pdata[k];
          if (other->function != size->function || !g_str_equal (other->name, size->name))
            continue;
          g_autofree char *numbered = g_strdup_printf ("%s_%u", base, n++);
          g_free (size->name);
          size->name = ihop_printing_free_name (print->plan->tree, numbered);
          k = (guint) -1; /* from the start */
        }
    }
}

/* What a test says once, and no allocation says, is written out there. */
static GPtrArray *
sizes_of (IhopPrint *print)
{
  if (print->named_sizes)
    return print->named_sizes;
  print->named_sizes = g_ptr_array_new_with_free_func (named_size_free);
  add_tests (print, print->named_sizes);
  add_variables (print, print->named_sizes);
  for (guint i = print->named_sizes->len; i-- > 0;)
    {
      const NamedSize *size = print->named_sizes->pdata[i];
      if (size->is_in_tests && size->n_uses < 2)
        g_ptr_array_remove_index (print->named_sizes, i);
    }
  make_names_free (print, print->named_sizes);
  return print->named_sizes;
}

/* ---- names ---- */

static const NamedSize *
size_of (IhopPrint *print, const IhopDeviceVariable *variable)
{
  g_autofree char *bytes = ihop_shape_bytes (ihop_printing_shape (print, variable));

  return find_size (sizes_of (print), variable->function, bytes, &variable->allocate);
}

const char *
ihop_named_size (IhopPrint *print, const IhopDeviceVariable *variable)
{
  const NamedSize *size = size_of (print, variable);

  return size ? size->name : NULL;
}

const char *
ihop_named_size_in_test (IhopPrint *print, const IhopFunction *function, const IhopNode *side)
{
  g_autofree char *bytes = bytes_in_test (side);
  const NamedSize *size = bytes && !ihop_size_reads_memory (side) ? find_size (sizes_of (print), function, bytes, NULL) : NULL;

  return size ? size->name : NULL;
}

/* ---- declarations ---- */

static void
declare (IhopPrint *print, GString *text, const NamedSize *size, const char *indent)
{
  ihop_layout_append (&print->layout, text, indent, "const size_t %s = %s;\n", size->name, size->bytes);
  ihop_printing_note_sizes (print, size->bytes);
}

char *
ihop_named_size_declare (IhopPrint *print, const IhopDeviceVariable *variable, const char *indent)
{
  const NamedSize *size = size_of (print, variable);
  GString *text = g_string_new (NULL);

  if (size && size->first == variable)
    declare (print, text, size, indent);
  return g_string_free (text, FALSE);
}

char *
ihop_named_sizes_declare_for_tests (IhopPrint *print, const IhopFunction *function, const char *indent)
{
  const GPtrArray *sizes = sizes_of (print);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sizes->len; i++)
    {
      const NamedSize *size = sizes->pdata[i];
      if (size->function == function && size->is_in_tests)
        declare (print, text, size, indent);
    }
  return g_string_free (text, FALSE);
}

#include "check/driver.h"
#include <string.h>

/* Small, larger than a warp, larger than most blocks' edges; multiples of nothing. */
static const guint usual_sizes[] = { 1, 5, 37, 101, 0 };

static const IhopWatched *
watched_of (const IhopWatchedFunction *function, const IhopSymbol *symbol)
{
  for (guint i = 0; i < function->watched->len; i++)
    {
      const IhopWatched *watched = function->watched->pdata[i];
      if (watched->symbol == symbol)
        return watched;
    }
  return NULL;
}

static gboolean
is_number (const IhopType *type)
{
  return ihop_type_is_integer (type) || ihop_type_is_floating (type);
}

/* What the driver can fill: numbers, and structs of nothing but numbers are left for later. */
static const char *
why_not_called (const IhopWatchedFunction *function)
{
  const IhopFunction *f = function->function;

  if (g_str_equal (f->symbol->name, "main") || function->head == NULL)
    return "it cannot be called";
  for (guint i = 0; i < f->n_params; i++)
    {
      const IhopSymbol *param = f->params[i];
      const IhopWatched *watched = watched_of (function, param);
      if (param->name[0] == '\0')
        return "it has a parameter without a name";
      if (is_number (param->type))
        continue;
      if (watched == NULL)
        return "the size of what a parameter points to is not known at its entry";
      if (!is_number (watched->element))
        return "a parameter points to something else than numbers";
    }
  return NULL;
}

/* One value for each parameter. Integers get the size; those that are no extent of anything do,
 * too: most are bounds. */
static void
append_scalar (GString *text, const IhopSymbol *param)
{
  g_autofree char *declaration = ihop_type_declare (ihop_type_strip (param->type), param->name);

  if (ihop_type_is_integer (param->type))
    g_string_append_printf (text, "  %s = ihop_check_size;\n", declaration);
  else
    g_string_append_printf (text, "  %s = ihop_check_random () * 2 - 1;\n", declaration);
}

/* Indices must stay inside whatever they index: below the size. */
static void
append_array (GString *text, const IhopWatched *watched)
{
  const char *name = watched->symbol->name;
  IhopType bare = *ihop_type_strip (watched->element), *element = &bare;
  GString *count = g_string_new ("1ul");

  bare.qualifiers = 0; /* to be filled, const or not */
  g_autofree char *pointer = ihop_type_declare (element, "*ihop_check_fill");
  g_autofree char *plain = ihop_type_declare (element, "");
  for (guint i = 0; i < watched->rank; i++)
    g_string_append_printf (count, " * (unsigned long) (%s)", watched->extents[i]);
  g_string_append_printf (text, "  void *ihop_check_%s = malloc ((%s) * sizeof (%s) + 1);\n", name,
                          count->str, plain);
  g_string_append_printf (text, "  { %s = (%s *) ihop_check_%s;\n", pointer, plain, name);
  g_string_append_printf (text, "    for (unsigned long k = 0; k < %s; k++) ihop_check_fill[k] = "
                                "(%s) (%s); }\n", count->str, plain,
                          ihop_type_is_floating (element) ? "ihop_check_random () * 2 - 1"
                                                          : "ihop_check_random () * ihop_check_size");
  g_string_free (count, TRUE);
}

static void
append_function (GString *text, const IhopWatchedFunction *function)
{
  const IhopFunction *f = function->function;

  g_string_append_printf (text, "static void ihop_check_call_%s (int ihop_check_size)\n{\n", f->symbol->name);
  for (guint i = 0; i < f->n_params; i++)
    if (is_number (f->params[i]->type))
      append_scalar (text, f->params[i]);
  for (guint i = 0; i < f->n_params; i++)
    if (!is_number (f->params[i]->type))
      append_array (text, watched_of (function, f->params[i]));
  g_string_append_printf (text, "  %s (", f->symbol->name);
  for (guint i = 0; i < f->n_params; i++)
    {
      const IhopSymbol *param = f->params[i];
      g_autofree char *cast = ihop_type_declare (param->type, "");
      if (is_number (param->type))
        g_string_append_printf (text, "%s%s", i ? ", " : "", param->name);
      else
        g_string_append_printf (text, "%s(%s) ihop_check_%s", i ? ", " : "", cast, param->name);
    }
  g_string_append (text, ");\n");
  for (guint i = 0; i < f->n_params; i++)
    if (!is_number (f->params[i]->type))
      g_string_append_printf (text, "  free (ihop_check_%s);\n", f->params[i]->name);
  g_string_append (text, "}\n");
}

static void
append_main (GString *text, const GPtrArray *called, const guint *sizes)
{
  g_string_append (text, "int main (void)\n{\n");
  for (guint i = 0; sizes[i]; i++)
    for (guint j = 0; j < called->len; j++)
      g_string_append_printf (text, "  ihop_check_call_%s (%u);\n",
                              (const char *) called->pdata[j], sizes[i]);
  g_string_append (text, "  return 0;\n}\n");
}

/* SplitMix64, so that every variant gets the same data. */
static const char random_text[]
  = "\n/* ---- The driver. */\n"
    "#include <stdlib.h>\n"
    "static double ihop_check_random (void)\n{\n"
    "  static unsigned long state = 1;\n"
    "  unsigned long z = state += 0x9E3779B97F4A7C15ul;\n"
    "  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ul;\n"
    "  z = (z ^ z >> 27) * 0x94D049BB133111EBul;\n"
    "  return (double) ((z ^ z >> 31) >> 11) / 9007199254740992.0;\n}\n";

char *
ihop_driver_text (const GPtrArray *functions, const guint *sizes, gboolean is_cuda,
                  GPtrArray *notes)
{
  GString *text = g_string_new (random_text);
  g_autoptr (GPtrArray) called = g_ptr_array_new ();

  for (guint i = 0; i < functions->len; i++)
    {
      const IhopWatchedFunction *function = functions->pdata[i];
      const char *name = function->function->symbol->name, *why = why_not_called (function);
      if (why)
        g_ptr_array_add (notes, g_strdup_printf ("%s is not called: %s", name, why));
      else
        {
          append_function (text, function);
          g_ptr_array_add (called, (gpointer) name);
        }
    }
  if (called->len == 0)
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  append_main (text, called, sizes ? sizes : usual_sizes);
  return g_string_free (text, FALSE);
}

#include "check/instrument.h"
#include <string.h>

static void
append_extents (GString *text, const IhopWatched *watched)
{
  for (guint j = 0; j < watched->rank; j++)
    g_string_append_printf (text, ", (long) (%s)", watched->extents[j]);
  g_string_append (text, "); ");
}

static void
append_dumps (GString *text, const IhopWatchedFunction *function, IhopTextKind kind,
              gboolean globals_only)
{
  for (guint i = 0; i < function->watched->len; i++)
    {
      const IhopWatched *watched = function->watched->pdata[i];
      if ((globals_only && !watched->symbol->is_global)
          || (watched->is_dead && kind == IHOP_TEXT_ORIGINAL))
        continue;
      g_string_append_printf (text, " ihop_check_%s (\"%s\", (const void *) %s, sizeof *(%s), %u",
                              watched->is_dead ? "poison" : "dump", watched->label,
                              watched->address, watched->address, watched->rank);
      append_extents (text, watched);
    }
}

/* "f8", "i4", "u1", "r16": see runtime.c. NULL: other values would lead it astray. */
static char *
kind_of (const IhopType *element)
{
  const IhopType *type = ihop_type_strip (ihop_type_element (element, NULL));
  gboolean is_number = type->size == 4 || type->size == 8;

  if (type->size == 0 || ihop_type_is_volatile (type) || ihop_type_holds_pointer (type))
    return NULL;
  if (ihop_type_is_floating (type) && is_number)
    return g_strdup_printf ("f%u", (guint) type->size);
  if (ihop_type_is_integer (type) && (is_number || type->size <= 2))
    return g_strdup_printf ("%c%u", type->is_signed ? 'i' : 'u', (guint) type->size);
  return g_strdup_printf ("r%" G_GUINT64_FORMAT, type->size);
}

/* Before the old function begins. Constant globals lie where nobody can write. */
static void
append_disturbances (GString *text, const IhopWatchedFunction *function)
{
  for (guint i = 0; i < function->watched->len; i++)
    {
      const IhopWatched *watched = function->watched->pdata[i];
      g_autofree char *kind = kind_of (watched->element);
      gboolean is_fixed = watched->symbol->is_global
                          && (ihop_type_element (watched->element, NULL)->qualifiers & IHOP_CONST);
      if (kind == NULL || is_fixed || watched->rank == 0)
        continue;
      g_string_append_printf (text, "ihop_check_disturb ((const void *) %s, sizeof *(%s), \"%s\", %u",
                              watched->address, watched->address, kind, watched->rank);
      append_extents (text, watched);
    }
}

static void
append_declarations (GString *text, IhopTextKind kind)
{
  gboolean is_cuda = kind == IHOP_TEXT_CUDA;
  const char *linkage = is_cuda ? "extern \"C\"" : "extern";
  static const char *const names[] = { "dump", "poison" };
  static const char *const signatures[] = {
    "enter (void)", "leave (void)", "disturb (const void *, unsigned long, const char *, int, ...)"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (text, "%s void ihop_check_%s (const char *, const void *, "
                                  "unsigned long, int, ...); ", linkage, names[i]);
  for (guint i = 0; i < G_N_ELEMENTS (signatures); i++)
    g_string_append_printf (text, "%s void ihop_check_%s; ", linkage, signatures[i]);
  g_string_append_printf (text, "%s int atexit (void (*) (void))%s; ", linkage,
                          is_cuda ? " noexcept (true)" : "");
}

/* The head with another name; NULL when the name cannot be found in it. */
static char *
renamed_head (const IhopWatchedFunction *function, gsize *name_at)
{
  const char *name = function->function->symbol->name;
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b(?=\\s*\\()", name);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int start, end;

  if (!g_regex_match (regex, function->head, 0, &match))
    return NULL;
  g_match_info_fetch_pos (match, 0, &start, &end);
  *name_at = (gsize) start;
  return g_strdup_printf ("%.*sihop_check_inner_%s%s", start, function->head, name,
                          function->head + end);
}

static void
append_call (GString *text, const IhopFunction *function)
{
  g_string_append_printf (text, "ihop_check_inner_%s (", function->symbol->name);
  for (guint i = 0; i < function->n_params; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", function->params[i]->name);
  g_string_append (text, ");");
}

/* Why no function can be put in front of this one; NULL: it can. */
static const char *
why_not_wrapped (const IhopWatchedFunction *watched)
{
  const IhopFunction *function = watched->function;
  const IhopType *type = ihop_type_strip (function->symbol->type);

  if (type->is_variadic)
    return "it takes a variable number of arguments";
  if (watched->in_kernels)
    return "kernels call it, too";
  for (guint i = 0; i < function->n_params; i++)
    if (function->params[i]->name[0] == '\0')
      return "it has a parameter without a name";
  return NULL;
}

static guint
line_of (const char *text, gsize at)
{
  guint line = 1;

  for (gsize i = 0; i < at; i++)
    line += text[i] == '\n';
  return line;
}

/* K&R: the declarations of the parameters belong to the head, which is therefore none of a declaration. */
static gboolean
is_old_style (const char *head)
{
  g_autofree char *text = g_strchomp (g_strdup (head));

  return g_str_has_suffix (text, ";");
}

/* What stands before a head in CUDA's text and belongs to it. */
static const char *
linkage_before (const char *text, gsize at)
{
  static const char words[] = "extern \"C\" ";
  gsize length = strlen (words);

  return at >= length && strncmp (text + at - length, words, length) == 0 ? words : "";
}

/* Everything before the old function's head. Heads keep their lines: there may be comments that end
 * with one, and directives. */
static char *
wrapper (const IhopWatchedFunction *function, const char *inner, gsize name_at, IhopTextKind kind, const char *linkage)
{
  const IhopType *type = ihop_type_strip (function->function->symbol->type);
  gboolean is_void = ihop_type_strip (type->target)->kind == IHOP_TYPE_VOID;
  GString *text = g_string_new (NULL);

  append_declarations (text, kind);
  if (!is_old_style (function->head))
    g_string_append_printf (text, "%s%s; ", linkage, inner);
  else
    g_string_append_printf (text, "%s%.*s ihop_check_inner_%s (); ", linkage, (int) name_at, function->head,
                            function->function->symbol->name);
  g_string_append_printf (text, "%s%s { ihop_check_enter (); ", linkage, function->head);
  append_disturbances (text, function);
  if (!is_void)
    g_string_append (text, kind == IHOP_TEXT_CUDA ? "auto ihop_check_result = "
                                                  : "__auto_type ihop_check_result = ");
  append_call (text, function->function);
  g_string_append (text, " ihop_check_leave (); ");
  append_dumps (text, function, kind, FALSE);
  g_string_append (text, is_void ? " } " : " return ihop_check_result; } ");
  return g_string_free (text, FALSE);
}

/* Where the function's definition begins in some product; G_MAXSIZE: not there, or twice. */
static gsize
find_head (const char *text, const char *head)
{
  gsize found = G_MAXSIZE, length = strlen (head);

  for (const char *at = strstr (text, head); at; at = strstr (at + 1, head))
    if (at[length] == '{')
      {
        if (found != G_MAXSIZE)
          return G_MAXSIZE;
        found = (gsize) (at - text);
      }
  return found;
}

/* "#else" or "#endif" of an #if that stands in front of the head. */
static gboolean
has_half_an_if (const char *head)
{
  g_autoptr (GRegex) regex = g_regex_new ("^[ \t]*#[ \t]*(if|el|endif)", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int depth = 0;

  for (g_regex_match (regex, head, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *word = g_match_info_fetch (match, 1);
      if (depth == 0 && !g_str_equal (word, "if"))
        return TRUE;
      depth += g_str_equal (word, "if") ? 1 : g_str_equal (word, "endif") ? -1 : 0;
    }
  return depth != 0;
}

/* What is put into a text that has the names of the plan, or, with owner, those that its owner gave. Takes it. */
static char *
in_names_of (const IhopProjectFile *owner, char *text)
{
  g_autofree char *plain = text;

  return owner && text ? ihop_project_owners_text (owner, plain) : g_steal_pointer (&plain);
}

static char *
instrument_main (const char *text, gsize at, gsize head_length, const IhopWatchedFunction *function,
                 IhopTextKind kind, const IhopProjectFile *owner)
{
  GString *front = g_string_new (NULL);
  gsize brace = at + head_length + 1;

  append_declarations (front, kind);
  g_string_append (front, "static void ihop_check_at_end (void) {");
  append_dumps (front, function, kind, TRUE);
  g_string_append (front, " } ");
  g_autofree char *end = in_names_of (owner, g_string_free (front, FALSE));
  return g_strdup_printf ("%.*s%s%.*s atexit (ihop_check_at_end);%s", (int) at, text, end, (int) (brace - at), text + at,
                          text + brace);
}

/* Takes text. */
static char *
instrument_function (char *text, const IhopWatchedFunction *function, IhopTextKind kind, const IhopProjectFile *owner,
                     GPtrArray *notes)
{
  const char *name = function->function->symbol->name;
  g_autofree char *head = in_names_of (owner, g_strdup (function->head));
  gsize at = head ? find_head (text, head) : G_MAXSIZE, name_at = 0;
  const char *why = why_not_wrapped (function);
  g_autofree char *inner = head ? renamed_head (function, &name_at) : NULL;
  char *result;

  if (at == G_MAXSIZE || inner == NULL)
    why = "its head was not found in the text";
  else if (has_half_an_if (function->head))
    why = "an #if that begins before its head ends in it";
  if (why)
    {
      g_ptr_array_add (notes, g_strdup_printf ("%s is compared only by what the program does with "
                                               "its results: %s", name, why));
      return text;
    }
  if (g_str_equal (name, "main"))
    result = instrument_main (text, at, strlen (head), function, kind, owner);
  else
    {
      g_autofree char *front = in_names_of (owner, wrapper (function, inner, name_at, kind, linkage_before (text, at)));
      inner = in_names_of (owner, inner);
      /* What stands behind keeps its line in messages. */
      result = g_strdup_printf ("%.*s\n%s\n#line %u\n%s%s", (int) at, text, front, line_of (text, at),
                                inner, text + at + strlen (head));
    }
  g_free (text);
  return result;
}

char *
ihop_instrument_text (const char *text, const GPtrArray *functions, IhopTextKind kind, const IhopProjectFile *owner,
                      GPtrArray *notes)
{
  char *result = g_strdup (text);

  for (guint i = 0; i < functions->len; i++)
    {
      const IhopWatchedFunction *function = functions->pdata[i];
      if (function->watched->len > 0)
        result = instrument_function (result, function, kind, owner, notes);
    }
  return result;
}

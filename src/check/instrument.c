#include "check/instrument.h"
#include "analysis/memory/effects.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/text_words.h"
#include "ir/block_count.h"
#include "ir/expression.h"
#include "project/import.h"
#include <string.h>

static void
watched_free (gpointer data)
{
  IhopWatched *watched = data;

  g_free (watched->label);
  g_free (watched->address);
  g_strfreev (watched->extents);
  g_free (watched);
}

static void
watched_function_free (gpointer data)
{
  IhopWatchedFunction *function = data;

  g_free (function->head);
  g_ptr_array_unref (function->watched);
  g_free (function);
}

static gboolean
note_local (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_VARIABLE && node->symbol)
    g_hash_table_add (data, (gpointer) node->symbol->name);
  return TRUE;
}

/* Whether C text uses the name of a variable that only exists inside the function. */
static gboolean
uses_local (const IhopNode *extent, const IhopFunction *function)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (extent);
  g_autoptr (GHashTable) locals = g_hash_table_new (g_str_hash, g_str_equal);

  ihop_node_walk (function->body, note_local, locals);
  for (guint i = 0; i < symbols->len; i++)
    if (g_hash_table_contains (locals, ((const IhopSymbol *) symbols->pdata[i])->name))
      return TRUE;
  return FALSE;
}

/* Why the caller cannot look at this variable once the function is back; NULL: it can. */
static const char *
why_not_visible (IhopFacts *facts, const IhopFunction *function,
                 const IhopDeviceVariable *variable)
{
  const IhopSymbol *symbol = variable->symbol;
  gboolean is_param = ihop_function_has_parameter (function, symbol);
  IhopTouch touch;

  if (!is_param && !symbol->is_global)
    return "it lives inside the function";
  if (is_param && variable->rank == 0)
    return "it is passed by value";
  for (guint i = 0; i < variable->rank; i++)
    {
      if (variable->extents[i] == NULL || uses_local (variable->extents[i], function))
        return "its size is only known inside the function";
      if (ihop_block_count_in (variable->extents[i]))
        return "its size is asked of the program's allocations, which the original does not note";
    }
  touch = ihop_touch_of (facts, function, function->body, symbol);
  if (touch & IHOP_TOUCH_FREE)
    return "it is freed inside the function";
  if (touch & IHOP_TOUCH_REBIND && !is_param)
    return "it points elsewhere after the function";
  return NULL;
}

static IhopWatched *
watched_new (const IhopProjectFile *file, const IhopFunction *function, const IhopDeviceVariable *variable)
{
  IhopWatched *watched = g_new0 (IhopWatched, 1);
  g_autofree char *label = g_strdup_printf ("%s:%s", function->symbol->name, variable->symbol->name);

  watched->label = ihop_project_owners_text (file, label);
  watched->symbol = variable->symbol;
  watched->element = variable->element;
  watched->rank = variable->rank;
  watched->extents = g_new0 (char *, variable->rank + 1);
  for (guint i = 0; i < variable->rank; i++)
    watched->extents[i] = ihop_expression_text (variable->extents[i]);
  watched->address = g_strdup_printf (variable->rank ? "%s" : "&%s", variable->symbol->name);
  return watched;
}

/* Whether the variable's pointer and those of others change places. */
static gboolean
changes_places (const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < plan->pointer_swaps->len; i++)
    {
      const IhopPointerSwap *swap = plan->pointer_swaps->pdata[i];
      for (guint k = 0; k < swap->variables->len; k++)
        {
          const IhopDeviceVariable *other = swap->variables->pdata[k];
          if (other->function == variable->function && other->symbol == variable->symbol)
            return TRUE;
        }
    }
  return FALSE;
}

/* Whether a copy of the one variable to the host may be a copy of what the other one points to. */
static gboolean
holds_the_same (const IhopPlan *plan, const IhopDeviceVariable *copied, const IhopDeviceVariable *variable)
{
  return copied->function == variable->function
         && (copied->symbol == variable->symbol || (changes_places (plan, copied) && changes_places (plan, variable)));
}

/* Whether a fragment changes it and the plan leaves the change on the device. */
static gboolean
is_left_behind (const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  if (!variable->is_changed)
    return FALSE;
  for (guint i = 0; i < plan->transfers->len; i++)
    {
      const IhopTransfer *transfer = plan->transfers->pdata[i];
      if (!transfer->to_device && holds_the_same (plan, transfer->variable, variable))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  IhopFacts *facts;
  const IhopPlan *plan;
  const IhopDeviceVariable *variable;
  gboolean found;
} HostWrite;

static gboolean
find_host_write (const IhopNode *node, gpointer data)
{
  HostWrite *self = data;
  const IhopFunction *function = self->variable->function;

  for (guint i = 0; i < self->plan->kernels->len; i++)
    if (g_ptr_array_find (((const IhopKernel *) self->plan->kernels->pdata[i])->statements, node, NULL))
      return FALSE;
  if (node->kind == IHOP_EXPRESSION || node->kind == IHOP_DECLARATION)
    self->found |= (ihop_touch_of (self->facts, function, node, self->variable->symbol) & IHOP_TOUCH_WRITE) != 0;
  return !self->found;
}

/* Whether the host writes it, too: then some of it may be left behind, and some not. */
static gboolean
is_left_in_part (IhopFacts *facts, const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  HostWrite self = { facts, plan, variable, FALSE };

  if (!is_left_behind (plan, variable))
    return FALSE;
  ihop_node_walk (variable->function->body, find_host_write, &self);
  return self.found;
}

/* Of a function's several device copies of one variable (is_local), one record is enough. */
static void
add_watched (IhopWatchedFunction *function, const IhopProjectFile *file, const IhopPlan *plan,
             const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < function->watched->len; i++)
    if (((const IhopWatched *) function->watched->pdata[i])->symbol == variable->symbol)
      return;
  IhopWatched *watched = watched_new (file, function->function, variable);
  watched->is_dead = is_left_behind (plan, variable);
  g_ptr_array_add (function->watched, watched);
}

static IhopWatchedFunction *
function_for (GPtrArray *functions, const IhopFunction *function)
{
  IhopWatchedFunction *found;

  for (guint i = 0; i < functions->len; i++)
    {
      found = functions->pdata[i];
      if (found->function == function)
        return found;
    }
  found = g_new0 (IhopWatchedFunction, 1);
  found->function = function;
  found->watched = g_ptr_array_new_with_free_func (watched_free);
  if (ihop_range_is_known (function->range) && ihop_range_is_known (function->body->range))
    found->head = g_strndup (function->range.source->text + function->range.begin,
                             function->body->range.begin - function->range.begin);
  g_ptr_array_add (functions, found);
  return found;
}

static gboolean
has_version (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->versions->len; i++)
    if (((const IhopDeviceVersion *) plan->versions->pdata[i])->function == function)
      return TRUE;
  return FALSE;
}

/* The file as it was opened does not know it. */
static gboolean
comes_from_another_file (const IhopProjectFile *file, const IhopFunction *function, const IhopSymbol *symbol)
{
  return ihop_imported_find (file, function->symbol->name)
         || (file->imported->len && symbol->is_global && !ihop_text_has_word (file->original, symbol->name));
}

/* Other files run copies of it. */
static gboolean
is_called_elsewhere (const IhopProject *project, const IhopProjectFile *file, const IhopFunction *function)
{
  g_autoptr (GPtrArray) imported = ihop_project_imported_from (project, file);

  return g_ptr_array_find_with_equal_func (imported, function->symbol->name, g_str_equal, NULL);
}

/* Why what a function leaves in the variable is not held against what the original leaves there; NULL: it is. */
static const char *
why_not_compared (IhopProject *project, const IhopProjectFile *file, const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  IhopFacts *facts = ihop_project_facts (project);
  const IhopFunction *function = variable->function;
  const char *why = why_not_visible (facts, function, variable);

  if (why)
    return why;
  if (ihop_project_calls_less (file, function))
    return "calls of the function have become its body";
  if (comes_from_another_file (file, function, variable->symbol))
    return "it comes from another file";
  if (is_called_elsewhere (project, file, function))
    return "calls in other files run copies of the function";
  if (g_hash_table_contains (file->outlined, function->symbol->name))
    return "the function was made of another one's loop";
  if (g_hash_table_contains (file->split, function->symbol->name))
    return "the function was made of one that takes the struct";
  return is_left_in_part (facts, plan, variable) ? "what kernels leave in it is overwritten in part" : NULL;
}

static void
note_version (const IhopDeviceVersion *version, GPtrArray *notes)
{
  g_ptr_array_add (notes, g_strdup_printf ("%s is compared only by what the program does with its results: they stay on the device",
                                           version->function->symbol->name));
}

static void
note_uncompared (const IhopProjectFile *file, const IhopDeviceVariable *variable, const char *why, GPtrArray *notes)
{
  g_autofree char *note = g_strdup_printf ("%s of %s is compared only by what the program does with it: %s",
                                           variable->symbol->name, variable->function->symbol->name, why);

  g_ptr_array_add (notes, ihop_project_owners_text (file, note));
}

GPtrArray *
ihop_instrument_watch (IhopProject *project, const IhopProjectFile *file, const IhopPlan *plan, GPtrArray *notes)
{
  GPtrArray *functions = g_ptr_array_new_with_free_func (watched_function_free);

  for (guint i = 0; i < plan->kernels->len; i++)
    function_for (functions, ((const IhopKernel *) plan->kernels->pdata[i])->function);
  for (guint i = 0; i < plan->versions->len; i++)
    note_version (plan->versions->pdata[i], notes);
  for (guint i = 0; i < plan->variables->len; i++)
    {
      const IhopDeviceVariable *variable = plan->variables->pdata[i];
      if (has_version (plan, variable->function))
        continue;
      const char *why = why_not_compared (project, file, plan, variable);
      if (why == NULL)
        add_watched (function_for (functions, variable->function), file, plan, variable);
      else if (variable->is_changed)
        note_uncompared (file, variable, why, notes);
    }
  for (guint i = 0; i < functions->len; i++)
    {
      IhopWatchedFunction *watched = functions->pdata[i];
      watched->in_kernels = ihop_plan_is_callee (plan, watched->function);
    }
  return functions;
}

/* ---- Text ---------------------------------------------------------------------------------- */

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

/* Functions that take pointers to copies on the device, and calls of them. */
#include "gpugen/emit/device_versions.h"
#include "gpugen/emit/assumption_tests.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/host.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/host_launch.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/trace_calls.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/transfer/device_version.h"
#include "gpugen/transfer/motion.h"
#include "ir/query.h"
#include <string.h>

/* ---- heads ---- */

/* Whether "const" can stand before it: all that is given it takes it so. Launchers in C do not, nor does C take
 * rows of constants for rows. */
static gboolean
is_const (IhopPrint *print, const IhopHanded *handed)
{
  const IhopPlan *plan = print->plan;
  const IhopDeviceShape *shape = ihop_printing_shape (print, handed->variable);
  gboolean fine = !handed->is_written && (shape->is_flat || shape->rank < 2) && print->dialect != IHOP_DIALECT_SPLIT;

  for (guint i = 0; fine && i < plan->kernels->len; i++)
    {
      const IhopKernelParam *param = ihop_kernel_param (plan->kernels->pdata[i], handed->variable->symbol);
      if (param && param->variable == handed->variable)
        fine = ihop_kernel_param_is_const (plan->kernels->pdata[i], param);
    }
  for (guint i = 0; fine && i < plan->calls->len; i++)
    {
      const IhopKernel *call = plan->calls->pdata[i];
      for (guint k = 0; fine && k < call->params->len; k++)
        if (((const IhopKernelParam *) call->params->pdata[k])->variable == handed->variable)
          fine = is_const (print, &g_array_index (call->version->handed, IhopHanded, k));
    }
  return fine;
}

static char *
handed_declaration (IhopPrint *print, const IhopHanded *handed)
{
  const IhopDeviceShape *shape = ihop_printing_shape (print, handed->variable);

  return ihop_shape_declare (shape, handed->variable->name, is_const (print, handed), FALSE);
}

static const IhopHanded *
handed_at (const IhopDeviceVersion *version, guint index)
{
  for (guint i = 0; i < version->handed->len; i++)
    if (g_array_index (version->handed, IhopHanded, i).index == index)
      return &g_array_index (version->handed, IhopHanded, i);
  return NULL;
}

/* The owner's words for the parameters that stay. */
static GPtrArray *
declarations (IhopPrint *print, const IhopDeviceVersion *version)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);
  const IhopFunction *function = version->function;

  for (guint i = 0; i < function->n_params; i++)
    {
      const IhopHanded *handed = handed_at (version, i);
      char *own = handed ? NULL : ihop_range_text (function->params[i]->range);
      g_ptr_array_add (items, handed ? handed_declaration (print, handed)
                              : own  ? own
                                     : ihop_type_declare (function->params[i]->type, function->params[i]->name));
    }
  for (guint i = 0; i < version->handed->len; i++)
    if (g_array_index (version->handed, IhopHanded, i).index == G_MAXUINT)
      g_ptr_array_add (items, handed_declaration (print, &g_array_index (version->handed, IhopHanded, i)));
  return items;
}

/* "static double collide_on_device (int n, double *d_a)". */
static char *
head_text (IhopPrint *print, const IhopDeviceVersion *version)
{
  g_autoptr (GPtrArray) items = declarations (print, version);
  const IhopType *returned = ihop_type_strip (version->function->symbol->type)->target;
  g_autofree char *name = g_strconcat (version->name, print->layout.space_call ? " " : "", NULL);
  g_autofree char *declared = ihop_type_declare (returned, name);
  g_autofree char *head = g_strconcat ("static ", declared, NULL);

  return ihop_text_list (head, items, 0);
}

static void
replace_head (IhopPrint *print, const IhopDeviceVersion *version)
{
  const IhopFunction *function = version->function;
  g_autofree char *head = head_text (print, version);

  ihop_edits_replace (print->edits, function->range.begin, ihop_resident_head_end (function), head);
}

/* ---- calls ---- */

static const char *
event_name (guint16 event)
{
  return event == IHOP_EVENT_DEVICE_READ ? "device_reads"
         : event == IHOP_EVENT_DEVICE_WRITE ? "device_writes" : "device_fills";
}

/* What an emulated program is told of the call: whose copies these are, and what happens to them. */
static char *
told_text (IhopPrint *print, const IhopKernel *call)
{
  static const guint16 events[] = { IHOP_EVENT_DEVICE_READ, IHOP_EVENT_DEVICE_FILL, IHOP_EVENT_DEVICE_WRITE };
  const GPtrArray *trace = print->plan->traces;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < call->params->len; i++)
    {
      const IhopKernelParam *param = call->params->pdata[i];
      if (ihop_printing_keeps (print, param->variable))
        g_string_append_printf (text, "ihop_emu_mirror (%s, %s, \"%s\", %d), ", param->variable->name,
                                param->symbol->name, param->symbol->name, !param->is_const);
    }
  for (guint i = 0; print->options->bounds && trace && i < trace->len; i++)
    {
      const IhopTransferTrace *t = trace->pdata[i];
      for (guint k = 0; k < t->events->len && ihop_printing_keeps (print, t->variable); k++)
        for (guint n = 0; n < G_N_ELEMENTS (events); n++)
          if (g_array_index (t->events, IhopTraceEvent, k).kernel == call
              && (g_array_index (t->events, IhopTraceEvent, k).event & events[n]))
            g_string_append_printf (text, "ihop_emu_%s (%d, %u), ", event_name (events[n]),
                                    ihop_event_number (print, t->variable), t->piece);
    }
  return g_string_free (text, FALSE);
}

/* The copy as the callee declares it: "d_A", "(double *) d_A". */
static char *
copy_text (IhopPrint *print, const IhopDeviceVariable *ours, const IhopDeviceVariable *theirs)
{
  const IhopDeviceShape *shape = ihop_printing_shape (print, theirs);
  g_autofree char *here = ihop_shape_declare (ihop_printing_shape (print, ours), "", FALSE, FALSE);
  g_autofree char *there = ihop_shape_declare (shape, "", FALSE, FALSE);

  return g_str_equal (here, there) ? g_strdup (ours->name) : g_strdup_printf ("(%s) %s", there, ours->name);
}

static char *
argument_text (IhopPrint *print, const IhopKernel *call, const IhopKernelParam *param, const IhopHanded *handed)
{
  g_autofree char *copy = copy_text (print, param->variable, handed->variable);

  if (ihop_kernel_param_may_be_null (print, call, param))
    return g_strdup_printf ("%s != NULL ? %s : NULL", param->symbol->name, copy);
  return g_steal_pointer (&copy);
}

static void
edit_call (IhopPrint *print, const IhopKernel *call)
{
  const IhopNode *node = call->call, *callee = ihop_node_strip (node->child[0], TRUE);
  gboolean is_emulated = print->dialect == IHOP_DIALECT_EMULATED;
  g_autofree char *trace = is_emulated ? told_text (print, call) : g_strdup ("");
  g_autofree char *name = g_strdup_printf ("%s%s%s", *trace ? "(" : "", trace, call->version->name);
  g_autoptr (GString) more = g_string_new (NULL);

  ihop_edits_replace (print->edits, callee->range.begin, callee->range.end, name);
  for (guint i = 0; i < call->version->handed->len; i++)
    {
      const IhopHanded *handed = &g_array_index (call->version->handed, IhopHanded, i);
      const IhopKernelParam *param = call->params->pdata[i];
      g_autofree char *text = argument_text (print, call, param, handed);
      if (handed->index == G_MAXUINT)
        {
          g_string_append_printf (more, "%s%s", node->n_children > 1 || more->len ? ", " : "", text);
          continue;
        }
      const IhopNode *argument = ihop_node_unconverted (node->child[handed->index + 1]);
      ihop_edits_replace (print->edits, argument->range.begin, argument->range.end, text);
    }
  if (more->len)
    ihop_edits_insert (print->edits, node->range.end - 1, more->str);
  if (*trace)
    ihop_edits_insert (print->edits, node->range.end, ")");
}

/* The call's statement with what is edited in it. */
static char *
statement_with_call (IhopPrint *print, const IhopKernel *call)
{
  const IhopNode *statement = call->statements->pdata[0];
  g_autoptr (IhopEdits) edits = ihop_edits_new (print->plan->tree->source);
  IhopEdits *outer = print->edits;

  print->edits = edits;
  edit_call (print, call);
  print->edits = outer;
  return ihop_edits_apply_range (edits, statement->range.begin, statement->range.end);
}

/* "if (ld >= n) { step_on_device (n, d_a, ld); } else { … }". */
static void
replace_asked_call (IhopPrint *print, IhopPoints *points, const IhopKernel *call, const char *conditions)
{
  IhopPoint point = { IHOP_POINT_BEFORE, call->statements->pdata[0] };
  g_autofree char *indent = ihop_points_indent (points, call->function, &point);
  g_autofree char *inner = ihop_layout_indent (&print->layout, indent, 1);
  g_autofree char *statement = statement_with_call (print, call);
  g_autofree char *way_out = ihop_host_way_out (print, call, inner);
  g_autoptr (GString) text = g_string_new (NULL);

  ihop_printing_note_sizes (print, conditions);
  ihop_layout_append (&print->layout, text, indent, "if (%s) {\n\t%s\n} else {\n", conditions, statement);
  g_string_append (text, way_out);
  ihop_layout_append (&print->layout, text, indent, "}\n");
  ihop_points_replace (points, call->function, call->statements, call->marks, text->str, TRUE);
}

void
ihop_host_calls (IhopPrint *print, IhopPoints *points)
{
  const GPtrArray *calls = print->plan->calls;

  for (guint i = 0; i < calls->len; i++)
    {
      const IhopKernel *call = calls->pdata[i];
      if (!ihop_printing_is_in (print, call->function))
        continue;
      g_autofree char *conditions = ihop_host_conditions (print, call);
      if (conditions)
        replace_asked_call (print, points, call, conditions);
      else
        edit_call (print, call);
    }
}

/* ---- the versions ---- */

/* Beside the function that the host calls: the same statements, with launches alone. */
static void
add_beside (IhopPrint *print, const IhopDeviceVersion *version)
{
  const IhopFunction *function = version->function;
  g_autoptr (IhopEdits) edits = ihop_edits_new (print->plan->tree->source);
  IhopPrint inner = *print;

  inner.edits = edits;
  inner.version = version;
  inner.named_sizes = NULL;
  ihop_host_edit_functions (&inner);
  if (print->dialect == IHOP_DIALECT_EMULATED)
    ihop_assumption_tests_of_function (&inner);
  replace_head (&inner, version);
  ihop_host_remove_marks (print->plan, edits);
  g_autofree char *body = ihop_edits_apply_range (edits, function->range.begin, function->range.end);
  g_autofree char *words = g_strdup_printf ("%s of what is on the device.", function->symbol->name);
  g_autofree char *comment = ihop_text_comment ("", words);
  g_autofree char *text = g_strdup_printf ("\n\n%s%s", comment, body);

  ihop_edits_insert (print->edits, function->range.end, text);
  inner.edits = print->edits;
  inner.version = NULL;
  g_clear_pointer (&inner.named_sizes, g_ptr_array_unref);
  inner.named_sizes = print->named_sizes;
  *print = inner;
}

static gboolean
is_in_function (const IhopTree *tree, gsize at)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      IhopRange range = ((const IhopFunction *) tree->functions->pdata[i])->range;
      if (range.source == tree->source && at >= range.begin && at < range.end)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_under_if (const IhopTree *tree, gsize at)
{
  int depth = 0;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->range.source == tree->source && directive->range.begin < at)
        depth += ihop_directive_depth (directive);
    }
  return depth != 0;
}

/* Something that looks like a comment's mark in a string counts as well. */
static gboolean
is_in_comment (const char *text, gsize at)
{
  const char *open = g_strrstr_len (text, (gssize) at, "/*"), *close = g_strrstr_len (text, (gssize) at, "*/");

  return open && (close == NULL || close < open);
}

/* "int collide (int n, double *a);" with nothing else on its lines, around the name at "at". */
static gboolean
is_prototype (const IhopTree *tree, gsize at, gsize length, gsize *begin, gsize *end)
{
  const char *text = tree->source->text;
  gsize close = at + length;
  int depth = 0;

  for (*begin = at; *begin > 0 && text[*begin - 1] != '\n'; (*begin)--)
    if (!g_ascii_isalnum (text[*begin - 1]) && strchr (" \t_*", text[*begin - 1]) == NULL)
      return FALSE;
  gsize before = *begin;
  while (before > 0 && g_ascii_isspace (text[before - 1]))
    before--;
  if (before > 0 && strchr (";}/", text[before - 1]) == NULL)
    return FALSE;
  close += strspn (text + close, " \t");
  if (text[close] != '(')
    return FALSE;
  do
    depth += (text[close] == '(') - (text[close] == ')');
  while (depth > 0 && text[++close] != '\0');
  if (text[close] == '\0' || text[close + 1] != ';')
    return FALSE;
  *end = close + 2;
  return text[*end + strspn (text + *end, " \t")] == '\n' && *begin < at && !is_in_comment (text, at);
}

/* Where the owner declares a function that has no version but this one, the version is declared. */
static gboolean
replace_prototype (IhopPrint *print, const IhopDeviceVersion *version)
{
  const IhopTree *tree = print->plan->tree;
  const char *text = tree->source->text, *name = version->function->symbol->name;
  gsize length = strlen (name), begin, end;
  gboolean found = FALSE;

  for (const char *at = strstr (text, name); at; at = strstr (at + length, name))
    {
      gsize place = (gsize) (at - text);
      gboolean is_word = !g_ascii_isalnum (at[length]) && at[length] != '_' && place > 0
                         && !g_ascii_isalnum (at[-1]) && at[-1] != '_';
      if (!is_word || is_in_function (tree, place) || is_under_if (tree, place)
          || !is_prototype (tree, place, length, &begin, &end))
        continue;
      g_autofree char *head = head_text (print, version);
      g_autofree char *declared = g_strconcat (head, ";", NULL);
      ihop_edits_replace (print->edits, begin, end, declared);
      found = TRUE;
    }
  return found;
}

/* Types and macros of what is handed in by name need not be known so early. */
static gboolean
hands_outside (const IhopDeviceVersion *version)
{
  for (guint i = 0; i < version->handed->len; i++)
    if (g_array_index (version->handed, IhopHanded, i).index == G_MAXUINT)
      return TRUE;
  return FALSE;
}

/* A caller that stands before the function has to know it. */
static void
add_prototypes (IhopPrint *print)
{
  const IhopPlan *plan = print->plan;
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < plan->versions->len; i++)
    {
      const IhopDeviceVersion *version = plan->versions->pdata[i];
      if (version->is_only && !hands_outside (version) && replace_prototype (print, version))
        g_hash_table_add (done, (gpointer) version);
    }

  for (guint i = 0; i < plan->calls->len; i++)
    {
      const IhopKernel *call = plan->calls->pdata[i];
      if (call->function->range.begin >= call->version->function->range.begin
          || !g_hash_table_add (done, (gpointer) call->version))
        continue;
      g_autofree char *head = head_text (print, call->version);
      g_autofree char *text = g_strconcat (head, ";\n\n", NULL);
      ihop_edits_insert (print->edits, ihop_host_before_function (plan->tree->source, call->function), text);
    }
}

void
ihop_host_versions (IhopPrint *print)
{
  const GPtrArray *versions = print->plan->versions;

  add_prototypes (print);
  for (guint i = 0; i < versions->len; i++)
    {
      const IhopDeviceVersion *version = versions->pdata[i];
      if (version->is_only)
        replace_head (print, version);
      else
        add_beside (print, version);
    }
}
